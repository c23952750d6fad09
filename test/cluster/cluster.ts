import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startControlPlane } from "./control-plane.ts";
import { createDaemons, type Daemons, until } from "./daemons.ts";
import { createHelm, createKubectl, type Kubectl, type Run } from "./kubectl.ts";
import { joinCgroup } from "./machine.ts";
import { HERE, joinNodes, NODES } from "./network.ts";
import { startNode } from "./node.ts";
import { createPki } from "./pki.ts";
import { say } from "./progress.ts";

/** A cluster that runs: what the suites work with. */
export interface Cluster extends AsyncDisposable {
  folder: string;
  kubectl: Kubectl;
  helm: Run;
  daemons: Daemons;
}

/**
 * Settings of the whole machine that a kubelet would change. It sees these files in their place, in a mount namespace of
 * ours, finds them as it wants them, and leaves the machine's alone.
 */
const KERNEL = {
  "vm/overcommit_memory": "1",
  "vm/panic_on_oom": "0",
  "kernel/panic": "10",
  "kernel/panic_on_oops": "1",
  "kernel/keys/root_maxkeys": "1000000",
  "kernel/keys/root_maxbytes": "25000000",
};

const TEMPORARY = "/run/tmp";

/** Starts it. We are alone in namespaces of our own, which end with us and everything in them. */
export async function startCluster(options: {
  folder: string;
  bin: string;
  helm: string;
  archives: string[];
}): Promise<Cluster> {
  const { folder, bin, archives } = options;
  await using stack = new AsyncDisposableStack();
  isolate(folder);
  joinCgroup(process.pid);
  joinNodes();
  const pki = createPki(join(folder, "pki"));
  const daemons = stack.use(createDaemons(join(folder, "logs")));
  const admin = pki.kubeconfig("admin", "/O=system:masters/CN=admin", `https://${HERE}:6443`);
  const kubectl = createKubectl(join(bin, "kubectl"), admin);
  const helm = createHelm(options.helm, admin, join(folder, "helm"));
  await startControlPlane({ folder, bin, pki, daemons, kubectl });
  say("the API server is ready");
  await Promise.all(NODES.map((node) => startNode({ node, folder, bin, pki, daemons, archives })));
  await until("every node is ready", 180, async () => {
    daemons.check();
    await kubectl("wait", "--for=condition=Ready", "node", ...NODES.map(({ name }) => name), "--timeout=1s");
    return true;
  });
  say(`${NODES.length} nodes are ready`);
  const opened = stack.move();
  return { folder, kubectl, helm, daemons, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function isolate(folder: string): void {
  const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "pipe" });
  mount("-t", "tmpfs", "tmpfs", "/run");
  mkdirSync("/run/netns");
  // Temporary files go with the mount, also when nobody is left to remove them. For everybody: MariaDB does not run as root.
  mkdirSync(TEMPORARY);
  chmodSync(TEMPORARY, 0o1777);
  process.env["TMPDIR"] = TEMPORARY;
  const settings = join(folder, "sysctl");
  mkdirSync(settings, { recursive: true });
  for (const [name, value] of Object.entries(KERNEL)) {
    const file = join(settings, name.replaceAll("/", "."));
    writeFileSync(file, `${value}\n`);
    mount("--bind", file, `/proc/sys/${name}`);
  }
}
