import { CHANGE_NOUNS, changeOf } from "../grammar/changes.ts";
import { MAX_TITLE_WORDS, sizeOf } from "../grammar/shape.ts";
import type { Reading } from "./reading.ts";
import { stemOf } from "./telling.ts";
import { inManner, mannerOf } from "./title-manner.ts";

/** How what a sentence tells of moved: "sharp" of "fares fell sharply". */
export interface Degree {
  manner: string;
  /** The move as a title has it: "decline". */
  noun: string;
  /** What moved, by the stem of its noun. */
  of: string;
}

/** Nothing where the sentence tells of no move, or not how. */
export function degreeIn({ claim, tokens, plain }: Reading): { degree?: Degree } {
  const noun = changeOf(tokens, claim).split(" ").at(-1) ?? "";
  if (!claim.subject || noun === "" || noun === "revision") return {};
  const manner = mannerOf(tokens, claim, plain);
  // "A faster increase" than which?
  if (manner === "" || /-|er$/.test(manner)) return {};
  return { degree: { manner, noun, of: stemOf(tokens[claim.subject.head]?.text ?? "") } };
}

const PREPOSITION = / (?:of|in|on|for|to|from|with|between|at|by|amid|among|across|near|as) |['’]/;
/** It says already how much, or is no more of how something moved. */
const SAYS_HOW =
  /\d ?%|-|\b(?:slight|modest|moderate|sharp|steep|strong|robust|rapid|brisk|solid|steady|gradual|slow\w*|fast\w*|substantial|significant|considerable|marked|notable|dramatic|further|large|small|broad|record|annual|monthly|continued|lack|reports?|risks?|effects?|boost|drag|support)\b/i;

const MOOD_BEHIND = / (?:expected|projected|possible|estimated|needed) /;

/**
 * "Sharp Norden fare decline, May 2031" of "Norden fare decline, May 2031": a slight one is what other months and places had.
 * With the place behind it where that fits. The same where it is told of another move, or fits nowhere. What is `said`
 * tells whether its first word is a name.
 */
export function withDegree(
  title: string,
  degree: Degree | undefined,
  { said, place }: { said: string; place: string },
  isFree: (text: string) => boolean,
): string {
  if (!degree) return title;
  const { manner, noun, of } = degree;
  const [head = "", period = ""] = title.split(/(?=, [^,]*$)/);
  const at = head.toLowerCase().search(new RegExp(`\\b${noun}(?=$| (?:in|of|at|among|across|for|amid|on|from|due) )`));
  const isSaid = SAYS_HOW.test(head) || head.toLowerCase().includes(manner);
  if (at < 0 || PREPOSITION.test(` ${head.slice(0, at)}`) || isSaid) return title;
  const words = head.toLowerCase().split(" ");
  const isOne = words.filter((word) => CHANGE_NOUNS.has(word)).length === 1;
  if (!isOne || !words.some((word) => stemOf(word) === of)) return title;
  const [first = ""] = words;
  const isSmall = first === noun || said.split(/[^\p{L}.-]+/u).includes(first);
  const small = isSmall ? `${first}${head.slice(first.length)}` : head;
  const lead = `${place} `;
  const behind = head.startsWith(lead) && !/ in /.test(head) ? `${head.slice(lead.length)} in ${place}` : small;
  for (const text of [behind, small]) {
    // "Slight Norden expected decline": what is expected is the slight one.
    if (MOOD_BEHIND.test(text)) continue;
    const told = inManner(text, manner);
    const whole = `${told.charAt(0).toUpperCase()}${told.slice(1)}${period}`;
    if (sizeOf(whole) <= MAX_TITLE_WORDS && isFree(whole)) return whole;
  }
  return title;
}
