import { baseForm, word } from "./clause.ts";
import type { Context } from "./context.ts";
import type { Statement } from "./select.ts";
import { innermost, type Topic } from "./title.ts";

/** Three to five questions that the finding answers, and a keyword phrase as the last. */
export function writeQuestions(statement: Statement, topic: Topic, context: Context): string[] {
  const asked: string[] = [];
  const when = topic.period === "" ? "" : ` in ${topic.period}`;
  const inner = innermost(statement.clause);
  const verb = inner ? baseForm(word(statement.tokens, inner.head)) : "";
  const subject = withArticle(topic.subject);
  if (
    topic.subject !== "" &&
    topic.measure !== "" &&
    /^(?:rise|fall|increase|decrease|decline|grow|climb|drop|slow)$/.test(verb)
  ) {
    asked.push(`How much did ${subject} ${verb}${when}?`);
  }
  if (statement.states.includes("cause") && topic.subject) asked.push(`What explains the change in ${subject}${when}?`);
  if (statement.states.includes("forecast") && topic.subject) asked.push(`What is the outlook for ${subject}${when}?`);
  if (topic.subject) asked.push(`What happened to ${subject}${when}?`);
  if (context.document !== "" && topic.subject) asked.push(`What does ${context.document} say about ${subject}?`);
  if (topic.other) asked.push(`What is said about ${subject} and ${topic.other}${when}?`);
  const kept = [...new Set(asked)].slice(0, 4);
  while (kept.length < 3 && topic.subject) kept.push(`What is known about ${subject}${kept.length === 1 ? "" : when}?`);
  const phrase = [context.entity.replace(/^the /, ""), topic.subject, topic.measure, topic.period]
    .filter(Boolean)
    .join(" ");
  return [...new Set(kept), phrase.split(" ").slice(0, 8).join(" ")].filter((text) => text !== "");
}

const withArticle = (subject: string) => subject;
