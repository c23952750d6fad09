/** Tests the chart and the image on a real Kubernetes of its own: `npm run test:cluster [-- --install] [-- FILES]`. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installMilvus, installPackages } from "../distributed/servers/missing.ts";
import { CACHE } from "../support/go-tools.ts";
import { FIGURES } from "./figures.ts";
import { makeImages } from "./images.ts";
import {
  cgroupProcesses,
  machineProblems,
  makeCgroups,
  missingElse,
  missingPackages,
  processorSeconds,
  removeCgroups,
} from "./machine.ts";
import { NODES } from "./network.ts";
import { helmPath, NotBuiltInTime, preparePrograms } from "./programs.ts";
import { say } from "./progress.ts";

const BUDGET_MINUTES = 30;
/** What images and tests take on a busy machine; what is left of --within for them must be as much. */
const TESTS_MINUTES = 20;
const END_MS = 60_000;
/** In this order, on one installation: the first wants it empty. */
const SUITES = ["rest", "rpc", "mcp", "image", "operations"].map((name) => `test/cluster/${name}.test.ts`);
const RUN = join(CACHE, "run");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", default: false },
    install: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    build: { type: "boolean", default: false },
    budget: { type: "string", default: String(BUDGET_MINUTES) },
    within: { type: "string" },
  },
});
if (values.help) {
  process.stdout.write(`Installs the chart with this checkout's own image on a real Kubernetes (API server, two nodes with kubelet and
containerd, running pods), beside MariaDB, Redis and Milvus Lite, and tests it there. Linux on x64, root.

Usage: npm run test:cluster -- [--install] [--keep] [--json] [FILES…]

  --install   installs what is missing from Debian's packages; CI=true does too
  --build     only builds what a run needs, once, into ${CACHE}
  --keep      leaves the cluster standing after the tests, until Ctrl-C
  --json      prints the figures as one JSON document on stdout
  --budget N  ends the run after N minutes of testing (${BUDGET_MINUTES})
  --within N  builds and tests within N minutes. What is not built so early that ${TESTS_MINUTES} are left for the tests waits for the
              next run, which goes on building where this one stopped; nothing is tested then, and the run says so

Everything runs in namespaces of the run's own, that lead nowhere: the machine's network, mounts and kernel settings stay as
they are, and nothing is left when it ends, however it ends.
`);
  process.exit(0);
}

for (const name of ["budget", "within"] as const) {
  if (/^[1-9]\d{0,3}$/.test(values[name] ?? "1")) continue;
  process.stderr.write(`--${name} must be a whole number of minutes, not ${values[name]}\n`);
  process.exit(2);
}
refuse(machineProblems());
if (missingPackages().length > 0 && (values.install || process.env["CI"] === "true"))
  installPackages(missingPackages());
installMilvus();
refuse([
  ...missingPackages().map((name) => `${name} is not installed (Debian: apt-get install ${name}, or --install)`),
  ...missingElse(),
]);

takeOver();
let status = 1;
let outcome = "failed";
const testsByMs =
  values.within === undefined
    ? Number.POSITIVE_INFINITY
    : performance.now() + (Number(values.within) - TESTS_MINUTES) * 60_000;
try {
  const bin = preparePrograms(say, testsByMs);
  const archives = makeImages(join(RUN, "images"), bin, say);
  if (values.build) [status, outcome] = [0, "all is built"];
  else {
    makeCgroups(NODES.map(({ name }) => name));
    say(`testing; this may take ${values.budget} minutes`);
    const before = processorSeconds();
    status = await test({ bin, helm: helmPath(), archives: [archives.pause, archives.app] });
    sayStolen(before);
    if (status === 0) outcome = "all is well";
    const figures = join(RUN, FIGURES);
    if (values.json && existsSync(figures)) process.stdout.write(`${readFileSync(figures, "utf8")}\n`);
  }
} catch (err) {
  if (err instanceof NotBuiltInTime) [status, outcome] = [0, "NOTHING WAS TESTED"];
  process.stderr.write(`${err instanceof Error ? err.message : String(err)}\n`);
} finally {
  cleanUp();
  say(`${outcome}, and nothing is left`);
}
process.exit(status);

