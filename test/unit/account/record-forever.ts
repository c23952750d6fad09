import { randomUUIDv7 } from "node:crypto";
import { writeSync } from "node:fs";
import { openSqliteAccounts } from "../../../services/account/adapters/sqlite-accounts.ts";

/** Records events until it is killed, and prints each id as soon as the store has promised that it is durable. */
const [path = "", accountId = ""] = process.argv.slice(2);
const store = await openSqliteAccounts({ path });

/** Written before the next step, whole. A pipe whose reader is slow says EAGAIN: then again. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (err) {
      if (!(err instanceof Error && "code" in err && err.code === "EAGAIN")) throw err;
    }
  }
}

const caller = async () => {
  for (;;) {
    const eventId = randomUUIDv7();
    const tokens = [{ eventId: randomUUIDv7(), model: "bundled", inputTokens: 7, outputTokens: 0 }];
    await store.record([{ eventId, accountId, keyId: null, operation: "search", time: Date.now(), tokens }]);
    print(`${eventId}\n`);
  }
};
await Promise.all(Array.from({ length: 16 }, caller));
