import type { Context } from "../context.ts";
import { NO_ABBREVIATIONS, spellOut } from "../grammar/abbreviations.ts";
import { nameOf } from "./resolve.ts";
import type { Statement } from "./select.ts";

/** One or two sentences that say it, with the document named in front. */
export function writeFinding(statements: readonly Statement[], context: Context, speaker?: string): string {
  const sentences = statements
    .map((statement, index) => finishSentence(index === 0 ? withoutConnective(statement) : statement.text))
    .join(" ");
  const said = withOffice(spellOut(sentences, context.abbreviations ?? NO_ABBREVIATIONS), context);
  // Of several speakers the one who says it is named; a document of one speaker names him already.
  const who = speaker !== undefined && context.speaker === undefined ? nameOf(speaker) : "";
  const source = [context.attribution, who].filter((part) => part !== "").join(", ");
  return source === "" ? said : `${source}: ${said}`;
}

/** "the manager" of minutes, with what he manages. */
const withOffice = (text: string, { attribution }: Context) =>
  /\b[Tt]he manager\b(?! (?:of|pro tem)\b)/.test(text) &&
  !/\bSystem Open Market Account\b|\bSOMA\b/.test(text) &&
  /\bFOMC Minutes\b/.test(attribution)
    ? text.replace(/\b([Tt]he) manager\b/, "$1 System Open Market Account manager")
    : text;

/** "However, prices rose." says no more than "Prices rose." where what it contrasts with is not shown. */
function withoutConnective({ text, leaning }: Statement): string {
  // "On the one hand, (i) prices may rise": of two the first, which is told alone.
  const rest = text.slice(leaning.connective).replace(/^\((?:[ivx]{1,4}|[a-e]|\d)\) (?=\p{L})/u, "");
  return leaning.connective > 0 ? rest.charAt(0).toUpperCase() + rest.slice(1) : text;
}

/** Whether what a speaker says is the document's: of an interview only its subject's answers are. */
export function mayAnswer(speaker: string | undefined, { speaker: own }: Context): boolean {
  if (speaker === undefined || own === undefined) return true;
  const family = own.split(" ").at(-1) ?? own;
  return speaker.toLowerCase().includes(family.toLowerCase());
}

/** Whether a paragraph of a record of answers is a question: what it says of prices is not the answer. */
export const isAsked = (paragraph: string): boolean => /\?["”’)]*\s*$/.test(paragraph) && /\byour?\b/i.test(paragraph);

function finishSentence(text: string): string {
  // "eBay" begins small.
  const begun = /^\p{Ll}(?!\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]["”’')\]]*$/.test(begun) ? begun : `${begun.replace(/[;,:\s]+$/, "")}.`;
}
