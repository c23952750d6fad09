import type { Block, Span } from "./parsed-document.ts";

/** "CHAIR POWELL. Good afternoon": a name in capitals that opens a turn. */
const TURN = /^((?:(?:MR|MS|MRS|DR)\. )?\p{Lu}[\p{Lu}.'’-]*(?: \p{Lu}[\p{Lu}'’-]*\.?){1,4})[.:]\s+(?=\S)/u;
/** "Deputy Governor Per Jansson I support": an office and a name run into their turn. */
const RUN_IN =
  /^(?:(?:\d{1,3}|§\d+\w?[^.]{0,60}?)\s+)?((?:First )?(?:Deputy |Vice )?(?:Governor|Chair|President) \p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+)\s+(?=(?:I|\p{Lu}\p{Ll}*) \p{Ll})/u;
/** "Statement by Dr. Ashima Goyal": a heading over everything that one person said. */
const STATEMENT = /^(?:Statement|Remarks|Intervention) (?:by|of) ((?:\p{Lu}[\p{L}.'’-]*\s?){1,6})$/u;
/** "President Varn: Prices rose": a name with a colon. Headings look like it, so most of what follows must be in the first person. */
const NAMED =
  /^((?:(?:Vice-)?President |(?:Deputy )?Governor |Chair(?:man|woman)? |(?:Mr|Ms|Mrs|Dr)\.? )?\p{Lu}[\p{L}’'-]+(?: \p{Lu}\.?(?= ))?(?: (?:de |van |von )?\p{Lu}[\p{L}.’'-]+){0,3}):\s+(?=\S)/u;
/** "Ada Varn -- Chief Financial Officer": a line of its own over what she says. Analysts and the operator only ask. */
const TITLED = /^(\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){1,3}) (?:--|[—–]) (\p{Lu}[\p{L}\d ,.&’'()/–—-]{2,100})$/u;
const OPERATOR = /^Operator:?$/;
const LONGEST_TITLED = 160;
const MIN_TURNS = 3;
/** A meeting has some dozens of turns; what has more is no meeting. */
const MAX_INNER_TURNS = 200;

/** Gives the paragraphs of a transcript their speakers: from the turn that a name opens to the next one. */
export function markSpeakers(text: string, blocks: Block[]): void {
  splitAtTurns(text, blocks);
  if (markTitled(text, blocks)) return;
  for (const pattern of [TURN, RUN_IN, STATEMENT, NAMED]) {
    const turns = blocks.map((block) => speakerOf(text, block, pattern));
    const named = turns.filter((turn) => turn !== undefined).map(({ name }) => name);
    if (named.length < MIN_TURNS) continue;
    if (pattern === NAMED ? !inFirstPerson(text, blocks, turns) : new Set(named).size < 2) continue;
    let speaker: Turn | undefined;
    for (const [i, block] of blocks.entries()) {
      if (pattern === STATEMENT && turns[i]) {
        speaker = turns[i];
        continue;
      }
      const isHeading = block.kind === "heading" && (pattern === TURN || pattern === NAMED);
      // Where names are few, what asks is somebody else, and who answers need not be the one before.
      const isQuestion =
        pattern === NAMED && turns[i] === undefined && block.kind === "paragraph" && isAddressed(text, block);
      if (isQuestion && block.role === undefined) block.role = "question";
      speaker = turns[i] ?? (isHeading || isQuestion ? undefined : speaker);
      if (speaker && block.role === undefined && (block.kind === "paragraph" || block.kind === "listItem")) {
        block.speaker = speaker.name;
        block.speakerNamed = speaker.named;
      }
    }
    return;
  }
  markUnnamed(text, blocks);
}

/** Gives what stands below each name with a title to who is named; what is only asked is nobody's statement. */
function markTitled(text: string, blocks: Block[]): boolean {
  const lines = blocks.map(({ kind, start, end }) =>
    (kind === "heading" || kind === "paragraph") && end - start <= LONGEST_TITLED ? text.slice(start, end) : "",
  );
  const turns = lines.map((line) => TITLED.exec(line));
  const names = turns.flatMap((turn) => turn?.[1] ?? []);
  if (names.length < MIN_TURNS || new Set(names).size < 2) return false;
  let speaker: Turn | undefined;
  let isAsking = false;
  for (const [i, block] of blocks.entries()) {
    const [, name, title = ""] = turns[i] ?? [];
    const isOperator = OPERATOR.test(lines[i] ?? "");
    if (name !== undefined || isOperator) {
      speaker =
        name === undefined ? undefined : { name, named: { start: block.start, end: block.start + name.length } };
      isAsking = isOperator || /\bAnalyst\b/.test(title);
      block.role ??= "attendance";
    } else if (block.role === undefined && (block.kind === "paragraph" || block.kind === "listItem")) {
      if (isAsking) block.role = "question";
      else if (speaker) {
        block.speaker = speaker.name;
        block.speakerNamed = speaker.named;
      }
    }
  }
  return true;
}

/** The same inside a paragraph whose lines were run together: behind a sentence, or behind a heading and before "I". */
const INNER_TURN =
  /(?<=[.!?”"]\s{1,3}(?:\d{1,2} )?|\p{Ll} )(?:First )?(?:Deputy |Vice )?(?:Governor|Chair|President) \p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+ (?=I \p{Ll})/gu;

/** Lets each turn inside a paragraph open a paragraph, where a text has several. */
function splitAtTurns(text: string, blocks: Block[]): void {
  const starts = [...text.matchAll(INNER_TURN)].map(({ index }) => index);
  if (starts.length < MIN_TURNS - 1 || starts.length > MAX_INNER_TURNS) return;
  const split = blocks.flatMap((block) => {
    if (block.kind !== "paragraph") return [block];
    const inside = starts.filter((start) => start > block.start && start < block.end);
    const edges = [block.start, ...inside, block.end];
    return edges.slice(0, -1).map((start, at) => {
      const end = edges[at + 1] ?? block.end;
      return { ...block, start, end: start + text.slice(start, end).trimEnd().length };
    });
  });
  blocks.splice(0, blocks.length, ...split);
}

/** "We are now ready to take your questions." */
const INVITES = /\b(?:ready|happy|glad|pleased) to (?:take|answer|respond to) (?:any of |all )?(?:your )?questions\b/i;

/** Where nobody is named once questions are invited, what asks or addresses somebody is nobody's statement. */
function markUnnamed(text: string, blocks: Block[]): void {
  const from = blocks.findIndex(
    ({ start, end, kind }) => kind === "paragraph" && end - start < 3000 && INVITES.test(text.slice(start, end)),
  );
  if (from < 0) return;
  for (const block of blocks.slice(from + 1)) {
    if (block.kind === "paragraph" && !block.role && isAddressed(text, block)) block.role = "question";
  }
}

const isAddressed = (text: string, { start, end }: Block) =>
  /\?|\byour?\b/i.test(text.slice(start, Math.min(end, start + 3000)));

/** Who begins to speak, and where the text names him. */
interface Turn {
  name: string;
  named: Span;
}

function speakerOf(text: string, block: Block, pattern: RegExp): Turn | undefined {
  if (block.kind === "tableRow" || block.kind === "caption") return undefined;
  const found = pattern.exec(text.slice(block.start, Math.min(block.end, block.start + 160)));
  const name = found?.[1];
  // Two capitals and a full stop may also be an abbreviation: a name has a word of three letters.
  if (!name || !/\p{L}{3}/u.test(name) || /^(?:THE|FOR|NOTE|TABLE|ITEM|PART|FORM)\b/.test(name)) return undefined;
  const start = block.start + found[0].indexOf(name);
  return { name, named: { start, end: start + name.length } };
}

/** Whether most of the turns speak of themselves. */
function inFirstPerson(text: string, blocks: readonly Block[], turns: readonly (Turn | undefined)[]): boolean {
  const named = blocks.filter((_, i) => turns[i] !== undefined);
  const own = named.filter(({ start, end }) =>
    /\b(?:I|my|me|we|our)\b/i.test(text.slice(start, Math.min(end, start + 1500))),
  );
  return own.length > named.length * 0.6;
}
