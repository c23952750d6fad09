import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteAccounts } from "../../services/account/adapters/sqlite-accounts.ts";
import { accountStoreContract } from "./account-store.ts";

const folder = mkdtempSync(join(tmpdir(), "account-store-"));
let files = 0;
after(() => rmSync(folder, { recursive: true }));

accountStoreContract("sqlite", () => openSqliteAccounts({ path: join(folder, `${++files}.db`) }));
accountStoreContract("sqlite in memory", () => openSqliteAccounts({ path: ":memory:" }));
