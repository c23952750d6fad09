import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { systemClock } from "#kit/clock.ts";
import { createAccounts } from "../../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";
import type { UsageEvent, UsageLedger } from "../../../services/account/ports.ts";

const EVER = { firstDay: 0, lastDay: 50_000 };

describe("the embedded ledger", function () {
  this.timeout(30_000);
  let folder: string;
  let path: string;
  let accountId: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "ledger-"));
    path = join(folder, "accounts.db");
    accountId = randomUUID();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const newEvent = (eventId: string = randomUUID()): UsageEvent => ({
    eventId,
    accountId,
    keyId: null,
    operation: "search",
    time: 1_800_000_000_000,
    tokens: [{ eventId: randomUUID(), model: "bundled", inputTokens: 7, outputTokens: 0 }],
  });
  const totals = async (ledger: UsageLedger) => {
    const rows = await ledger.sumUsage(accountId, EVER);
    const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0);
    return { requests: sum((row) => row.requestCount), inputTokens: sum((row) => row.inputTokens) };
  };

  /** Delivers events again: none counts that the ledger knows. */
  const recordAgain = async (ledger: UsageLedger, ids: string[]) => {
    for (let at = 0; at < ids.length; at += 1_000) {
      await ledger.record(ids.slice(at, at + 1_000).map((id) => newEvent(id)));
    }
  };

  it("proves that reports are the recorded events, and says where they are not", async () => {
    await using store = await openSqliteAccounts({ path });
    const accounts = createAccounts({ store, clock: systemClock, announcer: { changed: async () => undefined } });
    await store.record(Array.from({ length: 20 }, () => newEvent()));
    const events = { requestCount: 20, inputTokens: 140, outputTokens: 0 };
    assert.deepEqual(await accounts.verifyUsage(), { events, faults: [] });

    const damages: [statement: string, fault: RegExp][] = [
      ["update usage_day set request_count = request_count + 2", /on 2027-01-15, search: .* is 2 operations$/],
      ["update usage_day set input_tokens = input_tokens - 3", /is -3 input tokens$/],
      ["update usage_day set day = day - 1", /on 2027-01-14, search: .* is 20 operations, 140 input tokens$/],
      ["update usage_day set operation = 'get_document'", /get_document: .* is 20 operations, 140 input tokens$/],
      ["delete from usage_day", /is -20 operations, -140 input tokens$/],
      ["delete from usage_request where rowid = 1", /is 1 operations, 7 input tokens$/],
      ["delete from usage_token where rowid = 1", /is 7 input tokens$/],
      ["update usage_token set request_id = 'x' where rowid = 1", /^usage: 1 model calls belong to no operation$/],
      ["update usage_day set counted = 21", /^usage: in 1 sums more counts against an allowance than there is$/],
    ];
    for (const [statement, fault] of damages) {
      using database = new DatabaseSync(path);
      const copies = ["usage_day", "usage_request", "usage_token"];
      database.exec(copies.map((name) => `create temp table ${name}_copy as select * from main.${name};`).join(""));
      database.exec(statement);
      const { faults } = await accounts.verifyUsage();
      assert.ok(
        faults.some((one) => fault.test(one)),
        `${statement}: ${faults.join(" | ")}`,
      );
      for (const name of copies)
        database.exec(`delete from main.${name}; insert into main.${name} select * from ${name}_copy;`);
    }
    assert.deepEqual(await accounts.verifyUsage(), { events, faults: [] });
  });

  it("has lost no promised event, and half of none, after kill -9", async () => {
    const script = new URL("record-forever.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, path, accountId], { stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    for await (const chunk of child.stdout) {
      printed += String(chunk);
      if (printed.length > 500 * 37 && !child.killed) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    assert.equal(child.signalCode, "SIGKILL");
    const promised = printed.split("\n").slice(0, -1);
    assert.ok(promised.length >= 500);

    await using store = await openSqliteAccounts({ path });
    const kept = await totals(store);
    assert.ok(kept.requests >= promised.length);
    assert.equal(kept.inputTokens, 7 * kept.requests);
    await recordAgain(store, promised);
    assert.deepEqual(await totals(store), kept);
  });

  it("has lost no promised event when the disk takes no more, and says that it is the disk", async () => {
    // A limit on the size of files stands for a full disk: writing past it fails, for this child only.
    const script = new URL("record-forever.ts", import.meta.url).pathname;
    const command = 'ulimit -f 2000 && exec "$0" "$@"';
    const child = spawn("bash", ["-c", command, process.execPath, script, path, accountId]);
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.match(said, /the disk (is full|reported an error)/);
    const promised = printed.split("\n").slice(0, -1);
    assert.ok(promised.length >= 100);

    await using store = await openSqliteAccounts({ path });
    const kept = await totals(store);
    await recordAgain(store, promised);
    assert.deepEqual(await totals(store), kept);
  });

  it("keeps sums that equal the rows of both layers", async () => {
    {
      await using store = await openSqliteAccounts({ path });
      const repeated = newEvent();
      const calls = Array.from({ length: 300 }, (_, n) => store.record([newEvent(), ...(n % 3 ? [repeated] : [])]));
      await Promise.all(calls);
      assert.deepEqual(await totals(store), { requests: 301, inputTokens: 7 * 301 });
    }
    using db = new DatabaseSync(path, { readOnly: true });
    const sums = db.prepare("select sum(request_count) as requests, sum(input_tokens) as tokens from usage_day").get();
    const requests = db.prepare("select count(*) as requests from usage_request").get();
    const tokens = db.prepare("select sum(input_tokens) as tokens from usage_token").get();
    assert.deepEqual({ ...sums }, { ...requests, ...tokens });
  });

  it("answers unavailable, and stores none of it, when more wait than it may hold", async () => {
    await using store = await openSqliteAccounts({ path });
    const calls = Array.from({ length: 25 }, () => store.record(Array.from({ length: 1_000 }, () => newEvent())));
    const results = await Promise.allSettled(calls);
    const stored = results.filter(({ status }) => status === "fulfilled").length;
    const refused = results.filter((result) => result.status === "rejected" && result.reason.kind === "unavailable");
    assert.equal(stored + refused.length, 25);
    assert.ok(refused.length > 0);
    assert.equal((await totals(store)).requests, stored * 1_000);
    await store.record([newEvent()]);
  });

  it("says that it can record, and leaves nothing behind", async () => {
    await using store = await openSqliteAccounts({ path });
    await store.check();
    await store.ensureAccount({ accountId, issuer: "local", subject: "s", email: null, createdAt: 5 });
    await store.check();
    assert.deepEqual(await totals(store), { requests: 0, inputTokens: 0 });
    assert.equal((await store.findAccount("local", "s"))?.createdAt, 5);
  });

  it("says that it cannot record, although keys can be read, when the disk takes no more", async () => {
    const script = new URL("check-when-full.ts", import.meta.url).pathname;
    const command = 'ulimit -f 600 && exec "$0" "$@"';
    const child = spawn("bash", ["-c", command, process.execPath, script, path, accountId]);
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
    assert.equal(printed, "ok unavailable true\n", said);
  });

  it("stores what waits before it closes", async () => {
    const store = await openSqliteAccounts({ path });
    const calls = Array.from({ length: 5_000 }, () => store.record([newEvent()]));
    await store[Symbol.asyncDispose]();
    await Promise.all(calls);
    await using again = await openSqliteAccounts({ path });
    assert.equal((await totals(again)).requests, 5_000);
  });

  it("rejects what it cannot store and recovers when it can again", async () => {
    await using store = await openSqliteAccounts({ path });
    using other = new DatabaseSync(path);
    other.exec("create trigger refuse before insert on usage_token begin select raise(abort, 'no'); end");
    await assert.rejects(store.record([newEvent()]));
    other.exec("drop trigger refuse");
    await store.record([newEvent()]);
    assert.deepEqual(await totals(store), { requests: 1, inputTokens: 7 });
  });
});
