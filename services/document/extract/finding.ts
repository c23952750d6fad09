import type { Context } from "./context.ts";
import type { Statement } from "./select.ts";

/** One or two sentences of a group that say it, with the document named in front. */
export function writeFinding(statements: readonly Statement[], context: Context): string {
  const said = statements.map((statement) => finishSentence(resolve(statement.text, context))).join(" ");
  return context.attribution === "" ? capital(said) : `${context.attribution}: ${said}`;
}

/** Which of a group's sentences the finding repeats: the first, and the best of those after it. */
export function chooseForFinding(statements: readonly Statement[]): Statement[] {
  const [first, second, third] = statements;
  if (!first || !second) return first ? [first] : [];
  if (!third) return [first, second];
  if (third.leansBack || second.worth >= third.worth) return [first, second];
  return second.leansBack ? [first, second] : [first, third];
}

function resolve(text: string, context: Context): string {
  const { company } = context;
  if (company === undefined) return text;
  return text.replace(/\b(?:the|The) Company['’]s\b/g, `${company}'s`).replace(/\b(?:the|The) Company\b/g, company);
}

function finishSentence(text: string): string {
  return /[.!?]["”’')\]]*$/.test(text) ? text : `${text.replace(/[;,:\s]+$/, "")}.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
