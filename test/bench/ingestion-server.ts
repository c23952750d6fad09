import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { readConfig } from "#kit/config.ts";
import { createLogger } from "#kit/log.ts";
import { allInOneConfig } from "../../services/all-in-one/config.ts";
import { openServices } from "../../services/all-in-one/open-services.ts";
import { watchTurns } from "./event-loop.ts";

/**
 * The server that `ingestion.ts` sends documents to, as a process of its own: what whoever sends them does is not
 * counted. From one message to the next it watches its event loop and its memory; each is answered with `ServerFigures`.
 */
export interface ServerFigures {
  /** Milliseconds that the event loop was held up, also by other threads and processes. */
  heldUpMaxMs: number;
  heldUpP99Ms: number;
  /** Longest turn of the event loop, in milliseconds that it computed. */
  longestTurnMs: number;
  /** Resident memory at its highest, bytes. */
  peakBytes: number;
  /** The same without the index's own columns, which hold what was taken in. */
  peakBeyondColumnsBytes: number;
}

const [, , folder = ""] = process.argv;
await using services = await openServices({
  config: readConfig(allInOneConfig, { INSIGHTS_DATA: folder }),
  command: "serve",
  log: createLogger("bench", "warn"),
  announcer: { changed: () => Promise.resolve() },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let turns = watchTurns();
let peakBytes = 0;
let peakBeyondColumnsBytes = 0;
const look = async () => {
  const { memoryBytes } = await services.search.status();
  const resident = process.memoryUsage.rss();
  peakBytes = Math.max(peakBytes, resident);
  peakBeyondColumnsBytes = Math.max(peakBeyondColumnsBytes, resident - memoryBytes);
};
const looking = setInterval(look, 50);
process.on("message", async () => {
  await look();
  const figures: ServerFigures = {
    heldUpMaxMs: delay.max / 1e6,
    heldUpP99Ms: delay.percentile(99) / 1e6,
    longestTurnMs: turns.longestMs(),
    peakBytes,
    peakBeyondColumnsBytes,
  };
  delay.reset();
  turns[Symbol.dispose]();
  turns = watchTurns();
  peakBytes = 0;
  peakBeyondColumnsBytes = 0;
  process.send?.(figures);
});
process.send?.({});
await once(process, "disconnect");
clearInterval(looking);
turns[Symbol.dispose]();
