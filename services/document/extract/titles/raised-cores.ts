import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.2;
/** What is voiced says something itself; what attention is drawn to says it all. */
const VOICED =
  /^(?:scepticism|skepticism|doubts?|concerns?|caution|optimism|surprise|reservations?|disappointment|satisfaction|confidence|regret)$/;
const DRAWN = /^(?:attention|reference|emphasis|comfort|importance|note)$/;

/** Half of a clause: "the extent to which". */
const OPEN = /^(?:extent|degree|fact|question|possibility|notion|idea|view|role)\b/;

/** "Scepticism was voiced regarding the rebound in fares": "scepticism regarding rebound in fares". Of a mood alone nobody tells. */
export function raisedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { subject, isPassive, isNegated, verb, action } = claim;
  if (!subject || !isPassive || isNegated || !/^(?:express|voice|raise|draw|make|pay|place|put|take)$/.test(verb))
    return [];
  const noun = word(tokens, subject.head);
  const isVoiced = VOICED.test(noun);
  if (!isVoiced && !DRAWN.test(noun)) return [];
  const at = action + 1;
  if (!/^(?:about|regarding|on|over|around|concerning|to|from|in)$/.test(word(tokens, at))) return [];
  const phrase = readPhrase(tokens, at + 1, tokens.length);
  if (!phrase || word(tokens, phrase.to) === "that" || /^(?:this|that|these|those)\b/.test(phrase.determiner))
    return [];
  const tie = word(tokens, at) === "to" || word(tokens, at) === "from" ? "about" : word(tokens, at);
  return headlinesOf(phrase, tokens, plain)
    .filter(({ text }) => text.includes(" ") && !OPEN.test(text))
    .map(({ text, lost }) => ({
      text: isVoiced ? `${noun} ${tie} ${text}` : text,
      worth: WORTH - lost * LOSS,
    }));
}
