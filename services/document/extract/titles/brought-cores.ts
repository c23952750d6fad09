import { word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import { type TitleCore, worded } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.1;
const MOST_LOST = 0.4;
/** What a title gains that says why. */
const CAUSED = 0.3;

/**
 * What something brings about, where that is the first of a list that no title has room for, "possible greater volatility
 * from strikes", the recovery of which the whole document tells, "expected export contribution to recovery", or what something has
 * to face: "headwinds for port trade from low fares".
 */
export function broughtCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, object, verb, link, isNegated, isPassive, isExistential, adjective } = claim;
  if (isAgent || !subject || !object || isNegated || isPassive || isExistential || adjective >= 0) return [];
  const causes = headlinesOf(subject, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  const isUpturn = UPTURN.test(word(tokens, object.head)) && object.core.to === object.core.from + 1;
  const isHelp =
    verb === "contribute" && link === "to" ? "contribution" : link === "" && SUPPORTS.test(verb) ? "support" : "";
  if (isUpturn && object.determiner === "the" && isHelp !== "") {
    const upturn = word(tokens, object.head);
    const tie = isHelp === "support" ? "for" : "to";
    return causes.flatMap(({ text, lost }) => [
      { text: worded(`${isHelp} ${tie} ${upturn} from ${text}`, claim), worth: WORTH - lost * LOSS },
      ...(text.includes(" ")
        ? []
        : [{ text: worded(`${singular(text)} ${isHelp} ${tie} ${upturn}`, claim), worth: WORTH }]),
    ]);
  }
  if (verb === "face" && link === "" && FACED.test(word(tokens, object.head))) {
    const faced = sliceText(tokens, plain, object.core.from, object.head + 1);
    const from = causeAt(tokens, object.head + 1);
    const why = from < 0 ? undefined : readPhrase(tokens, from, tokens.length);
    const reasons = why ? headlinesOf(why, tokens, plain) : [];
    return causes.flatMap(({ text, lost }) => [
      // Everybody has challenges: without what they come of they are no theme.
      ...(ENOUGH.test(faced) ? [{ text: worded(`${faced} for ${text}`, claim), worth: WORTH - lost * LOSS }] : []),
      ...reasons.map((one) => ({
        text: worded(`${faced} for ${text} from ${one.text}`, claim),
        worth: WORTH + CAUSED - (lost + one.lost) * LOSS,
      })),
    ]);
  }
  const isBrought = /^(?:lead|result)$/.test(verb) ? /^(?:to|in)$/.test(link) : /^(?:cause|trigger)$/.test(verb);
  if (!isBrought || !object.isList) return [];
  let to = object.core.from;
  while (to < object.core.to && !/^(?:and|or|,)$/.test(word(tokens, to))) to += 1;
  const first = sliceText(tokens, plain, object.core.from, to);
  // "consumer and firm losses": both stand before one noun.
  if (!first.includes(" ") || tokens[to - 1]?.pos !== "NOUN") return [];
  return causes.map(({ text, lost }) => ({
    text: worded(`${first} from ${text}`, claim),
    worth: WORTH - lost * LOSS,
  }));
}

/** Where the reason begins that stands at once behind what is faced; -1 where none does. */
function causeAt(tokens: Token[], at: number): number {
  const from = word(tokens, at) === "," ? at + 1 : at;
  if (/^(?:due|owing)$/.test(word(tokens, from)) && word(tokens, from + 1) === "to") return from + 2;
  if (word(tokens, from) === "because" && word(tokens, from + 1) === "of") return from + 2;
  return /^(?:from|reflecting)$/.test(word(tokens, from)) ? from + 1 : -1;
}

const FACED = /^(?:headwinds?|challenges|difficulties|pressures?|constraints)$/;
const ENOUGH = /(?:headwinds?|pressures?)$/;
const UPTURN = /^(?:recovery|expansion|upturn|upswing|rebound)$/;
const SUPPORTS = /^(?:support|sustain|underpin)$/;
