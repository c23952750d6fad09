import type { Context } from "./context.ts";
import type { Statement } from "./select.ts";
import { moves, type Topic } from "./topic.ts";

const MIN_QUESTIONS = 3;
const MAX_QUESTIONS = 4;
const MAX_PHRASE_WORDS = 8;

/** Three to four questions that the finding answers, and a keyword phrase of 3 to 8 words as the last. */
export function writeQuestions(statement: Statement, topic: Topic, context: Context): string[] {
  const asked = new Set<string>();
  const ask = (question: string) => {
    if (asked.size < MAX_QUESTIONS) asked.add(question.replace(/\s+/g, " "));
  };
  const { named, verb, holder, holds, purpose, second, isPlural } = topic;
  const { entity } = context;
  const when = topic.period === "" ? "" : ` ${prepositionOf(topic.period)} ${topic.period}`;
  const inOwnPeriod = context.period === "" ? "" : ` in ${context.period}`;
  const who = holder === "" ? entity : withArticle(holder);
  const by = entity === "" || holder !== "" ? "" : `, according to ${entity}`;
  if (named !== "") {
    if (purpose !== "" && who !== "") ask(`What did ${who} ${holds || "decide"} to do about ${named}${inOwnPeriod}?`);
    if (moves(verb) && statement.states.includes("figure") && isPast(statement))
      ask(`How much did ${named} ${verb}${when}?`);
    if (moves(verb) && isPast(statement)) {
      if (statement.states.includes("cause")) ask(`Why did ${named} ${verb}${when}${by}?`);
      ask(`How did ${named} change${when}${by}?`);
    }
    if (statement.states.includes("forecast") && /expect|forecast|project|anticipat/i.test(statement.text))
      ask(`What was expected for ${named}${when}${by}?`);
    if (statement.states.includes("risk"))
      ask(
        `Which risks ${isPlural ? "do" : "does"} ${named} face${when}${by}?`.replace(
          /^.*$/,
          `What risks were seen for ${named}${when}${by}?`,
        ),
      );
    if (holder !== "") ask(`What did ${who} say about ${named}${inOwnPeriod}?`);
    if (entity !== "")
      ask(`What did ${entity} say about ${named}${second === "" ? "" : ` and ${second}`}${inOwnPeriod}?`);
    if (/^(?:be|remain|stand|average|total|reach)$/.test(verb) && statement.states.includes("figure"))
      ask(`What ${isPlural ? "were" : "was"} ${named}${when}${by}?`);
    ask(`What happened to ${named}${when}${by}?`);
    if (second !== "") ask(`How ${isPlural ? "are" : "is"} ${named} linked to ${second}${when}?`);
    if (asked.size < MIN_QUESTIONS) ask(`What is known about ${named}${when}?`);
    if (asked.size < MIN_QUESTIONS) ask(`What is the state of ${named}${when}?`);
  }
  return [...asked, keywordPhrase(topic, context)].filter((question) => question !== "");
}

/** Entity, theme, what happened and when, as one would type them into a search box. */
export function keywordPhrase({ theme, second, change, period }: Topic, { entity, period: own }: Context): string {
  const parts = [entity.replace(/^the /, ""), theme, change || second, period || own].filter((part) => part !== "");
  const words = parts.join(" ").split(/\s+/);
  while (words.length > MAX_PHRASE_WORDS) words.splice(Math.max(0, words.length - 3), 1);
  return words.join(" ");
}

const isPast = ({ text }: Statement) =>
  !/\b(?:will|would|expected to|expects?|forecast|projected|likely to|may|might|could)\b/i.test(text);

export const prepositionOf = (period: string) =>
  /^(?:first|second|third|fourth|final) /i.test(period) ? "in the" : "in";

const withArticle = (holder: string) =>
  /^(?:committee|council|board|staff|company|desk|mpc|fomc)$/i.test(holder) ? `the ${holder}` : holder;
