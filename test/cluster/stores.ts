import { startMariadb } from "../distributed/servers/mariadb.ts";
import { startMilvus } from "../distributed/servers/milvus.ts";
import { scratchDatabase } from "../distributed/servers/mysql.ts";
import { startRedis } from "../distributed/servers/redis.ts";
import { HERE } from "./network.ts";

/** What the chart wants to be there before it: empty stores of one installation, reached by pods. */
export interface Stores extends AsyncDisposable {
  mysqlUrl: string;
  redisUrl: string;
  milvusAddress: string;
}

/** One server for all installations of a run, each with a database of its own. */
let mariadb: ReturnType<typeof startMariadb> | undefined;

export async function startStores(): Promise<Stores> {
  await using stack = new AsyncDisposableStack();
  mariadb ??= startMariadb(["--max-connections=400"], HERE);
  const database = stack.use(await scratchDatabase((await mariadb).url));
  const redis = stack.use(await startRedis({ host: HERE, password: "secret-of-redis" }));
  const milvus = stack.use(await startMilvus(HERE));
  const opened = stack.move();
  return {
    mysqlUrl: database.url,
    redisUrl: redis.url,
    milvusAddress: milvus.address,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export async function stopMariadb(): Promise<void> {
  await (await mariadb)?.[Symbol.asyncDispose]();
}
