import { isReporting, word } from "../grammar/clause.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import type { Reading } from "../titles/reading.ts";
import { isPlural } from "./asking.ts";

const FINITE = /^(?:is|are|was|were|has|have|had|will|would|could|should|may|might|can)$/;
const STAYS = /^(?:continued|remained|stayed|rose|fell|became|began|declined|increased)$/;
const COPULAS = /^(?:seemed|appeared|looked|proved|turned|helped|got)$/;
/** What may open another clause, so that a second verb is no sign of a wrong first one. */
const OPENS =
  /^(?:that|which|who|whose|where|when|while|whether|as|than|if|unless|until|because|since|after|before|although|though|how|what|and|or|but|so|,|;|:|[-–—]|\(|["“”])$/;

/**
 * Whether what was taken for the verb of a clause is none: "Profits, adjusted for fees, were 3 percent", "the strains that
 * banking stresses caused was", "noted a fall in stocks caused delays". Asked with such a verb, a question says what nobody said.
 */
export function isMisread({ claim, tokens, plain }: Reading): boolean {
  const { subject, finite, action, object, end } = claim;
  if (claim.isInfinitive) return false;
  if (subject && subject.to === finite - 1 && tokens[subject.to]?.text === "," && /ed$/.test(word(tokens, finite)))
    return true;
  if (subject && tellsWithin(tokens, subject.head, finite)) return true;
  const first = tokens[finite]?.pos === "VERB" && finite === action;
  if (!first) return false;
  // "the 2-year yield, which": one thing does not "yield".
  if (subject && !subject.isPlural && !subject.isList && claim.tense === "present" && !isPlural(subject, tokens)) {
    const verb = word(tokens, finite);
    if (
      baseForm(verb) === verb &&
      !/\band\b/.test(plain.slice(0, tokens[finite]?.start)) &&
      !/^(?:many|few|some|most)$/.test(word(tokens, subject.head))
    )
      return true;
  }
  // "prices received declined": the verb is the next.
  const isDone =
    /ed$/.test(word(tokens, action)) && !COPULAS.test(word(tokens, action)) && !STAYS.test(word(tokens, action));
  if (isDone && tokens[action + 1]?.pos === "VERB" && /(?:[^e]ed|rose|fell)$/.test(word(tokens, action + 1)))
    return true;
  const behind = object && tokens[object.to]?.pos === "VERB" && !/(?:ing|[^e]d)$/.test(word(tokens, object.to - 1));
  if (
    behind &&
    object.to < end &&
    /(?:ed|rose|fell|led|made)$/.test(word(tokens, object.to)) &&
    /^(?:DET|NOUN|PROPN|ADJ)$/.test(tokens[object.to + 1]?.pos ?? "")
  )
    return true;
  for (let at = action + 1; at < end; at += 1) {
    if (OPENS.test(word(tokens, at))) return false;
    if (FINITE.test(word(tokens, at)) && tokens[at]?.pos === "AUX") return true;
    // "funds raised through offerings continued"
    if (
      STAYS.test(word(tokens, at)) &&
      /^(?:NOUN|PROPN)$/.test(tokens[at - 1]?.pos ?? "") &&
      tokens[at]?.pos === "VERB"
    )
      return true;
  }
  return false;
}

/** "incoming data indicated continued growth", "the agency estimates output reached": what reports stands inside the subject. */
function tellsWithin(tokens: Reading["tokens"], head: number, finite: number): boolean {
  for (let at = head; at < finite; at += 1) {
    const text = word(tokens, at);
    if (tokens[at]?.pos !== "VERB" || !isReporting(text)) continue;
    if ((at === finite - 1 && /ed$/.test(text)) || (/[^s]s$/.test(text) && at > head)) return true;
  }
  return false;
}
