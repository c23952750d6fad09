import type { Token } from "./language.ts";

/** Forms that are nouns as often as verbs. */
const FORMS = new Set(
  (
    "rises falls declines increases decreases drops remains flows judges sets project projects point points drive drives " +
    "estimate estimates forecasts reflects notes narrowed foster stands rose fell"
  ).split(" "),
);
/** What follows such a verb and seldom such a noun, whatever verbs come behind. */
const FOLLOWS_VERB = /^(?:that|to|into|by|from)$/;

/** Makes a verb of what the tagger took for a noun: "the projection rises to 4 percent", "Ostland and Velden drive growth". */
export function withVerb(tokens: Token[]): Token[] {
  const verb = tokens[missedVerb(tokens) ?? -1] ?? tokens.find(isShowing);
  if (verb) verb.pos = "VERB";
  return tokens;
}

/** Undefined where a verb stands before it, or nothing may be one. */
function missedVerb(tokens: readonly Token[]): number | undefined {
  // Few sentences have such a form: only of those every word is looked at.
  const at = tokens.findIndex((token, index) => FORMS.has(token.text) && mayBeVerb(tokens, index));
  const first = at < 0 ? -1 : tokens.findIndex(isVerb);
  if (at < 0 || (first >= 0 && first < at)) return undefined;
  return first < 0 || FOLLOWS_VERB.test(tokens[at + 1]?.text ?? "") ? at : undefined;
}

/** "forecasts from the agency show the north will", "the fare data show that": no noun stands before an article. */
const isShowing = ({ text, pos }: Token, at: number, tokens: readonly Token[]): boolean =>
  /^shows?$/.test(text) &&
  pos === "NOUN" &&
  (tokens[at + 1]?.pos === "DET" || tokens[at + 1]?.text === "that") &&
  /^(?:NOUN|PROPN)$/.test(tokens[at - 1]?.pos ?? "");

function mayBeVerb(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (tokens[at]?.pos !== "NOUN" || !before || !next || next.pos === "PUNCT") return false;
  if (/^(?:basis|percentage|data)$/.test(before.text) || /^(?:of|in|and|or)$/.test(next.text)) return false;
  // "Growth for 2030 and 2031 remains", "the index with base 2030-31 stands at"
  const isYear =
    /^(?:remains|stands|rose|fell|rises|falls)$/.test(tokens[at]?.text ?? "") &&
    /^(?:19|20)\d\d(?:[-–/]\d\d)?$/.test(before.text);
  return isYear || /^(?:NOUN|PROPN)$/.test(before.pos) || /^(?:million|billion)$/.test(before.text);
}

const isVerb = ({ pos, text }: Token, at: number, tokens: readonly Token[]): boolean =>
  pos === "AUX" ||
  (pos === "VERB" && !/(?:ing|ed|en|wn)$/.test(text) && tokens[at - 1]?.text !== "to") ||
  // "prices eased", but "based on", "the reduced rate"
  (pos === "VERB" && /(?:ed|en|wn)$/.test(text) && /^(?:NOUN|PROPN)$/.test(tokens[at - 1]?.pos ?? ""));
