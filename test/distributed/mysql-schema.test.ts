import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openMysqlAccountStore } from "../../services/account/adapters/mysql-accounts.ts";
import { openSqliteAccounts } from "../../services/account/adapters/sqlite-accounts.ts";
import { openMysqlDocumentStore } from "../../services/document/adapters/mysql-documents.ts";
import { openSqliteDocuments } from "../../services/document/adapters/sqlite-documents.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";

/** Texts lie in parts there, and whoever submits takes turns. */
const MYSQL_ONLY = [
  "document_text_part.bytes",
  "document_text_part.doc_id",
  "document_text_part.part",
  "submission_turn.turn",
];
const SQLITE_ONLY = ["document_text.text"];

onMysql(() =>
  describe("the tables in MySQL and in SQLite", () => {
    it("have the same columns, and the same of them may be null", async () => {
      await using database = await scratchDatabase();
      const folder = mkdtempSync(join(tmpdir(), "schema-"));
      const inSqlite: Column[] = [];
      for (const [name, open] of [
        ["accounts.db", openSqliteAccounts],
        ["insights.db", openSqliteDocuments],
      ] as const) {
        const path = join(folder, name);
        await (await open({ path }))[Symbol.asyncDispose]();
        using sqlite = new DatabaseSync(path);
        inSqlite.push(
          ...(sqlite
            .prepare(
              `select t.name as tab, c.name as col, c."notnull" = 0 and c.pk = 0 as nullable
               from sqlite_schema t join pragma_table_info(t.name) c
               where t.type = 'table' and t.name not like 'sqlite_%'`,
            )
            .all() as unknown as Column[]),
        );
      }
      for (const open of [openMysqlAccountStore, openMysqlDocumentStore]) {
        await (await open({ url: database.url }))[Symbol.asyncDispose]();
      }
      rmSync(folder, { recursive: true });
      const inMysql = (await database.run(
        `select table_name as tab, column_name as col, is_nullable = 'YES' as nullable
         from information_schema.columns where table_schema = database()`,
      )) as Column[];
      const mysqlNames = named(inMysql).filter((name) => !MYSQL_ONLY.includes(name));
      const sqliteNames = named(inSqlite).filter((name) => !SQLITE_ONLY.includes(name));
      assert.deepEqual(mysqlNames, sqliteNames);
    });
  }),
);

interface Column {
  tab: string;
  col: string;
  nullable: number;
}

const named = (columns: Column[]): string[] =>
  columns
    .filter(({ tab }) => !tab.includes("migrations"))
    .map(({ tab, col, nullable }) => `${tab}.${col}${nullable ? "?" : ""}`)
    .sort();
