import { MONTHS } from "#kit/months.ts";
import { directionOf, moves } from "../grammar/changes.ts";
import { word } from "../grammar/clause.ts";
import { beforeFigure } from "../grammar/figures.ts";
import { isNaming, isPale, sliceText } from "../grammar/noun-phrases.ts";
import type { Phrase } from "../grammar/phrase.ts";
import type { Reading } from "../titles/reading.ts";
import { DEEDS } from "../titles/title-verbs.ts";

/** "largely" of "driven largely by". */
const MOSTLY = "(?:(?:in (?:large )?part|largely|primarily|mainly|partly|mostly|chiefly|importantly) )?";
const CAUSE = new RegExp(
  `\\b(?:because|(?:due|owing|attributable|attributed) ${MOSTLY}to|reflect(?:s|ed|ing)|(?:driven|supported|led|caused|boosted|underpinned|aided|helped|prompted|fuelled|fueled|propelled) ${MOSTLY}by|as a result of|on account of|on the back of|in response to|in order to|thanks to|resulting from|primarily from|on (?:higher|lower|stronger|weaker|larger|smaller|reduced|increased|continued|improved|slower|tighter))\\b`,
  "i",
);
const OTHER_CLAUSE =
  /[;:]|\.(?=\s)|\b(?:while|but|although|whereas|which|who|that|including|excluding)\b|(?:,| and) [\w\s’'-]{2,60} (?:was|were|had|has|have|is|are|rose|fell|would|will)\b/;
/** Verbs that only tell what others say or think: one asks for that, not whether they tell it. */
export const TELLS =
  /^(?:say|state|note|show|mean|decide|agree|vote|expect|judge|believe|suggest|indicate|think|assume|imply|highlight|cite|mention|include|see)$/;

/** What it is compared with need not be asked for: "than" belongs to its adjective, "compared with" does not. */
export function comparedAt({ claim, tokens }: Reading): number {
  for (let at = claim.action + 1; at < claim.end; at += 1)
    if (/^(?:compared|versus|relative)$/.test(word(tokens, at))) return at;
  return claim.end;
}

/** What is cut off leaves half a phrase: "an ongoing" of "an ongoing but still slow recovery", "the issuance" of "the issuance of up to 5 million shares". */
export function isHalf({ claim, tokens, plain }: Reading, end: number): boolean {
  const last = tokens[end - 1];
  // "as of June 30" of "as of June 30, 2031"
  if (last?.pos === "NUM" && tokens[end]?.text === "," && /^(?:19|20)\d\d$/.test(tokens[end + 1]?.text ?? ""))
    return MONTHS.includes(tokens[end - 2]?.text ?? "");
  // "two vendors that stood for a tenth": without the clause they are any two.
  if (/^(?:that|who|which|whose|where)$/.test(word(tokens, end)) && /^(?:NOUN|PROPN)$/.test(last?.pos ?? ""))
    return true;
  // "contracts designated" of "contracts designated as hedges"
  if (last?.pos === "VERB" && /ed$/.test(last.text) && end - 1 > claim.action && tokens[end - 2]?.pos === "NOUN")
    return true;
  // "related to certain" of "certain of its assets"
  if (/^(?:certain|various|several|some|its|their)$/.test(word(tokens, end - 1)) && end - 1 > claim.action) return true;
  if (
    last?.pos === "DET" ||
    (last?.pos === "ADJ" &&
      tokens[end - 2]?.pos === "DET" &&
      end - 1 > claim.adjective &&
      /^(?:but|and|or|if|albeit|,|\()$/.test(word(tokens, end)))
  )
    return end - 1 !== claim.adjective;
  // "a picture similar" of "a picture similar to that of June"
  if (
    last?.pos === "ADJ" &&
    end - 1 > claim.adjective &&
    tokens[end - 2]?.pos === "NOUN" &&
    /^(?:to|than|from)$/.test(word(tokens, end))
  )
    return true;
  const { object } = claim;
  if (!object || end >= object.to || end < object.core.to || !/^(?:of|in)$/.test(word(tokens, end))) return false;
  return tellingWords(sliceText(tokens, plain, object.core.from, end)) < 2;
}

export const tellingWords = (text: string) =>
  text
    .split(" ")
    .filter((one) => /^\p{L}{3}|^[A-Z.]{2}/u.test(one) && isNaming(one.toLowerCase()) && !isPale(one.toLowerCase()))
    .length;

/** A cause is named in the clause itself, not in one that follows it. */
export function hasCause({ claim, tokens, plain }: Reading, ofDenied: boolean): boolean {
  if (
    (claim.isNegated && !ofDenied) ||
    claim.verb === "be due" ||
    /^(?:weigh|put|drag|focus|place|exert|depend|rely|build|concentrate|comment|agree)$/.test(claim.verb)
  )
    return false;
  const behind = plain.slice(tokens[claim.action]?.end ?? 0);
  const at = behind.search(CAUSE);
  const before = behind.slice(0, at);
  // "spikes, in response to", "moved little in response to": the response of another thing, or hardly one.
  const responds = behind.startsWith("in response", at) ? before.replace(/, (?:[\p{L}-]+ ){0,3}$/u, "") : "";
  if (/[,;]|\b(?:little|less)\b/.test(responds)) return false;
  return at >= 0 && at < 160 && !OTHER_CLAUSE.test(before);
}

/** The token at which the cause begins. */
export function causeAt({ claim, tokens, plain }: Reading): number {
  const start = tokens[claim.action]?.end ?? 0;
  const at = start + plain.slice(start).search(CAUSE);
  const found = tokens.findIndex((token) => token.start >= at);
  return found < 0 ? claim.end : found;
}

/** The predicate says something once its figures are cut off: a movement, an object, an adjective. */
export function isSaying({ claim, tokens }: Reading): boolean {
  const cut = beforeFigure(tokens, claim);
  if (moves(claim.verb) || (directionOf(tokens, claim) !== "" && (claim.verb !== "be" || cut === claim.end)))
    return true;
  if (claim.isPassive && DEEDS[claim.verb] !== undefined) return true;
  // "is forecast at 5 dollars" says nothing without its figure.
  if (claim.isPassive) return cut > claim.action + 1 || cut === claim.end;
  if (claim.adjective >= 0) return cut > claim.adjective + 1 || cut === claim.end;
  // "was faster than in May"
  if (claim.verb === "be" && claim.object === undefined && /er$|^(?:more|less)$/.test(word(tokens, claim.action + 1)))
    return cut === claim.end && tokens.slice(claim.action, claim.end).some(({ text }) => text === "than");
  // "remained at a low level": how it stood.
  if (/^(?:remain|stay|stand|be|hover)$/.test(claim.verb) && claim.link === "at" && isLevel(claim.object, tokens))
    return cut === claim.end;
  if (claim.object !== undefined) return cut >= claim.object.core.to && isTold(claim.object, tokens);
  // "The response has peaked": nothing was cut off.
  return cut === claim.end && !/^(?:be|have)$/.test(claim.verb) && !TELLS.test(claim.verb);
}

const isLevel = (phrase: Phrase | undefined, tokens: Reading["tokens"]) =>
  phrase !== undefined &&
  /^(?:levels?|pace|rates?)$/.test(word(tokens, phrase.head)) &&
  tokens[phrase.head - 1]?.pos === "ADJ";

/** The object is more than one pale word: "a role" tells too little. */
export function isTold(phrase: Phrase, tokens: Reading["tokens"]): boolean {
  for (let at = phrase.core.from; at < phrase.to; at += 1) {
    const text = word(tokens, at);
    if (/^(?:NOUN|PROPN|ADJ|VERB)$/.test(tokens[at]?.pos ?? "") && isNaming(text) && !isPale(text)) return true;
  }
  return false;
}
