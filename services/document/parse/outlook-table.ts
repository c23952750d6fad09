import type { FlatTable } from "./flat-table.ts";
import type { GridCell, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const PERIOD = "((?:19|20)\\d\\d(?:\\/\\d\\d)?)";
/** The years of a balance of goods, of which the first two may stand at the end of the line above; then its unit. */
const HEADER = new RegExp(
  `^(?:${PERIOD}\\s+${PERIOD}\\s+estim\\.\\s+)?${PERIOD}\\s+f['’]cast\\s+Change:?\\s+${PERIOD}\\s+over\\s+${PERIOD}\\s+(?:([A-Z][a-z]{2,3}\\.?)\\s+([A-Z][a-z]{2,3}\\.?)\\s+)?(million tonnes)(?:\\s+\\([a-z ]{3,40}\\))?\\s+%\\s+WORLD BALANCE\\s+`,
);
const ABOVE = new RegExp(`${PERIOD}\\s+${PERIOD}\\s+estim\\.\\s*$`);
const BEGINS = /^(?:19|20)\d\d(?:\/\d\d)?(?: f['’]cast|$| (?:19|20)\d\d)/;
const FIGURE = "-?\\d{1,3}(?: \\d{3})*\\.\\d+";
const LABEL = "\\p{Lu}[\\p{L}*() ]{2,60}?";
/** Where the rows end, what they are of may stand in the name of a price index, or of the table. */
const NAME = /FAO\s+(?:ALL\s+)?[A-Z]+(?:\s+[A-Z]+)?\s+PRICE\s+INDEX|World [a-z ]{3,30} market at a glance/g;
const NAME_ABOVE =
  /World [a-z ]{3,30} market at a glance(?=\s+(?:19|20)\d\d(?:\/\d\d)?\s+(?:19|20)\d\d(?:\/\d\d)?\s+estim\.\s*$)/;
const MAX_HEADER = 260;
const MAX_ROWS = 30;
const MAX_TO_NAME = 900;
const MAX_REST = 700;
const LEAST_ROWS = 2;

/**
 * A world balance of goods as converters leave it, in one line or with a figure in each: an estimate and a forecast, and the
 * change between them in per cent, by which the figures are known to be read under their own columns.
 */
export function outlookTableAt(text: string, lines: readonly Line[], at: number): FlatTable | undefined {
  const first = lines[at];
  if (!first || !BEGINS.test(text.slice(first.start, Math.min(first.end, first.start + 20)))) return undefined;
  const found = HEADER.exec(text.slice(first.start, first.start + MAX_HEADER));
  if (!found) return undefined;
  const [whole, , , newest = "", over, before, earlier, later, unit = ""] = found;
  const tail = text.slice(Math.max(0, first.start - 40), first.start);
  const [, oldest, old] = found[1] === undefined ? (ABOVE.exec(tail) ?? []) : found;
  if (!oldest || old !== before || newest !== over) return undefined;
  const forecasts =
    earlier && later ? [`${newest} forecast ${earlier}`, `${newest} forecast ${later}`] : [`${newest} forecast`];
  const labels = ["", oldest, `${old} estimate`, ...forecasts, "Change"];
  const header: GridRow = { start: first.start, end: first.start + whole.trimEnd().length, kind: "header", cells: [] };
  const rows = rowsFrom(text, first.start + whole.length, labels.length - 1);
  const last = rows.at(-1);
  if (!last || rows.length < LEAST_ROWS) return undefined;
  let to = at + 1;
  while (to < lines.length && (lines[to]?.start ?? last.end) < last.end) to++;
  const rest = { start: last.end, end: lines[to - 1]?.end ?? last.end };
  if (rest.end - rest.start > MAX_REST) return undefined;
  const caption = nameOf(text, first.start, last.end);
  const start = rest.start + text.slice(rest.start, rest.end).search(/\S|$/);
  if (start < rest.end) rows.push({ start, end: rest.end, kind: "noise", cells: [] });
  const unitAt = first.start + whole.indexOf(unit);
  return {
    grid: {
      rows: [header, ...rows],
      columnCount: labels.length,
      labels,
      caption,
      unit: { start: unitAt, end: unitAt + unit.length },
    },
    from: at,
    to,
  };
}

/** The rows that follow each other from `start` on, as long as the change of each is that between its figures. */
function rowsFrom(text: string, start: number, count: number): GridRow[] {
  const pattern = new RegExp(`(${LABEL})${`\\s+(${FIGURE})`.repeat(count)}(?=\\s|$)\\s*`, "uy");
  const rows: GridRow[] = [];
  pattern.lastIndex = start;
  for (let next = start; rows.length < MAX_ROWS; next = pattern.lastIndex) {
    const [whole, label = "", ...values] = pattern.exec(text) ?? [];
    if (whole === undefined || !isChange(values)) break;
    let from = next + label.length;
    const cells: GridCell[] = [{ start: next, end: from, column: 0, width: 1 }];
    for (const [at, value] of values.entries()) {
      from = text.indexOf(value, from);
      cells.push({ start: from, end: from + value.length, column: at + 1, width: 1 });
      from += value.length;
    }
    rows.push({ start: next, end: from, kind: "data", cells });
  }
  return rows;
}

/** Whether the last figure is the change between the newest one and the estimate, as far as rounding lets it be known. */
function isChange(values: readonly string[]): boolean {
  const [, estimate = 0, ...others] = values.map((value) => Number(value.replaceAll(" ", "")));
  const change = others.at(-1) ?? 0;
  const newest = others.at(-2) ?? 0;
  return estimate > 0 && Math.abs((newest / estimate - 1) * 100 - change) < 0.06 + 10 / estimate;
}

function nameOf(text: string, start: number, end: number): Span | undefined {
  const from = Math.max(0, start - 120);
  const above = NAME_ABOVE.exec(text.slice(from, start));
  if (above) return { start: from + above.index, end: from + above.index + above[0].length };
  NAME.lastIndex = 0;
  const below = NAME.exec(text.slice(end, end + MAX_TO_NAME));
  return below ? { start: end + below.index, end: end + below.index + below[0].length } : undefined;
}
