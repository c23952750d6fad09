import { word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import { nominalEffects } from "./effect-nouns.ts";
import { ONE_OF_SEVERAL, thingsAt } from "./effect-things.ts";
import type { Reading } from "./reading.ts";
import type { Shape } from "./shorter-things.ts";
import { effectsOn } from "./title-effects.ts";

/** The verb of a claim and those that "and" ties to it in its form or with an auxiliary: "and is likely to". */
export function verbsIn({ claim, tokens }: Reading): { at: number; modal: string }[] {
  // "were seen as posing a risk"
  const seen = claim.isPassive && word(tokens, claim.action + 1) === "as" ? claim.action + 2 : -1;
  if (claim.isPassive) return /ing$/.test(word(tokens, seen)) ? [{ at: seen, modal: claim.modal }] : [];
  const found = [{ at: claim.action, modal: claim.modal }];
  const ending = endingOf(word(tokens, claim.action));
  for (let at = claim.action + 1; at < Math.min(tokens.length, claim.end + MOST_BEHIND); at += 1) {
    const text = word(tokens, at);
    if (/^(?:[.;:()—]|which|that|while|although|but|as|because|if)$/.test(text)) break;
    if (!/^(?:and|or)$/.test(text)) continue;
    const tied = tiedVerb(tokens, at + 1);
    // "resulted in lower exports and reduced supply": the supply that is.
    const isNoun = /^(?:lead|result|contribute|reflect)$/.test(claim.verb) && ending === "ed";
    if (tied && (tied.modal !== "" || (endingOf(word(tokens, tied.at)) === ending && !isNoun)))
      found.push({ at: tied.at, modal: tied.modal || claim.modal });
  }
  return found;
}
/** "were seen as posing a risk" */
export const SEEN = /^(?:see|view|perceive|regard|consider)$/;

function tiedVerb(tokens: Token[], from: number): { at: number; modal: string } | undefined {
  let at = from;
  let modal = "";
  if (/^(?:may|might|could|would|will|should|can)$/.test(word(tokens, at))) modal = word(tokens, at++);
  else if (/^(?:is|are|was|were)$/.test(word(tokens, at)) && /^(?:likely|expected|set)$/.test(word(tokens, at + 1))) {
    if (word(tokens, at + 2) !== "to") return undefined;
    modal = "would";
    at += 3;
  }
  while (tokens[at]?.pos === "ADV") at += 1;
  // "drag" and "boost" are taken for nouns, "lower" in "lower output" is none of it.
  const isVerb =
    tokens[at]?.pos === "VERB" ||
    /^(?:drag|boost|support|lift)$/.test(word(tokens, at)) ||
    /^(?:up|down)$/.test(word(tokens, at + 1));
  return isVerb && EFFECTIVE.test(actionForm(word(tokens, at))) ? { at, modal } : undefined;
}
export const MOST_BEHIND = 14;
const endingOf = (text: string) => /(?:ed|ing|[^s]s)$/.exec(text)?.[0].replace(/^[^s]s$/, "s") ?? "";
/** Where a noun may be meant, "drag", "support", only behind "and" in the form of the other verb. */
const EFFECTIVE =
  /^(?:weigh|drag|dampen|depress|restrain|hamper|constrain|support|underpin|bolster|boost|stimulate|raise|lift|increase|lower|reduce|slow|ease|weaken|strengthen|tighten|widen|push|drive|put|exert|lead|result|contribute)$/;

/** What a verb does to what stands behind it, as nouns. */
export function effectsBehind(tokens: Token[], plain: string, action: number): Shape[] {
  let at = action + 1;
  const skip = () => {
    while ((tokens[at]?.pos === "ADV" && word(tokens, at) !== "as") || word(tokens, at) === "further") at += 1;
  };
  skip();
  const particle = /^(?:up|down)$/.test(word(tokens, at)) ? word(tokens, at++) : "";
  skip();
  if (word(tokens, at) === "," || word(tokens, at) === "in") at = behindAside(tokens, at);
  const link = /^(?:on|to|in)$/.test(word(tokens, at)) ? word(tokens, at++) : "";
  const verb = actionForm(word(tokens, action));
  const nominal = link === "" && particle === "" ? nominalEffects(tokens, plain, verb, at) : [];
  if (nominal.length > 0 || /^(?:be|remain)$/.test(verb)) return nominal;
  if (word(tokens, at) === "to" || tokens[at]?.pos === "SCONJ") return [];
  const { shapes, to } = thingsAt(tokens, plain, at);
  const behind = word(tokens, to);
  // "caused prices to fall", "reduce the price of feed relative to"
  if (behind === "to" && tokens[to + 1]?.pos === "VERB") return [];
  const direction = /^(?:higher|up)$/.test(behind) ? "increase" : /^(?:lower|down)$/.test(behind) ? "decline" : "";
  const isPart = behind === "as" || (/^(?:and|,)$/.test(behind) && tokens[to + 1]?.pos === "NOUN");
  return shapes.flatMap(({ text, lost }) =>
    effectsOn(text, verb, link, direction, particle).map((one) => ({
      text: one,
      lost: lost + (isPart ? ONE_OF_SEVERAL : 0),
    })),
  );
}

/** Past ", in part," and "in part". */
function behindAside(tokens: Token[], at: number): number {
  const from = word(tokens, at) === "," ? at + 1 : at;
  const end = tokens.findIndex(({ text }, index) => index >= from && (text === "part" || text === "particular"));
  if (word(tokens, from) !== "in" || end < 0 || end > from + 2) return at;
  return word(tokens, end + 1) === "," ? end + 2 : end + 1;
}
