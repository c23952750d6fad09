import { randomUUIDv7 } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#kit/clock.ts";
import { createAccounts } from "../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../services/account/adapters/sqlite-accounts.ts";
import type { UsageEvent } from "../../services/account/ports.ts";

/** What recording one way came to. Each event has one token event. */
export interface RecordingFigures {
  eventsPerSecond: number;
  /** CPU time of the event loop's thread, microseconds for each event. */
  mainThreadMicros: number;
  /** CPU time of all threads, microseconds for each event. */
  processMicros: number;
  /** Milliseconds until an event is durable. */
  p50Ms: number;
  p99Ms: number;
}

/** The account service against the plain way, in one run. */
export interface LedgerFigures {
  /** A transaction for each event on the event loop's own thread, with plain node:sqlite, and no sums kept. */
  baseline: RecordingFigures;
  /** One caller that waits for each event. */
  alone: RecordingFigures;
  /** So many callers that each wait for their event before the next. */
  callers64: RecordingFigures;
  callers256: RecordingFigures;
  /** Events that come at 10,000 a second whether or not earlier ones are stored. */
  steady10k: RecordingFigures;
}

type Record = (event: UsageEvent) => Promise<void>;

/** Measures on databases of its own in a temporary folder. `scale` 1 takes about ten seconds. */
export async function benchLedger({ scale = 1 } = {}): Promise<LedgerFigures> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-"));
  try {
    const baseline = await runBaseline(join(folder, "baseline.db"), 10_000 * scale);
    await using store = await openSqliteAccounts({ path: join(folder, "accounts.db") });
    const accounts = createAccounts({ store, clock: systemClock, announcer: { changed: () => Promise.resolve() } });
    const key = await accounts.createKey({ account: { operator: true }, name: "bench" });
    const record: Record = (event) => accounts.recordUsage([event]);
    const events = (count: number) => makeEvents(count * scale, key.accountId, key.keyId);
    await callFrom(64, events(5_000), record);
    return {
      baseline,
      alone: await callFrom(1, events(5_000), record),
      callers64: await callFrom(64, events(40_000), record),
      callers256: await callFrom(256, events(40_000), record),
      steady10k: await callAt(10_000, events(30_000), record),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Each caller waits for its event before the next. */
function callFrom(callers: number, events: UsageEvent[], record: Record): Promise<RecordingFigures> {
  let next = 0;
  return measure(events.length, async (timed) => {
    const caller = async () => {
      for (let event = events[next++]; event; event = events[next++]) await timed(record, event);
    };
    await Promise.all(Array.from({ length: callers }, caller));
  });
}

/** Events come at a steady rate, in step with the timer's milliseconds. */
function callAt(perSecond: number, events: UsageEvent[], record: Record): Promise<RecordingFigures> {
  return measure(events.length, async (timed) => {
    const startedAt = performance.now();
    const calls: Promise<void>[] = [];
    while (calls.length < events.length) {
      const due = Math.min(events.length, ((performance.now() - startedAt) / 1e3) * perSecond);
      for (const event of events.slice(calls.length, due)) calls.push(timed(record, event));
      await pause(1);
    }
    await Promise.all(calls);
  });
}

async function runBaseline(path: string, count: number): Promise<RecordingFigures> {
  using db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  db.exec(
    "CREATE TABLE request (event_id TEXT PRIMARY KEY, account_id TEXT, key_id TEXT, operation TEXT, time INTEGER)",
  );
  db.exec("CREATE TABLE token (event_id TEXT PRIMARY KEY, request_id TEXT, model TEXT, input INTEGER, output INTEGER)");
  const request = db.prepare("INSERT INTO request VALUES (?, ?, ?, ?, ?)");
  const token = db.prepare("INSERT INTO token VALUES (?, ?, ?, ?, ?)");
  const record: Record = async (event) => {
    db.exec("BEGIN IMMEDIATE");
    request.run(event.eventId, event.accountId, event.keyId, event.operation, event.time);
    for (const one of event.tokens) token.run(one.eventId, event.eventId, one.model, one.inputTokens, one.outputTokens);
    db.exec("COMMIT");
  };
  return await callFrom(1, makeEvents(count, randomUUIDv7(), randomUUIDv7()), record);
}

async function measure(
  count: number,
  work: (timed: (record: Record, event: UsageEvent) => Promise<void>) => Promise<void>,
): Promise<RecordingFigures> {
  const latencies = new Float64Array(count);
  let done = 0;
  const timed = async (record: Record, event: UsageEvent) => {
    const calledAt = performance.now();
    await record(event);
    latencies[done++] = performance.now() - calledAt;
  };
  const startedAt = performance.now();
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  await work(timed);
  const [threadUsed, wholeUsed] = [process.threadCpuUsage(thread), process.cpuUsage(whole)];
  const wallMs = performance.now() - startedAt;
  latencies.sort();
  const quantile = (share: number) => latencies[Math.floor(count * share)] ?? 0;
  return {
    eventsPerSecond: Math.round((count / wallMs) * 1e3),
    mainThreadMicros: (threadUsed.user + threadUsed.system) / count,
    processMicros: (wholeUsed.user + wholeUsed.system) / count,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}

const makeEvents = (count: number, accountId: string, keyId: string): UsageEvent[] =>
  Array.from({ length: count }, () => ({
    eventId: randomUUIDv7(),
    accountId,
    keyId,
    operation: "search",
    time: Date.now(),
    tokens: [{ eventId: randomUUIDv7(), model: "bundled", inputTokens: 7, outputTokens: 0 }],
  }));

if (import.meta.main) {
  const figures = await benchLedger();
  for (const [name, figure] of Object.entries(figures)) {
    const cells = Object.entries(figure).map(([unit, value]) => `${unit} ${Number(value).toPrecision(4)}`);
    process.stdout.write(`${name.padEnd(12)}${cells.join("  ")}\n`);
  }
}
