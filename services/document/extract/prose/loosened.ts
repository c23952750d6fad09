import type { Span } from "../../parse/parsed-document.ts";
import { withoutTies } from "./display.ts";

/** Those whose views a paragraph goes through, and the sentence that names them. */
export interface Tellers {
  /** "A few participants". */
  name: string;
  named: Span;
}

const GROUP = "participants|members|respondents|contacts|policymakers|directors";
/** "Regarding rents, several participants": who tells it, in front of a verb of telling. */
const TELLER = new RegExp(
  `^(?:(?!of |among )[^,]{3,90}, )?((?:(?:almost all|nearly all|all|most|many|several|some|a few|a couple of|a number of|a majority of|two|three|four) )?)(?:of the )?(?:other )?((?:meeting )?(?:${GROUP})) (?:(?:also|generally|further|again|all|continued to|broadly|largely) )*\\p{Ll}{3,}`,
  "iu",
);
const ANY_TELLER = new RegExp(`\\b(?:${GROUP}|staff|economists|analysts|firms)\\b`, "gi");
const TELLING =
  "noted|judged|saw|expected|agreed|observed|remarked|anticipated|emphasi[sz]ed|viewed|considered|commented|pointed (?:out|to)|acknowledged|cited|indicated|suggested|stressed|thought|preferred|concluded|believed|assessed|reported|highlighted|reaffirmed|regarded|mentioned|recogni[sz]ed|concurred|underscored|warned|cautioned|argued|reiterated|added|contended|felt|projected|stated|decided|supported|welcomed";
/** "They also noted", "These participants judged". */
const GOES_ON = new RegExp(
  `^((?:(?:in addition|moreover|furthermore|also|accordingly|additionally|however|nevertheless|overall|that said|at the same time), )?)(?:they|these (?:${GROUP})) (?=(?:(?:also|generally|further|again|all|broadly|largely|therefore|thus) )*(?:${TELLING})\\b)`,
  "i",
);
/** What may be meant of what was said before: "would reduce this risk". */
const POINTS =
  /\b(?:this|these|those|such)(?: an?)? (?!(?:year|month|week|quarter|meeting|time|cycle|century|decade)s?\b)([\p{L}-]{2,5})/giu;

/** Who tells what a sentence says, where it names them, and none else; `before` where it goes on with them. */
export function tellersOf(text: string, span: Span, before: Tellers | undefined): Tellers | undefined {
  if (GOES_ON.test(text)) return before;
  const [, part = "", group = ""] = TELLER.exec(text) ?? [];
  if (group === "" || (text.match(ANY_TELLER) ?? []).length > 1) return undefined;
  const name = `${part}${group}`.toLowerCase();
  return { name: name.charAt(0).toUpperCase() + name.slice(1), named: span };
}

/** What only says on what a view rests that the sentence before told: "Based on this assessment, ". */
const FRAME =
  /^(?:(?:based on|on the basis of|on the back of|in making|in balancing|in weighing|recogni[sz]ing|counterbalancing|following|given|in light of|in view of|in the face of|amid|reflecting|owing to) (?:all )?(?:this|these|those|such) (?:[\w’'-]{1,20} ){0,9}?[\w’'-]{3,20}|(?:in light of|given|in line with|in connection with|having said|given all of) (?:all )?(?:this|that)|from (?:this|that) (?:perspective|standpoint|viewpoint)|to (?:this|that) end|in these \w{3,20} times), (?=\p{L})/iu;

/**
 * The sentence said so that it may need nothing before it: without its frame, or with the name of those who tell it. Undefined
 * where neither is there to be changed.
 */
export function loosened(text: string, tellers: Tellers | undefined): { text: string; named?: Span } | undefined {
  const frame = FRAME.exec(text)?.[0].length ?? 0;
  if (frame > 0) return pointsBack(text.slice(frame)) ? undefined : { text: capital(text.slice(frame)) };
  if (!tellers) return undefined;
  const goes = GOES_ON.exec(text);
  if (!goes) return undefined;
  const rest = text.slice(goes[0].length);
  return pointsBack(rest) ? undefined : { text: withoutTies(`${tellers.name} ${rest}`), named: tellers.named };
}

const pointsBack = (text: string) =>
  [...text.matchAll(POINTS)].some(({ 1: noun = "", index }) => !text.slice(0, index).includes(noun));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
