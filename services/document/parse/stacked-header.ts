import type { GridCell } from "./grid.ts";
import type { Span } from "./parsed-document.ts";

const OVER =
  /((?:For the )?(?:Three|Six|Nine|Twelve|\d{1,2}|First|Second|Third|Fourth) (?:months?|weeks?|quarters?) ended|Years? ended)|([$%])/giy;
const DAY =
  /((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2},)|(change)/giy;
const YEARS = /((?:19|20)\d\d)|(\d\d vs\.? \d\d)/giy;

interface Item extends Span {
  isChange: boolean;
}

/**
 * Periods, each with its changes, in three lines: "Three months ended $ % Six months ended $ %" over "June 30, change change
 * June 30, change change" over "2031 2030 31 vs. 30 31 vs. 30 2031 2030 31 vs. 30 31 vs. 30". Undefined unless each line
 * holds nothing else and all periods are made alike.
 */
export function stackedHeader(text: string, start: number, end: number, count: number): GridCell[][] | undefined {
  if (count < 6 || end - start > 400) return undefined;
  const lines = linesIn(text, start, end);
  const [over, days, years] = [OVER, DAY, YEARS].map((pattern, at) => itemsIn(text, lines[at], pattern));
  if (lines.length !== 3 || !over || !days || !years || years.length !== count) return undefined;
  const shape = over.map(({ isChange }) => isChange).join();
  const periods = over.filter(({ isChange }) => !isChange).length;
  const changes = (over.length - periods) / periods;
  const width = count / periods;
  const isAlike = (items: readonly Item[], first: number) =>
    items.every(({ isChange }, at) => isChange === at % (first + changes) >= first);
  const isWhole = periods > 1 && changes > 0 && Number.isInteger(changes) && Number.isInteger(width);
  if (!isWhole || width - changes < 1 || !isAlike(over, 1) || !isAlike(years, width - changes)) return undefined;
  if (days.map(({ isChange }) => isChange).join() !== shape) return undefined;
  return [spread(over, width, changes), spread(days, width, changes), spread(years, 0, 0)];
}

/** Cells from left to right: a period over the columns that its changes leave, a change over its own. */
function spread(items: readonly Item[], width: number, changes: number): GridCell[] {
  let column = 1;
  return items.map(({ start, end, isChange }) => {
    const cell = { start, end, column, width: isChange ? 1 : Math.max(1, width - changes) };
    column += cell.width;
    return cell;
  });
}

function linesIn(text: string, start: number, end: number): Span[] {
  const lines: Span[] = [];
  let at = start;
  for (const line of text.slice(start, end).split("\n")) {
    if (line.trim() !== "") lines.push({ start: at, end: at + line.trimEnd().length });
    at += line.length + 1;
  }
  return lines;
}

function itemsIn(text: string, line: Span | undefined, pattern: RegExp): Item[] | undefined {
  if (!line) return undefined;
  const words = text.slice(line.start, line.end);
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(words);
    if (!found) return undefined;
    const end = at + found[0].length;
    items.push({ start: line.start + at, end: line.start + end, isChange: found[2] !== undefined });
    at = end + (words.slice(end).length - words.slice(end).trimStart().length);
    if (at === end && at < words.length) return undefined;
  }
  return items;
}
