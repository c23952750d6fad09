import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { isNaming, isPale } from "../grammar/noun-phrases.ts";

/** Whether two things name what is told where no noun ties them: "coastal freight rates and barley exports". */
export function isPair(
  one: string,
  two: string,
  { subject, object, verb, link, isExistential }: Claim,
  tokens: Token[],
): boolean {
  const phrases = [subject, object];
  const isName = phrases.some((phrase) => tokens[phrase?.head ?? 0]?.pos === "PROPN");
  const isDeed = phrases.some((phrase) => tokens[phrase?.core.from ?? 0]?.pos === "VERB");
  // "come under pressure", "allow prices to fall": only what is done to the second thing itself ties the two.
  const isTied = link === "" && word(tokens, object?.to ?? 0) !== "to" && !UNTIED.test(verb);
  return !isName && !isDeed && !isExistential && isTied && !PARTIAL.test(two) && isWhole(one) && isWhole(two);
}

const isWhole = (text: string) =>
  !/ and | or |,|\d/.test(text) &&
  !CARRIERS.test(text) &&
  text.split(" ").filter((one) => one.length > 2 && isNaming(one.toLowerCase()) && !isPale(one.toLowerCase())).length >
    1;

/** Verbs whose object is told of the subject, or is all that there is to tell. */
const UNTIED =
  /^(?:be|have|remain|become|show|imply|suggest|assume|maintain|cover|involve|continue|achieve|foresee|expect|resume|give|receive)$/;
/** What says how much, or how it went, and no thing of its own. */
const PARTIAL =
  /(?:contributions?|support|signals?|moves?|momentum|pace|territory|return|odds|monitoring|grounds|components?|types|aspects|levels?|lines?|lessons|base|completion|recovery|recession|likelihood|ability|growth|cycle|information|landing)$|\b(?:contribution|support|ability|likelihood|return) /i;
/** What tells the news and is not the news. */
const CARRIERS =
  /(?:^| )(?:indicators?|reports?|commentary|surveys?|evidence|data|readings?|models?|estimates?|staff|participants?|members?|communications?|statements?)(?: |$)/i;

/** Without the words in front of its last one that another phrase has too. */
export const withoutShared = (text: string, other: string) => {
  const words = text.split(" ");
  return words.filter((one, at) => at === words.length - 1 || !overlap(one, other)).join(" ");
};

/** Whether two phrases have a word of some length in common. */
export function overlap(one: string, two: string): boolean {
  const words = new Set(one.toLowerCase().split(/[\s-]+/));
  return two
    .toLowerCase()
    .split(/[\s-]+/)
    .some((other) => other.length > 3 && words.has(other));
}
