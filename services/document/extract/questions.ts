import { moves } from "./changes.ts";
import { type Clause, word } from "./clause.ts";
import type { Context } from "./context.ts";
import { sliceText } from "./noun-phrases.ts";
import type { Statement } from "./select.ts";
import { phraseOf, wordsOf } from "./shape.ts";
import { innermost, type Topic } from "./topic.ts";
import { baseForm } from "./verb-forms.ts";

const MAX_QUESTIONS = 4;
const MAX_PHRASE_WORDS = 8;
/** Verbs of an effect: "What could drive up food prices?" asks for their subject. */
const EFFECTS = new Set(
  (
    "drive lead cause boost support contribute affect reduce raise push weigh offset limit help create pose result restrain dampen increase decrease " +
    "lower keep bring make put add account explain weaken strengthen underpin constrain prevent require generate provide allow improve"
  ).split(" "),
);
const EXPECTED =
  /\b(?:is|are|was|were|be|been)(?: \w+)? (?:expected|projected|forecast|anticipated|predicted|estimated)\b|\b(?:expects?|expected|anticipates?|anticipated|forecasts?|forecasted|projects?|projected) (?:that|the|to|an?|\w+ing)\b/i;
const LEVELS = /^(?:be|remain|stand|average|total|reach|amount)$/;
const DESCRIBES = /^(?:be|remain|appear|seem|look|stay|become|prove)$/;

/** A statement of a finding with what it is about. */
export interface Subject {
  statement: Statement;
  topic: Topic;
}

/** Three to four questions that the finding answers, and a keyword phrase of 3 to 8 words as the last. */
export function writeQuestions(subjects: readonly Subject[], context: Context): string[] {
  const lists = subjects.map((subject) => questionsOf(subject, context));
  const asked = new Set<string>();
  // In turn, so that each sentence of the finding is asked for.
  for (let at = 0; at < 8 && asked.size < MAX_QUESTIONS; at += 1) {
    for (const list of lists) {
      const question = list[at];
      if (question && asked.size < MAX_QUESTIONS) asked.add(question);
    }
  }
  if (asked.size === 0) for (const question of plainQuestions(context)) asked.add(question);
  return [...asked, keywordPhrase(subjects, context)];
}

/** Of a statement in which nothing could be named: only who says it and when is known. */
function plainQuestions({ entity, document, period }: Context): string[] {
  const own = period === "" ? "" : ` in ${period}`;
  const where = document === "" || document === entity ? "the document" : document;
  return [
    `What did ${entity || "the document"} state${own}?`,
    `What is stated in ${where}?`,
    `What does the text of ${where} say${own}?`,
  ];
}

/** What a statement answers, the most telling first. */
function questionsOf({ statement, topic }: Subject, context: Context): string[] {
  const asked: string[] = [];
  const { named, verb, holder, holds, purpose, second, isPlural } = topic;
  if (named === "") return asked;
  const { entity } = context;
  const clause = innermost(statement.clause);
  const when = topic.period === "" ? "" : ` ${prepositionOf(topic.period)} ${topic.period}`;
  const own = context.period === "" ? "" : ` in ${context.period}`;
  const who = holder === "" ? entity : withArticle(holder);
  const by = entity === "" ? "" : `, according to ${entity}`;
  const past = isPast(statement, clause);
  const be = isPlural ? "were" : "was";
  if (purpose !== "" && who !== "") asked.push(`What did ${who} ${holds || "decide"} to do about ${named}${own}?`);
  if (past && moves(verb)) {
    if (hasFigureBehind(statement, clause) && !/^(?:edge|tick|moderate|ease)$/.test(verb))
      asked.push(`How much did ${named} ${verb}${when}?`);
    if (statement.states.includes("cause")) asked.push(`Why did ${named} ${verb}${when}?`);
    asked.push(`How did ${named} change${when}${by}?`);
  }
  const isExpected = EXPECTED.test(statement.text);
  if (isExpected)
    asked.push(
      moves(verb) ? `How ${be} ${named} expected to change${by}${own}?` : `What was expected for ${named}${when}${by}?`,
    );
  if (past && LEVELS.test(verb) && hasFigureBehind(statement, clause)) asked.push(`What ${be} ${named}${when}${by}?`);
  else if (verb !== "" && DESCRIBES.test(verb) && who !== "") asked.push(`How did ${who} describe ${named}${own}?`);
  asked.push(effectQuestion(statement, clause, own, by));
  if (holder !== "") asked.push(`What did ${who} say about ${named}${own}?`);
  if (entity !== "") asked.push(`What did ${entity} say about ${named}${second === "" ? "" : ` and ${second}`}${own}?`);
  if (statement.states.includes("risk"))
    asked.push(`What risks related to ${named} did ${entity || "the report"} see${own}?`);
  if (second !== "" && entity !== "") asked.push(`What did ${entity} say about ${second}${own}?`);
  asked.push(
    `What is known about ${named}${second === "" ? "" : ` and ${second}`}${when}?`,
    `What is said about ${named}${when}?`,
  );
  asked.push(second === "" ? `What was reported on ${named}${own}?` : `What is said about ${second}${when}?`);
  return [...new Set(asked.filter((question) => question !== "").map((question) => question.replace(/\s+/g, " ")))];
}

