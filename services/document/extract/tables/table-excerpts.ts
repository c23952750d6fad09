import type { Span } from "../../parse/parsed-document.ts";
import { MAX_EXCERPTS_LENGTH } from "../excerpts.ts";

/**
 * The row with what says what its figures are: header, unit, caption, and where there is room for it the `balance` that they are
 * a part of. Undefined when they are too long to be shown.
 */
export function excerptsOf(
  text: string,
  shown: readonly Span[],
  row: Span,
  over: readonly Span[],
  balance?: Span,
): Span[] | undefined {
  const wanted = [row, ...[...shown, ...over].filter(({ end }) => end <= row.start)];
  // "Brazil" of "Brazil Sep 4.2": a row is not cut.
  const inRows = over.filter(({ end }) => !/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 9)));
  // What names a row often stands close above it: both are shown as they stand, where there is no room for each.
  const forms = [() => merged(wanted, inRows), () => merged(wanted, over), () => merged(wanted, [...over, ...shown])];
  if (balance) {
    const all = [balance, ...wanted];
    forms.unshift(
      () => merged(all, inRows),
      () => merged(all, [...inRows, ...shown]),
      () => merged(all, over),
      () => merged(all, all),
    );
  }
  for (const form of forms) {
    const spans = form();
    const size = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    // The row is what is looked for: it comes last, as it stands in the document.
    if (size <= MAX_EXCERPTS_LENGTH && spans.length <= MOST_EXCERPTS) return spans;
  }
  return undefined;
}

/** So many spans as may be shown: where they are more, each with all that stands up to the next one close below it. */
export const asExcerpts = (spans: readonly Span[]): Span[] | undefined =>
  [spans.toSorted((a, b) => a.start - b.start), merged(spans, []), merged(spans, spans)].find(
    ({ length }) => length <= MOST_EXCERPTS,
  );

/** The spans in order, those that touch as one; what `near` names is shown with all up to what follows it. */
function merged(spans: readonly Span[], near: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    const isNear =
      near.some(({ start }) => start === last?.start) && span.start - (last?.start ?? 0) <= MAX_NAME_DISTANCE;
    if (last && (isNear || span.start - last.end <= MAX_JOINT)) last.end = Math.max(last.end, span.end);
    else found.push({ start: span.start, end: span.end });
  }
  return found;
}

const MOST_EXCERPTS = 3;
/** The name of a row that begins no further before it is shown with all that stands between. */
const MAX_NAME_DISTANCE = 120;
/** Spans no further apart than this are shown as one. */
const MAX_JOINT = 3;
