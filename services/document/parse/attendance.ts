import type { Block } from "./parsed-document.ts";

const OPENING =
  /^(?:attendance|in attendance|present|members present|others present|also present|participants|participating|list of (?:participants|attendees)|board of governors|staff)\d{0,2}:?$/i;
const NAME =
  /^(?:(?:Mr|Mrs|Ms|Dr|Prof|Sir|Dame|Lord)\.? )?\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|de|van|der|von|Van|bin|al|II|III|Jr\.?|,))+\s*\d{0,2}/u;
const OFFICE =
  /\b(?:chair(?:man|woman|person)?|governor|president|vice|director|secretary|economist|counsel|adviser|advisor|manager|officer|member|department|division|alternate|analyst|head of|representative|assistant|accountant|treasury|associate|board|principal|presided|interpreter|specialist|technician|editor|coordinator|trader|teller)\b/i;

/**
 * Marks lists of who was there: from a heading that opens one, block by block, as long as they are names and offices
 * without a sentence.
 */
export function markAttendance(text: string, blocks: Block[]): void {
  let isOpen = false;
  for (const [i, block] of blocks.entries()) {
    const words = text.slice(block.start, Math.min(block.end, block.start + 2000)).trim();
    if (OPENING.test(words) && namesFollow(text, blocks, i)) {
      isOpen = true;
      block.role = "attendance";
      continue;
    }
    if (!isOpen) continue;
    if (isNames(words) || (block.kind === "tableRow" && OFFICE.test(words))) block.role = "attendance";
    else if (/^_+$|^\d{1,2}$/.test(words)) continue;
    else isOpen = false;
  }
  for (const block of blocks) if (block.role === "attendance" && block.kind === "heading") block.kind = "paragraph";
}

function namesFollow(text: string, blocks: readonly Block[], i: number): boolean {
  const next = blocks[i + 1];
  return next !== undefined && isNames(text.slice(next.start, Math.min(next.end, next.start + 2000)).trim());
}

/** Names, or names with offices: capitals after every comma, and no verb that would make it a sentence. */
function isNames(words: string): boolean {
  if (
    /\b(?:was|were|is|are|had|has|have|said|noted|began|agreed|would|will|opened|reviewed|reported|voted|discussed|met)\b/.test(
      words,
    )
  )
    return false;
  if (!NAME.test(words) && !/^(?:alternate|members|presidents|secretary)/i.test(words)) return false;
  const isList = OFFICE.test(words) || words.split(/[,;\n]/).length > 2;
  return (
    isList ||
    /\b\p{Lu}\.(?: |$)/u.test(words) ||
    (words.length < 40 && /^\p{Lu}[\p{L}'’-]+ (?:\p{Lu}[\p{L}'’.-]+ ?){1,2}\d*$/u.test(words))
  );
}
