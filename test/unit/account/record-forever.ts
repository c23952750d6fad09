import { randomUUIDv7 } from "node:crypto";
import { writeSync } from "node:fs";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";

/** Records events until it is killed, and prints each id as soon as the store has promised that it is durable. */
const [path = "", accountId = ""] = process.argv.slice(2);
const store = await openSqliteAccounts({ path });
const caller = async () => {
  for (;;) {
    const eventId = randomUUIDv7();
    const tokens = [{ eventId: randomUUIDv7(), model: "bundled", inputTokens: 7, outputTokens: 0 }];
    await store.record([{ eventId, accountId, keyId: null, operation: "search", time: Date.now(), tokens }]);
    writeSync(1, `${eventId}\n`);
  }
};
await Promise.all(Array.from({ length: 16 }, caller));
