import type { DocumentBuilder } from "./document-builder.ts";
import { headingShape, isCaption } from "./headings.ts";
import type { Block, Role } from "./parsed-document.ts";
import { type PdfLine, wordsOf } from "./pdf-lines.ts";
import { isListItem } from "./prose.ts";

/** Puts lines together to paragraphs, over the ends of columns and pages. */
export interface ProseAssembler {
  line(line: PdfLine): void;
  /** A line that is no part of the text; the paragraph around it goes on. */
  furniture(line: PdfLine, role: Role): void;
  flush(): void;
  /** How many words that were divided at a line's end were put together again. */
  joined(): number;
}

export interface Body {
  size: number;
  font: string;
  /** Words with hyphens inside lines: those keep theirs at a line's end. */
  hyphenated: ReadonlySet<string>;
}

const SENTENCE_END = /[.!?:;…]["”’')\]]*\d{0,2}$/;

export function createProseAssembler(
  builder: DocumentBuilder,
  body: Body,
  mend: (text: string) => string,
): ProseAssembler {
  let open: PdfLine[] = [];
  let words = "";
  let joined = 0;
  let waiting: { block: Omit<Block, "start" | "end">; words: string }[] = [];
  const flush = () => {
    const [first] = open;
    if (first) builder.add(kindOf(first, open, words, body), mend(words));
    for (const { block, words: each } of waiting) builder.add(block, mend(each));
    open = [];
    waiting = [];
    words = "";
  };
  return {
    line(line) {
      const last = open.at(-1);
      const next = wordsOf(line);
      if (last && !goesOn(last, line, words, next, body, open)) flush();
      if (words === "") words = next;
      else if (/\p{L}[-\u00ad]$/u.test(words) && /^\p{Ll}/u.test(next)) {
        const whole = `${/[\p{L}-]+-$/u.exec(words)?.[0] ?? ""}${/^[\p{L}-]+/u.exec(next)?.[0] ?? ""}`.toLowerCase();
        if (/^(?:and|or|to) /.test(next)) words += ` ${next}`;
        else if (body.hyphenated.has(whole) || KEEPS.test(whole) || whole.split("-").length > 2) words += next;
        else {
          words = words.slice(0, -1) + next;
          joined++;
        }
      } else words += ` ${next}`;
      open.push(line);
    },
    furniture(line, role) {
      const block = { kind: "paragraph" as const, role, page: line.page };
      if (open.length === 0) builder.add(block, mend(wordsOf(line)));
      else waiting.push({ block, words: wordsOf(line) });
    },
    flush,
    joined: () => joined,
  };
}

/** First halves of compounds that are written with a hyphen wherever they stand. */
const KEEPS =
  /^(?:long|short|medium|near|year|month|quarter|week|day|non|self|well|high|low|mid|semi|cross|risk|two|three|four|five|six|one|first|second|third|higher|lower|longer|shorter|better|so|ex|off|on|in|euro|market|price|inflation|interest|labou?r|data|energy|food|fixed|full|part|real|large|small|public|private|third)-\p{L}+$/u;

/** Whether `next` belongs to the paragraph that ends with `last`. */
function goesOn(
  last: PdfLine,
  line: PdfLine,
  words: string,
  next: string,
  body: Body,
  open: readonly PdfLine[],
): boolean {
  if (isListItem(next) || Math.abs(last.size - line.size) > 0.8) return false;
  const isCut = !SENTENCE_END.test(words);
  const isElsewhere = line.page !== last.page || line.y < last.y;
  if (isElsewhere)
    return (
      (isCut && open.length > 1 && last.size <= body.size * 1.15 && /^[\p{Ll}\p{N}("“]/u.test(next)) ||
      (isCut && /[-,]$/.test(words))
    );
  const gap = line.y - last.y;
  if (isCentred(last, line) && words.length < 90) return false;
  if (gap > line.size * 2.2) return false;
  // A heading run over its paragraph: another font, and a line that ends early.
  const isShort = last.right < line.right - line.size * 4 || next.length < 30;
  const isOtherFont = last.font !== line.font && last.font !== body.font;
  if (isOtherFont && isShort && open.length === 1 && isCut && headingShape(words) !== undefined) return false;
  if (open.length > 1) {
    const usual = (last.y - (open[0]?.y ?? last.y)) / (open.length - 1);
    if (usual > 0 && gap > usual * 1.35) return false;
  } else if (gap > line.size * 1.75 && headingShape(words) !== undefined) return false;
  // An indented line after a finished sentence begins a paragraph.
  const isIndented = line.left > last.left + line.size * 0.8 && line.left < last.left + line.size * 6;
  return !(isIndented && !isCut && open.length > 1);
}

/** Two lines that share their middle and not their edges: titles, each for itself. */
function isCentred(last: PdfLine, line: PdfLine): boolean {
  const middle = Math.abs((last.left + last.right) / 2 - (line.left + line.right) / 2);
  return middle < line.size && Math.abs(last.left - line.left) > line.size;
}

function kindOf(first: PdfLine, open: readonly PdfLine[], words: string, body: Body): Omit<Block, "start" | "end"> {
  const { page } = first;
  if (isCaption(words) && words.length < 250) return { kind: "caption", page };
  if (isListItem(words) && words.length > 3) {
    const isHeading = headingShape(words) !== undefined && open.length === 1;
    const isCapital = words === words.toUpperCase() && /\p{L}{3}/u.test(words);
    if (!(isHeading && (first.font !== body.font || isCapital))) return { kind: "listItem", page };
  }
  const shape = headingShape(words);
  const isLarge = first.size > body.size * 1.12;
  const isOther = first.font !== body.font || words === words.toUpperCase();
  if (open.length <= 3 && words.length <= 200 && isLarge && /\p{L}{3}/u.test(words) && !/[.;,]$/.test(words)) {
    return { kind: "heading", level: first.size > body.size * 1.6 ? 1 : 2, page };
  }
  if (shape && open.length <= 2 && isOther) return { kind: "heading", level: Math.max(shape.level, 3), page };
  // One short line between two gaps, in the same letters as its text.
  const isAlone =
    open.length === 1 && words.length >= 6 && words.length <= 70 && /^\p{Lu}\p{Ll}/u.test(words) && / /.test(words);
  return shape && isAlone ? { kind: "heading", level: 4, page } : { kind: "paragraph", page };
}
