import type { FlatTable } from "./flat-table.ts";
import type { GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const MONTH_ABOVE = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d M\/M Y\/Y$/;
const ROW = /^(\p{Lu}\p{L}+) (\d{1,3}(?: \d{3})*(?:\.\d+)?) ([+-]\d+\.\d%) ([+-]\d+\.\d%)$/u;
const VOLUMES = /^(\p{Lu}\p{L}{2,15}) futures volumes and prices? evolution\s+Average daily volume\s+\(1000 tonnes\)/u;
const PRICES = /^Prices \(USD\/t\)/;
const MOST_ROWS = 8;
/** Between the volumes of an exchange and its prices stand nothing but these. */
const MAX_TO_NAME = 300;

/**
 * The volumes or prices of an exchange's futures, between the month over them and their name below: "Oct 30 M/M Y/Y" over
 * "Rye 187.7 -0.5% -12.7%" over "Prices (USD/t)". Prices are those of the exchange whose volumes stand directly above.
 */
export function futuresTableAt(text: string, lines: readonly Line[], at: number, floor: number): FlatTable | undefined {
  const above = at > floor ? lines[at - 1] : undefined;
  const first = lines[at];
  if (!above || !first || text[first.end - 1] !== "%") return undefined;
  if (above.end - above.start > 16 || !MONTH_ABOVE.test(text.slice(above.start, above.end))) return undefined;
  const rows: GridRow[] = [];
  let i = at;
  for (; i < Math.min(lines.length, at + MOST_ROWS); i++) {
    const line = lines[i];
    const row = line && rowOf(text, line);
    if (!row) break;
    rows.push(row);
  }
  const below = lines[i];
  if (rows.length < 2 || !below) return undefined;
  const words = text.slice(below.start, below.start + 160);
  const volumes = VOLUMES.exec(words);
  const exchange = volumes ? undefined : exchangeOver(text, above.start);
  const name = (volumes ?? (exchange ? PRICES.exec(words) : null))?.[0];
  if (name === undefined) return undefined;
  const end = below.start + name.length;
  let to = i + 1;
  while (to < lines.length && (lines[to]?.start ?? end) < end) to += 1;
  const head: GridRow = { start: above.start, end: above.end, kind: "header", cells: [] };
  const foot: GridRow = { start: below.start, end, kind: "header", cells: [] };
  return {
    grid: {
      rows: [head, ...rows, foot],
      columnCount: 4,
      labels: ["", "Average", "Monthly change", "Annual change"],
      // Without one of its own it would be called as the table above.
      caption: exchange ?? { start: foot.start, end: foot.end },
    },
    from: at - 1,
    to,
  };
}

/** "CME futures volumes and prices evolution" directly above. */
function exchangeOver(text: string, before: number): Span | undefined {
  const from = Math.max(0, before - MAX_TO_NAME);
  const found = [...text.slice(from, before).matchAll(new RegExp(VOLUMES.source, "gmu"))].at(-1);
  if (!found || text.slice(from + found.index + found[0].length, before).trim() !== "") return undefined;
  return { start: from + found.index, end: from + found.index + found[0].length };
}

function rowOf(text: string, { start, end }: Line): GridRow | undefined {
  const [, label, ...values] = end - start > 80 ? [] : (ROW.exec(text.slice(start, end)) ?? []);
  if (label === undefined) return undefined;
  let from = start + label.length;
  const cells = values.map((value, at) => {
    const found = text.indexOf(value, from);
    from = found + value.length;
    return { start: found, end: from, column: at + 1, width: 1 };
  });
  return { start, end, kind: "data", cells: [{ start, end: start + label.length, column: 0, width: 1 }, ...cells] };
}
