import type { ColumnMeaning } from "./column-meaning.ts";
import type { RowFigure } from "./table-findings.ts";

/** More figures than this are no longer read in one sentence. */
const MAX_FIGURES = 4;

/** What is told of a row, and after which pattern. */
export interface Choice {
  kind: "time" | "measure" | "category";
  figures: RowFigure[];
}

/** What is most looked for among the measures of a table whose rows are places. */
const FIRST_MEASURES = [
  "production",
  "exports",
  "imports",
  "ending stocks",
  "output",
  "total use",
  "total domestic use",
];

/**
 * The figures that are told: of periods the newest and what they are compared with, of categories the largest and the
 * total. Undefined when the columns are of several kinds, or too few have a meaning: then no figure can be trusted.
 */
export function chooseFigures(
  figures: readonly RowFigure[],
  meanings: readonly (ColumnMeaning | undefined)[],
): Choice | undefined {
  const named = meanings.slice(1);
  const known = named.filter((meaning) => meaning !== undefined);
  if (figures.length === 0 || known.length < named.length) return undefined;
  // Two columns of the same name belong under something that was not read.
  const told = known.filter(({ kind }) => kind !== "change").map(({ phrase }) => phrase);
  if (new Set(told).size < told.length) return undefined;
  const kinds = new Set(known.map(({ kind }) => kind));
  if (known.every(({ kind }) => kind === "during" || kind === "at" || kind === "change"))
    return kinds.has("during") || kinds.has("at") ? { kind: "time", figures: ofTime(figures) } : undefined;
  if (known.every(({ kind, phrase }) => kind === "measure" || (kind === "total" && phrase !== "")))
    return kinds.has("measure") ? measures(figures) : undefined;
  if (known.every(({ kind }) => kind === "category" || kind === "total")) return categories(figures);
  return undefined;
}

function ofTime(figures: readonly RowFigure[]): RowFigure[] {
  const times = figures.filter(({ meaning }) => meaning.kind !== "change");
  if (times.length <= MAX_FIGURES) return [...figures];
  const years = times.map(({ meaning }) => meaning.order ?? 0);
  const isRising = years.every((year, at) => year > 0 && year >= (years[at - 1] ?? 0)) && years[0] !== years.at(-1);
  return isRising ? times.slice(-MAX_FIGURES) : times.slice(0, MAX_FIGURES);
}

function measures(figures: readonly RowFigure[]): Choice | undefined {
  const rank = ({ meaning }: RowFigure) => {
    const at = FIRST_MEASURES.indexOf(meaning.phrase);
    return at < 0 ? FIRST_MEASURES.length : at;
  };
  const chosen = new Set(figures.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_FIGURES));
  return chosen.size < 2 ? undefined : { kind: "measure", figures: figures.filter((figure) => chosen.has(figure)) };
}

function categories(figures: readonly RowFigure[]): Choice | undefined {
  const size = ({ value }: RowFigure) => Number(value.replace(/[^\d.]/g, "")) || 0;
  const total = figures.find(({ meaning }) => meaning.kind === "total");
  const parts = figures.filter((figure) => figure !== total);
  const largest = new Set(parts.toSorted((a, b) => size(b) - size(a)).slice(0, total ? MAX_FIGURES - 1 : MAX_FIGURES));
  if (largest.size === 0 || figures.length < 2) return undefined;
  return { kind: "category", figures: figures.filter((figure) => largest.has(figure) || figure === total) };
}
