import type { Block } from "./parsed-document.ts";

/** "CHAIR POWELL. Good afternoon": a name in capitals that opens a turn. */
const TURN = /^((?:(?:MR|MS|MRS|DR)\. )?\p{Lu}[\p{Lu}.'’-]*(?: \p{Lu}[\p{Lu}'’-]*\.?){1,4})[.:]\s+(?=\S)/u;
/** "Deputy Governor Per Jansson I support": an office and a name run into their turn. */
const RUN_IN =
  /^(?:(?:\d{1,3}|§\d+\w?[^.]{0,60}?)\s+)?((?:First )?(?:Deputy |Vice )?(?:Governor|Chair|President) \p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+)\s+(?=(?:I|The|In|As|My|Let|We|At|Since|It|This|To|With|On|For|Today)\b)/u;
/** "Statement by Dr. Ashima Goyal": a heading over everything that one person said. */
const STATEMENT = /^(?:Statement|Remarks|Intervention) (?:by|of) ((?:\p{Lu}[\p{L}.'’-]*\s?){1,6})$/u;
const MIN_TURNS = 3;

/** Gives the paragraphs of a transcript their speakers: from the turn that a name opens to the next one. */
export function markSpeakers(text: string, blocks: Block[]): void {
  for (const pattern of [TURN, RUN_IN, STATEMENT]) {
    const turns = blocks.map((block) => speakerOf(text, block, pattern));
    const named = turns.filter((name) => name !== undefined);
    if (named.length < MIN_TURNS || new Set(named).size < 2) continue;
    let speaker: string | undefined;
    for (const [i, block] of blocks.entries()) {
      if (pattern === STATEMENT && turns[i]) {
        speaker = turns[i];
        continue;
      }
      speaker = turns[i] ?? (block.kind === "heading" && pattern === TURN ? undefined : speaker);
      if (speaker && block.role === undefined && (block.kind === "paragraph" || block.kind === "listItem"))
        block.speaker = speaker;
    }
    return;
  }
}

function speakerOf(text: string, block: Block, pattern: RegExp): string | undefined {
  if (block.kind === "tableRow" || block.kind === "caption") return undefined;
  const name = pattern.exec(text.slice(block.start, Math.min(block.end, block.start + 160)))?.[1];
  // Two capitals and a full stop may also be an abbreviation: a name has a word of three letters.
  return name && /\p{L}{3}/u.test(name) && !/^(?:THE|FOR|NOTE|TABLE|ITEM|PART|FORM)\b/.test(name) ? name : undefined;
}
