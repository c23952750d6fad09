import type { RowFigure } from "./row-fact.ts";

/** What a company has on a day, whatever its report's columns are called. */
const LEVEL =
  /^(?:net (?:interest-bearing |financial )?debt|total (?:assets|liabilities|equity|debt|borrowings)|cash and cash equivalents|equity ratio|order (?:book|backlog)|headcount)(?: \([^()]*\))?$/i;

/**
 * Figures of a level under "Six months ended June 30, 2031" as those of the day on which that ends, each day once; what is
 * no level, or an average, as it is. `over` is what stands over the rows.
 */
export function atItsEnd(label: string, figures: readonly RowFigure[], over: readonly string[]): readonly RowFigure[] {
  if (!LEVEL.test(label) || /\baverage\b/i.test(over.join(" "))) return figures;
  const days = new Set<string>();
  return figures.flatMap((figure): RowFigure[] => {
    const day = /^in the .+ ended (.+)$/.exec(figure.meaning.phrase)?.[1];
    if (day === undefined) return [figure];
    if (days.has(day)) return [];
    days.add(day);
    return [{ ...figure, meaning: { ...figure.meaning, kind: "at", phrase: `at ${day}`, stem: "at" } }];
  });
}
