import type { Context } from "./context.ts";
import type { Statement } from "./select.ts";

/** One or two sentences that say it, with the document named in front. */
export function writeFinding(statements: readonly Statement[], context: Context): string {
  const said = statements
    .map((statement, index) => finishSentence(index === 0 ? withoutConnective(statement) : statement.text))
    .join(" ");
  return context.attribution === "" ? said : `${context.attribution}: ${said}`;
}

/** Which of a group's sentences the finding repeats: at most two, and none without the one that it needs. */
export function chooseForFinding<S extends Statement>(statements: readonly S[], focus: S): S[] {
  const [first, second, third] = statements;
  if (!first || !second || !third) return [...statements];
  if (
    focus === third ||
    (!third.leaning.needsPrevious && !second.leaning.needsPrevious && third.worth > second.worth * 1.3)
  ) {
    return third.leaning.needsPrevious ? [second, third] : [first, third];
  }
  return [first, second];
}

/** "However, prices rose." says no more than "Prices rose." where what it contrasts with is not shown. */
function withoutConnective({ text, leaning }: Statement): string {
  const rest = text.slice(leaning.connective);
  return leaning.connective > 0 ? rest.charAt(0).toUpperCase() + rest.slice(1) : text;
}

function finishSentence(text: string): string {
  return /[.!?]["”’')\]]*$/.test(text) ? text : `${text.replace(/[;,:\s]+$/, "")}.`;
}
