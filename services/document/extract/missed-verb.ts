import type { Token } from "./language.ts";

/** Forms that are nouns as often as verbs. */
const FORMS =
  /^(?:rises|falls|declines|increases|decreases|drops|remains|flows|judges|sets|projects?|points?|drives?|estimates?|forecasts|reflects|notes|narrowed|foster)$/;
/** What follows such a verb and seldom such a noun, whatever verbs come behind. */
const FOLLOWS_VERB = /^(?:that|to|into|by|from)$/;

/** Makes a verb of what the tagger took for a noun: "the projection rises to 4 percent", "Ostland and Velden drive growth". */
export function withVerb(tokens: Token[]): Token[] {
  const verb = tokens[missedVerb(tokens) ?? -1];
  if (verb) verb.pos = "VERB";
  return tokens;
}

/** Undefined where a verb stands before it, or nothing may be one. */
function missedVerb(tokens: readonly Token[]): number | undefined {
  const first = tokens.findIndex(isVerb);
  const end = first < 0 ? tokens.length : first;
  for (let at = 1; at < end; at += 1) {
    const { pos, text } = tokens[at] ?? { pos: "", text: "" };
    const before = tokens[at - 1];
    const isBehindNoun = /^(?:NOUN|PROPN)$/.test(before?.pos ?? "") || /^(?:million|billion)$/.test(before?.text ?? "");
    if (pos !== "NOUN" || !FORMS.test(text) || !isBehindNoun || /^(?:basis|percentage|data)$/.test(before?.text ?? ""))
      continue;
    const next = tokens[at + 1];
    if (!next || next.pos === "PUNCT" || /^(?:of|in|and|or)$/.test(next.text)) continue;
    if (first < 0 || FOLLOWS_VERB.test(next.text)) return at;
  }
  return undefined;
}

const isVerb = ({ pos, text }: Token, at: number, tokens: readonly Token[]): boolean =>
  pos === "AUX" ||
  (pos === "VERB" && !/(?:ing|ed|en|wn)$/.test(text) && tokens[at - 1]?.text !== "to") ||
  // "prices eased", but "based on", "the reduced rate"
  (pos === "VERB" && /(?:ed|en|wn)$/.test(text) && /^(?:NOUN|PROPN)$/.test(tokens[at - 1]?.pos ?? ""));
