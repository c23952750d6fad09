import { headerLayers, isHeaderLine, wordLabels } from "./column-labels.ts";
import { mayBeLabel, sectionRow } from "./flat-labels.ts";
import { flatLine } from "./flat-rows.ts";
import type { GridCell, GridRow } from "./grid.ts";
import { headingShape, isCaption } from "./headings.ts";
import type { Line } from "./lines.ts";

const MAX_HEADER_LINES = 30;

/** What stands over the first row of a table without visible columns. */
export interface Header {
  from: number;
  rows: GridRow[];
  labels: string[] | undefined;
}

/** The lines over the first row that head its columns, as far as their words settle which. */
export function headerAbove(text: string, lines: readonly Line[], at: number, floor: number, count: number): Header {
  const lowest = Math.max(floor, at - MAX_HEADER_LINES);
  const top = headerEnd(text, lines, at, lowest, count);
  const sections = lines.slice(top, at).map(sectionRow);
  const end = lines[top - 1]?.end ?? 0;
  let from = top;
  let best: { from: number; layers: GridCell[][] } | undefined;
  for (let i = top - 1; i >= lowest; i--) {
    const line = lines[i];
    const below = lines[i + 1];
    if (!line || (below && below.gap > 2) || line.end - line.start > 200) break;
    const layers =
      headerLayers(text, line.start, end, count) ??
      (i === top - 1 ? wordLabels(text, line.start, end, count) : undefined);
    if (layers) best = { from: i, layers: isLayers(layers) ? layers : [layers] };
    const words = text.slice(line.start, line.end);
    if (isCaption(words) || /[.!?:]["”’)]*$/.test(words) || (best && !layers && i < best.from - 1)) break;
    if (!layers && headingShape(words) && line.end - line.start > 45) break;
    if (line.end - line.start <= 60) from = i;
  }
  if (best) {
    const labels = Array.from({ length: count + 1 }, (_, column) =>
      (best?.layers ?? [])
        .map((layer) => layer.find((c) => c.column <= column && column < c.column + c.width))
        .map((cell) => (cell ? text.slice(cell.start, cell.end).replace(/\s+/g, " ") : ""))
        .filter((part) => part !== "")
        .join(" "),
    );
    return { from: best.from, labels, rows: [headerRow(lines, best.from, end, best.layers.at(-1) ?? []), ...sections] };
  }
  // The words do not say which columns they head: kept as the table's header, without labels.
  if (from < top && (lines[at]?.gap ?? 0) <= 1) {
    return { from, labels: undefined, rows: [headerRow(lines, from, lines[at - 1]?.end ?? end, [])] };
  }
  return { from: at, labels: undefined, rows: [] };
}

/** The line after the header: up to four lines that name the first rows may stand between it and them. */
function headerEnd(text: string, lines: readonly Line[], at: number, lowest: number, count: number): number {
  for (let i = at - 1; i >= Math.max(lowest, at - 5); i--) {
    const line = lines[i];
    if (!line || line.gap > 2) return at;
    if (isHeaderLine(text, line.start, line.end)) return i + 1;
    const isWords = line.end - line.start <= 200 && /(?:19|20)\d\d/.test(text.slice(line.start, line.end));
    if (isWords && wordLabels(text, line.start, line.end, count)) return i + 1;
    if (!mayBeLabel(text, line) || flatLine(text, line).trailing > 0) return at;
  }
  return at;
}

const isLayers = (layers: GridCell[][] | GridCell[]): layers is GridCell[][] => Array.isArray(layers[0]);

const headerRow = (lines: readonly Line[], from: number, end: number, cells: GridCell[]): GridRow => ({
  start: lines[from]?.start ?? end,
  end,
  kind: "header",
  cells,
  page: lines[from]?.page,
});
