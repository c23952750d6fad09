import type { Block, Span } from "../../parse/parsed-document.ts";
import { isListItem } from "../../parse/prose.ts";
import { oneLine } from "../passages.ts";

/** What a body decided, where its sentence ends with a colon over a list of what that is. */
interface LeadIn {
  /** "The Rate Board decided to" */
  said: string;
  named: Span;
}

/** The lead-in stands within so much of its item, with the items between. */
const NEAR = 900;
/** Only a long line goes on in the next one: a short one above the lead-in is a heading. */
const LEAD =
  /(?:^|\n\s*|[.!?]["”’)]? +)(\p{Lu}(?:[^.:\n]|(?<=[^\n]{60})\n(?!\s*\n)|\.(?=\d)){0,300}?\b(?:decided|agreed|resolved|voted)(?: (?:today|unanimously))? to)$/u;
/** Whether an item says what is done; a sentence of its own is none. */
const DOES =
  /^(?:\p{Ll}+ly )?(?:keep|maintain|raise|reduce|increase|lower|cut|hold|leave|set|continue|remain|extend|begin|start|end|stop|purchase|buy|sell|change|adjust|retain|narrow|widen|introduce|discontinue)\b/u;

/** The lead-in of an item of a list, where there is one and the item goes on with it. */
export function leadInto(source: string, item: string, block: Block): LeadIn | undefined {
  if (block.kind !== "listItem" || !DOES.test(begun(item))) return undefined;
  const from = Math.max(0, block.start - NEAR);
  const above = source.slice(from, block.start);
  const colon = above.lastIndexOf("to:") + 2;
  const between = above.slice(colon + 1).split("\n");
  if (colon < 2 || !between.every((line) => line.trim() === "" || isListItem(line.trimStart()))) return undefined;
  const found = LEAD.exec(above.slice(0, colon));
  const said = found?.[1];
  if (!found || said === undefined) return undefined;
  const start = from + found.index + found[0].indexOf(said);
  return { said: oneLine(said), named: { start, end: start + said.length + 1 } };
}

/** "The Rate Board decided to keep the base rate at 3 percent." */
export const behindLead = ({ said }: LeadIn, item: string): string => `${said} ${begun(item)}`;

const begun = (item: string) => item.charAt(0).toLowerCase() + item.slice(1);
