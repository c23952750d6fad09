import type { Block, ParsedDocument, Span } from "../parse/parsed-document.ts";
import type { Passage } from "./extraction.ts";
import { splitSentences } from "./grammar/sentences.ts";
import { isLineItem, segmentIn } from "./segment-headings.ts";

/** A passage with what it is made of. Prose has sentences, a table has rows. */
export interface PassageParts extends Passage {
  sentences: BlockSentence[];
  /** Of a table: its rows without the header rows, in order. */
  rows: Block[];
}

export interface BlockSentence extends Span {
  /** The block that it stands in. */
  block: Block;
  /** The first of its block: nothing before it belongs to it. */
  opensBlock: boolean;
}

const MIN_WORDS = 80;
const MAX_WORDS = 200;
/** Headings deeper than this say nothing more of where one is. */
const MAX_HEADINGS = 6;

/**
 * Cuts a document along its structure: passages of about 80 to 200 words, a table or a slice of one by itself, never
 * across a heading once there is enough. Blocks with a role stay outside.
 */
export function cutPassages(document: ParsedDocument): PassageParts[] {
  const { text, blocks } = document;
  const passages: PassageParts[] = [];
  const headings: Heading[] = [];
  let open: PassageParts | undefined;
  let words = 0;
  const close = () => {
    if (open) passages.push(open);
    open = undefined;
    words = 0;
  };
  const extend = (span: Span, block: Block): PassageParts => {
    open ??= {
      start: span.start,
      end: span.end,
      headings: headings.map((heading) => heading.text),
      sentences: [],
      rows: [],
      ...(block.page === undefined ? {} : { page: block.page }),
    };
    open.end = Math.max(open.end, span.end);
    return open;
  };
  for (const block of blocks) {
    if (block.role) continue;
    if (block.kind === "heading") {
      if (words >= MIN_WORDS / 2 || open?.rows.length) close();
      pushHeading(headings, block.level ?? 2, oneLine(text.slice(block.start, Math.min(block.end, block.start + 200))));
      continue;
    }
    if (block.kind === "tableRow") {
      const size = countWords(text, block.start, block.end);
      const sameTable = open?.rows.at(-1)?.row?.table === block.row?.table;
      if (open && (open.sentences.length > 0 || (open.rows.length > 0 && (!sameTable || words + size > MAX_WORDS))))
        close();
      const passage = extend(block, block);
      words += size;
      if (!block.row?.isHeader) passage.rows.push(block);
      continue;
    }
    if (open?.rows.length) close();
    const sentences = splitSentences(text, block.start, block.end);
    const sizes = sentences.map((sentence) => countWords(text, sentence.start, sentence.end));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (words >= MIN_WORDS && words + total > MAX_WORDS) close();
    const target = total / Math.ceil(total / (MAX_WORDS * 0.9));
    for (const [index, sentence] of sentences.entries()) {
      const size = sizes[index] ?? 0;
      if (open && words >= MIN_WORDS && (words + size > MAX_WORDS || (total > MAX_WORDS && words + size / 2 > target)))
        close();
      extend(sentence, block).sentences.push({ ...sentence, block, opensBlock: index === 0 });
      words += size;
    }
    if (words >= MAX_WORDS * 0.75) close();
  }
  close();
  return passages;
}

interface Heading {
  level: number;
  text: string;
}

/** Adds a heading below those that it stands under. */
function pushHeading(headings: Heading[], own: number, text: string): void {
  // "Operating Revenues" as deep as "Ferries Segment" before it is of the ferries.
  const isOfSegment = headings.some((one) => {
    const segment = one.level === own ? segmentIn(one.text) : "";
    return segment !== "" && isLineItem(text, segment);
  });
  const level = isOfSegment ? own + BELOW : own;
  while (headings.length >= MAX_HEADINGS || (headings.at(-1)?.level ?? 0) >= level) headings.pop();
  headings.push({ level, text });
}

/** Deeper than a heading, and less deep than the next. */
const BELOW = 0.5;

/** A single space is left as it is: there is one behind every word. */
export const oneLine = (text: string) => text.replace(/\s{2,}|[^\S ]/g, " ").trim();

/**
 * Words of a stretch: what stands between white space, and two signs of a script that has none between its words, for
 * else a page of it were one word, and longer than any model reads.
 */
export function countWords(text: string, start: number, end: number): number {
  let words = 0;
  let signs = 0;
  let inside = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const isSign = code >= 0xe00 && isUnspaced(code);
    if (isSign) signs += 1;
    const isPart = code > 32 && !isSign;
    if (isPart && !inside) words += 1;
    inside = isPart;
  }
  return words + Math.ceil(signs / 2);
}

/** Thai and Lao, Burmese, Khmer; Chinese and Japanese. Korean has spaces. */
const isUnspaced = (code: number): boolean =>
  code < 0xf00 ||
  (code >= 0x1000 && code < 0x10a0) ||
  (code >= 0x1780 && code < 0x1800) ||
  (code >= 0x2e80 && code < 0xa000);
