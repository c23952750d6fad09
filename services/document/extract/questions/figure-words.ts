import type { Context } from "../context.ts";
import { word } from "../grammar/clause.ts";
import { isNaming, sliceText } from "../grammar/noun-phrases.ts";
import { type Phrase, readPhrase } from "../grammar/phrase.ts";
import { countWords } from "../grammar/shape.ts";
import { baseForm } from "../grammar/verb-forms.ts";
import type { Statement } from "../prose/select.ts";
import { sourceOf } from "../source.ts";
import type { TitleCore } from "../titles/title-cores.ts";
import { periodPhrase } from "./theme-questions.ts";

/** What a statement with a figure is called and what it is asked for. */
export interface FigureWords {
  core: TitleCore;
  question: string;
}

/** Verbs between a measure and its value: "totaled $3 million", "stood at 4 percent". */
const VALUES = new Set("be stand total average amount reach equal represent come remain account".split(" "));
const EXPECTS = new Set("expect forecast project anticipate estimate target guide assume see".split(" "));
const UNIT =
  /^(?:percent|per|cent|%|million|billion|trillion|thousand|basis|percentage|points?|tonnes?|tons?|bushels|barrels|bales|cents|b\/d)$/i;
const MOST_WORDS = 9;
/** Below what a title of the statement's own reading is worth, so that it stands back behind any. */
const WORTH = 1.7;

/**
 * Words for a statement whose figure is what matters: "revenue of $5 million", "expects 8 percent sales growth". Only forms
 * in which the measure is sure; undefined for all others.
 */
export function figureWords(statement: Statement, context: Context, period: string): FigureWords | undefined {
  const { tokens, clause } = statement;
  if (!clause || !statement.states.includes("figure")) return undefined;
  let inner = clause;
  while (inner.reported) inner = inner.reported;
  const verb = baseForm(word(tokens, inner.head));
  const subject = readPhrase(tokens, inner.subject.from, inner.subject.to);
  const isForecast = EXPECTS.has(verb);
  const measure = isForecast
    ? measureBehind(statement, inner.verb.to)
    : VALUES.has(verb) && amountAt(statement, inner.verb.to) && subject && subject.to >= inner.subject.to - 1
      ? subject
      : undefined;
  if (!measure) return undefined;
  const named = nameOf(statement, measure);
  if (named === "") return undefined;
  const company = context.company ?? "";
  const isOwn = company !== "" && !named.toLowerCase().includes(company.toLowerCase().split(" ")[0] ?? company);
  const own = isOwn ? `${company}'s ` : "";
  const when = periodPhrase(period || context.period);
  const core = { text: `${own}${named}${isForecast ? " forecast" : ""}`, worth: WORTH };
  if (countWords(core.text) > MOST_WORDS) return undefined;
  const by = company !== "" || context.entity === "" ? "" : `, according to ${sourceOf("", context)}`;
  const question = isForecast
    ? expectation(statement, inner.subject, inner.head, named, when, context)
    : valued(statement, inner.verb, measure, own === "" ? `the ${named}` : `${own}${named}`, when, by);
  return question === "" ? undefined : { core, question };
}

/** "What organic revenue growth does Tarn expect for fiscal year 2031?" of a company or a publisher that is the subject. */
function expectation(
  { tokens, plain }: Statement,
  subject: { from: number; to: number },
  head: number,
  measure: string,
  when: string,
  { company, institution }: Context,
): string {
  const who = sliceText(tokens, plain, subject.from, subject.to);
  const agent = [company, institution].find((name) => name && who.toLowerCase() === name.toLowerCase());
  const verb = word(tokens, head);
  if (agent === undefined) return "";
  return `What ${measure} ${/ed$|saw$/.test(verb) ? "did" : "does"} ${agent} ${baseForm(verb)}${when.replace(/^ (?:in|at) (?:the )?/, " for ")}?`;
}

/** "What was Tarn's gross margin in the third quarter of 2031?" */
function valued(
  { tokens }: Statement,
  verb: { from: number; to: number },
  measure: Phrase,
  named: string,
  when: string,
  by: string,
): string {
  const first = word(tokens, verb.from);
  if (/^(?:will|would|could|may|might|should|can|is|are|has|have|had)$/.test(first)) return "";
  const isPast = /^(?:was|were)$/.test(first) || /(?:ed|stood|came)$/.test(first);
  if (!isPast) return "";
  return `What ${measure.isPlural ? "were" : "was"} ${named}${when}${by}?`;
}

/** The measure of "8 percent organic revenue growth" or "a charge of $93 million" behind a verb. */
function measureBehind(statement: Statement, from: number): Phrase | undefined {
  const { tokens } = statement;
  let at = from;
  // "expects to deliver": the figure is what is delivered.
  if (word(tokens, at) === "to" && tokens[at + 1]?.pos === "VERB") at += 2;
  while (tokens[at]?.pos === "DET" || tokens[at]?.pos === "ADV" || word(tokens, at) === "its") at += 1;
  const amount = endOfAmount(statement, at);
  if (amount > at) return readPhrase(tokens, word(tokens, amount) === "of" ? amount + 1 : amount, tokens.length);
  const phrase = readPhrase(tokens, at, tokens.length);
  const behind = phrase?.to ?? 0;
  const follows = /^(?:of|to|at|between)$/.test(word(tokens, behind)) ? behind + 1 : behind;
  const isBecoming = word(tokens, follows - 1) === "to" && tokens[follows]?.pos === "VERB";
  return phrase && (amountAt(statement, follows) || (isBecoming && amountAt(statement, follows + 1)))
    ? phrase
    : undefined;
}

const amountAt = (statement: Statement, from: number) => {
  const { tokens } = statement;
  let at = from;
  while (at < from + 4 && (/^(?:ADV|ADP|ADJ|DET|PUNCT)$/.test(tokens[at]?.pos ?? "") || word(tokens, at) === "to"))
    at += 1;
  return endOfAmount(statement, at) > at;
};

/** Past "8 percent" or "$1.2 billion"; where it began if no amount with a unit stands there. */
function endOfAmount({ tokens }: Statement, from: number): number {
  let at = from;
  let isMeasured = false;
  while (
    /^(?:SYM|NUM)$/.test(tokens[at]?.pos ?? "") ||
    UNIT.test(tokens[at]?.text ?? "") ||
    /^[$€£–-]$/.test(tokens[at]?.text ?? "")
  ) {
    isMeasured ||= UNIT.test(tokens[at]?.text ?? "") || /[$€£%]/.test(tokens[at]?.text ?? "");
    at += 1;
  }
  return isMeasured ? at : from;
}

/** The measure as a title has it; empty where it names none: "it", "this", "amounts". */
function nameOf({ tokens, plain }: Statement, phrase: Phrase): string {
  const text = sliceText(tokens, plain, phrase.core.from, phrase.to).replace(/[,;]$/, "");
  const head = word(tokens, phrase.head);
  const opensBadly =
    /^(?:this|these|that|those|it|its|they|their|such|other|another|approximately|about|one|some|many|most|several|two|three)\b/i;
  const isNamed = isNaming(head) || countWords(text) >= 3;
  if (
    !isNamed ||
    opensBadly.test(plain.slice(tokens[phrase.from]?.start)) ||
    /["“”()[\]:;$]|\b(?:which|that|who)\b/.test(text)
  )
    return "";
  return countWords(text) <= MOST_WORDS && !/\d(?:%| percent)/.test(text) ? text : "";
}
