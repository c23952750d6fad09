import { Kysely, MysqlDialect, type Transaction } from "kysely";
import { createPool } from "mysql2";
import type { Tables } from "../../services/search/adapters/catalogue-tables.ts";
import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { createIndex } from "../../services/search/migrations-mysql/0001-index.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import { insightIndexContract } from "../contract/insight-index.ts";

let n = 0;
insightIndexContract("milvus and mysql", async () => {
  const name = `t${process.pid}_${n++}`;
  const admin = createPool({ uri: "mysql://t:t@127.0.0.1:19306" }).promise();
  await admin.query(`create database ${name} character set utf8mb4 collate utf8mb4_bin`);
  const make = () => {
    const pool = createPool({ uri: `mysql://t:t@127.0.0.1:19306/${name}`, connectionLimit: 8 });
    const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool }) });
    return db;
  };
  const first = make();
  await createIndex.up(first as never);
  await first.destroy();
  return {
    async open() {
      const db = make();
      const transact = async <R>(work: (trx: Transaction<Tables>) => Promise<R>): Promise<R> => {
        for (let attempt = 0; ; attempt++) {
          try {
            return await db.transaction().setIsolationLevel("read committed").execute(work);
          } catch (err) {
            if (attempt > 8 || (err as { errno?: number }).errno !== 1213) throw err;
          }
        }
      };
      const catalogue = openMysqlCatalogue({ db, transact, [Symbol.asyncDispose]: () => db.destroy() });
      const milvus = openMilvus({ address: "127.0.0.1:19777", timeoutMs: 10_000 });
      const index = await openMilvusIndex({ milvus, catalogue });
      return {
        ...index,
        async [Symbol.asyncDispose]() {
          await index[Symbol.asyncDispose]();
          await milvus[Symbol.asyncDispose]();
          await catalogue[Symbol.asyncDispose]();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database ${name}`);
      await admin.end();
    },
  };
});
