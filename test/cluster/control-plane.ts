import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Daemons, until } from "./daemons.ts";
import type { Kubectl } from "./kubectl.ts";
import { CLUSTER_CIDR, HERE, SERVICE_CIDR } from "./network.ts";
import type { Pki } from "./pki.ts";

const PORT = 6443;
export const API_SERVER = `https://${HERE}:${PORT}`;
export const CLUSTER_DOMAIN = "cluster.local";

const flags = (values: Record<string, string | number | boolean>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

/** etcd, the API server, controllers, scheduler and names, and waits until the API server is ready. */
export async function startControlPlane(options: {
  folder: string;
  bin: string;
  pki: Pki;
  daemons: Daemons;
  kubectl: Kubectl;
}): Promise<void> {
  const { folder, bin, pki, daemons, kubectl } = options;
  const program = (name: string) => join(bin, name);
  const etcd = "http://127.0.0.1:2379";
  const peer = "http://127.0.0.1:2380";
  daemons.start("etcd", program("etcd"), [
    ...flags({ "data-dir": join(folder, "etcd"), "listen-client-urls": etcd, "advertise-client-urls": etcd }),
    ...flags({ "listen-peer-urls": peer, "initial-advertise-peer-urls": peer, "initial-cluster": `default=${peer}` }),
    // What it holds ends with the run.
    "--unsafe-no-fsync",
  ]);

  const names = [
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    `kubernetes.default.svc.${CLUSTER_DOMAIN}`,
  ];
  const server = pki.issue("apiserver", "/CN=kube-apiserver", [
    ...names.map((name) => `DNS:${name}`),
    ...["127.0.0.1", HERE, "10.96.0.1"].map((address) => `IP:${address}`),
  ]);
  const toKubelets = pki.issue("apiserver-kubelet", "/O=system:masters/CN=kube-apiserver-kubelet");
  const tokens = pki.issue("service-accounts", "/CN=service-accounts");
  daemons.start("kube-apiserver", program("kube-apiserver"), [
    ...flags({ "etcd-servers": etcd, "bind-address": "0.0.0.0", "secure-port": PORT, "advertise-address": HERE }),
    ...flags({ "service-cluster-ip-range": SERVICE_CIDR, "authorization-mode": "Node,RBAC" }),
    ...flags({ "enable-admission-plugins": "NodeRestriction", "allow-privileged": true }),
    ...flags({ "client-ca-file": pki.caCert, "tls-cert-file": server.cert, "tls-private-key-file": server.key }),
    ...flags({
      "service-account-issuer": `https://kubernetes.default.svc.${CLUSTER_DOMAIN}`,
      "service-account-key-file": tokens.cert,
      "service-account-signing-key-file": tokens.key,
      "kubelet-certificate-authority": pki.caCert,
      "kubelet-client-certificate": toKubelets.cert,
      "kubelet-client-key": toKubelets.key,
      "kubelet-preferred-address-types": "InternalIP",
    }),
  ]);
  await until("the API server is ready", 120, async () => {
    daemons.check();
    return (await kubectl("get", "--raw", "/readyz")) || undefined;
  });

  const common = (name: string, subject: string) => {
    const file = pki.kubeconfig(name, subject, API_SERVER);
    return flags({
      kubeconfig: file,
      "authentication-kubeconfig": file,
      "authorization-kubeconfig": file,
      "bind-address": "127.0.0.1",
      "leader-elect": false,
    });
  };
  daemons.start("kube-controller-manager", program("kube-controller-manager"), [
    ...common("controllers", "/CN=system:kube-controller-manager"),
    ...flags({ "use-service-account-credentials": true, "service-account-private-key-file": tokens.key }),
    ...flags({ "root-ca-file": pki.caCert, "cluster-cidr": CLUSTER_CIDR, "service-cluster-ip-range": SERVICE_CIDR }),
  ]);
  daemons.start("kube-scheduler", program("kube-scheduler"), common("scheduler", "/CN=system:kube-scheduler"));

  const dns = join(folder, "Corefile");
  writeFileSync(
    dns,
    `.:53 {
  bind ${HERE}
  errors
  cache 5
  kubernetes ${CLUSTER_DOMAIN} in-addr.arpa {
    kubeconfig ${pki.kubeconfig("coredns", "/O=system:masters/CN=coredns", API_SERVER)}
  }
}
`,
  );
  daemons.start("coredns", program("coredns"), ["-conf", dns]);
}
