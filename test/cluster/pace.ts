import { setTimeout as pause } from "node:timers/promises";
import type { Load } from "./load.ts";
import { processorSeconds } from "./machine.ts";
import { say } from "./progress.ts";

/**
 * How busy the processors may be while nothing happens, what other guests of the host take counted in. A rollout starts ten
 * processes: where callers take all there is already, it is they who make each other wait for longer than a gateway does.
 */
const MOST_BUSY = 0.6;
const PAUSES_MS = [20, 40, 80, 160, 320];
const SETTLE_MS = 2_000;
const LOOK_MS = 6_000;

/** The shortest pause of callers that leaves the machine room for what operators do; the longest where none does. */
export async function pauseThatLeavesRoom(start: (pauseMs: number) => Promise<Load>): Promise<number> {
  for (const pauseMs of PAUSES_MS) {
    const load = await start(pauseMs);
    await pause(SETTLE_MS);
    const before = processorSeconds();
    await pause(LOOK_MS);
    const now = processorSeconds();
    const { answered, seconds } = await load.stop();
    const busy = 1 - (now.idle - before.idle) / (now.all - before.all);
    const rate = `${Math.round(answered / seconds)} answers a second`;
    say(`  callers that pause for ${pauseMs} ms: ${rate}, processors ${Math.round(busy * 100)} % busy`);
    if (busy <= MOST_BUSY) return pauseMs;
  }
  say("  the machine has no room: others use it");
  return PAUSES_MS.at(-1) ?? 0;
}
