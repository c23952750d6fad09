import { openMilvusIndex } from "../../services/search/adapters/milvus-index.ts";
import { openMysqlCatalogue } from "../../services/search/adapters/mysql-catalogue.ts";
import { openMilvus } from "../../services/search/milvus/client.ts";
import { insightIndexContract } from "../contract/insight-index.ts";
import { hasMilvus, MILVUS, startMilvus } from "./servers/milvus.ts";
import { onMysql, scratchDatabase } from "./servers/mysql.ts";
import { needing } from "./servers/process.ts";

onMysql(() =>
  needing({ [MILVUS]: hasMilvus() }, () => {
    /** One for all: each case has a catalogue of its own, and so collections of its own. */
    let milvus: Awaited<ReturnType<typeof startMilvus>> | undefined;
    after(() => milvus?.[Symbol.asyncDispose]());

    insightIndexContract("Milvus and MySQL", async () => {
      milvus ??= await startMilvus();
      const { address } = milvus;
      const database = await scratchDatabase();
      return {
        async open() {
          await using stack = new AsyncDisposableStack();
          const client = stack.use(openMilvus({ address, timeoutMs: 20_000 }));
          const catalogue = stack.use(await openMysqlCatalogue({ url: database.url }));
          const index = stack.use(await openMilvusIndex({ milvus: client, catalogue }));
          const opened = stack.move();
          return { ...index, [Symbol.asyncDispose]: () => opened.disposeAsync() };
        },
        [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
      };
    });
  }),
);
