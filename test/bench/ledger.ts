import { randomUUIDv7 as randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "#kit/clock.ts";
import { createAccounts } from "../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../services/account/adapters/sqlite-accounts.ts";
import type { UsageEvent } from "../../services/account/ports.ts";

/** What recording usage costs. */
export interface LedgerFigures {
  events: number;
  concurrency: number;
  /** Durable events a second through the account service. */
  eventsPerSecond: number;
  /** CPU time of the event loop's thread for each of them, microseconds. */
  mainThreadMicros: number;
  /** Milliseconds until an event is durable. */
  p50Ms: number;
  p99Ms: number;
  /** The same for a transaction per event on the event loop's own thread, with plain node:sqlite. */
  baselineEventsPerSecond: number;
  baselineMainThreadMicros: number;
}

/** Records `events` events, each with a token event, from `concurrency` callers that wait for each before the next. */
export async function benchLedger({ events = 50_000, concurrency = 64 } = {}): Promise<LedgerFigures> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-"));
  try {
    const baseline = runBaseline(
      join(folder, "baseline.db"),
      makeEvents(Math.min(events, 20_000), randomUUID(), randomUUID()),
    );
    const ours = await runService(join(folder, "accounts.db"), events, concurrency);
    return { events, concurrency, ...ours, ...baseline };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runService(path: string, count: number, concurrency: number) {
  await using store = await openSqliteAccounts({ path });
  const accounts = createAccounts({ store, clock: systemClock, announcer: { changed: () => Promise.resolve() } });
  const key = await accounts.createKey({ account: { operator: true }, name: "bench" });
  const warmUp = makeEvents(2_000, key.accountId, key.keyId);
  const events = makeEvents(count, key.accountId, key.keyId);
  await callAll(warmUp, concurrency, (event) => accounts.recordUsage([event]));
  const watch = startWatch();
  const latencies = await callAll(events, concurrency, (event) => accounts.recordUsage([event]));
  const { wallMicros, threadMicros } = watch();
  latencies.sort();
  return {
    eventsPerSecond: (count / wallMicros) * 1e6,
    mainThreadMicros: threadMicros / count,
    p50Ms: latencies[Math.floor(count * 0.5)] ?? 0,
    p99Ms: latencies[Math.floor(count * 0.99)] ?? 0,
  };
}

async function callAll(events: UsageEvent[], concurrency: number, call: (event: UsageEvent) => Promise<void>) {
  const latencies = new Float64Array(events.length);
  let next = 0;
  const caller = async () => {
    for (let at = next++; at < events.length; at = next++) {
      const event = events[at];
      if (!event) return;
      const started = performance.now();
      await call(event);
      latencies[at] = performance.now() - started;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return latencies;
}

function runBaseline(path: string, events: UsageEvent[]) {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db.exec(
    "CREATE TABLE request (event_id TEXT PRIMARY KEY, account_id TEXT, key_id TEXT, operation TEXT, time INTEGER)",
  );
  db.exec("CREATE TABLE token (event_id TEXT PRIMARY KEY, request_id TEXT, model TEXT, input INTEGER, output INTEGER)");
  const request = db.prepare("INSERT INTO request VALUES (?, ?, ?, ?, ?)");
  const token = db.prepare("INSERT INTO token VALUES (?, ?, ?, ?, ?)");
  const watch = startWatch();
  for (const event of events) {
    db.exec("BEGIN IMMEDIATE");
    request.run(event.eventId, event.accountId, event.keyId, event.operation, event.time);
    for (const t of event.tokens) token.run(t.eventId, event.eventId, t.model, t.inputTokens, t.outputTokens);
    db.exec("COMMIT");
  }
  const { wallMicros, threadMicros } = watch();
  db.close();
  return {
    baselineEventsPerSecond: (events.length / wallMicros) * 1e6,
    baselineMainThreadMicros: threadMicros / events.length,
  };
}

/** Wall time and the CPU time of this thread since the call. */
function startWatch() {
  const startedAt = performance.now();
  const startedCpu = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(startedCpu);
    return { wallMicros: (performance.now() - startedAt) * 1e3, threadMicros: user + system };
  };
}

const makeEvents = (count: number, accountId: string, keyId: string): UsageEvent[] =>
  Array.from({ length: count }, () => ({
    eventId: randomUUID(),
    accountId,
    keyId,
    operation: "search",
    time: Date.now(),
    tokens: [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 0 }],
  }));

if (import.meta.main) {
  for (const concurrency of [1, 64, 256]) {
    const figures = await benchLedger({ concurrency, events: concurrency === 1 ? 5_000 : 50_000 });
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  }
}
