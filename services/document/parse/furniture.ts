import { markAttendance } from "./attendance.ts";
import { markBoilerplate } from "./boilerplate.ts";
import type { Block, Role } from "./parsed-document.ts";

const PAGE_NUMBER =
  /^(?:(?:page|p\.)\s*)?(?:[-–—|]\s*)?(?:\d{1,4}|[ivxlc]{1,6}|[A-Z]\s?-\s?\d{1,3})(?:\s*[-–—|])?(?:\s*(?:of|\/)\s*\d{1,4})?$/;
const CONTENTS = /^(?:table of )?contents$/i;
const CONTENTS_LINE = /\S(?:\s*[.…·]{3,}\s*|\s+)(?:[A-Z]-)?\d{1,4}$/;
const NOTE = /^(?:notes?:|sources?:|data sources?:|note[s]? |[*†‡]|\(?\d{1,2}[.)/]?\s+\p{L}|\(\w\)\s)/iu;

/** Gives every block that yields no insight its role. */
export function markFurniture(text: string, blocks: Block[]): void {
  markPageNumbers(text, blocks);
  markRepeated(text, blocks);
  markContents(text, blocks);
  markAttendance(text, blocks);
  markBoilerplate(text, blocks);
  markFootnotes(text, blocks);
}

const isShort = (block: Block, length: number): boolean =>
  block.end - block.start <= length && block.kind !== "tableRow";

function markPageNumbers(text: string, blocks: Block[]): void {
  for (const block of blocks) {
    if (isShort(block, 14) && PAGE_NUMBER.test(text.slice(block.start, block.end))) block.role = "pageNumber";
  }
}

/** Lines that come again and again beside page numbers, or with another number each time, are running headers. */
function markRepeated(text: string, blocks: Block[]): void {
  const isPaged = countsUp(text, blocks);
  const groups = new Map<string, number[]>();
  for (const [i, block] of blocks.entries()) {
    if (!isShort(block, 120) || block.role) continue;
    const words = text.slice(block.start, block.end);
    const key = /\d/.test(words) ? words.replace(/\d+/g, "#") : words;
    const at = groups.get(key);
    if (at) at.push(i);
    else groups.set(key, [i]);
  }
  for (const [key, at] of groups) {
    if (at.length < 3) continue;
    const besideNumber = at.filter((i) =>
      [i - 2, i - 1, i + 1, i + 2].some((n) => blocks[n]?.role === "pageNumber"),
    ).length;
    const counted = key.includes("#") && rises(at.map((i) => lastNumber(text, blocks[i])));
    const role: Role | undefined =
      CONTENTS.test(key.trim()) || (isPaged && at.length >= 4 && besideNumber >= at.length * 0.6)
        ? "pageHeader"
        : counted
          ? "pageFooter"
          : undefined;
    if (role) for (const i of at) mark(blocks[i], role);
  }
}

/** Whether the numbers that stand alone count pages, and are not the scale of a chart. */
function countsUp(text: string, blocks: readonly Block[]): boolean {
  const numbers = blocks.filter((block) => block.role === "pageNumber").map((block) => lastNumber(text, block));
  const steps = numbers.filter(
    (n, i) => i > 0 && n - (numbers[i - 1] ?? 0) >= 1 && n - (numbers[i - 1] ?? 0) <= 2,
  ).length;
  return numbers.length >= 3 && steps >= numbers.length * 0.5;
}

const lastNumber = (text: string, block: Block | undefined): number =>
  block ? Number(/(\d+)\D*$/.exec(text.slice(block.start, block.end))?.[1] ?? Number.NaN) : Number.NaN;

const rises = (numbers: number[]): boolean =>
  numbers.length >= 4 && numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? Number.NaN));

/** Lines that end with page numbers which never fall, under a heading that announces them. */
function markContents(text: string, blocks: Block[]): void {
  for (const [i, block] of blocks.entries()) {
    if (!CONTENTS.test(text.slice(block.start, block.end).trim().slice(0, 40))) continue;
    if (block.role === undefined) block.role = "contents";
    let misses = 0;
    let page = 0;
    const run: Block[] = [];
    for (const next of blocks.slice(i + 1, i + 300)) {
      const words = text.slice(Math.max(next.start, next.end - 200), next.end);
      const number = Number(/(\d{1,4})$/.exec(words)?.[1] ?? 0);
      if (CONTENTS_LINE.test(words) && number >= page && next.end - next.start < 1500) {
        page = number;
        misses = 0;
        run.push(next);
      } else if (++misses > 3 || next.end - next.start > 250) break;
      else run.push(next);
    }
    const entries = run.filter((entry) => /\d$/.test(text.slice(entry.end - 1, entry.end)));
    if (entries.length >= 3) for (const entry of run.slice(0, run.length - misses)) mark(entry, "contents");
  }
}

/** Notes under a table, after a rule, or at the end of a document. */
function markFootnotes(text: string, blocks: Block[]): void {
  let isAfterRule = false;
  for (const [i, block] of blocks.entries()) {
    const words = text.slice(block.start, Math.min(block.end, block.start + 60));
    if (/^[_]{5,}$/.test(words)) isAfterRule = true;
    else if (block.kind === "heading") isAfterRule = false;
    if (block.role || block.kind === "heading" || block.kind === "tableRow" || block.kind === "caption") continue;
    const before = blocks[i - 1];
    const followsTable = before?.kind === "tableRow" || before?.role === "footnote";
    if (NOTE.test(words) && (isAfterRule || followsTable || /^(?:notes?|sources?|data sources?):/i.test(words)))
      block.role = "footnote";
  }
}

function mark(block: Block | undefined, role: Role): void {
  if (block && block.role === undefined) block.role = role;
}
