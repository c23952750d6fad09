import type { ColumnMeaning } from "./column-meaning.ts";
import type { RowFigure } from "./row-fact.ts";
import { areChanges, chooseChanges } from "./table-index-changes.ts";

/** More figures than this are no longer read in one sentence. */
const MAX_FIGURES = 4;

/** What is told of a row, and after which pattern. */
export interface Choice {
  kind: "rise" | "time" | "measure" | "category" | "votes";
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
  names: readonly string[],
): Choice | undefined {
  const known = meanings.slice(1).filter((meaning) => meaning !== undefined);
  const isNamed = meanings.every((meaning, at) => at === 0 || meaning !== undefined || names[at] !== "");
  if (figures.length === 0 || !isNamed) return undefined;
  // A row of an index with an empty cell may be one that was divided at the wrong place.
  if (areChanges(known))
    return figures.length === known.length ? { kind: "rise", figures: chooseChanges(figures) } : undefined;
  // Two columns of the same name belong under something that was not read.
  const told = known.filter(({ kind }) => kind !== "change").map(({ phrase }) => phrase);
  if (new Set(told).size < told.length) return undefined;
  const kinds = new Set(known.map(({ kind }) => kind));
  const isWhole = known.length === meanings.length - 1;
  // Columns beside periods may say what was not understood, as long as they have a name: they are left out.
  if (known.every(({ kind }) => kind === "during" || kind === "at" || kind === "change"))
    return kinds.has("during") || kinds.has("at") ? { kind: "time", figures: ofTime(figures) } : undefined;
  if (!isWhole) return undefined;
  if (known.every(({ kind }) => kind === "votes"))
    return figures.length === known.length && figures.length > 1 ? { kind: "votes", figures: [...figures] } : undefined;
  if (known.every(({ kind, phrase }) => kind === "measure" || (kind === "total" && phrase !== "")))
    return kinds.has("measure") ? measures(figures) : undefined;
  if (known.every(({ kind }) => kind === "category" || kind === "total")) return categories(figures);
  return undefined;
}

function ofTime(figures: readonly RowFigure[]): RowFigure[] {
  const times = figures.filter(({ meaning }) => meaning.kind !== "change");
  const changes = figures.length - times.length;
  // One change behind each pair of periods, or of which two is not plain.
  const isPlain =
    changes * 2 === times.length && figures.every(({ meaning }, at) => (meaning.kind === "change") === (at % 3 === 2));
  if (times.length <= MAX_FIGURES) return isPlain ? [...figures] : times;
  const orders = times.map(({ meaning }) => meaning.order ?? 0);
  const isRising =
    orders.every((order, at) => order > 0 && order >= (orders[at - 1] ?? 0)) && orders[0] !== orders.at(-1);
  if (isRising) return times.slice(-MAX_FIGURES);
  // Of several stretches of time the first two periods of each.
  const isOne = new Set(times.map(({ meaning }) => meaning.stem)).size === 1;
  const taken = new Map<string, number>();
  const first = times.filter(({ meaning: { stem } }) => {
    taken.set(stem, (taken.get(stem) ?? 0) + 1);
    return isOne || (taken.get(stem) ?? 0) <= 2;
  });
  return first.slice(0, MAX_FIGURES);
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
