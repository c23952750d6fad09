import { countWords } from "../extract/passages.ts";
import type { Span } from "../parse/parsed-document.ts";
import { countTokens } from "./count-tokens.ts";
import type { ShownPassage } from "./model-view.ts";

/** Passages that a model reads at a time: few enough that a killed process repeats little, enough to say what belongs together. */
const MAX_GROUP_WORDS = 700;
const MAX_GROUP_PASSAGES = 8;
/** Prose has one, rows of figures have five; more is hardly language, and still has to fit. */
const MAX_TOKENS_OF_WORD = 8;

/**
 * Neighbouring passages to ask a model about together, as positions in `passages`. A passage under another outermost
 * heading opens a new group once there is enough, so that a change in one chapter leaves the groups of the others, and
 * with them the answers that are kept, as they are. Passages without a unit are in none.
 */
export function groupPassages(text: string, passages: readonly ShownPassage[]): number[][] {
  const groups: number[][] = [];
  let open: number[] = [];
  let words = 0;
  for (const [at, { headings, units }] of passages.entries()) {
    const own = units.reduce((sum, unit) => sum + sizeOf(text, unit), 0);
    if (own === 0) continue;
    const before = passages[open.at(-1) ?? -1];
    const isNewChapter = before !== undefined && before.headings[0] !== headings[0] && words >= MAX_GROUP_WORDS / 2;
    if (open.length > 0 && (isNewChapter || words + own > MAX_GROUP_WORDS || open.length >= MAX_GROUP_PASSAGES)) {
      groups.push(open);
      open = [];
      words = 0;
    }
    open.push(at);
    words += own;
  }
  if (open.length > 0) groups.push(open);
  return groups;
}

const sizeOf = (text: string, { start, end }: Span): number =>
  Math.max(countWords(text, start, end), Math.ceil(countTokens(text.slice(start, end)) / MAX_TOKENS_OF_WORD));
