import type { Span } from "../parse/parsed-document.ts";
import type { Context } from "./context.ts";
import { excerptOf, type Group } from "./excerpts.ts";
import { writeFinding } from "./finding.ts";
import { writeQuestions } from "./questions.ts";
import { nameOf } from "./resolve.ts";
import type { Statement } from "./select.ts";
import { readTopic, type Topic } from "./topic.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** An insight of prose before it is known whether it is chosen: strings only, so that a long document's words are not kept. */
export interface Draft {
  finding: string;
  /** The finding without the document's name. */
  said: string;
  excerpts: Span[];
  questions: string[];
  /** What the title is made of: the theme, and that of the finding's other sentence. */
  topic: Topic;
  also: Topic | undefined;
}

/** `period` is that of a statement that names none, where another than the document's is known. */
export function draftOf(group: Group, context: Context, vocabulary: Vocabulary, period = ""): Draft {
  const asked = spokenBy(group.focus.speaker, context);
  // What one sentence leaves open the other may say.
  const thing = group.statements.find((statement) => statement.thing)?.thing ?? "";
  const told = (statement: Statement): Statement => ({ ...statement, thing: statement.thing || thing });
  const focus = { statement: group.focus, topic: readTopic(told(group.focus), asked, vocabulary, period) };
  const others = group.statements
    .filter((statement) => statement !== group.focus)
    .map((statement) => ({ statement, topic: readTopic(told(statement), asked, vocabulary, period) }));
  return {
    finding: writeFinding(group.statements, context, group.focus.speaker),
    said: group.statements.map(({ text }) => text).join(" "),
    excerpts: excerptOf(group),
    questions: writeQuestions([focus, ...others], asked),
    topic: focus.topic,
    also: others[0]?.topic,
  };
}

/** Of several speakers of a document it is the one who says it that a question names. */
function spokenBy(speaker: string | undefined, context: Context): Context {
  if (speaker === undefined || context.speaker !== undefined || context.company !== undefined) return context;
  const name = nameOf(speaker).replace(/,.*$/, "");
  return { ...context, speaker: name, entity: name };
}
