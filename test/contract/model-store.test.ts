import { openSqliteDocuments } from "../../services/document/adapters/sqlite-documents.ts";
import { modelStoreContract } from "./model-store.ts";

modelStoreContract("sqlite", () => openSqliteDocuments({ path: ":memory:", answersMax: 10 }));
