import type { Passage } from "../extraction.ts";

/** How long a passage may become by what it takes in, in UTF-16 code units: about 400 words. */
const WIDEST = 2_400;

/**
 * The passages of the insights, each with the parts beside it that yield no insight: what nobody would cite is still found
 * with what stands next to it. A part goes to the passage before it, else to the one after it. `numbers` gives the parts
 * that have insights their place among the passages.
 */
export function widen(
  passages: readonly Passage[],
  parts: readonly Passage[],
  numbers: ReadonlyMap<number, number>,
): Passage[] {
  const widened = passages.map((passage) => ({ ...passage }));
  const taken = new Set(numbers.keys());
  const sweep = (order: number[]) => {
    let open: Passage | undefined;
    for (const at of order) {
      const part = parts[at];
      const own = numbers.get(at);
      if (own !== undefined) open = widened[own];
      else if (part && open && !taken.has(at) && takeIn(open, part)) taken.add(at);
      // What did not fit stands between the passage and all that follows.
      else open = undefined;
    }
  };
  const forwards = [...parts.keys()];
  sweep(forwards);
  sweep(forwards.toReversed());
  return widened;
}

function takeIn(passage: Passage, part: Passage): boolean {
  const start = Math.min(part.start, passage.start);
  const end = Math.max(part.end, passage.end);
  if (end - start > WIDEST) return false;
  passage.start = start;
  passage.end = end;
  return true;
}
