import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { accountStoreContract } from "../contract/account-store.ts";
import { documentStoreContract } from "../contract/document-store.ts";
import { modelStoreContract } from "../contract/model-store.ts";
import { onMysql, onScratch } from "./servers/mysql.ts";

onMysql(() => {
  accountStoreContract("MySQL", () => onScratch((url) => openMysqlAccountStore({ url })));
  documentStoreContract("MySQL", () => onScratch((url) => openMysqlDocumentStore({ url })));
  modelStoreContract("MySQL", () => onScratch((url) => openMysqlDocumentStore({ url, answersMax: 10 })));
});
