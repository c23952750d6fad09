import type { ExtractedInsight, Extraction, Passage } from "../extract/extraction.ts";
import type { Span } from "../parse/parsed-document.ts";
import type { ShownPassage } from "./model-view.ts";

/**
 * The insights of a model in place of those that rules made of the same passages. A passage that the model said nothing
 * usable of keeps those by rules, and so do the rows of a table that it left out: nothing becomes unfindable.
 * `byModel`: by position in `shown`.
 */
export function merge(
  byRules: Extraction,
  shown: readonly ShownPassage[],
  byModel: ReadonlyMap<number, readonly Omit<ExtractedInsight, "passage">[]>,
): Extraction {
  const placed: { insight: Omit<ExtractedInsight, "passage">; place: Passage }[] = [];
  for (const insight of byRules.insights) {
    const place = byRules.passages[insight.passage];
    const last = insight.excerpts.at(-1);
    if (!place || !last) continue;
    const at = lastAt(shown, last.start);
    const told = byModel.get(at) ?? [];
    if (told.length === 0 || isLeftRow(last, shown[at], told)) placed.push({ insight, place });
  }
  for (const [at, insights] of byModel) {
    const own = shown[at];
    if (!own) continue;
    // Passages by rules are wider: they take in neighbours of which the rules make nothing.
    const around = byRules.passages[lastAt(byRules.passages, own.start)];
    const place = around && around.end >= own.end && around.start <= own.start ? around : toPassage(own);
    for (const insight of insights) placed.push({ insight, place });
  }
  const passages = [...new Set(placed.map(({ place }) => place))].sort((a, b) => a.start - b.start);
  const numbers = new Map(passages.map((passage, number) => [passage, number]));
  const insights = placed.map(({ insight, place }) => ({ ...insight, passage: numbers.get(place) ?? 0 }));
  insights.sort((a, b) => a.passage - b.passage || lastStart(a) - lastStart(b));
  return { summary: byRules.summary, passages, insights };
}

/** A row of a table that no insight of the model cites. */
function isLeftRow(
  row: Span,
  passage: ShownPassage | undefined,
  told: readonly Omit<ExtractedInsight, "passage">[],
): boolean {
  const isRow = passage?.units.some((unit) => unit.isRow && overlaps(unit, row)) ?? false;
  return isRow && !told.some(({ excerpts }) => excerpts.some((excerpt) => overlaps(excerpt, row)));
}

/** The position of the last span that starts at or before an offset; -1 when there is none. In ascending order. */
function lastAt(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
const lastStart = ({ excerpts }: ExtractedInsight) => excerpts.at(-1)?.start ?? 0;

const toPassage = ({ start, end, headings, page }: ShownPassage): Passage => ({
  start,
  end,
  headings,
  ...(page === undefined ? {} : { page }),
});
