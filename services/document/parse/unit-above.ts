import type { Block, Span } from "./parsed-document.ts";
import { unitIn } from "./unit.ts";

/** Blocks between a table and the lead-in that gives its unit, such as notes. */
const MAX_BLOCKS = 7;
const MAX_LENGTH = 2_500;
const LEADS_IN = /\b(?:follow(?:s|ing)|tables?|below|presents?|summari[sz]es?|recognized|included)\b|:$/i;
const RUNNING_HEAD = /\bnotes to\b|\bstatements?\b/i;
const MAX_HEAD = 300;

/**
 * The unit that a lead-in gives to the table at `start`, though notes stand between: "… consisted of the following (in
 * thousands):". No other table stands between them.
 */
export function unitOfLeadIn(text: string, blocks: readonly Block[], start: number): Span | undefined {
  for (let at = blocks.length - 1; at >= Math.max(0, blocks.length - MAX_BLOCKS); at--) {
    const block = blocks[at];
    if (!block || block.kind === "tableRow" || start - block.end > MAX_LENGTH) return undefined;
    const unit = block.end - block.start > 1_500 ? undefined : unitIn(text, block.start, block.end);
    if (!unit) continue;
    // The unit ends the sentence that leads to the table; in the midst of a text it is that of a figure.
    const isLast = /^[\s:.)]*$/.test(text.slice(unit.end, block.end));
    return isLast && LEADS_IN.test(text.slice(Math.max(block.start, unit.start - 300), block.end)) ? unit : undefined;
  }
  return undefined;
}

/** The unit that the running head of a report's notes gives to all tables below it that show money. */
export function unitOfRunningHead(text: string, block: Block): Span | undefined {
  const { kind, start, end } = block;
  if (kind === "tableRow" || kind === "listItem" || end - start > MAX_HEAD) return undefined;
  const words = text.slice(start, end);
  // "… in the consolidated statements of income (in millions):" leads to one table.
  const isHead = words.includes("(") && RUNNING_HEAD.test(words) && !/[:.]\s*$/.test(words) && !LEADS_IN.test(words);
  return isHead ? unitIn(text, start, end) : undefined;
}
