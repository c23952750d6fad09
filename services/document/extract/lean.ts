import { type Clause, word } from "./clause.ts";
import type { Token } from "./language.ts";

/** Words that only tie a sentence to the one before: without them it says the same. */
const CONNECTIVE =
  /^(?:(?:however|moreover|furthermore|nevertheless|nonetheless|in addition|additionally|also|therefore|thus|hence|accordingly|consequently|similarly|likewise|instead|meanwhile|specifically|indeed|in particular|at the same time|conversely|in turn|even so|that said|first|second|third|finally|lastly|of course|again|still|rather|otherwise|overall|further|by contrast|in contrast|on the other hand|as a result|as such|for example|for instance|in short|in sum|to be clear|now|so|well|and so|you know|again and again|in other words|secondly|thirdly|firstly|turning to [\w ’'-]{3,50}|as regards [\w ’'-]{3,40}), |(?:but|and|so|yet) )+/i;

const SUBJECT_PRONOUNS = new Set([
  "it",
  "they",
  "he",
  "she",
  "this",
  "these",
  "those",
  "such",
  "that",
  "both",
  "others",
  "neither",
  "one",
]);

/** A subject or opening that names something of the sentence before: "This decision", "The increase was", "As such". */
const POINTS_BACK =
  /^(?:(?:the )?(?:former|latter)\b|(?:in|at|under|for|of|by|with|on|from|to|among|against|given|despite|after|beyond|during|because of) (?:this|that|these|those|such|which)\b(?! (?:year|month|week|quarter|meeting|report|time|morning|afternoon|context,))|(?:this|these|those|such|that)\b(?! (?:year|month|week|quarter|meeting|report)\b)|in (?:response|turn|part|this|that|these|those)[, ]|likewise\b|here\b|there(?:by|fore)?,? (?:too|again)|another\b|others\b|the same\b|the (?:increase|decrease|decline|change|rise|fall|improvement|reduction|transaction|offering|latter|difference|remainder|remaining|resulting|effect|effects|impact|answer|reason|second|third|first|other)s? (?:was|were|is|are|will|reflect\w*|primarily|in\b|had|has|for|of this|from))/i;

/** Anywhere in a sentence: a word that stands for something said before. */
const INNER =
  /\b(?:the former|the latter|aforementioned|the above|in so doing|doing so|(?:this|these)\b(?! (?:year|month|week|quarter|meeting|report|statement|release|press|filing|annual|form|document|paper|decade|morning|afternoon|evening|time|\[))|such (?:an? )?(?!as\b)\w+|those (?!of|who|that|which|in|on|for|with|from|at|associated|involved|expected|seen|observed|under|over|to|between|recorded|reported|already|whose|by)\w+)/i;

const EXPLETIVE =
  /^it (?:is|was|will be|would be|remains|remained|may be|might be|could be|seems|appears|has been|had been|became) (?:\w+ ){1,4}?(?:that|to|for|whether|if)\b/i;

/** What points back later in a sentence mostly means something earlier in the same sentence. */
const EARLY = 90;

/** How much a sentence needs the one before it. */
export interface Leaning {
  /** Its subject or its opening points back: alone it is not understood. */
  needsPrevious: boolean;
  /** It is its subject that points back: not even the sentence before it is sure to name it. */
  byPronoun: boolean;
  /** Length of the connective in front, which can be left out; 0 if there is none. */
  connective: number;
}

export function leaningOf(text: string, tokens: Token[], clause: Clause | undefined): Leaning {
  const connective = CONNECTIVE.exec(text)?.[0].length ?? 0;
  const rest = text.slice(connective);
  const subject = clause && clause.subject.to - clause.subject.from <= 2 ? word(tokens, clause.subject.from) : "";
  const pronoun =
    SUBJECT_PRONOUNS.has(subject) && !EXPLETIVE.test(rest.slice(Math.max(0, rest.toLowerCase().indexOf("it "))));
  const opening = SUBJECT_PRONOUNS.has((/^[A-Za-z]+/.exec(rest)?.[0] ?? "").toLowerCase()) && !EXPLETIVE.test(rest);
  const byPronoun = pronoun || opening;
  return {
    needsPrevious: byPronoun || POINTS_BACK.test(rest) || INNER.test(rest.slice(0, EARLY)),
    byPronoun,
    connective,
  };
}
