import { changeNoun } from "../grammar/changes.ts";
import { type Claim, readClaim } from "../grammar/claim.ts";
import { mainClause, word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import { ingForm } from "../grammar/verb-forms.ts";
import type { Reading } from "./reading.ts";
import { type TitleCore, worded } from "./title-cores.ts";
import { overlap } from "./title-pairs.ts";

const WORTH = 1.3;
const LOSS = 0.3;
const MOST_LOST = 0.2;
/** What some of them do, the others may not. */
const PARTIAL = /\b(?:some|several|many|few|half|one|certain|various|each|other|others|another)\b/;

/**
 * Where something goes, or how it stands to what is aimed at: "expected fare inflation return to 3% target", "output above
 * potential". "Outlook for fare inflation" would leave that to the finding.
 */
export function pathCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  if (isAgent) return heldCores(tokens, plain, claim);
  // "was determined to ensure that inflation would stabilise": nobody says that it will.
  const from = claim.subject?.from ?? 0;
  if (word(tokens, from - 1) === "that" && ENSURES.test(word(tokens, from - 2)))
    return word(tokens, from - 4) === "determined" ? meantCores(claim, tokens, plain) : [];
  const trust = word(tokens, from - 1) === "that" && word(tokens, from - 2) === "confidence" ? "confidence in " : "";
  const isProjected = /^(?:project|forecast)$/.test(claim.expected);
  return pathsOf(claim, tokens, plain).map(({ text, worth }) => ({
    text: trust !== "" ? trust + text : isProjected ? `projected ${text}` : worded(text, claim),
    worth,
  }));
}

const ENSURES = /^(?:ensure|ensuring)$/;

/** The same without what is only expected of it. */
function pathsOf(claim: Claim, tokens: Token[], plain: string): TitleCore[] {
  const { subject, action, isNegated, isPassive, isExistential } = claim;
  if (!subject || isNegated || isPassive || isExistential || PARTIAL.test(subject.determiner)) return [];
  const behind = plain.slice(tokens[action]?.start ?? plain.length);
  const [, verb = "", rest = ""] = /^(\p{L}+)(.*)$/su.exec(behind) ?? [];
  const tied = verb === "" ? undefined : tieOf(claim.verb, rest);
  if (!tied) return [];
  return headlinesOf(subject, tokens, plain)
    .filter(({ lost, text }) => lost < MOST_LOST && !overlap(text, tied.goal) && !/\d/.test(text))
    .flatMap(({ text, lost }) =>
      formsOf(text, tied).map((one, at) => ({ text: one, worth: WORTH - at * 0.05 - lost * LOSS })),
    );
}

/** "toward 3%", "3%" of "3% target" and "25 basis point": what is asked for leaves them out. */
export const withoutGoal = (text: string) =>
  text.replace(
    / (?:near|close to|towards?) \d[\d.,]*%$| \d[\d.,]*(?:%(?= (?:target|objective|goal))|-basis-point(?= ))/,
    "",
  );

interface Tie {
  /** "return", "decline"; empty where nothing moves. */
  noun: string;
  preposition: string;
  goal: string;
}

/** "fare inflation return to 3%", "return of fares in the north to 3%". */
function formsOf(text: string, { noun, preposition, goal }: Tie): string[] {
  if (noun === "" || noun.endsWith("ing")) return [`${text} ${noun}${noun === "" ? "" : " "}${preposition} ${goal}`];
  const isShort = !/ (?:of|in|on|for|to|from|and) /.test(text);
  const whole = `${noun} ${/^(?:return|convergence|shift|move)$/.test(noun) ? "of" : "in"} ${text} ${preposition} ${goal}`;
  return isShort ? [`${text} ${noun} ${preposition} ${goal}`, whole] : [whole];
}

/** "return to", "decline toward", "above" with what stands behind it. */
function tieOf(verb: string, rest: string): Tie | undefined {
  const ways = WAYS.exec(rest);
  const way = ways?.groups?.way ?? "";
  const goal = ways ? goalAt(rest.slice(ways[0].length)) : "";
  if (way === "" || goal === "") return undefined;
  const isBack = /\bback\b/.test(ways?.[0] ?? "");
  const isToward = /^toward|^closer/.test(way);
  if (STAYS.test(verb)) {
    if (/^(?:to|closer to)$|^toward/.test(way)) return undefined;
    const place = way.replace(/^(?:at )?(?:around|about)$/, "around");
    return { noun: "", preposition: place, goal };
  }
  if (/^(?:settle|stabili[sz]e)$/.test(verb) && /^(?:at|around|near|close)/.test(way))
    return { noun: ingForm(verb), preposition: /around|about|near|close/.test(way) ? "around" : "at", goal };
  if (!/^to$|^toward|^closer/.test(way)) {
    // "move above its natural rate": where it will be.
    return MOVES.test(verb) && /^(?:above|below)$/.test(way) ? { noun: "move", preposition: way, goal } : undefined;
  }
  const preposition = isToward ? way.replace("closer to", "toward") : "to";
  if (verb === "return" || (MOVES.test(verb) && isBack)) return { noun: "return", preposition, goal };
  if (verb === "converge") return { noun: "convergence", preposition, goal };
  if (verb === "progress") return { noun: "progress", preposition: "toward", goal };
  if (MOVES.test(verb)) {
    const direction = /\b(up|down)\b/.exec(ways?.[0] ?? "")?.[1];
    return { noun: direction === "up" ? "increase" : direction === "down" ? "decline" : "move", preposition, goal };
  }
  const noun = changeNoun(verb);
  return noun === "" ? undefined : { noun, preposition, goal };
}
const STAYS = /^(?:be|remain|stay|stand|run|hover|hold|average)$/;
const MOVES = /^(?:move|come|get|head|edge|drift|trend|go)$/;

