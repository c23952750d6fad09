import { CHANGE_NOUNS, changeOf } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import { isEmptyTheme } from "./title-empty.ts";
import { changed, described } from "./title-forms.ts";
import { overlap } from "./title-pairs.ts";

/** What a clause says in so few words that another clause's may stand beside it: "oil price decline", "tight credit". */
export interface Half {
  text: string;
  /** It ends in how its subject moved, and does not begin with how it is. */
  isMove: boolean;
  /** What moved, or is so; empty where it is not told without how. */
  thing: string;
}

const MOST_WORDS = 4;
/** A subject that lost what it is of is another one. */
const MOST_LOST = 0.2;
/** What some of them did, the others may not have done. */
const PARTIAL = /\b(?:some|several|many|few|half|one|certain|various|each|other|others|another|no|any)\b/;
/** Behind these what moved is not the subject by itself. */
const TIED = / (?:of|in|on|for|to|from|with|between|at|by|and|or|as|due|than) |,|['’]/;

/** What a clause tells as a fact of how its subject moved or is; nothing of what may be, is expected or denied. */
export function halvesOf({ tokens, plain, claim, isAgent }: Reading): Half[] {
  const { subject, modal, expected, isNegated, isExistential, isInfinitive, adjective } = claim;
  if (isAgent || !subject || modal !== "" || expected !== "" || isNegated || isExistential || isInfinitive) return [];
  if (PARTIAL.test(subject.determiner)) return [];
  const change = changeOf(tokens, claim);
  const found = new Map<string, Half>();
  for (const { text, lost } of headlinesOf(subject, tokens, plain)) {
    if (lost > MOST_LOST || TIED.test(text)) continue;
    const moved = change === "" || change.includes(" ") ? [] : changed(text, change);
    for (const one of moved) if (one.endsWith(` ${change}`)) found.set(one, { text: one, isMove: true, thing: text });
    if (adjective >= 0 && change === "")
      for (const one of described(text, word(tokens, adjective), tokens, claim))
        found.set(one, { text: one, isMove: false, thing: text });
  }
  return [...found.values()].filter(({ text }) => !TIED.test(text) && text.split(" ").length <= MOST_WORDS);
}

/**
 * "job gains and unemployment rate" where no more has room: of two that moved, two of one kind, or where the first is only
 * said to be so.
 */
export function tieThings(one: Half, two: Half): string {
  const [first, second] = [one.thing, two.thing];
  if (first === "" || second === "") return "";
  const tied = sharing(first, second);
  const isOfKind = tied.split(" ").length < `${first} and ${second}`.split(" ").length;
  const isLong = first.includes(" ") && second.includes(" ");
  if (tied === "" || [first, second].some((thing) => isEmptyTheme(thing) || STATE.test(thing))) return "";
  // "risk-free bond and long-term risk-free rates": a word twice.
  const words = tied.split(" ");
  if (new Set(words).size < words.length) return "";
  if (!isOfKind && (overlap(first, second) || !(one.isMove ? two.isMove : isLong))) return "";
  // "employment and price growth" would be the growth of both.
  return !isOfKind && CHANGE_NOUNS.has(second.split(" ").at(-1) ?? "") ? `${second} and ${first}` : tied;
}

/** How strong something is, and not what it is. */
const STATE = /(?:ness|strength)$/;

const MEASURED = / (?:inflation|price|wage|growth) \S+$/;

/** "oat and rye price" of "oat price" and "rye price"; empty where one says no more than the other. */
function sharing(one: string, two: string): string {
  // "longer-run and short-term fare expectations": the fare of the second is not read with the first.
  if (MEASURED.test(one) && !MEASURED.test(two) && one.split(" ").at(-1) === two.split(" ").at(-1))
    return sharing(two, one);
  const [first, second] = [one.split(" "), two.split(" ")];
  let same = 0;
  while (same < Math.min(first.length, second.length) && first.at(-1 - same) === second.at(-1 - same)) same += 1;
  if (same === first.length || same === second.length) return "";
  return `${first.slice(0, first.length - same).join(" ")} and ${two}`;
}

/**
 * Two halves as one phrase: "oil and natural gas price decline", "price decline and wage growth". Empty where one would be
 * read with the other's words: what is "tight" comes behind what moved.
 */
export function tieHalves(one: Half, two: Half): string {
  if (one.text === two.text) return "";
  if (!one.isMove && two.isMove) return `${two.text} and ${one.text}`;
  return one.isMove && two.isMove ? sharing(one.text, two.text) : `${one.text} and ${two.text}`;
}
