import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { pino } from "pino";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { createGrpcClient, type GrpcClient, openChannel } from "#kit/grpc/client.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import { createAccounts } from "../../../services/account/accounts.ts";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";
import { accountRoutes } from "../../../services/account/routes.ts";

const NOW = Date.UTC(2026, 2, 31, 12, 0, 0, 123);
const operator = { by: { case: "operator", value: true } } as const;

describe("the account service over gRPC", function () {
  this.timeout(20_000);
  const stack = new AsyncDisposableStack();
  let client: GrpcClient<typeof AccountService>;

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), "account-routes-"));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const address = `unix:${join(folder, "socket")}`;
    const store = stack.use(await openSqliteAccounts({ path: ":memory:" }));
    const announcer = { changed: () => Promise.resolve() };
    const accounts = createAccounts({ store, clock: { now: () => NOW }, announcer });
    const log = pino({ level: "silent" });
    stack.use(await serveGrpc({ address, routes: [accountRoutes(accounts)], log }));
    client = createGrpcClient(AccountService, stack.use(openChannel(address)), 10_000);
  });
  after(() => stack.disposeAsync());

  const check = (rawKey: string) =>
    client.checkKey({ keyHash: new Uint8Array(createHash("sha256").update(rawKey).digest()) });

  it("carries a key from its making to its revocation, every field of it", async () => {
    const { key, rawKey } = await client.createKey({ account: operator, name: " a key 🌾 " });
    assert.ok(key?.createTime);
    assert.deepEqual(
      [key.name, key.prefix, key.tier, key.isActive, timestampMs(key.createTime), key.lastUseTime],
      ["a key 🌾", rawKey.slice(0, 12), "free", true, NOW, undefined],
    );
    const event = { eventId: randomUUID(), accountId: key.accountId, keyId: key.keyId, operation: "search" };
    const tokens = [{ eventId: randomUUID(), model: "bundled", inputTokens: 7n, outputTokens: 2n }];
    await client.recordUsage({ events: [{ ...event, time: timestampFromMs(NOW - 5), tokens }] });

    const verified = await client.verifyUsage({});
    assert.deepEqual(
      [verified.requestCount, verified.inputTokens, verified.outputTokens, verified.faults],
      [1n, 7n, 2n, []],
    );

    const checked = await check(rawKey);
    assert.equal(checked.countedThisMonth, 1n);
    assert.ok(checked.key?.lastUseTime);
    assert.deepEqual([checked.key.keyId, timestampMs(checked.key.lastUseTime)], [key.keyId, NOW - 5]);

    assert.equal((await client.setKeyTier({ keyId: key.keyId, tier: "pro" })).key?.tier, "pro");
    await client.revokeKey({ keyId: key.keyId, account: operator });
    await client.revokeKey({ keyId: key.keyId });
    const { keys } = await client.listKeys({ account: operator });
    const listed = keys.find(({ keyId }) => keyId === key.keyId);
    assert.deepEqual([listed?.tier, listed?.isActive], ["pro", false]);
    assert.equal((await check(rawKey)).key?.isActive, false);
  });

  it("carries a usage report, with 30 days when none are named", async () => {
    const by = { case: "email", value: `${randomUUID()}@example.org` } as const;
    const { key } = await client.createKey({ account: { by }, name: "x" });
    const event = { eventId: randomUUID(), accountId: key?.accountId ?? "", operation: "get_document" };
    const tokens = [{ eventId: randomUUID(), model: "bundled", inputTokens: 7n, outputTokens: 2n }];
    await client.recordUsage({ events: [{ ...event, time: timestampFromMs(NOW), tokens }] });
    const report = await client.getUsage({ account: { by } });
    assert.deepEqual([report.startDate, report.endDate, report.daily.length], ["2026-03-02", "2026-03-31", 30]);
    for (const sums of [report.daily.at(-1), report.operations[0]]) {
      assert.deepEqual([sums?.inputTokens, sums?.outputTokens, sums?.requestCount], [7n, 2n, 1n]);
    }
    assert.equal((await client.getUsage({ account: { by }, days: 365 })).daily.length, 365);
  });

  it("does not widen a call to all accounts when the account has no form", async () => {
    const calls = [
      client.listKeys({ account: {} }),
      client.getUsage({ account: {} }),
      client.revokeKey({ keyId: randomUUID(), account: {} }),
      client.createKey({ account: {}, name: "x" }),
      client.createKey({ name: "x" }),
      client.listKeys({ account: { by: { case: "operator", value: false } } }),
    ];
    for (const call of calls) await assert.rejects(call, { kind: "invalid", message: /^account: / });
  });

  it("refuses an event without a time and a request without events", async () => {
    const event = { eventId: randomUUID(), accountId: randomUUID(), operation: "search" };
    await assert.rejects(client.recordUsage({ events: [event] }), { kind: "invalid", message: /^time: / });
    await assert.rejects(client.recordUsage({}), { kind: "invalid", message: /^events: / });
  });

  it("refuses a count that no number holds exactly, instead of rounding it", async () => {
    const tokens = [{ eventId: randomUUID(), model: "m", inputTokens: 2n ** 62n, outputTokens: 0n }];
    const event = { eventId: randomUUID(), accountId: randomUUID(), operation: "search", time: timestampFromMs(NOW) };
    await assert.rejects(client.recordUsage({ events: [{ ...event, tokens }] }), { kind: "invalid" });
  });

  it("says notFound for an unknown key and invalid for days out of range", async () => {
    await assert.rejects(check("fri_unknown"), { kind: "notFound", message: "API key not found" });
    await assert.rejects(client.getUsage({ days: 366 }), { kind: "invalid", message: /^days: / });
    await assert.rejects(client.getUsage({ days: -1 }), { kind: "invalid", message: /^days: / });
  });
});
