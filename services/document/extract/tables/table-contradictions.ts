import type { RowFact, RowFigure } from "./row-fact.ts";

/**
 * The rows that no other contradicts. Where two give the same words another figure for the same time, what tells them apart
 * was not read: only the first is kept, for statements of the whole come before those of parts, and none where both stand in
 * one table.
 */
export function uncontradicted(rows: readonly RowFact[]): ReadonlySet<RowFact> {
  const first = new Map<string, { row: RowFact; figure: RowFigure }>();
  const unsure = new Set<RowFact>();
  for (const row of rows)
    for (const figure of row.figures) {
      if (figure.meaning.kind === "change") continue;
      const key = wordsOf(row, figure);
      const known = first.get(key);
      if (!known) first.set(key, { row, figure });
      else if (!isSame(known.figure, figure)) {
        unsure.add(row);
        if (known.row.table === row.table) unsure.add(known.row);
      }
    }
  return new Set(rows.filter((row) => !unsure.has(row)));
}

/** All that is said beside the figure, its unit included. */
const wordsOf = ({ subject, theme, when }: RowFact, { meaning, said }: RowFigure) =>
  [subject.toLowerCase(), theme, when, meaning.kind, meaning.phrase, said.replace(/[\d.,()−–-]+/g, "")].join("|");

/** The same but for what was rounded. */
function isSame(one: RowFigure, other: RowFigure): boolean {
  const [a, b] = [one, other].map(({ value }) => value.replace(/[^\d.]/g, "")) as [string, string];
  const places = Math.min(...[a, b].map((digits) => digits.split(".")[1]?.length ?? 0));
  return Math.abs(Number(a) - Number(b)) <= 0.51 * 10 ** -places;
}
