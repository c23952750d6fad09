import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Half a millisecond of hashing. */
const TURN_BYTES = 512 * 1024;

/** SHA-256, hexadecimal, of bytes that may be many megabytes: the event loop gets its turn in between. */
export async function sha256InTurns(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  for (let start = 0; start < bytes.length; start += TURN_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + TURN_BYTES));
  }
  return hash.digest("hex");
}
