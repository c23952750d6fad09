import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { type Headline, headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { readPhrase } from "../grammar/phrase.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";
import { described } from "./title-forms.ts";

/**
 * What a sentence says of how much or how high something is, where nothing moved: "unemployment rate at 4.2%",
 * "inflation below target", "elevated tariff rates". Without it the title would be the measure alone.
 */
export function levelCores(reading: Reading): TitleCore[] {
  const { tokens, plain, claim, isAgent } = reading;
  const { subject, modal, isNegated, isExistential } = claim;
  const seen = seenCores(reading);
  // "No member expected inflation to be over 3 percent": a lack of that.
  const isDenied = isNegated && claim.isInfinitive;
  if (isAgent || !subject || (isNegated && !isDenied) || isExistential || /^(?:may|might|could|can|must)$/.test(modal))
    return seen;
  // What some of them are, the others may not be.
  if (PARTIAL.test(subject.determiner)) return seen;
  const isForeseen = IS_FORESEEN.test(claim.verb) && claim.isPassive;
  const foreseen = isForeseen ? claim.verb : claim.expected;
  const how =
    foreseen === "" && modal === ""
      ? ""
      : foreseen === "estimate"
        ? "estimated "
        : `${/^(?:project|forecast)$/.test(foreseen) ? "projected" : "expected"} `;
  const mood = isDenied ? `lack of ${how}` : how;
  const behind = plain.slice(tokens[claim.action]?.end ?? plain.length);
  // A subject that lost what it is of is another one.
  const subjects = headlinesOf(subject, tokens, plain).filter(({ lost }) => lost < MOST_LOST);
  const worth = (one: Headline, more: number) => WORTH + more - one.lost * LOSS;
  const levels = subjects.flatMap((one) => {
    const { text } = one;
    if (/\d/.test(text)) return [];
    const found: TitleCore[] = [];
    // "Core, which came down, averaged": of what was told before.
    const isMeasure = text.includes(" ") || MEASURES.test(text);
    for (const level of isMeasure ? figuresBehind(claim, behind, text, mood !== "") : [])
      found.push({ text: `${mood}${text} ${level}`, worth: worth(one, FIGURED), isNamed: true });
    // The figure may leave no room for when.
    if (found.length > 0 && mood === "estimated ")
      found.push({ text: `${mood}${text}`, worth: worth(one, 0), isNamed: true });
    const state = HAS_LEVEL.test(claim.verb) ? stateBehind(behind) : "";
    if (state !== "" && !text.toLowerCase().split(/[ -]/).includes(state))
      found.push({ text: `${mood}${state} ${text}`, worth: worth(one, 0) });
    for (const { text: bar, lost } of barBehind(tokens, claim, plain))
      if (!text.includes(bar)) found.push({ text: `${mood}${text} ${bar}`, worth: worth(one, -lost * LOSS) });
    return found;
  });
  return [...seen, ...levels];
}

/** "at 4.2%" and the like at a title's end: what is asked for leaves it out. */
export const withoutLevel = (text: string) => text.replace(LEVEL, "");
const LEVEL = / (?:at|of|around|above|below) (?:\d[\d.,]*(?:%| basis points)|\$\d[\d.,]*(?:\/| per | a )\p{L}+)$/u;

const WORTH = 1;
/** What a title gains that has its figure. */
const FIGURED = 0.2;
const LOSS = 0.3;
const MOST_LOST = 0.2;
const PARTIAL = /\b(?:some|several|many|few|half|one|certain|various|each|other|others|another)\b/;
/** What one word names wholly. */
const MEASURES =
  /^(?:inflation|unemployment|employment|participation|productivity|growth|turnover|GDP|CPI|CPIF|CPIH|HICP|PCE|RPI|PMI)$/i;
const HAS_LEVEL =
  /^(?:be|remain|stand|stay|average|run|hover|hold|sit|lie|come|register|settle|appear|continue|reach|hit)$/;
const IS_FORESEEN = /^(?:project|forecast|estimate|expect|see|put)$/;

const FIGURE =
  /^((?: (?:also|still|again|unchanged|steady|stable|flat|broadly|just|only|slightly|well|far|roughly|approximately|about|around|close|to|near|at|in|above|below|over|under|almost|nearly|somewhat|back|more|less|than|an?|annualized|annualised))*) (\d[\d.,]*)( ?%| percent\b| per cent\b| basis points\b)(?!-)(.{0,12})/;
/** "$3.20/MMBtu", "$65 per barrel" */
const PRICE =
  /^((?: (?:also|still|just|only|roughly|approximately|about|around|close|to|near|at|above|below|over|under|almost|nearly|more|less|than|an?|average|of))*) (\$\d[\d.,]*)((?:\/| per | a )(?:barrel|b|bbl|gallon|gal|ton|tonne|mt|bushel|bu|pound|lb|kg|oz|ounce|MMBtu|MWh|hundredweight|cwt)\b)(.{0,12})/;
/** Of something else, or by how much it is another: no level. Lists have a figure for each member. */
const NO_LEVEL =
  /^,? (?:of|higher|lower|above|below|more|less|points?|stronger|weaker|up|down|larger|smaller|faster|slower|short|or|to|chance|probability|likely|likelihood)\b|^,? (?:and |or |[–-] ?)?\$?\d|^[–-]/;

/** "at 4.2%", "around 2%", "of 0.3%" where growth has it. */
function figuresBehind({ verb, isPassive }: Claim, behind: string, text: string, isExpected: boolean): string[] {
  const isPut = IS_FORESEEN.test(verb) && isPassive && /^ at /.test(behind);
  if (!isPut && (isPassive || !HAS_LEVEL.test(verb))) return [];
  const [, ways = "", figure = "", unit = "", rest = ""] = FIGURE.exec(behind) ?? PRICE.exec(behind) ?? [];
  // "at 4 percent, down from 5": a level, and how it got there.
  if (
    figure === "" ||
    (NO_LEVEL.test(rest) && !/^, (?:up|down) /.test(rest)) ||
    /\brespectively\b/.test(behind.slice(0, 120))
  )
    return [];
  const head = text.split(/ (?:of|in|on|for|to|from|at|by) /)[0] ?? text;
  const way = /\b(?:above|over|more)\b/.test(ways)
    ? "above"
    : /\b(?:below|under|less)\b/.test(ways)
      ? "below"
      : /\b(?:about|around|roughly|approximately|close|near|almost|nearly)\b/.test(ways)
        ? "around"
        : isExpected || AMOUNTS.test(head)
          ? "of"
          : "at";
  const amount = figure.replace(/[.,]$/, "");
  return [`${way} ${amount}${/^ ?(?:%|per ?cent)/.test(unit) ? "%" : unit}`];
}
/** What is so much, not at so much. */
const AMOUNTS =
  /(?:growth|increases?|decreases?|declines?|rise|fall|gains?|share|reduction|contraction|expansion|gap|surplus|deficit)$/i;

/** "elevated" of "remained at elevated levels", "firm" of "held firm". */
function stateBehind(behind: string): string {
  const found = AT_LEVELS.exec(behind)?.[1] ?? HELD.exec(behind)?.[1] ?? "";
  return found.replace(" ", "-");
}
const AT_LEVELS =
  /^(?: (?:\w+ly|still|also))* at (?:an? )?(?:(?:\w+ly|still|very|much) )?(high|higher|low|lower|elevated|depressed|subdued|record(?:[ -](?:high|low))?|healthy|solid|robust|weak|moderate|restrictive) (?:levels?|rates?|pace)\b/;
const HELD = /^(?: (?:\w+ly|also))* (steady|stable|firm|flat)\b(?! (?:and|or) )/;

/** "below historical average", "in line with expectations". */
function barBehind(tokens: Token[], { verb, action, isPassive, end }: Claim, plain: string): Headline[] {
  if (isPassive || !HAS_LEVEL.test(verb)) return [];
  let at = action + 1;
  while (at < end && (tokens[at]?.pos === "ADV" || /^(?:well|far|still)$/.test(word(tokens, at)))) at += 1;
  const [one, two, three] = [word(tokens, at), word(tokens, at + 1), word(tokens, at + 2)];
  const lead =
    one === "in" && two === "line" && three === "with"
      ? "in line with"
      : one === "close" && two === "to"
        ? "close to"
        : /^(?:above|below|near)$/.test(one)
          ? one
          : "";
  const phrase = lead === "" ? undefined : readPhrase(tokens, at + lead.split(" ").length, tokens.length);
  if (!phrase || /^(?:NUM|SYM)$/.test(tokens[phrase.core.from]?.pos ?? "")) return [];
  // "below those of the year before"
  if (/\b(?:that|those|this|these)\b/.test(phrase.determiner)) return [];
  // "its average": the subject's own.
  const determiner = /^(?:its|their)$/.test(phrase.determiner) ? "" : phrase.determiner;
  return headlinesOf({ ...phrase, determiner }, tokens, plain)
    .filter(({ lost }) => lost < MOST_LOST)
    .map((head) => ({ ...head, text: `${lead} ${head.text}` }));
}

/** "The outlook was considered more uncertain": "more uncertain outlook". */
function seenCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { isPassive, verb, action, isNegated, object, link } = claim;
  // "Members saw uncertainty as elevated"
  const isActive = isAgent && !isPassive && link === "" && object !== undefined;
  const seen = isActive ? object : claim.subject;
  if ((!isPassive && !isActive) || isNegated || !seen || !SEEN.test(verb)) return [];
  let at = isActive ? object.to : action + 1;
  if (isActive && word(tokens, at) !== "as" && !(word(tokens, at) === "to" && word(tokens, at + 1) === "be")) return [];
  while (tokens[at]?.pos === "ADV" || /^(?:as|being|to|be)$/.test(word(tokens, at))) at += 1;
  const next = tokens[at + 1];
  const isState = tokens[at]?.pos === "ADJ" || (tokens[at]?.pos === "VERB" && /ed$/.test(word(tokens, at)));
  if (!isState || /^(?:NOUN|PROPN|ADJ)$/.test(next?.pos ?? "") || /^[-–‑]$/.test(next?.text ?? "")) return [];
  const state = word(tokens, at);
  const end = Math.max(claim.end, at + 2);
  // "was seen as consistent with the aim": with what is what is told.
  const bar = state === "consistent" && next?.text === "with" ? readPhrase(tokens, at + 2, tokens.length) : undefined;
  const agreeing = bar
    ? headlinesOf(seen, tokens, plain).flatMap((one) =>
        headlinesOf(bar, tokens, plain).map(({ text, lost }) => ({
          text: `${one.text} consistent with ${text}`,
          worth: WORTH + FIGURED - (one.lost + lost) * LOSS,
        })),
      )
    : [];
  const ways = (text: string) =>
    /^(?:appropriate|warranted|justified)$/.test(state)
      ? [`case for ${text}`]
      : described(text, state, tokens, { ...claim, subject: seen, adjective: at, end });
  const plainly = headlinesOf(seen, tokens, plain).flatMap(({ text, lost }) =>
    ways(text).map((one) => ({ text: one, worth: WORTH - lost * LOSS })),
  );
  return [...agreeing, ...plainly];
}
const SEEN = /^(?:consider|see|view|judge|regard|assess|perceive|describe|characteri[sz]e|deem|find)$/;
