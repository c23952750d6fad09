import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { ENTERPRISE_WITHOUT_LIMIT, onlyReady, rowsOfCorpus, scale } from "./chores.ts";
import { until } from "./daemons.ts";
import { noteReplicas } from "./figures.ts";
import { ask } from "./load.ts";
import { type Component, type Pod, pidOf } from "./pods.ts";
import { say } from "./progress.ts";
import { type Release, theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

/** Of a core, for each process of the kind that is measured: so few that it, and nothing else here, is what callers wait for. */
const CORES = 0.2;
const WORKER_CORES = 0.4;
const REPLICAS = [1, 2, 3];
const CALLERS = 12;
const MEASURE_MS = 8_000;
const SETTLE_MS = 4_000;
const DOCUMENTS_A_RUN = 8;
const PERIOD_US = 20_000;

/**
 * What a replica more adds, for each kind of process: two cores hold one of each at full speed and no more, so each gets a share
 * of a core by the kernel's own quota, as a CPU limit would.
 */
describe("replicas", function () {
  this.timeout(900_000);
  let release: Release;
  let issuer: Issuer;
  let key: string;
  let session: string;
  let docId: string;
  const rows = rowsOfCorpus(40_000);

  before(async () => {
    release = await theRelease(cluster());
    issuer = await startIssuer(undefined, release.issuerAt);
    const env = ENTERPRISE_WITHOUT_LIMIT;
    await release.upgrade({ gateway: { env }, worker: { replicas: 1 }, oidc: { issuer: issuer.url } });
    await ingest();
    const made = await release.insights("keys", "create", "--name", "l", "--tier", "enterprise");
    key = (made as { raw_key: string }).raw_key;
    session = await issuer.sign({ sub: "replicas", exp: Math.ceil(Date.now() / 1_000) + 3_600 });
    const listed = await ask(undefined, `${release.url}/api/documents?limit=1`, { "x-api-key": key });
    docId = JSON.parse(listed).documents[0].doc_id;
  });
  after(() => issuer?.[Symbol.asyncDispose]());

  /** Takes in documents that are not there yet. */
  async function ingest(): Promise<number> {
    const own = rows.splice(0, DOCUMENTS_A_RUN);
    assert.equal(own.length, DOCUMENTS_A_RUN);
    const file = join(release.folder, "some.jsonl");
    writeFileSync(file, own.join("\n"));
    const taken = (await release.insights("ingest", file)) as { insights: number; failed: object[] };
    assert.deepEqual(taken.failed, []);
    return taken.insights;
  }

  const keyed = () => ({ "x-api-key": key, "content-type": "application/json" });
  const calls: Partial<Record<Component, (agent: Agent, turn: number) => Promise<unknown>>> = {
    gateway: (agent) => ask(agent, `${release.url}/api/documents/filters`, keyed()),
    search: (agent, turn) =>
      ask(agent, `${release.url}/api/insights/search`, keyed(), { query: `policy rate ${turn % 50}`, limit: 20 }),
    document: (agent) => ask(agent, `${release.url}/api/documents/${docId}`, keyed()),
    account: (agent) =>
      ask(agent, `${release.url}/console/content/me/usage?days=30`, { authorization: `Bearer ${session}` }),
  };

  for (const [component, call] of Object.entries(calls) as [
    Component,
    (agent: Agent, turn: number) => Promise<unknown>,
  ][])
    it(`of ${component}, each with ${CORES} of a core`, () =>
      withReplicas(component, CORES, async (hold) => {
        const agent = new Agent({ keepAlive: true });
        let answered = 0;
        let isStopped = false;
        const caller = async () => {
          for (let turn = 0; !isStopped; turn += 1) {
            await call(agent, turn);
            answered += 1;
          }
        };
        const callers = Promise.all(Array.from({ length: CALLERS }, caller));
        await Promise.race([pause(SETTLE_MS), callers]);
        await hold();
        await Promise.race([pause(SETTLE_MS), callers]);
        const [before, startedMs] = [answered, performance.now()];
        await Promise.race([pause(MEASURE_MS), callers]);
        const perSecond = (answered - before) / ((performance.now() - startedMs) / 1_000);
        isStopped = true;
        await callers;
        agent.destroy();
        return perSecond;
      }));

  it(`of worker, each with ${WORKER_CORES} of a core`, () =>
    withReplicas("worker", WORKER_CORES, async (hold) => {
      await ingest();
      await hold();
      const startedMs = performance.now();
      const insights = await ingest();
      return insights / ((performance.now() - startedMs) / 1_000);
    }));

  /**
   * Measures with one replica, two and three; leaves two. What is measured lets them compile what they run, and only then has them
   * held to their share: a new process would need seconds for its first answers else.
   */
  async function withReplicas(
    component: Component,
    cores: number,
    measure: (hold: () => Promise<void>) => Promise<number>,
  ): Promise<void> {
    const perSecond: number[] = [];
    await scale(release, component, 0);
    await until(`no ${component} is left`, 120, async () => (await release.pods(component)).length === 0 || undefined);
    for (const replicas of REPLICAS) {
      await scale(release, component, replicas);
      const pods = await until(`${replicas} of ${component} are ready`, 240, async () => {
        const all = await release.pods(component);
        return all.length === replicas && all.every(({ isReady }) => isReady) ? all : undefined;
      });
      // Until every caller knows of the new one.
      await pause(SETTLE_MS);
      const hold = async (share: number | undefined) => void (await Promise.all(pods.map((pod) => limit(pod, share))));
      perSecond.push(await measure(() => hold(cores)));
      await hold(undefined);
    }
    say(`  ${component}: ${perSecond.map((one) => one.toFixed(1)).join(", ")} a second`);
    noteReplicas({ component, cores, perSecond });
    await scale(release, component, 2);
    await onlyReady(release);
  }
});

/** Holds a pod's process to a share of a core, as a CPU limit does; undefined: to none. */
async function limit(pod: Pod, cores: number | undefined): Promise<void> {
  const groups = readFileSync(`/proc/${await pidOf(pod)}/cgroup`, "utf8");
  const [, group] = /^\d+:(?:cpu,cpuacct|cpuacct,cpu|cpu):(.*)$/m.exec(groups) ?? [];
  assert.ok(group, groups);
  const folder = join("/sys/fs/cgroup/cpu", group);
  writeFileSync(join(folder, "cpu.cfs_period_us"), String(PERIOD_US));
  writeFileSync(join(folder, "cpu.cfs_quota_us"), String(cores === undefined ? -1 : PERIOD_US * cores));
}
