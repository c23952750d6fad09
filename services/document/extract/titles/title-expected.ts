import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const WORTH = 1.1;
const COUNTED = 1.3;

/**
 * What somebody expects, by its own noun: "expected strong growth in timber orders", "expected 25-basis-point base rate cut".
 * "Outlook for timber orders" says neither what is expected nor that it is.
 */
export function expectedCores({ tokens, plain, claim, isAgent, doer, holder }: Reading): TitleCore[] {
  const { verb, object, link, isNegated, isPassive, subject, modal } = claim;
  if (isNegated || isPassive || modal !== "" || claim.isInfinitive) return [];
  const behind = plain.slice(tokens[claim.action]?.end ?? plain.length);
  const isPreferred = /^ their preference for /.test(behind) || (verb === "prefer" && !/^ to /.test(behind));
  if (!EXPECTS.test(verb) && !isPreferred) return [];
  const who = `${holder} ${doer} ${subject ? plain.slice(tokens[subject.from]?.start, tokens[subject.to - 1]?.end) : ""}`;
  if (!isAgent && !MARKET.test(who) && !SURVEYED.test(who)) return [];
  const leads = isPreferred
    ? ["preference for"]
    : MARKET.test(who)
      ? ["market expectations of", "expected"]
      : SURVEYED.test(who)
        ? ["survey expectations of", "expected"]
        : ["expected"];
  const found: TitleCore[] = [];
  // Where whose expectation it is leaves no room for the month, it can go.
  const add = (text: string, worth: number) => {
    for (const [at, lead] of leads.entries()) found.push({ text: `${lead} ${text}`, worth: worth - at * 0.1 });
  };
  for (const [at, text] of pointsIn(behind).entries()) add(text, COUNTED - at * 0.1);
  if (!object || link !== "") return found;
  // "expected rates to fall": it is not the rates that are expected. What is the company's own its guidance tells.
  const isDoing = word(tokens, object.to) === "to" || tokens[object.core.from]?.pos === "VERB";
  if (isDoing || isPreferred || (doer === "" && holder === "" && !subject)) return found;
  const isMade = CHANGES.test(word(tokens, object.head));
  if (!isMade) return found;
  const [, figure = ""] = OF_FIGURE.exec(plain.slice(tokens[object.core.to - 1]?.end)) ?? [];
  for (const { text, lost } of headlinesOf(object, tokens, plain)) {
    const said = text.replace(/^(?:likely|possible|expected) /, "");
    if (figure !== "" && lost === 0 && !/ of /.test(text)) add(`${said} of ${figure}%`, COUNTED);
    if (said.includes(" ")) add(said, WORTH - lost * LOSS);
  }
  return found;
}

const EXPECTS = /^(?:expect|anticipate|foresee|envisage|predict|project|forecast)$/;
/** What is to happen; of anything else it is not told what is expected of it. */
const CHANGES =
  /^(?:growth|increases?|decreases?|declines?|reductions?|rises?|falls?|cuts?|hikes?|easing|tightening|slowing|slowdown|recovery|rebound|moderation|improvements?|deterioration|expansion|contraction|recession|downturn|gains?|losses|weakness|strength|weakening|strengthening|pickup|firming|normali[sz]ation|stabili[sz]ation|acceleration|pressures?|shortages?|demand|activity|outflows|inflows|support|volatility)$/;

const SURVEYED = /\b(?:respondents|dealers|economists|analysts|panellists)\b/i;
const MARKET = /\b(?:market participants|investors|traders|markets)\b/i;
/** "growth of 0.3%" */
const OF_FIGURE = /^ of (?:around |about )?(\d[\d.,]*)(?: ?%| percent\b| per cent\b)(?! (?:to|or|and) )/;

/** "25-basis-point base rate cut", "25-basis-point cut" of "a 25 basis point cut in the base rate at the next meeting". */
function pointsIn(behind: string): string[] {
  const { amount, noun, of } = POINTS.exec(behind)?.groups ?? {};
  if (amount === undefined || noun === undefined) return [];
  const short = `${amount}-basis-point ${noun}`;
  return of === undefined ? [short] : [`${amount}-basis-point ${of} ${noun}`, short];
}
const POINTS =
  /^(?: their preference for)?(?: (?:an?|another|the|two|three|further))?(?: (?:additional|further))? (?<amount>\d+)[ -]basis[ -]points? (?<noun>increase|rise|hike|cut|reduction|decrease|decline)(?: in (?:the )?(?<of>(?:(?!for\b|at\b|to\b|by\b|in\b|and\b)[\p{L}’'-]+ ?){1,3}(?<! )))?/u;
