import type { FlatTable } from "./flat-table.ts";
import type { GridCell, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** A month's average and how far it lies from those of a month and of a year before: what heads such columns. */
const HEADER = new RegExp(
  `^(?:AMIS countries['’] currencies against US Dollar\\s+AMIS\\s+Countries\\s+Currency\\s+)?${MONTH}[- ]\\d\\d\\s+average\\s+(?:Change\\s+M/M\\s+Y/Y|Monthly\\s+Change\\s+Annual\\s+Change)(?=[^\\S\\n]*(?:\\n|$))`,
  "i",
);
/** The same where the changes stand over the rows: an index and its parts, and their month, stand below. */
const HEADER_BELOW = new RegExp(
  `^[^\\d\\n]{5,60}\\s[^\\d\\n]{0,60}Index \\(([A-Z]{2,6})\\) and \\1 sub-Indices\\s+${MONTH} \\d\\d\\s+Average\\*?\\s+Change(?=[^\\S\\n]*(?:\\n|$))`,
);
/** "Urea (USD/tonnes Nitrogen) 926.0 27.2 -4.4 +15.6 1068.1 759.4": a price, how it varied and changed, and between what it lay. */
const PRICE =
  /^(\p{Lu}[\p{L} -]{2,50} \(USD\/[\p{L}\d ]{2,24}\))\s+(\d+\.\d+)\s+(?:\d+\.\d+|-)\s+([+-]\d+\.\d)\s+([+-]\d+\.\d)\s+(\d+\.\d+)\s+(\d+\.\d+)$/u;
const PRICE_HEADER = new RegExp(
  `^(?:[^\\n\\d]{5,40}\\n)?${MONTH}-\\d\\d\\s+average\\s+${MONTH}-\\d\\d\\s+std\\. dev\\.\\s+% change\\s+last month\\*?\\s+% change\\s+last year\\*?\\s+12[ -]month\\s+high\\s+12[ -]month\\s+low(?=[^\\S\\n]*(?:\\n|$))`,
);
const CHANGES = /^M\/M Y\/Y$/;
const ROW =
  /^(\D[\s\S]{1,100}?)?\s*(?<![\d.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)\s+([+-]?\d+\.\d%)\s+([+-]?\d+\.\d%)$/;
const PARTS = /^sub-indices:$/i;
const MOST_LINES = 45;
const LEAST_ROWS = 3;

/**
 * A table of a month's averages whose header converters leave below its rows: "Northern Dry Index (NDI) 1996.0 -6.0% +19.8%"
 * over "Oct-30 average Change M/M Y/Y". Nothing but its rows and the names of their groups stands in between.
 */
export function averagesTableAt(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
): FlatTable | undefined {
  const first = lines[at];
  if (!first || !/[\d%]/.test(text.charAt(first.end - 1))) return undefined;
  const named = at - 2 < floor ? undefined : namedAbove(text, lines, at);
  const price = priceRow(text, first);
  const opening = named ?? price ?? rowOf(text, first);
  if (!opening) return undefined;
  const above = at > floor ? lines[at - 1] : undefined;
  const changes = above && CHANGES.test(text.slice(above.start, above.end)) ? above : undefined;
  const rows: GridRow[] = [...(changes ? [{ ...spanOf(changes), kind: "header" as const, cells: [] }] : []), opening];
  let found = 1;
  for (let i = at + 1; i < Math.min(lines.length, at + MOST_LINES); i++) {
    const line = lines[i];
    if (!line) break;
    const row = price ? priceRow(text, line) : rowOf(text, line);
    if (row) {
      rows.push(row);
      found++;
      continue;
    }
    if (PARTS.test(text.slice(line.start, line.end))) {
      rows.push({
        start: line.start,
        end: line.end,
        kind: "section",
        cells: [{ start: line.start, end: line.end, column: 0, width: 1 }],
      });
      continue;
    }
    const header = (price ? PRICE_HEADER : changes ? HEADER_BELOW : HEADER).exec(
      text.slice(line.start, line.start + 200),
    )?.[0];
    if (!header || found < LEAST_ROWS) return undefined;
    const end = line.start + header.length;
    rows.push({ start: line.start, end, kind: "header", cells: [] });
    let to = i + 1;
    while (to < lines.length && (lines[to]?.start ?? end) < end) to += 1;
    const labels = ["", "Average", "Monthly change", "Annual change"];
    return { grid: { rows, columnCount: 4, labels }, from: named ? at - 2 : changes ? at - 1 : at, to };
  }
  return undefined;
}

const spanOf = ({ start, end }: Line): Span => ({ start, end });

/** "Norland Grains and Oilseeds Freight / Index (NOFI) / 163.2 -2.5% +13.9%": the first row, whose name fills two lines above it. */
function namedAbove(text: string, lines: readonly Line[], at: number): GridRow | undefined {
  const [top, name, line] = lines.slice(Math.max(0, at - 2), at + 1);
  if (at < 2 || !top || !name || !line || name.gap > 0 || line.gap > 0) return undefined;
  const isName = /^\p{Lu}[\p{L} ]{5,60}\s+Index \([A-Z]{2,6}\)$/u.test(text.slice(top.start, name.end));
  return isName ? rowOf(text, { ...line, start: top.start }) : undefined;
}

/** A price between its high and its low, by which it is known to be read under its own column. */
function priceRow(text: string, line: Line): GridRow | undefined {
  if (line.end - line.start > 120) return undefined;
  const [, label, price, month = "", year = "", high, low] = PRICE.exec(text.slice(line.start, line.end)) ?? [];
  if (label === undefined || price === undefined) return undefined;
  if (Number(price) > Number(high) || Number(price) < Number(low)) return undefined;
  const cells: GridCell[] = [{ start: line.start, end: line.start + label.length, column: 0, width: 1 }];
  for (const value of [price, month, year]) {
    const from = text.indexOf(value, cells.at(-1)?.end);
    cells.push({ start: from, end: from + value.length, column: cells.length, width: 1 });
  }
  return { start: line.start, end: line.end, kind: "data", cells };
}

/** A line of a label and its three figures. */
function rowOf(text: string, { start, end }: Line): GridRow | undefined {
  if (end - start > 120 || text[end - 1] !== "%") return undefined;
  const [, label, ...values] = ROW.exec(text.slice(start, end)) ?? [];
  if (label === undefined) return undefined;
  let to = end;
  const cells = values.toReversed().map((value, index) => {
    const from = text.lastIndexOf(value, to - value.length);
    to = from;
    return { start: from, end: from + value.length, column: 3 - index, width: 1 };
  });
  const name = { start, end: start + label.trimEnd().length, column: 0, width: 1 };
  return { start, end, kind: "data", cells: [name, ...cells.toReversed()] };
}
