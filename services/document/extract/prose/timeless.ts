import { type Clause, word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { baseForm } from "../grammar/verb-forms.ts";

/** A time, or what only has happened by some time. */
const TIMED =
  /\d|\b(?:now|today|recent(?:ly)?|current(?:ly)?|years?|months?|weeks?|quarters?|decades?|pandemic|concurrent|ongoing|so far|already|still|yet|again|will|continues?|continue|remains?|remain|expects?|projects?|looks?|outlook|forecasts?)\b/i;
/** A view of somebody's, and what is under way. */
const OF_ITS_DAY =
  /\b(?:is|are|isn['’]t|aren['’]t) (?:\p{L}+ ){0,2}?\p{L}+(?:ing|ed)\b|\b(?:there|it|here) (?:is|are)\b/iu;

/**
 * "More berths lower the rents": a sentence that holds at any time, as a model or a textbook has it. It names nobody and no
 * time, and its verb is in the simple present or says what could be.
 */
export function isTimeless(text: string, tokens: Token[], clause: Clause | undefined): boolean {
  if (!clause || clause.reported || TIMED.test(text) || OF_ITS_DAY.test(text)) return false;
  if (tokens.some(({ text: said }) => /^\p{Lu}/u.test(said))) return false;
  const [first, head] = [word(tokens, clause.verb.from), word(tokens, clause.head)];
  if (/^(?:can|could|may|might|is|are)$/.test(first)) return true;
  const base = baseForm(head);
  return first === head && (base === head || (/s$/.test(head) && head !== "was")) && !/ed$/.test(head);
}