/** Ends with a sentence for each reason: a failure where tests are demanded, in plain sight elsewhere. */
function refuse(reasons: string[]): void {
  if (reasons.length === 0) return;
  process.stderr.write(
    `SKIPPED: nothing was tested on a cluster, because\n${reasons.map((reason) => `  ${reason}\n`).join("")}`,
  );
  process.exit(process.env["REQUIRE_BACKENDS"] === "1" ? 1 : 0);
}

/** One run at a time; what a killed one has left is removed. */
function takeOver(): void {
  const owner = join(RUN, "owner");
  const pid = existsSync(owner) ? Number(readFileSync(owner, "utf8")) : 0;
  if (pid > 0 && existsSync(`/proc/${pid}`)) {
    process.stderr.write(`process ${pid} is testing on a cluster already: wait until it has ended\n`);
    process.exit(1);
  }
  cleanUp();
  mkdirSync(RUN, { recursive: true });
  writeFileSync(owner, String(process.pid));
}

/** Runs mocha as the second process of new namespaces: when the first ends, the kernel ends all others and their mounts. */
async function test(options: { bin: string; helm: string; archives: string[] }): Promise<number> {
  const setup = ["--require", "test/cluster/setup.ts", "--require", "test/support/tell-at-once.ts"];
  const mocha = ["node_modules/mocha/bin/mocha.js", "--timeout", "300000", ...setup];
  const files = positionals.length > 0 ? positionals : SUITES;
  const child = spawn(
    "setpriv",
    [
      // However we end, even by kill -9.
      ...["--pdeathsig", "KILL", "unshare"],
      ...["--mount", "--propagation", "private", "--net", "--pid", "--mount-proc", "--fork", "--kill-child=SIGKILL"],
      // A shell, because whoever is first must bury the dead of containerd.
      ...["sh", "-c", '"$@"; exit $?', "sh", process.execPath, ...mocha, ...files],
    ],
    {
      // With --json nothing else is on stdout.
      stdio: ["ignore", values.json ? 2 : "inherit", "inherit"],
      env: {
        ...process.env,
        CLUSTER_OPTIONS: JSON.stringify({ ...options, folder: RUN, keep: values.keep }),
      },
      // Ctrl-C comes to us, and we say it once.
      detached: true,
    },
  );
  const stop = (name: NodeJS.Signals) => interrupt(child, name);
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const budget = setTimeout(() => {
    say(`not done after ${values.budget} minutes`);
    interrupt(child, "SIGTERM");
  }, Number(values.budget) * 60_000);
  const ended = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  clearTimeout(budget);
  process.off("SIGINT", stop).off("SIGTERM", stop);
  return ended;
}

/** A red run on a machine that was hardly there says less: callers wait for as long, whoever has the processors. */
function sayStolen(before: ReturnType<typeof processorSeconds>): void {
  const now = processorSeconds();
  const share = (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
  say(`other machines of the same host took ${Math.round(share * 100)} % of the processors' time meanwhile`);
}

/** Asks the tests to end, and makes them. */
function interrupt(child: ChildProcess, name: NodeJS.Signals): void {
  say(`${name}: cleaning up`);
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  setTimeout(() => child.kill("SIGKILL"), END_MS).unref();
}

function cleanUp(): void {
  for (const pid of cgroupProcesses()) process.kill(pid, "SIGKILL");
  for (let attempt = 0; attempt < 50 && cgroupProcesses().length > 0; attempt += 1) spawnSync("sleep", ["0.1"]);
  removeCgroups();
  rmSync(RUN, { recursive: true, force: true });
}