/** Entity, theme, what happened and when, as one would type them into a search box. */
function keywordPhrase(subjects: readonly Subject[], { entity, document, period: own }: Context): string {
  const [first, other] = subjects;
  if (!first) return phraseOf([entity, own], [document]);
  const { theme, second, change, period } = first.topic;
  const parts = [theme, change || other?.topic.theme || second].filter((part) => part !== "").flatMap(wordsOf);
  const head = wordsOf(entity.replace(/^the /, ""));
  const tail = wordsOf(period || own);
  const room = MAX_PHRASE_WORDS - head.length - tail.length;
  const kept = tail.length > 2 ? tail.slice(-1) : tail;
  const words = [...head, ...parts.slice(0, Math.max(2, room + tail.length - kept.length)), ...kept];
  return phraseOf(words, [other?.topic.theme ?? "", second, document]);
}

/** "What could drive up food prices?": the predicate as it stands, up to its first comma, asked for its subject. */
function effectQuestion({ tokens, plain }: Statement, clause: Clause | undefined, own: string, by: string): string {
  if (!clause || !EFFECTS.has(baseForm(word(tokens, clause.head)))) return "";
  let end = clause.verb.to;
  while (
    end < tokens.length &&
    end < clause.verb.to + 12 &&
    !/^[,;:.—–()]$/.test(tokens[end]?.text ?? "") &&
    !/^(?:and|which|while|because|although|as|that)$/.test(word(tokens, end))
  )
    end += 1;
  if (end < clause.verb.to + 2 || end === clause.verb.to + 12) return "";
  const verb = word(tokens, clause.verb.from);
  const rest = sliceText(tokens, plain, clause.verb.from + 1, end);
  return `What ${singularOf(verb)} ${rest}${/(?:19|20)\d\d/.test(rest) ? "" : own}${by}?`;
}

function singularOf(verb: string): string {
  if (verb === "are") return "is";
  if (verb === "were") return "was";
  if (verb === "have") return "has";
  if (baseForm(verb) === verb && EFFECTS.has(verb) && verb !== "put")
    return /(?:s|sh|ch|x)$/.test(verb) ? `${verb}es` : `${verb}s`;
  return verb;
}

/** A figure in the eight words after the verb: what was said to rise did so by that. */
function hasFigureBehind({ tokens }: Statement, clause: Clause | undefined): boolean {
  return clause !== undefined && tokens.slice(clause.verb.to, clause.verb.to + 8).some(({ text }) => /\d/.test(text));
}

/** The clause tells of what has been: "Why did it rise?" is then a question. */
function isPast({ tokens }: Statement, clause: Clause | undefined): boolean {
  if (!clause) return false;
  const verb = word(tokens, clause.verb.from);
  return /^(?:was|were|had|has|have|did)$/.test(verb) || (baseForm(verb) !== verb && !/s$/.test(verb));
}

const prepositionOf = (period: string) => (/^(?:first|second|third|fourth|final) /i.test(period) ? "in the" : "in");

const withArticle = (holder: string) =>
  /^(?:committee|council|board|staff|company|desk|mpc|fomc)$/i.test(holder) ? `the ${holder}` : holder;
