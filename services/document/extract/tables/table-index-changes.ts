import { lowerStart, type Vocabulary } from "../grammar/vocabulary.ts";
import type { ColumnMeaning } from "./column-meaning.ts";
import type { RowFigure } from "./row-fact.ts";
import { joined } from "./table-sentence.ts";

const INDEX =
  /\b((?:consumer|producer|wholesale|retail|import|export|house|home)[ -]price|employment cost) ind(?:ex|exes|ices)\b/i;
/** More changes than this are no longer read in one sentence. */
const MAX_CHANGES = 3;

/** "consumer price index" of words that name one. */
export const indexIn = (words: string): string => {
  const found = INDEX.exec(words)?.[1];
  return found === undefined ? "" : `${found.toLowerCase().replace("-", " ")} index`;
};

/** What a row of an index is of; undefined where neither the caption nor the document names an index. */
export function indexSubject(label: string, caption: string, document: string, vocabulary: Vocabulary) {
  const index = indexIn(caption) || indexIn(document);
  // What begins small is the end of a label that broke off; "Processed" says nothing of what.
  if (index === "" || !/^\p{Lu}/u.test(label) || /^(?:others?|residual|\w+ed)$|\btotal$/i.test(label)) return undefined;
  const bare = label.replace(/ ?\([^()]*\)/g, "");
  if (/\b(?:CPI|PPI|ind(?:ex|exes|ices))\b/.test(bare))
    return { subject: `the ${lowerStart(label, vocabulary)}`, label: bare };
  if (/ average$/.test(bare)) return { subject: `the ${bare} ${index}`, label: `${bare} ${index}` };
  const what = DIRECTION.test(bare) ? `the ${bare}` : smallLabel(label, vocabulary);
  return { subject: `the ${index} for ${what}`, label: `${what.replace(/^the | ?\([^()]*\)/g, "")} ${index}` };
}

/** "Fresh fruits" as "fresh fruits", and "Eastern Cape" as it is. */
function smallLabel(label: string, { lower }: Vocabulary): string {
  const [first = ""] = label.split(/[ ,]/);
  const isCommon =
    / [\p{Ll}(]/u.test(label) || (!/[ -]/.test(label) && (/s$/.test(label) || lower.has(first.toLowerCase())));
  return isCommon && /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Parts of a country. */
const DIRECTION = /^(?:North|South|Mid)?(?:North|South|East|West)$/i;
const SHORT = new Map([
  ["consumer price index", "CPI"],
  ["producer price index", "PPI"],
]);

/** "Food consumer price index" as a title says it, and shorter; the last as one types it. */
export function headsOfIndex(label: string): string[] {
  const index = indexIn(label);
  const short = SHORT.get(index);
  if (index === "") return [label];
  return [label, label.replace(/price index$/, "prices"), ...(short ? [label.replace(index, short)] : [])];
}

/**
 * Of each length of time the newest change, seasonally adjusted where it is; the longest first. Where both are the same, a
 * note may say that the row is not adjusted.
 */
export function chooseChanges(figures: readonly RowFigure[]): RowFigure[] {
  const newest = new Map<number, RowFigure>();
  for (const figure of figures) {
    const { months = 0, order = 0, isAdjusted } = figure.meaning;
    const known = newest.get(months);
    const isOther = order === known?.meaning.order && isAdjusted === true && figure.value !== known.value;
    if (!known || order > (known.meaning.order ?? 0) || isOther) newest.set(months, figure);
  }
  return [...newest]
    .toSorted(([a], [b]) => b - a)
    .slice(0, MAX_CHANGES)
    .map(([, figure]) => figure);
}

/** "rose 2.7 percent from July 2030 to July 2031 and fell 0.1 percent from June 2031 to July 2031 (seasonally adjusted)". */
export function changesSaid(figures: readonly RowFigure[]): string {
  const verbs = new Set(figures.map(verbOf));
  const said = figures.map((figure, at) => {
    const { phrase, isAdjusted } = figure.meaning;
    const isSaid = at === 0 || verbs.size > 1;
    const verb = verbOf(figure);
    const amount = verb === "was unchanged" ? "" : figure.said.replace(/^[-−–+]/, "");
    const words = [isSaid ? verb : "", amount, phrase, isAdjusted ? "(seasonally adjusted)" : ""];
    return words.filter((word) => word !== "").join(" ");
  });
  return joined(said);
}

const verbOf = ({ value }: RowFigure) =>
  /^[-−–(]/.test(value) ? "fell" : /[1-9]/.test(value) ? "rose" : "was unchanged";

/** "how much did the consumer price index for food change from June 2031 to July 2031 after seasonal adjustment". */
export const askedOfChanges = (figures: readonly RowFigure[], subject: string): string[] =>
  figures.map(
    ({ meaning }) =>
      `how much did ${subject} change ${meaning.phrase}${meaning.isAdjusted ? " after seasonal adjustment" : ""}`,
  );

/** Whether columns are changes of an index. */
export const areChanges = (known: readonly ColumnMeaning[]): boolean =>
  known.length > 0 && known.every(({ kind }) => kind === "rise");
