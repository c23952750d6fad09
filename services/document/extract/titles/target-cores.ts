import type { Claim } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const MOST_LOST = 0.4;
/** As much as a commitment to a figure, which is told by the same words. */
const WORTH = 1.4;
/** What "outlook for fares" would be worth more. */
const FORESEEN = 0.25;
const MOVED = -0.4;
const MEASURED = /\b(?:inflation|CPI|CPIF|CPIH|HICP|PCE|prices|expectations|growth|unemployment|employment)\b/i;
const AIM = /^(?:targets?|objectives?|goals?)$/;
/** How far behind its verb an aim is that the verb tells of. */
const REACH = 14;

/**
 * Where something stands to the figure that somebody aims at: "fare inflation progress toward 3 percent objective",
 * "expected return of fare inflation to 3% target". Without the figure such a sentence is told by its bare measure.
 */
export function targetCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const { subject, object, verb, isNegated, isPassive, isExistential, modal } = claim;
  if (isAgent || !subject || isExistential || /^(?:must|should|can)$/.test(modal)) return [];
  const aim = aimBehind(tokens, claim, plain);
  if (aim === "") return [];
  const subjects = headlinesOf(subject, tokens, plain).filter(
    ({ text, lost }) => lost < MOST_LOST && MEASURED.test(text) && !/\d|^longer /.test(text),
  );
  // What somebody is determined to see is not expected yet.
  const isMeant = MEANT.test(plain.slice(0, tokens[subject.from]?.start));
  const mood = isMeant ? "commitment to " : moodOf(claim);
  const isProgress = verb === "make" && !isPassive && object !== undefined && word(tokens, object.head) === "progress";
  return subjects.flatMap(({ text, lost }) =>
    (isProgress
      ? progressOf(text, aim, mood, isNegated, tokens, object?.core.from ?? 0)
      : isNegated || isPassive
        ? []
        : standsOf(text, aim, mood, claim, tokens)
    ).map(([one, more]) => ({ text: one, worth: WORTH + more - lost * LOSS })),
  );
}

const MEANT = /\b(?:determined|committed|resolved) to (?:ensure|ensuring|make sure|making sure)(?: that)? (?:the )?$/;

const moodOf = ({ modal, expected }: Claim) =>
  /^(?:may|might|could)$/.test(modal)
    ? "possible "
    : /^(?:project|forecast)$/.test(expected)
      ? "projected "
      : expected !== "" || modal !== ""
        ? "expected "
        : "";

function progressOf(
  text: string,
  aim: string,
  mood: string,
  isNegated: boolean,
  tokens: Token[],
  at: number,
): [string, number][] {
  if (mood !== "") return [];
  const told = `${text} progress toward ${aim}`;
  if (isNegated) return [[`no ${told}`, 0]];
  return word(tokens, at) === "further"
    ? [
        [`further ${told}`, 0.1],
        [told, 0],
      ]
    : [[told, 0]];
}

/** "return of fares to 3% target", "fares around 3% target". */
function standsOf(
  text: string,
  aim: string,
  mood: string,
  { verb, action }: Claim,
  tokens: Token[],
): [string, number][] {
  const between = tokens.slice(action + 1, action + REACH).map((one) => one.text.toLowerCase());
  const [first = ""] = between.filter((one) => WAY.test(one));
  const isAbout = between.slice(0, 6).some((one) => /^(?:around|about|close|near|broadly)$/.test(one));
  if (MOVES.test(verb)) {
    if (!/^(?:to|toward|towards|closer)$/.test(first)) return [];
    if (verb === "return" || verb === "converge") {
      const noun = verb === "return" ? "return" : "convergence";
      return [[`${mood}${noun} of ${text} to ${aim}`, 0]];
    }
    const noun = /^(?:fall|decline|drop|decrease|come|ease)$/.test(verb)
      ? "decline"
      : verb === "rise"
        ? "increase"
        : "";
    const way = first === "to" && !isAbout ? "to" : "toward";
    // How it moves is told with its time, where there is no room for both.
    return noun === "" ? [] : [[`${mood}${text} ${noun} ${way} ${aim}`, MOVED]];
  }
  // "on course for the target" is not there yet.
  if (!STANDS.test(verb) || between.slice(0, 5).some((one) => /^(?:course|track|path|way)$/.test(one))) return [];
  const side = first === "above" || first === "below" ? first : isAbout ? "around" : "at";
  if (side === "at" && !/^(?:at|on)$/.test(first) && verb !== "reach") return [];
  return [[`${mood}${text} ${side} ${aim}`, mood === "" ? 0 : FORESEEN]];
}

const MOVES = /^(?:return|converge|fall|decline|drop|decrease|come|ease|rise|move)$/;
const STANDS = /^(?:be|remain|stand|stay|settle|stabili[sz]e|hover|run|average|reach|hold|lie)$/;
const WAY = /^(?:to|toward|towards|at|on|above|below|around|about|close|closer|near)$/;

/** "2% target" of "the Bank's 2% medium-term target", "goal of 2 percent"; empty where no figure is told of it. */
function aimBehind(tokens: Token[], { action }: Claim, plain: string): string {
  for (let at = action + 1; at < Math.min(tokens.length, action + REACH); at += 1) {
    const token = tokens[at];
    if (!token || /^[.;:]$/.test(token.text) || /^(?:while|although|if|which|because)$/.test(token.text)) return "";
    if (!AIM.test(token.text)) continue;
    const behind = tokens[at + 1]?.text === "of" ? at + 2 : -1;
    for (const from of [behind, ...[at - 2, at - 3, at - 4, at - 5, at - 6, at - 7]]) {
      if (from <= action || tokens[from]?.pos !== "NUM") continue;
      const figure = /^\S{1,8} ?(?:%|per ?cent\b)/.exec(plain.slice(tokens[from]?.start))?.[0] ?? "";
      if (figure !== "") return `${figure} ${token.text}`;
    }
    return "";
  }
  return "";
}
