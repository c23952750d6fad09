import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { PATIENT } from "../support/server.ts";
import { ENTERPRISE_WITHOUT_LIMIT, onlyReady, rowsOfCorpus, scale } from "./chores.ts";
import { until } from "./daemons.ts";
import { noteEvent } from "./figures.ts";
import { SECOND_TAG } from "./images.ts";
import { type Load, type Seen, startLoad } from "./load.ts";
import { noteUses, usesOf } from "./measure.ts";
import { NODES } from "./network.ts";
import { pauseThatLeavesRoom } from "./pace.ts";
import { COMPONENTS, killPod } from "./pods.ts";
import { say } from "./progress.ts";
import { type Release, theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

const DOCUMENTS = 24;
/** Fewer would not show that nobody notices. */
const ENOUGH_ANSWERS = 100;
/** Time for calls to settle before and after what happens. */
const AROUND_MS = 3_000;
const SHARE_SECONDS = 60;
/** As long as the end of a connection may take to be noticed by a caller that sends on it: on a busy machine, turns of its own. */
const NEWS_MS = 200;

/** What operators do to an installation, and what its callers see of it: nothing. */
describe("an installation under load", function () {
  this.timeout(600_000);
  let release: Release;
  let issuer: Issuer;
  let always: Record<string, unknown>;

  before(async () => {
    release = await theRelease(cluster());
    issuer = await startIssuer(undefined, release.issuerAt);
    // Two workers: of one, a drained node would leave none. Callers may wait for long, for a rollout starts ten processes on
    // what the machine has: how long they did is in the table, and what is asked here is that nothing is lost.
    const env = { ...ENTERPRISE_WITHOUT_LIMIT, ...PATIENT };
    always = { gateway: { env }, worker: { replicas: 2 }, oidc: { issuer: issuer.url } };
    await release.upgrade(always);
    const file = join(release.folder, "documents.jsonl");
    writeFileSync(file, someDocuments());
    const taken = (await release.insights("ingest", file)) as { documents: number; insights: number; failed: object[] };
    assert.deepEqual([taken.documents, taken.failed], [DOCUMENTS, []]);
    say(`operations: ${taken.documents} documents are in, ${taken.insights} insights`);
    ourPauseMs = await pauseThatLeavesRoom(startCallers);
  });

  after(() => issuer?.[Symbol.asyncDispose]());

  let accounts = 0;
  let ourPauseMs = 0;
  /** Callers of an account of their own. */
  const startCallers = async (pauseMs: number): Promise<Load & { email: string }> => {
    accounts += 1;
    const email = `load-${accounts}@example.org`;
    const asked = ["--name", "l", "--tier", "enterprise", "--email", email];
    const made = (await release.insights("keys", "create", ...asked)) as { raw_key: string };
    const { url, nativeUrl } = release;
    const token = await issuer.sign({ sub: `person-${accounts}` });
    return { email, ...startLoad({ url, nativeUrl, key: made.raw_key, token, pauseMs }) };
  };
  /** Callers work while something happens; resolves to what they saw, with what the ledger counted of it. */
  const during = async (what: string, happen: () => Promise<void>): Promise<Seen & { counted: number }> => {
    const { email, ...load } = await startCallers(ourPauseMs);
    let seen: Seen;
    try {
      await pause(AROUND_MS);
      await happen();
      await pause(AROUND_MS);
    } finally {
      seen = await load.stop();
    }
    const count = async () =>
      ((await release.insights("usage", "--email", email)) as { total_requests: number }).total_requests;
    // The ledger has them a moment after the answer, behind Redis.
    const counted = await until("the ledger has what was answered", 30, async () => {
      const now = await count();
      return now >= seen.answered ? now : undefined;
    }).catch(count);
    noteEvent({ what, ...seen, counted });
    for (const { call, why, sentMs, failedMs } of seen.failures.slice(0, 5))
      say(`  ${call}, after ${failedMs - sentMs} ms: ${why}`);
    return { ...seen, counted };
  };
  const assertUnnoticed = (seen: Seen & { counted: number }) => {
    assert.ok(seen.answered > ENOUGH_ANSWERS, `only ${seen.answered} answered`);
    assert.equal(seen.failures.length, 0, `failed: ${JSON.stringify(seen.failures.slice(0, 3))}`);
    assert.equal(seen.refused, 0, "connections were refused");
    assert.equal(seen.counted, seen.answered, "usage events");
  };

  it("passes `helm test`: a REST, a gRPC and an MCP call", async () => {
    const said = await release.helm("test", "--timeout", "180s", "--logs");
    assert.match(said, /Phase:\s+Succeeded/);
  });

  it("answers while nothing happens", async () => {
    const atRest = await usesOf(release, 10);
    const seen = await during("nothing", async () => noteUses(release, atRest, await usesOf(release, 10)));
    assertUnnoticed(seen);
  });

  it("is upgraded, every Deployment of it, and nobody notices", async () => {
    const before = (await release.pods()).map(({ name }) => name);
    assertUnnoticed(
      await during("upgrade of all", async () => {
        await release.upgrade({ ...always, image: { tag: SECOND_TAG } });
        await onlyReady(release);
      }),
    );
    const after = (await release.pods()).map(({ name }) => name);
    assert.deepEqual(
      after.filter((name) => before.includes(name)),
      [],
      "every pod is a new one",
    );
  });

  it("is rolled back, and nobody notices", async () => {
    assertUnnoticed(
      await during("rollback of all", async () => {
        await release.helm("rollback", "--wait", "--timeout", "240s");
        await onlyReady(release);
      }),
    );
  });

  it("goes back by itself when an upgrade fails, and nobody notices", async () => {
    assertUnnoticed(
      await during("an upgrade that fails", async () => {
        const failing = { ...always, image: { tag: "nowhere" } };
        await assert.rejects(
          release.upgrade(failing, "--no-hooks", "--rollback-on-failure", "--timeout", "20s"),
          /rolled back/,
        );
        await onlyReady(release);
      }),
    );
  });

  it("leaves a node that is drained, and nobody notices", async () => {
    const { kubectl } = cluster();
    const node = NODES[1]?.name ?? "";
    const left = (await release.pods()).filter((pod) => pod.node === node);
    assert.notEqual(left.length, 0, "pods are spread over the nodes");
    try {
      assertUnnoticed(
        await during(`drain of a node with ${left.length} pods`, async () => {
          await kubectl("drain", node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=240s");
          await onlyReady(release);
        }),
      );
      assert.deepEqual(
        (await release.pods()).filter((pod) => pod.node === node),
        [],
      );
    } finally {
      await kubectl("uncordon", node);
    }
  });

  for (const component of COMPONENTS) {
    it(`loses nothing but the calls in flight when a ${component} is killed`, async () => {
      const [pod] = await release.pods(component);
      assert.ok(pod);
      let killedMs = 0;
      const seen = await during(`kill -9 of a ${component}`, async () => {
        killedMs = await killPod(pod);
        await until(`the ${component} is there again`, 120, async () => {
          const again = (await release.pods(component)).find(({ name }) => name === pod.name);
          return again && again.restarts > pod.restarts && again.isReady ? true : undefined;
        });
      });
      const later = seen.failures.filter(({ sentMs }) => sentMs > killedMs + NEWS_MS);
      assert.deepEqual(later, [], "calls that began after the kill");
      assert.ok(seen.counted >= seen.answered, `${seen.counted} counted of ${seen.answered} answered`);
      assert.ok(seen.counted <= seen.answered + seen.failures.length, "nothing is counted twice");
    });
  }

  for (const component of ["gateway", "search", "document", "account"] as const) {
    it(`gives a ${component} that is added its share of calls within ${SHARE_SECONDS} s`, async () => {
      const before = new Set((await release.pods(component)).map(({ name }) => name));
      const seen = await during(`${component}: 2 pods, then 3, then 2`, async () => {
        await scale(release, component, 3);
        const added = await until(`a third ${component} is ready`, 120, async () =>
          (await release.pods(component)).find(({ name, isReady }) => isReady && !before.has(name)),
        );
        const readyMs = Date.now();
        await until(`${added.name} is called`, SHARE_SECONDS, async () =>
          (await callsOf(added.address)) > 20 ? true : undefined,
        );
        say(`  ${added.name} had 20 calls ${((Date.now() - readyMs) / 1_000).toFixed(1)} s after it was ready`);
        await scale(release, component, 2);
        await onlyReady(release);
      });
      assertUnnoticed(seen);
    });
  }
});

/** How many calls a process has answered, by its own metrics. */
async function callsOf(address: string): Promise<number> {
  const text = await (await fetch(`http://${address}:9464/metrics`)).text();
  const counts = text.matchAll(/^(?:http_server_request_duration_seconds|rpc_server_\w+?)_count\{([^}]*)\} (\d+)/gm);
  let all = 0;
  for (const [, labels = "", count] of counts) if (!/probe|health|livez|readyz/i.test(labels)) all += Number(count);
  return all;
}

/** Spread over the publishers, and none of the largest: this is not about ingestion. */
function someDocuments(): string {
  const small = rowsOfCorpus(60_000);
  const step = Math.max(1, Math.floor(small.length / DOCUMENTS));
  return small
    .filter((_, at) => at % step === 0)
    .slice(0, DOCUMENTS)
    .join("\n");
}
