import { readClaim } from "../grammar/claim.ts";
import { mainClause, word } from "../grammar/clause.ts";
import { singular } from "../grammar/compounds.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import { coresOf, type TitleCore, worded } from "./title-cores.ts";
import { isBody } from "./title-ties.ts";
import { DEEDS } from "./title-verbs.ts";

const WORTH = 1.1;
const LOSS = 0.3;
const MOST_LOST = 0.2;

/**
 * What is foreseen of something by a verb that moves it nowhere: "possible downside fare inflation surprise", "expected end
 * of dock strike", "expected rate cuts by island banks", "concern about excessive lending".
 */
export function foreseenCores(reading: Reading): TitleCore[] {
  if (reading.isAgent) return fearedCores(reading);
  const { tokens, plain, claim } = reading;
  const { subject, verb, object, link, isNegated, isPassive, isExistential, action, expected, modal } = claim;
  if (!subject || isNegated || isPassive || isExistential) return [];
  const behind = plain.slice(tokens[action]?.end ?? plain.length);
  const subjects = headlinesOf(subject, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  const mood = (text: string) => (/^(?:project|forecast)$/.test(expected) ? `projected ${text}` : worded(text, claim));
  const [, side = ""] = verb === "surprise" ? (/^ (?:on|to) the (downside|upside)\b/.exec(behind) ?? []) : [];
  if (side !== "")
    return subjects.map(({ text, lost }) => ({
      text: mood(
        / (?:of|in|on|for) /.test(text) ? `${side} surprise in ${text}` : `${side} ${singular(text)} surprise`,
      ),
      worth: WORTH - lost * LOSS,
    }));
  if (expected === "" && !/^(?:will|would)$/.test(modal)) return [];
  const turn = TURNS[verb];
  if (turn !== undefined && object === undefined && UNTIMED.test(behind))
    return subjects
      .filter(({ text }) => !/^\p{L}+ing /u.test(text))
      .map(({ text, lost }) => ({ text: mood(`${turn} ${text}`), worth: WORTH - lost * LOSS }));
  // "The banks are expected to cut rates": the banks are no theme, the cut is.
  const isSomebody = tokens[subject.head]?.pos === "PROPN" || isBody(tokens, claim);
  const deed = Object.hasOwn(DEEDS, verb) ? DEEDS[verb] : undefined;
  if (!isSomebody || !object || link !== "" || deed === undefined || expected === "") return [];
  const done = headlinesOf(object, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  return headlinesOf(subject, tokens, plain).flatMap((who) =>
    done.map(({ text, lost }) => ({
      text: mood(`${/ in$/.test(deed) ? `${singular(text)} ${deed.slice(0, -3)}` : `${deed} ${text}`} by ${who.text}`),
      worth: WORTH - (who.lost + lost) * LOSS,
    })),
  );
}

const TURNS: Partial<Record<string, string>> = {
  continue: "continued",
  end: "end of",
  begin: "start of",
  start: "start of",
};
/** Nothing that it would go on or begin with. */
const UNTIMED =
  /^(?:[,.;]|$| (?:in|by|during|over|through|throughout|into|until|soon|later|this|next|only|beyond|at an? \p{L}+ pace)\b)/u;

/** "raised the concern that low rates could lead to excessive lending": "concern about excessive lending". */
function fearedCores({ tokens, plain, claim }: Reading): TitleCore[] {
  const { object, isNegated, modal, verb } = claim;
  const noun = FEARS[word(tokens, object?.head ?? -1)];
  if (!object || isNegated || modal !== "" || noun === undefined || !TELLS.test(verb)) return [];
  if (word(tokens, object.to) !== "that" || object.attached.length > 0) return [];
  const inner = claimAt(tokens, object.to + 1);
  if (!inner || inner.isNegated) return [];
  if (inner.object && /^(?:lead|result|cause|trigger|generate|produce|create)$/.test(inner.verb))
    return headlinesOf(inner.object, tokens, plain).map(({ text, lost }) => ({
      text: `${noun} ${text}`,
      worth: WORTH - lost * LOSS,
    }));
  const bare = { ...inner, modal: "", expected: "", isSupposed: false };
  return coresOf({ claim: bare, tokens, plain, isAgent: false, agent: "" })
    .filter(({ worth }) => worth > 0.8)
    .map(({ text, worth }) => ({ text: `${noun} ${text}`, worth: Math.min(worth, WORTH) }));
}
const claimAt = (tokens: Reading["tokens"], at: number) => {
  const clause = mainClause(tokens, at);
  return clause?.subject.from === at ? readClaim(tokens, clause) : undefined;
};
const TELLS = /^(?:express|raise|mention|note|voice|see|cite|highlight|point|acknowledge|discuss)$/;
const FEARS: Partial<Record<string, string>> = {
  concern: "concern about",
  concerns: "concern about",
  possibility: "possibility of",
  risk: "risk of",
  likelihood: "likelihood of",
};
