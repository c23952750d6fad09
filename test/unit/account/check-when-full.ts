import { randomUUIDv7 } from "node:crypto";
import { DomainError } from "#kit/errors.ts";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";

/** Checks the ledger, records until the disk takes no more, checks again, and prints what it was told. */
const [path = "", accountId = ""] = process.argv.slice(2);
await using store = await openSqliteAccounts({ path });
await store.ensureAccount({ accountId, issuer: "local", subject: "s", email: null, createdAt: 0 });

const check = () =>
  store.check().then(
    () => "ok",
    (err: unknown) => (err instanceof DomainError ? err.kind : String(err)),
  );
const before = await check();
const newEvent = () => ({
  eventId: randomUUIDv7(),
  accountId,
  keyId: null,
  operation: "search",
  time: Date.now(),
  tokens: [],
});
let isFull = false;
while (!isFull) await store.record([newEvent()]).catch(() => (isFull = true));
process.stdout.write(`${before} ${await check()} ${await store.hasAccount(accountId)}\n`);
