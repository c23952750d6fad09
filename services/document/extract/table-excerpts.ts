import type { Span } from "../parse/parsed-document.ts";
import { MAX_EXCERPTS_LENGTH } from "./excerpts.ts";

/** The row with what says what its figures are: header, unit, caption. Undefined when they are too long to be shown. */
export function excerptsOf(shown: readonly Span[], row: Span, over: readonly Span[]): Span[] | undefined {
  const wanted = [row, ...[...shown, ...over].filter(({ end }) => end <= row.start)];
  const merged: Span[] = [];
  for (const span of wanted.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    // What names a row often stands in the row above: both are shown as they stand.
    const isNear =
      over.some(({ start }) => start === last?.start) && span.start - (last?.start ?? 0) <= MAX_NAME_DISTANCE;
    if (last && (isNear || span.start - last.end <= MAX_JOINT)) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  const size = merged.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > MAX_EXCERPTS_LENGTH || merged.length > 3) return undefined;
  // The row is what is looked for: it comes last, as it stands in the document.
  return merged;
}

/** The name of a row that begins no further before it is shown with all that stands between. */
const MAX_NAME_DISTANCE = 120;
/** Spans no further apart than this are shown as one. */
const MAX_JOINT = 3;
