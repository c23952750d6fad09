import { headerLayers } from "./column-labels.ts";
import type { GridCell } from "./grid.ts";
import { phraseLabels } from "./header-words.ts";
import type { Span } from "./parsed-document.ts";

/** A header that runs into the label of a row: its cells, and where the label begins. */
export interface RunIn {
  layers: GridCell[][];
  labelStart: number;
}

const MAX_RUN_IN = 200;
/** Places where a header may end that are tried, from the last one. */
const MAX_GAPS = 4;
/** Words that a header in a label has: a year, a quarter, or a measure of goods. */
const MAY_HEAD = /(?:19|20)\d\d|\bQ[1-4]\b|\b(?:Beginning|Opening) ?Stocks|\bConsolidated\b/i;

/** "Segment Results June 30, 2023 June 30, 2022 Revenue" before two figures: the header that opens a row's label. */
export function headerInLabel(text: string, from: number, label: Span, count: number): RunIn | undefined {
  const words = text.slice(label.start, label.end);
  if (words.length > MAX_RUN_IN || label.end - from > MAX_RUN_IN * 2 || !MAY_HEAD.test(words)) return undefined;
  const hasYears = (words.match(/(?:19|20)\d\d/g)?.length ?? 0) >= Math.min(count, 2);
  const gaps = [...words.matchAll(/(?<=\d|%|\)|Change|Total|Consolidated|Stocks)\s+(?=[\p{L}(])/giu)];
  for (const gap of gaps.slice(-MAX_GAPS).reverse()) {
    const end = label.start + gap.index;
    const found = (hasYears ? headerLayers(text, from, end, count) : undefined) ?? phraseLabels(text, from, end, count);
    if (found) return { layers: isLayers(found) ? found : [found], labelStart: end + gap[0].length };
  }
  return undefined;
}

/** Years before the first row's label in its own line, whatever stands before them: "… October 7, 2025 2025 2026 Brent price". */
export function yearsInLabel(text: string, label: Span, count: number): RunIn | undefined {
  const words = text.slice(label.start, label.end);
  if (words.length > MAX_RUN_IN || count < 2) return undefined;
  const found = words.match(/(?<=\s)(?:(?:19|20)\d\d\s+)+(?=\p{Lu}\p{Ll})/u);
  if (!found || found.index === undefined) return undefined;
  const start = label.start + found.index;
  const years = [...found[0].matchAll(/\d{4}/g)].map((year) => ({
    start: start + year.index,
    end: start + year.index + 4,
  }));
  // More years than columns: the first ones end a sentence before.
  const own = years.slice(-count);
  if (own.length < count || years.length > count + 1) return undefined;
  return {
    layers: [own.map((year, at) => ({ ...year, column: at + 1, width: 1 }))],
    labelStart: start + found[0].length,
  };
}

/** Whether cells come in layers. */
export const isLayers = (layers: GridCell[][] | GridCell[]): layers is GridCell[][] => Array.isArray(layers[0]);

/** What stands over each column, outermost first. */
export const labelsOf = (text: string, layers: readonly GridCell[][], count: number): string[] =>
  Array.from({ length: count + 1 }, (_, column) =>
    layers
      .map((layer) => layer.find((c) => c.column <= column && column < c.column + c.width))
      .map((cell) => (cell ? text.slice(cell.start, cell.end).replace(/\s+/g, " ") : ""))
      .filter((part) => part !== "")
      .join(" "),
  );