/** The adverbs and the preposition in front of what is aimed at. */
const WAYS =
  /^(?: (?:\p{L}+ly|well|far|still|somewhat|slightly|a bit|a little|over time|back|down|up|currently|much|again))* (?<way>at around|at about|at|around|about|above|below|near|close to|closer to|to|toward|towards)(?= )/u;

/** Of something else, or by how much it is another: no level. */
const NO_LEVEL =
  "(?! (?:of|higher|lower|above|below|more|less|points?|stronger|weaker|larger|smaller|faster|slower|short|chance|probability|likelihood|annual|year)\\b| ?[–-])";
const FIGURE = "\\d[\\d.,]*(?: ?%| percent\\b| per cent\\b)";
const QUALIFIES = "(?:symmetric|medium-term|long-term|longer-term|longer-run|long-run|inflation|official|own|stated)";
/** "its 2 percent objective", "the Bank’s target of 3%", "2%". */
const AIMED = new RegExp(
  `^ (?:(?:about|around|just) )?(?:(?:the|its|their|our|a) )?(?:(?:\\p{Lu}[\\p{L}.-]*(?: \\p{Lu}[\\p{L}.-]*){0,3}['’]s?|bank['’]s|central bank['’]s?) )?(?:${QUALIFIES} )*(?<figure>${FIGURE}|two per ?cent)?(?: ?(?:${QUALIFIES} )*(?<aim>target|objective|goal)\\b)?(?: of (?<behind>${FIGURE}))?${NO_LEVEL}(?! (?:in|to|and|or) \\d)`,
  "u",
);
const KNOWN =
  /^ (?:its |their |the )?((?:long-?(?:run|term|er-run|er-term) |historical |pre-?(?:pandemic|crisis) )?(?:potential(?! \p{L}+(?:ly)? (?:output|growth))|trend|average|averages|norms?|levels?|capacity))\b(?=[,.;]|$| (?:in|over|through|throughout|by|during|at|and|for|from|until|as|while|with|since)\b)/u;

/** "3% target"; empty where what is named is no aim. */
function goalAt(rest: string): string {
  const { figure, aim, behind } = AIMED.exec(rest)?.groups ?? {};
  const amount = (figure ?? behind ?? "").replace(/^two per ?cent/, "2%").replace(/ ?(?:%|per ?cent)$/, "%");
  const goal = [amount, aim ?? ""].filter((one) => one !== "").join(" ");
  if (goal !== "") return goal;
  const known = KNOWN.exec(rest)?.[1] ?? "";
  return /^levels?$/.test(known) ? "" : known;
}

/**
 * What somebody holds of it: "confidence in fare inflation return to 3%", "determination to stabilise fares at 3%".
 */
function heldCores(tokens: Token[], plain: string, claim: Claim): TitleCore[] {
  const { adjective, isNegated, verb, isPassive, action, modal } = claim;
  if (isNegated || modal !== "") return [];
  const at = adjective >= 0 ? adjective : isPassive && verb === "determine" ? action : -1;
  const noun = HELD[word(tokens, at)];
  if (noun === undefined) return [];
  // "determined to ensure that inflation stabilised"
  const ensures = word(tokens, at + 1) === "to" && ENSURES.test(word(tokens, at + 2)) ? at + 3 : at + 1;
  if (word(tokens, ensures) !== "that") return [];
  const clause = mainClause(tokens, ensures + 1);
  const inner = clause && readClaim(tokens, clause);
  if (!inner) return [];
  if (noun === "determination") return meantCores(inner, tokens, plain);
  return pathsOf(inner, tokens, plain).map(({ text, worth }) => ({ text: `${noun} ${text}`, worth }));
}

/** "determination to stabilise fares at 3%" */
function meantCores(claim: Claim, tokens: Token[], plain: string): TitleCore[] {
  const { subject, verb, isNegated } = claim;
  const tied = tieOf(verb, plain.slice(tokens[claim.action]?.end ?? plain.length));
  const did = /^(?:return|stabili[sz]e)$/.test(verb) ? verb : verb === "settle" ? "stabilise" : "";
  if (isNegated || !tied || !subject || did === "") return [];
  return headlinesOf(subject, tokens, plain)
    .filter(({ lost }) => lost < MOST_LOST)
    .map(({ text, lost }) => ({
      text: `determination to ${did} ${text} ${tied.preposition} ${tied.goal}`,
      worth: WORTH - lost * LOSS,
    }));
}
const HELD: Partial<Record<string, string>> = {
  confident: "confidence in",
  hopeful: "hope of",
  determined: "determination",
};
