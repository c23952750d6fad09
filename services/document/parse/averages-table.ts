import type { FlatTable } from "./flat-table.ts";
import type { GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** A month's average and how far it lies from those of a month and of a year before: what heads such columns. */
const HEADER = new RegExp(
  `^(?:AMIS countries['’] currencies against US Dollar\\s+AMIS\\s+Countries\\s+Currency\\s+)?${MONTH}[- ]\\d\\d\\s+average\\s+(?:Change\\s+M/M\\s+Y/Y|Monthly\\s+Change\\s+Annual\\s+Change)(?=[^\\S\\n]*(?:\\n|$))`,
  "i",
);
const ROW = /^(\D.{1,70}?)?\s*(?<![\d.,])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)\s+([+-]?\d+\.\d%)\s+([+-]?\d+\.\d%)$/;
const PARTS = /^sub-indices:$/i;
const MOST_LINES = 45;
const LEAST_ROWS = 3;

/**
 * A table of a month's averages whose header converters leave below its rows: "Northern Dry Index (NDI) 1996.0 -6.0% +19.8%"
 * over "Oct-30 average Change M/M Y/Y". Nothing but its rows and the names of their groups stands in between.
 */
export function averagesTableAt(text: string, lines: readonly Line[], at: number): FlatTable | undefined {
  const first = lines[at];
  if (!first || text[first.end - 1] !== "%" || !rowOf(text, first)) return undefined;
  const rows: GridRow[] = [];
  let found = 0;
  for (let i = at; i < Math.min(lines.length, at + MOST_LINES); i++) {
    const line = lines[i];
    if (!line) break;
    const row = rowOf(text, line);
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
    const header = HEADER.exec(text.slice(line.start, line.start + 200))?.[0];
    if (!header || found < LEAST_ROWS) return undefined;
    const end = line.start + header.length;
    rows.push({ start: line.start, end, kind: "header", cells: [] });
    let to = i + 1;
    while (to < lines.length && (lines[to]?.start ?? end) < end) to += 1;
    const labels = ["", "Average", "Monthly change", "Annual change"];
    return { grid: { rows, columnCount: 4, labels }, from: at, to };
  }
  return undefined;
}

/** A line of a label and its three figures. */
function rowOf(text: string, { start, end }: Line): GridRow | undefined {
  if (end - start > 120) return undefined;
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
