import { headerLayers } from "./column-labels.ts";
import type { GridCell } from "./grid.ts";
import { phraseLabels } from "./header-words.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";
import { rowNames } from "./row-names.ts";

/** Lines that tell the repetitions of a header apart. */
const MAX_LINES = 2;

/** A header with the line from which it is read, its innermost layer last. */
export interface Layers {
  from: number;
  layers: GridCell[][];
}

/**
 * "Domestic International Total Domestic International Total" under "Three Months Ended Three Months Ended" and its days, or
 * "2031 2030 2031 2030" under two names: with what stands over each repetition. As it is, where nothing says that.
 */
export function overRepeated(
  text: string,
  lines: readonly Line[],
  header: Layers,
  lowest: number,
  count: number,
): Layers {
  // "Pension benefits Other benefits 2031 2030 2031 2030": the names before the years of their line.
  const start = lines[header.from]?.start ?? 0;
  const first = header.layers[0]?.[0]?.start ?? start;
  const beside = first > start ? withNames(text, lines, { start, end: first }, header.layers, count) : undefined;
  if (beside) return { from: header.from, layers: beside };
  let found = header;
  for (let from = header.from - 1; from >= Math.max(lowest, header.from - MAX_LINES); from--) {
    const line = lines[from];
    const end = lines[header.from - 1]?.end ?? 0;
    if (!line || line.end - line.start > 160 || (lines[from + 1]?.gap ?? 9) > 1) break;
    const layers = withNames(text, lines, { start: line.start, end }, header.layers, count);
    if (layers) found = { from, layers };
  }
  return found;
}

/** The layers of a header that repeats itself with the words over it, where these say what each repetition is of. */
export function withNames(
  text: string,
  lines: readonly Line[],
  { start, end }: Span,
  layers: GridCell[][],
  count: number,
): GridCell[][] | undefined {
  const size = sizeOfRepeated(text, layers, count);
  if (size === 0) return undefined;
  const parts = count / size;
  const dated = headerLayers(text, start, end, parts);
  const named = dated ? undefined : phraseLabels(text, start, end, parts, rowNames(text, lines));
  const over = dated ?? (named ? [named] : undefined);
  return over && [...over.map((layer) => layer.map((cell) => widened(cell, size))), ...layers];
}

const widened = (cell: GridCell, size: number): GridCell => ({
  ...cell,
  column: 1 + (cell.column - 1) * size,
  width: cell.width * size,
});

/** After how many columns the labels come again, all of them; 0 where they do not. */
function sizeOfRepeated(text: string, layers: readonly GridCell[][], count: number): number {
  const labels = Array.from({ length: count }, (_, at) =>
    layers
      .map((layer) => layer.find(({ column, width }) => column <= at + 1 && at + 1 < column + width))
      .map((cell) => (cell ? text.slice(cell.start, cell.end).replace(/\s+/g, " ") : ""))
      .join(" "),
  );
  const size = labels.indexOf(labels[0] ?? "", 1);
  const isRepeated = size > 1 && count % size === 0 && labels.every((label, at) => label === labels[at % size]);
  return isRepeated && new Set(labels).size === size ? size : 0;
}
