import { changeOf } from "../grammar/changes.ts";
import { headlinesOf } from "../grammar/headline.ts";
import type { Token } from "../grammar/language.ts";
import type { Reading } from "./reading.ts";
import type { TitleCore } from "./title-cores.ts";

const LOSS = 0.3;
const BOTH = 1.4;
/** How what moved is since: "eased". */
const SINCE: Partial<Record<string, string>> = {
  increase: "higher",
  decline: "lower",
  decrease: "lower",
  drop: "lower",
  pickup: "higher",
  easing: "eased",
  moderation: "moderated",
  slowdown: "slower",
  improvement: "improved",
  weakening: "weaker",
  strengthening: "stronger",
  softening: "softer",
  loosening: "looser",
  tightening: "tighter",
  widening: "wider",
  narrowing: "narrower",
};

/** "Fares eased but remained high": "eased but high fares". The movement alone would tell the lesser half. */
export function contrastCores({ tokens, plain, claim, isAgent }: Reading): TitleCore[] {
  const way = isAgent || !claim.subject || claim.object !== undefined ? undefined : SINCE[changeOf(tokens, claim)];
  const state = way === undefined ? "" : stateBehind(tokens, claim.action + 1);
  if (state === "" || !claim.subject) return [];
  return headlinesOf(claim.subject, tokens, plain)
    .filter(({ text }) => !/ (?:and|or) |,|\bgrowth$/.test(text))
    .map(({ text, lost }) => ({ text: `${way} but ${state} ${text}`, worth: BOTH - lost * LOSS }));
}

/** "elevated fares" of "eased but elevated fares": what is asked for. */
export const withoutContrast = (text: string) => text.replace(/^\S+ but (?=\S+ \S)/i, "");

/** "elevated" of "but remained somewhat elevated", of which no other thing is the subject; empty where none follows. */
function stateBehind(tokens: readonly Token[], from: number): string {
  let at = from;
  // Behind another clause or member of a list it may be that which stayed.
  while (at < tokens.length && !/^(?:but|though|although|yet|and|or|[.,;:])$/.test(tokens[at]?.text ?? "")) at += 1;
  if (tokens[at]?.text === ",") at += 1;
  if (!/^(?:but|though|although|yet)$/.test(tokens[at]?.text ?? "")) return "";
  const stays = past(tokens, at + 1, /^(?:have|has|had)$/);
  if (!STAYS.test(tokens[stays]?.text.toLowerCase() ?? "")) return "";
  const state = past(tokens, stays + 1, /^$/);
  const [next = "", after = ""] = [tokens[state + 1]?.text, tokens[state + 2]?.text];
  // "offset by inflows" is no state, "low by historical standards" is.
  const isEnd = next === "by" ? /^(?:historical|international)$/.test(after) : ENDS.test(next);
  const text = tokens[state]?.text ?? "";
  return isEnd &&
    /^(?:ADJ|VERB)$/.test(tokens[state]?.pos ?? "") &&
    /^\p{Ll}+$/u.test(text) &&
    !/ing$|er$|^overall$/.test(text)
    ? text
    : "";
}
const STAYS = /^(?:remain|remains|remained|stayed|stay|stays|is|are|was|were)$/;

const ENDS = /^(?:[.,;]?|relative|compared|overall|and)$/;

/** Past adverbs and what `skipped` matches. */
function past(tokens: readonly Token[], from: number, skipped: RegExp): number {
  let at = from;
  while (at < from + 4 && (tokens[at]?.pos === "ADV" || skipped.test(tokens[at]?.text ?? ""))) at += 1;
  return at;
}
