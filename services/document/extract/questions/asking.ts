import { word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { sliceText } from "../grammar/noun-phrases.ts";
import { isPluralNoun, type Phrase } from "../grammar/phrase.ts";
import { baseForm, singularForm } from "../grammar/verb-forms.ts";
import type { Reading } from "../titles/reading.ts";

const AUXILIARY = /^(?:am|is|are|was|were|has|have|had|do|does|did|may|might|could|would|will|should|can|must)$/;

/** "rates rose in May": "did rates rise in May", up to a token; undefined where that cannot be told. */
export function inverted(reading: Reading, subject: string, end: number): string | undefined {
  const { claim, tokens, plain } = reading;
  const { finite, action, tense } = claim;
  if (claim.isInfinitive) {
    const be = claim.subject?.isPlural ? "were" : "was";
    // "to continue expanding": to expand.
    return `${be} ${subject} ${pastOf(claim.expected)} to ${claim.verb} ${sliceText(tokens, plain, action + 1, end)}`.trimEnd();
  }
  // What is quoted or bracketed is left out of a question, and the rest of it hangs.
  if (/^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const first = word(tokens, finite);
  // "had been revised": one asks "was it revised".
  const been = tokens.findIndex((token, at) => at > finite && at <= action && token.text === "been");
  if (first === "had" && been > 0 && been <= finite + 3) {
    const be = claim.subject && isPlural(claim.subject, tokens) ? "were" : "was";
    const between = restOf(tokens, plain, finite + 1, been);
    return `${be} ${subject} ${between} ${restOf(tokens, plain, been + 1, end)}`.replace(/\s+/g, " ").trimEnd();
  }
  // "had risen": one asks "did it rise".
  if (
    first === "had" &&
    tokens[action]?.pos === "VERB" &&
    action > finite &&
    !claim.isPassive &&
    !/ing$/.test(word(tokens, action))
  )
    return `did ${subject} ${claim.verb} ${restOf(tokens, plain, action + 1, end)}`.trimEnd();
  // "has access to": what was taken for a participle is what it has.
  const isHeld =
    /^(?:has|have|had)$/.test(first) &&
    action === finite + 1 &&
    /^(?:access|need|interest)$/.test(word(tokens, action));
  if (isHeld)
    return `${first === "had" ? "did" : first === "has" ? "does" : "do"} ${subject} have ${sliceText(tokens, plain, action, end)}`;
  // "—has restrained": behind an aside the verb of a perfect is taken for what it has.
  const isPerfect =
    /^(?:has|have|had)$/.test(first) &&
    action === finite &&
    tokens[finite + 1]?.pos === "VERB" &&
    /ed$/.test(word(tokens, finite + 1));
  const isAuxiliary = AUXILIARY.test(first) && (action > finite || claim.verb === "be" || isPerfect);
  // "May it have peaked?" asks for leave.
  const asked = /^(?:may|might)$/.test(first) ? "could" : first;
  if (isAuxiliary) return `${asked} ${subject} ${restOf(tokens, plain, finite + 1, end)}`.trimEnd();
  if (tokens[finite]?.pos === "AUX" && !/^(?:have|do)$/.test(baseForm(first))) return undefined;
  const base = baseForm(first);
  const help = tense === "past" || /^(?:had|did)$/.test(first) ? "did" : base === first ? "do" : "does";
  // "advanced technologies outpaces": one of the two was misread.
  if (help === "does" && claim.subject && isPlural(claim.subject, tokens)) return undefined;
  return `${help} ${subject} ${base} ${restOf(tokens, plain, finite + 1, end)}`.trimEnd();
}

/** "What rose in May": the predicate, in the singular, up to a token. */
export function predicate({ claim, tokens, plain }: Reading, end: number): string | undefined {
  const first = word(tokens, claim.finite);
  if (claim.isInfinitive || /^["“”(]$/.test(tokens[end]?.text ?? "")) return undefined;
  const known: Record<string, string> = { are: "is", were: "was", have: "has", do: "does" };
  const isBase = claim.tense === "present" && baseForm(first) === first && tokens[claim.finite]?.pos === "VERB";
  const verb = Object.hasOwn(known, first) ? known[first] : isBase ? singularForm(first) : first;
  return `${verb} ${sliceText(tokens, plain, claim.finite + 1, end)}`;
}

/** The words from one token to another without the one that denies. */
function restOf(tokens: Token[], plain: string, from: number, end: number): string {
  const denied = tokens.findIndex((token, at) => at >= from && at < end && /^(?:not|n['’]t)$/i.test(token.text));
  if (denied < 0 || denied > from + 2) return sliceText(tokens, plain, from, end);
  return `${sliceText(tokens, plain, from, denied)} ${sliceText(tokens, plain, denied + 1, end)}`.trim();
}

const pastOf = (verb: string) =>
  verb === "forecast" ? "forecast" : verb === "foresee" ? "foreseen" : verb.endsWith("e") ? `${verb}d` : `${verb}ed`;

/** Whether a phrase takes "were" and "do". */
export const isPlural = (phrase: Phrase, tokens: Token[]) => phrase.isPlural || isPluralNoun(word(tokens, phrase.head));
