import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";

/** A process of the product, as far as its databases go. */
const url = process.argv[2] ?? "";
await using accounts = await openMysqlAccountStore({ url });
await using documents = await openMysqlDocumentStore({ url });
await accounts.check();
await documents.list({ limit: 1 });
process.stdout.write("opened\n");
