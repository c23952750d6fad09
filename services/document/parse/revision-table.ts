import type { FlatTable } from "./flat-table.ts";
import type { GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

/** "Country Commodity Attribute Previous Current Change Reason": what heads a table of forecasts that were revised. */
const HEADER = /^Country (?:(Commodity) )?Attribute Previous Current Change\b(?: Reason\b)?/;
/** Where the table of another season begins. */
const NEXT_HEADER = /\n[^\n]{0,200}\n\s{0,6}Country (?:Commodity )?Attribute /;
const ATTRIBUTE = "Imports|Exports|Production|Consumption|Crush|Ending Stocks";
const COMMODITY =
  "(?:Oilseed|Oil|Meal),\\s+\\p{Lu}\\p{Ll}+(?:\\s+Kernel)?|Wheat|Rice|Corn|Barley|Sorghum|Oats|Rye|Millet|Cotton|Sugar";
const FIGURE = "-?\\d{1,3}(?:,\\d{3})*";
const ROW = `(?<!\\p{L})(${ATTRIBUTE})\\s+(${FIGURE})\\s+(${FIGURE})\\s+(${FIGURE})(?![\\d,.%])`;
const OF_GOODS = new RegExp(`(?<!\\p{L})(${COMMODITY})\\s+${ROW}`, "gu");
const OF_ONE = new RegExp(ROW, "gu");
const PART_OF_NAME = /^(?:\p{Lu}|d['’]\p{Lu})[\p{L}.'’-]*$/u;
/** What a name belongs to as the end of a reason: "supplies from Norland". */
const TIES = /^(?:from|in|to|of|by|and|with|for|on|the|or|at|into|than)$/i;

const MAX_LENGTH = 8_000;
/** A row's reason, the country and the goods of the next stand no further apart. */
const MAX_APART = 260;
const MAX_ABOVE = 9_000;
const LEAST_ROWS = 3;

/**
 * A table of revised forecasts, which converters leave as rows with their reasons between them: "Brazil Imports 7,200 7,500
 * 300 Larger demand". A row counts where its two figures differ by its third; the country above holds for the rows below it
 * as countries follow each other by the alphabet.
 */
export function revisionTableAt(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
): FlatTable | undefined {
  const head = lines[at];
  if (!head || text.charCodeAt(head.start) !== 67) return undefined;
  const opening = HEADER.exec(text.slice(head.start, Math.min(head.end, head.start + 90)));
  const title = lines[at - 1];
  if (!opening || !title || at - 1 < floor) return undefined;
  const named = /\((?:1,000 MT|[^()]{0,30}\bthousand metric tons)\)/i.exec(text.slice(title.start, title.end));
  if (!named) return undefined;
  const start = head.start + opening[0].length;
  const rows = rowsIn(text, start, opening[1] !== undefined);
  if (rows.filter(({ kind }) => kind === "data").length < LEAST_ROWS) return undefined;
  const end = rows.at(-1)?.end ?? start;
  let to = at + 1;
  while (to < lines.length && (lines[to]?.start ?? end) < end) to += 1;
  const unit = { start: title.start + named.index, end: title.start + named.index + named[0].length };
  const caption = opening[1] ? undefined : goodsAbove(text, lines, at);
  if (!opening[1] && !caption) return undefined;
  const header: GridRow = { start: title.start, end: start, kind: "header", cells: [], page: title.page };
  return {
    grid: { rows: [header, ...rows], columnCount: 4, labels: ["", "Previous", "Current", "Change"], unit, caption },
    from: at - 1,
    to,
  };
}

/** "WHEAT" over "OVERVIEW FOR 2030/31": what goods the tables of its part are of. */
function goodsAbove(text: string, lines: readonly Line[], at: number): Span | undefined {
  const low = (lines[at]?.start ?? 0) - MAX_ABOVE;
  for (let i = at - 2; i >= 0 && (lines[i]?.start ?? -1) >= Math.max(low, 0); i--) {
    const line = lines[i];
    const next = lines[i + 1];
    if (!line || !next || !text.startsWith("OVERVIEW", next.start)) continue;
    if (/^[A-Z]{3,12}(?: [A-Z]{3,12})?$/.test(text.slice(line.start, Math.min(line.end, line.start + 40))))
      return { start: line.start, end: line.end };
  }
  return undefined;
}

function rowsIn(text: string, start: number, hasGoods: boolean): GridRow[] {
  const [body = ""] = text.slice(start, start + MAX_LENGTH).split(NEXT_HEADER, 1);
  const rows: GridRow[] = [];
  const rest = (from: number, to: number) => {
    const words = body.slice(from, to);
    const lead = words.length - words.trimStart().length;
    if (words.trim() !== "")
      rows.push({ start: start + from + lead, end: start + from + words.trimEnd().length, kind: "noise", cells: [] });
  };
  let before = 0;
  let country = "";
  let isKnown = false;
  let attribute = "";
  for (const found of body.matchAll(hasGoods ? OF_GOODS : OF_ONE)) {
    const { index } = found;
    if (index - before > MAX_APART) break;
    const [name = "", previous = "", current = "", change = ""] = hasGoods ? found.slice(2) : found.slice(1);
    const named = nameAt(body, before, index);
    const spelled = named ? plain(body.slice(named.start, named.end)) : "";
    // Behind figures in the same line a reason may begin.
    const isApart = named !== undefined && (rows.length === 0 || /[\n\p{L}]/u.test(body.slice(before, named.start)));
    const isNext = isApart && (spelled > country || (!hasGoods && name !== attribute));
    if (named && isNext && !named.isTied) {
      rest(before, named.start);
      rows.push(sectionAt(start + named.start, start + named.end));
      country = spelled;
      isKnown = true;
    } else {
      rest(before, index);
      // One row for each country; and a name out of order says that the order does not hold.
      if (!hasGoods || (named && !named.isTied && spelled !== country)) isKnown = false;
    }
    attribute = name;
    before = index + found[0].length;
    const isProven = numberOf(current) - numberOf(previous) === numberOf(change);
    if (isKnown && isProven) rows.push(dataAt(start + index, found[0], [previous, current, change]));
    else rest(index, before);
  }
  // The last row's reason, as far as its line goes.
  const newline = body.indexOf("\n", before);
  if (rows.length > 0) rest(before, newline < 0 ? body.length : newline);
  return rows;
}

const plain = (words: string) => words.replace(/\s+/g, " ").toLowerCase();
const numberOf = (figure: string | undefined) => Number((figure ?? "").replaceAll(",", ""));

/** The name that ends the words between two rows, as a country does; `isTied` where it ends a reason. */
function nameAt(body: string, from: number, to: number): (Span & { isTied: boolean }) | undefined {
  const words = [...body.slice(from, to).matchAll(/\S+/g)].map(([word], at, all) => ({
    word,
    start: from + (all[at]?.index ?? 0),
  }));
  let first = words.length;
  for (let at = words.length - 1; at >= 0; at--) {
    const { word = "", start = from } = words[at] ?? {};
    const next = words[at + 1];
    const isParted = next !== undefined && /\n\s*\n/.test(body.slice(start + word.length, next.start));
    // "Korea, South".
    const bare = /^(?:South|North)$/.test(next?.word ?? "") ? word.replace(/,$/, "") : word;
    if (isParted || !PART_OF_NAME.test(bare)) break;
    first = at;
  }
  const begin = words[first];
  const last = words.at(-1);
  if (!begin || !last) return undefined;
  const isTied = TIES.test(words[first - 1]?.word ?? "");
  return { start: begin.start, end: last.start + last.word.length, isTied };
}

const sectionAt = (start: number, end: number): GridRow => ({
  start,
  end,
  kind: "section",
  cells: [{ start, end, column: 0, width: 1 }],
});

/** A row with its label and the three figures behind it. */
function dataAt(start: number, row: string, values: readonly (string | undefined)[]): GridRow {
  let to = row.length;
  const cells = values.toReversed().map((value = "", at) => {
    const from = row.lastIndexOf(value, to - value.length);
    to = from;
    return { start: start + from, end: start + from + value.length, column: values.length - at, width: 1 };
  });
  const label = { start, end: start + row.slice(0, to).trimEnd().length, column: 0, width: 1 };
  return { start, end: start + row.length, kind: "data", cells: [label, ...cells.toReversed()] };
}
