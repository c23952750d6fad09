import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.2;

const NOUNS: Record<string, string> = {
  reluctant: "reluctance",
  hesitant: "hesitancy",
  unwilling: "unwillingness",
  willing: "willingness",
  unable: "inability",
  prepared: "readiness",
  ready: "readiness",
};

/** "Some ports were reluctant to raise wages": "ports’ reluctance to raise wages". Whose mood it is is told with what it is about. */
export function attitudeCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { subject, adjective, isNegated, modal, verb } = claim;
  if (
    !subject ||
    adjective < 0 ||
    isNegated ||
    modal !== "" ||
    !/^(?:be|remain|become|stay|appear|seem|grow)$/.test(verb)
  )
    return [];
  const noun = NOUNS[word(tokens, adjective)];
  const did = tokens[adjective + 2];
  if (noun === undefined || word(tokens, adjective + 1) !== "to" || did?.pos !== "VERB") return [];
  const degree = word(tokens, adjective - 1);
  const way = degree === "less" ? "lower " : degree === "more" ? "greater " : "";
  // "reluctant to lay off workers", "to commit to investments"
  const behind = word(tokens, adjective + 3);
  const particle = /^(?:off|up|down|out|to|in|on)$/.test(behind) ? ` ${behind}` : "";
  const object = readPhrase(tokens, adjective + (particle === "" ? 3 : 4), tokens.length);
  const who = sliceText(tokens, plain, subject.head, subject.head + 1);
  if (!object || tokens[subject.head]?.pos === "PRON" || /^(?:others?|ones?|both)$/i.test(who)) return [];
  const whose = `${who}${/s$/.test(who) ? "’" : "’s"}`;
  return headlinesOf(object, tokens, plain).map(({ text, lost }) => ({
    text: `${whose} ${way}${noun} to ${did.text}${particle} ${text}`,
    worth: WORTH - lost * LOSS,
  }));
}
