import { execFileSync } from "node:child_process";

/** A machine of the cluster: a network namespace with its own kubelet and containerd. */
export interface Node {
  name: string;
  /** Undefined for the first, which lives where we do. */
  netns: string | undefined;
  address: string;
  podCidr: string;
}

/** Where we, the control plane and the first node are. */
export const HERE = "10.244.0.1";
export const CLUSTER_CIDR = "10.244.0.0/16";
export const SERVICE_CIDR = "10.96.0.0/16";

export const NODES: Node[] = [
  { name: "node-0", netns: undefined, address: HERE, podCidr: "10.244.0.0/24" },
  { name: "node-1", netns: "node-1", address: "10.244.1.1", podCidr: "10.244.1.0/24" },
];

/** Joins the nodes. We are in a network namespace without any link when this begins, and nothing leads out of it. */
export function joinNodes(): void {
  const ip = (...args: string[]) => execFileSync("ip", args, { stdio: "pipe" });
  const inNode = (netns: string, ...args: string[]) => execFileSync("nsenter", [`--net=/run/netns/${netns}`, ...args]);
  ip("link", "set", "lo", "up");
  bridge((...args) => void ip(...args), HERE);
  // Kubelet and kube-proxy want a default route to exist; this one ends in nothing.
  ip("link", "add", "out0", "type", "veth", "peer", "name", "out1");
  ip("addr", "add", "172.31.255.1/30", "dev", "out0");
  for (const link of ["out0", "out1"]) ip("link", "set", link, "up");
  ip("route", "add", "default", "via", "172.31.255.2");
  for (const [at, { netns, address, podCidr }] of NODES.entries()) {
    if (!netns) continue;
    const [near, far] = [`172.31.${at}.1`, `172.31.${at}.2`];
    ip("netns", "add", netns);
    ip("link", "add", `to-${netns}`, "type", "veth", "peer", "name", "eth0", "netns", netns);
    ip("addr", "add", `${near}/30`, "dev", `to-${netns}`);
    ip("link", "set", `to-${netns}`, "up");
    ip("route", "add", podCidr, "via", far);
    inNode(netns, "ip", "link", "set", "lo", "up");
    inNode(netns, "ip", "addr", "add", `${far}/30`, "dev", "eth0");
    inNode(netns, "ip", "link", "set", "eth0", "up");
    inNode(netns, "ip", "route", "add", "default", "via", near);
    bridge((...args) => void inNode(netns, "ip", ...args), address);
    inNode(netns, "sysctl", "-qw", "net.ipv4.ip_forward=1", "net.bridge.bridge-nf-call-iptables=1");
  }
  execFileSync("sysctl", ["-qw", "net.ipv4.ip_forward=1", "net.bridge.bridge-nf-call-iptables=1"]);
}

/** What a node's pods are plugged into. */
function bridge(ip: (...args: string[]) => void, address: string): void {
  ip("link", "add", "cni0", "type", "bridge");
  ip("addr", "add", `${address}/24`, "dev", "cni0");
  ip("link", "set", "cni0", "up");
}
