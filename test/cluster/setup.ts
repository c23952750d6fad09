import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, startCluster } from "./cluster.ts";
import { asTables, FIGURES, figures } from "./figures.ts";
import { helmPath } from "./programs.ts";
import { say } from "./progress.ts";

interface Options {
  folder: string;
  bin: string;
  helm: string;
  archives: string[];
  keep: boolean;
}

/** As `run.ts` hands them to the process inside the namespaces. */
export function optionsOf(env: Record<string, string | undefined>): Options {
  const options = env["CLUSTER_OPTIONS"];
  if (!options) throw new Error("these tests need a cluster: run them by `npm run test:cluster`");
  return JSON.parse(options);
}

let running: Cluster | undefined;

/** The cluster of this run. */
export function cluster(): Cluster {
  if (!running) throw new Error("there is no cluster yet: ask in a hook or a test");
  return running;
}

export async function mochaGlobalSetup(): Promise<void> {
  running = await startCluster(optionsOf(process.env));
}

export async function mochaGlobalTeardown(): Promise<void> {
  const { keep, bin, folder } = optionsOf(process.env);
  process.stderr.write(`\n${asTables()}\n`);
  writeFileSync(join(folder, FIGURES), JSON.stringify(figures));
  if (keep && running) {
    say(
      `kept until Ctrl-C; in another shell: nsenter -t ${"$(pgrep -n kube-apiserver)"} -a -- ${bin}/kubectl --kubeconfig ${folder}/pki/admin.kubeconfig get pods -A (helm: ${helmPath()})`,
    );
    await new Promise<void>((resolve) => process.once("SIGINT", () => resolve()));
  }
  await running?.[Symbol.asyncDispose]();
}
