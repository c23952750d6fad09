import { headingShape, isCaption } from "./headings.ts";
import type { Line } from "./lines.ts";
import type { Block } from "./parsed-document.ts";

const BULLET = /^(?:[-–—•●▪■◦‣∙·*o]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[).]|\d{1,2}\.)\s+\S/;
const OPEN = /[\p{L}\p{N},;%)’'"”–—-]$/u;
const SENTENCE_END = /[.!?…:]["”’')\]]*\d{0,2}$/;

export const isListItem = (line: string): boolean => BULLET.test(line);

/**
 * The blocks of `lines`, none of which is part of a table: headings, list items and paragraphs. Lines that were broken
 * to a width are one paragraph again.
 */
export function proseOf(text: string, lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    while (to < lines.length && lines[to]?.gap === 0) to++;
    const group = lines.slice(from, to);
    const width = group.reduce((max, line) => Math.max(max, line.end - line.start), 0);
    for (let i = 0; i < group.length; ) i = pushBlock(text, group, i, width, blocks);
    from = to;
  }
  return joined(text, blocks);
}

/** Joins paragraphs that an empty line, such as one at a page's end, cut inside a sentence. */
function joined(text: string, blocks: Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last && block.kind === "paragraph" && isCut(text, last, block)) last.end = block.end;
    else result.push(block);
  }
  return result;
}

function isCut(text: string, last: Block, next: Block): boolean {
  if (last.kind !== "paragraph" && last.kind !== "listItem") return false;
  const length = last.end - last.start;
  const end = text.slice(Math.max(last.start, last.end - 12), last.end);
  if (length < 50 || next.start - last.end > 4 || !OPEN.test(end) || SENTENCE_END.test(end)) return false;
  // Items of a list in paragraphs: each is a sentence but for its stop. Orders under letters, "B. To do so;", are none.
  if (end.endsWith(";") && /^\p{Lu}\p{Ll}/u.test(text.slice(next.start, next.start + 2))) return false;
  return length >= 200 || WANTS_MORE.test(end) || /^[\p{Ll}\d½¼¾]/u.test(text.slice(next.start, next.start + 2));
}

/** No line ends with these, and no sentence. */
const WANTS_MORE = / (?:the|an?|of|from|our|its|their)$/i;

/** Adds the block that begins at `group[i]`; returns the line after it. */
function pushBlock(text: string, group: Line[], i: number, width: number, blocks: Block[]): number {
  const line = group[i];
  if (!line) return group.length;
  const words = text.slice(line.start, Math.min(line.end, line.start + 400));
  const next = group[i + 1];
  const heading = headingShape(words);
  const isItem = isListItem(words) && !(heading && isNumberedHeading(words, group.length - i));
  if (isCaption(words)) {
    blocks.push({ kind: "caption", start: line.start, end: line.end, page: line.page });
    return i + 1;
  }
  if (heading && line.end - line.start <= 160 && !isItem && !continues(text, line, next, width)) {
    blocks.push({ kind: "heading", start: line.start, end: line.end, level: heading.level, page: line.page });
    return i + 1;
  }
  let last = line;
  let at = i + 1;
  for (let follower = group[at]; follower; follower = group[at]) {
    const start = text.slice(follower.start, follower.start + 200);
    if (isListItem(start) || !continues(text, last, follower, width)) break;
    last = follower;
    at++;
  }
  blocks.push({ kind: isItem ? "listItem" : "paragraph", start: line.start, end: last.end, page: line.page });
  return at;
}

/** "3. Prices": a number, and words that make a heading by themselves, over text or alone; not one of several short items. */
function isNumberedHeading(words: string, left: number): boolean {
  const rest = /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|[A-Z]\.)\s+(.{3,90})$/.exec(words)?.[1];
  if (rest === undefined || /[.;,]$/.test(rest)) return false;
  return rest === rest.toUpperCase() || (left === 1 && headingShape(rest) !== undefined && rest.split(" ").length <= 8);
}

/** Whether `next` goes on with the sentence that `line` began. */
function continues(text: string, line: Line, next: Line | undefined, width: number): boolean {
  if (!next) return false;
  const end = text.slice(Math.max(line.start, line.end - 12), line.end);
  const start = text.slice(next.start, next.start + 40);
  const isOpen = OPEN.test(end) && !SENTENCE_END.test(end);
  const length = line.end - line.start;
  if (isOpen && (/^\p{Ll}/u.test(start) || (start.startsWith("(") && length >= 60))) return true;
  // A line broken to a width could not have taken the next word.
  const firstWord = /^\S*/.exec(start)?.[0].length ?? 0;
  const isFull = width <= 200 && width >= 40 && length + 1 + firstWord >= width * 0.86;
  return isFull || (isOpen && length >= 200);
}
