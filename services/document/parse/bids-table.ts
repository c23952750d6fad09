import type { FlatTable } from "./flat-table.ts";
import type { GridCell, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const DAY = `\\d{1,2}-${MONTH}-\\d\\d`;
/** Three days, and the change from the last of them to the first, before the first row of the same line. */
const HEADER = new RegExp(
  `^Export bids \\(fob, US\\$ per ton\\) (${DAY}) (${DAY}) (${DAY}) % change, ['’]\\d\\d-['’]\\d\\d\\s+`,
);
const ROW = /^(\p{L}[^\n]{2,60}?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (\d+(?:\.\d+)?) (-?\d+)%$/u;
const NAME = /^\p{Lu}{3,12} PRICES$/u;
const MOST_ROWS = 12;

/** Bids of exporters on three days: each row's change shows that its figures are read under their own days. */
export function bidsTableAt(text: string, lines: readonly Line[], at: number): FlatTable | undefined {
  const first = lines[at];
  if (!first || !text.startsWith("Export bids (", first.start)) return undefined;
  const [whole, newest = "", before = "", yearBefore = ""] = HEADER.exec(text.slice(first.start, first.end)) ?? [];
  if (whole === undefined) return undefined;
  const header: GridRow = { start: first.start, end: first.start + whole.trimEnd().length, kind: "header", cells: [] };
  const rows: GridRow[] = [];
  let start = first.start + whole.length;
  let to = at;
  while (to < lines.length && rows.length < MOST_ROWS) {
    const row = rowOf(text, start, lines[to]?.end ?? start);
    if (!row) break;
    rows.push(row);
    to += 1;
    start = lines[to]?.start ?? start;
  }
  if (rows.length < 2) return undefined;
  const labels = ["", newest, before, yearBefore, "Change"];
  // The source of the figures may stand between them and their name.
  const name = lines.slice(Math.max(0, at - 2), at).findLast((line) => NAME.test(text.slice(line.start, line.end)));
  const caption = name && { start: name.start, end: name.end };
  return { grid: { rows: [header, ...rows], columnCount: labels.length, labels, caption }, from: at, to };
}

function rowOf(text: string, start: number, end: number): GridRow | undefined {
  const [, label, ...values] = end - start > 120 ? [] : (ROW.exec(text.slice(start, end)) ?? []);
  const [newest = 0, , old = 0, change = 0] = values.map(Number);
  if (label === undefined || old === 0 || Math.abs((newest / old - 1) * 100 - change) > 1) return undefined;
  const cells: GridCell[] = [{ start, end: start + label.length, column: 0, width: 1 }];
  for (const [at, value] of values.entries()) {
    const from = text.indexOf(value, cells.at(-1)?.end);
    cells.push({ start: from, end: from + value.length, column: at + 1, width: 1 });
  }
  return { start, end, kind: "data", cells };
}
