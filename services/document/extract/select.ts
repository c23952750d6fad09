import type { Span } from "../parse/parsed-document.ts";
import { type Clause, mainClause, word } from "./clause.ts";
import type { Context } from "./context.ts";
import { type Token, tag } from "./language.ts";
import { type Leaning, leaningOf } from "./lean.ts";
import { nounPhrases } from "./noun-phrases.ts";
import { oneLine } from "./passages.ts";
import { resolve } from "./resolve.ts";
import { BOILERPLATE, KINDS, type Kind, LEGAL, PATTERNS, SAYS_NOTHING, SPOKEN, WEIGHTS } from "./states.ts";
import { baseForm } from "./verb-forms.ts";
import { lowerStart, mendHyphens, type Vocabulary } from "./vocabulary.ts";

/** A sentence as it will be read, with what it is made of and what it is worth. */
export interface Statement {
  /** In the stored text. */
  start: number;
  end: number;
  /** The sentence on one line. */
  text: string;
  /** The same with its first word in lower case unless it is a name. What `tokens` point into. */
  plain: string;
  tokens: Token[];
  clause: Clause | undefined;
  /** What it states. */
  states: Kind[];
  leaning: Leaning;
  /**
   * How much it states and how well it stands alone, 0 and more; -1 when it cannot be read at all. Below `WORTH_FINDING`
   * nobody would look for it.
   */
  worth: number;
}

/** Sentences of less worth become an insight only where a passage has nothing better. */
export const WORTH_FINDING = 0.95;
/** Sentences of less worth are no part of any insight. */
export const WORTH_KEEPING = 0.3;

/** Reads a sentence: what it states, whether it stands alone, what it is worth. */
export function readStatement(
  source: string,
  { start, end }: Span,
  vocabulary: Vocabulary,
  context: Context,
): Statement {
  const text = resolve(displayText(mendHyphens(source.slice(start, end), vocabulary)), context);
  const plain = lowerStart(text, vocabulary);
  const isLoud = BOILERPLATE.test(text);
  const tokens = isLoud ? [] : tag(plain);
  const clause = mainClause(tokens);
  const states = isLoud ? [] : KINDS.filter((kind) => PATTERNS[kind].test(text));
  const leaning = leaningOf(text, tokens, clause);
  const worth = isLoud ? 0.1 : worthOf(text, tokens, clause, states, context.isTranscript);
  return { start, end, text, plain, tokens, clause, states, leaning, worth };
}

function worthOf(
  text: string,
  tokens: Token[],
  clause: Clause | undefined,
  states: Kind[],
  isTranscript: boolean,
): number {
  if (isGarbled(text)) return -1;
  const words = text.split(" ").length;
  // "Revenue rose 5.2 percent." says it all in four.
  const isTerse = words === 4 && clause !== undefined && states.includes("figure") && states.includes("change");
  if ((words < 5 && !isTerse) || /[?:]["”’)]*$/.test(text)) return 0;
  if (!clause && !tokens.some(({ pos }) => pos === "VERB" || pos === "AUX")) return 0;
  let worth = clause ? 0.4 : 0;
  for (const kind of states) worth += WEIGHTS[kind];
  // "Because wages rise." without a main clause.
  if (
    clause &&
    clause.subject.from <= 1 &&
    /^(?:because|although|while|whereas|which|if|unless|whether|as)\b/i.test(text)
  )
    worth *= 0.3;
  if (!clause) worth *= 0.4;
  // "Conduct operations at a rate of 2 percent": an order, no statement.
  const opening = tokens[0];
  if (opening?.pos === "VERB" && baseForm(opening.text) === opening.text.toLowerCase() && clause?.subject.from !== 0)
    worth *= 0.3;
  if (SAYS_NOTHING.test(text)) worth *= 0.4;
  if (SPOKEN.test(text)) worth *= 0.5;
  // What is said off the cuff is worth finding mostly for its figures.
  if (isTranscript && !states.includes("figure")) worth *= 0.7;
  if (/\byou\b/i.test(text)) worth *= 0.5;
  if ((text.match(LEGAL)?.length ?? 0) >= 2) worth *= 0.3;
  // A line of a table that was taken for prose.
  if ((text.match(/(?:^| )[$(~-]*\d[\d,.]*/g)?.length ?? 0) > words * 0.3 || /\.{4}/.test(text)) return 0;
  if (words < 8) worth *= 0.6;
  if (words > 70) worth *= 0.7;
  if (!nounPhrases(tokens, text).some((phrase) => phrase.text.length > 2)) worth *= 0.3;
  const subject = clause ? word(tokens, clause.subject.from) : "";
  if (
    subject === "you" ||
    (subject === "i" && !/\b(?:expect|believe|support|judge|see|anticipate|favor)\b/i.test(text))
  )
    worth *= 0.6;
  if (!/^["“'‘([]?[\p{Lu}\d$€£]/u.test(text) && !isLowerCaseText(text)) worth *= 0.15;
  if (!/[.!"”’')\]]$/.test(text)) worth *= 0.3;
  // A sentence that opens or closes a quotation whose other half is elsewhere.
  if ((text.match(/[“”"]/g)?.length ?? 0) % 2 === 1) worth *= 0.8;
  return worth;
}

/** Of a sentence, nine in ten characters are letters, digits or spaces; of text that a broken font left, half are. */
const MIN_READABLE_SHARE = 0.72;

function isGarbled(text: string): boolean {
  const readable = text.match(/[\p{L}\p{M}\p{N}\s]/gu)?.length ?? 0;
  return readable < [...text].length * MIN_READABLE_SHARE;
}

/** Text that has no capitals at all, as old abstracts have it, is not a torn sentence. */
const isLowerCaseText = (text: string) => text === text.toLowerCase() && text.length > 40 && /\.$/.test(text);

/** A sentence on one line, without list marks, footnote marks and a space before its full stop. */
export function displayText(text: string): string {
  return oneLine(text)
    .replace(/^(?:[•▪◦*·–—-]|\(?(?:[ivx]{1,4}|[a-z]|\d{1,3})[).:]) +(?=\S)/, "")
    .replace(/\[\d{1,3}\]/g, "")
    .replace(SECTION_NAME, "")
    .replace(RUN_IN_SPEAKER, "")
    .replace(DOUBLED, "")
    .replace(/ ([.,;])(?= |$)/g, "$1")
    .trim();
}

/** Names of sections that a lost line break set in front of their first sentence. */
const SECTION_NAME =
  /^(?:\d{1,3} )?(?:The Beige Book )?(?:Federal Reserve Bank of [A-Z][a-z.]+(?: (?:City|Louis|Francisco|York))? )?(?:(?:(?:Overall|Summary of) Economic Activity|National Summary|Labor Markets|Employment and Wages|Consumer Spending|Business Spending|Banking and Finance|Community Conditions|Real Estate and Construction|Financial Conditions|Manufacturing(?= [A-Z][a-z]+ [a-z]))(?: \d{1,3})? )?(?=[A-Z])/;
/** "Deputy Governor Per Jansson I support": a speaker set in front of what is said. */
const RUN_IN_SPEAKER =
  /^(?:First )?(?:Deputy |Vice )?(?:Governor|Chair|President) \p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+ (?=(?:I|The|In|As|My|Let|We|At|Since|It|This|To|With|On|For|Today) )/u;
/** "Prices Prices have risen": a heading and the first word behind it. */
const DOUBLED = /^([A-Z][a-z]+) (?=\1 )/;
