import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { API_SERVER, CLUSTER_DOMAIN } from "./control-plane.ts";
import { type Daemons, until } from "./daemons.ts";
import { APP, PAUSE, SECOND_TAG } from "./images.ts";
import { CGROUP } from "./machine.ts";
import { CLUSTER_CIDR, HERE, type Node } from "./network.ts";
import type { Pki } from "./pki.ts";

const IMPORT_MS = 300_000;

export const socketOf = ({ name }: Node): string => `/run/containerd-${name}/containerd.sock`;

/** Runs containerd, kubelet and kube-proxy of a node, and gives it the images. */
export async function startNode(options: {
  node: Node;
  folder: string;
  bin: string;
  pki: Pki;
  daemons: Daemons;
  archives: string[];
}): Promise<void> {
  const { node, bin, pki, daemons, archives } = options;
  const folder = join(options.folder, node.name);
  for (const part of ["cni", "containerd", "kubelet"]) mkdirSync(join(folder, part), { recursive: true });
  const write = (name: string, content: string | object) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const inNode = node.netns === undefined ? {} : { netns: node.netns };
  write("cni/10-bridge.conflist", cniConfig(node));
  const socket = socketOf(node);
  daemons.start(
    `containerd-${node.name}`,
    "containerd",
    ["-c", write("containerd.toml", containerdConfig(node, folder))],
    inNode,
  );
  const ctr = (...args: string[]) =>
    promisify(execFile)("ctr", ["-a", socket, "-n", "k8s.io", ...args], { timeout: IMPORT_MS });
  await until(`containerd of ${node.name} answers`, 60, async () => {
    daemons.check();
    return await ctr("version");
  });
  for (const archive of archives) await ctr("images", "import", archive);
  await ctr("images", "tag", APP, APP.replace(/[^:]+$/, SECOND_TAG));

  const identity = pki.kubeconfig(node.name, `/O=system:nodes/CN=system:node:${node.name}`, API_SERVER);
  const serving = pki.issue(`${node.name}-serving`, `/CN=${node.name}`, [`DNS:${node.name}`, `IP:${node.address}`]);
  const kubelet = write("kubelet.yaml", kubeletConfig({ node, caCert: pki.caCert, ...serving }));
  daemons.start(
    `kubelet-${node.name}`,
    join(bin, "kubelet"),
    [
      `--config=${kubelet}`,
      `--kubeconfig=${identity}`,
      `--root-dir=${join(folder, "kubelet")}`,
      `--hostname-override=${node.name}`,
      `--node-ip=${node.address}`,
    ],
    inNode,
  );
  const proxy = write("proxy.yaml", {
    apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
    kind: "KubeProxyConfiguration",
    mode: "iptables",
    hostnameOverride: node.name,
    clusterCIDR: CLUSTER_CIDR,
    clientConnection: { kubeconfig: pki.kubeconfig(`${node.name}-proxy`, "/CN=system:kube-proxy", API_SERVER) },
    // 0: these are the machine's own settings, and stay as they are.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
    healthzBindAddress: "127.0.0.1:10256",
    metricsBindAddress: "127.0.0.1:10249",
  });
  daemons.start(`kube-proxy-${node.name}`, join(bin, "kube-proxy"), [`--config=${proxy}`], inNode);
}

const cniConfig = ({ podCidr, address, name }: Node) => ({
  cniVersion: "1.0.0",
  name: "cluster",
  plugins: [
    {
      type: "bridge",
      bridge: "cni0",
      isGateway: true,
      hairpinMode: true,
      ipam: {
        type: "host-local",
        dataDir: `/run/cni-${name}`,
        ranges: [[{ subnet: podCidr, gateway: address }]],
        routes: [{ dst: "0.0.0.0/0" }],
      },
    },
    { type: "portmap", capabilities: { portMappings: true } },
  ],
});

const containerdConfig = (node: Node, folder: string) => `version = 2
root = "${join(folder, "containerd")}"
state = "/run/containerd-${node.name}"
[grpc]
  address = "${socketOf(node)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE}"
  # Without CAP_SYS_RESOURCE nobody may be spared more by the kernel than we are.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${join(folder, "cni")}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
`;

const kubeletConfig = ({ node, caCert, cert, key }: { node: Node; caCert: string; cert: string; key: string }) => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  failCgroupV1: false,
  cgroupDriver: "cgroupfs",
  cgroupRoot: `/${CGROUP}/${node.name}`,
  cgroupsPerQOS: true,
  enforceNodeAllocatable: ["pods"],
  containerRuntimeEndpoint: `unix://${socketOf(node)}`,
  address: node.address,
  tlsCertFile: cert,
  tlsPrivateKeyFile: key,
  authentication: { anonymous: { enabled: false }, webhook: { enabled: true }, x509: { clientCAFile: caCert } },
  authorization: { mode: "Webhook" },
  clusterDNS: [HERE],
  clusterDomain: CLUSTER_DOMAIN,
  resolvConf: "",
  failSwapOn: false,
  seccompDefault: true,
  imageGCHighThresholdPercent: 100,
  evictionHard: { "memory.available": "100Mi" },
});
