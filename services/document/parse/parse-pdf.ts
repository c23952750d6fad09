import { getDocumentProxy } from "unpdf";
import { DomainError } from "#kit/errors.ts";
import { createDocumentBuilder } from "./document-builder.ts";
import { isNoise } from "./flat-table.ts";
import { markFurniture } from "./furniture.ts";
import { MAX_PAGES, MAX_TEXT } from "./limits.ts";
import type { ParsedDocument } from "./parsed-document.ts";
import { refuseBombs } from "./pdf-bomb.ts";
import { inReadingOrder } from "./pdf-columns.ts";
import { findFurniture } from "./pdf-furniture.ts";
import { pdfHead } from "./pdf-head.ts";
import { type Item, linesOfPage, type PdfLine, wordsOf } from "./pdf-lines.ts";
import { type Body, createProseAssembler } from "./pdf-prose.ts";
import { isContinued, type PdfTable, pdfTableAt } from "./pdf-table.ts";
import { NONE, unseenOf } from "./pdf-unseen.ts";
import { createLigatureRepair } from "./repair-ligatures.ts";
import { markSpeakers } from "./speakers.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Pieces = Awaited<ReturnType<Awaited<ReturnType<Pdf["getPage"]>>["getTextContent"]>>["items"];

/** Reads a PDF: words with their places become lines, lines become paragraphs and tables, in reading order. */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedDocument> {
  refuseBombs(bytes);
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > MAX_PAGES)
      throw new DomainError("invalid", `the PDF has ${pdf.numPages} pages, more than ${MAX_PAGES}: split it`);
    const { pages, turned, unseen, unreadable } = await readPages(pdf);
    const document = assemble(pages);
    const head = pdfHead(document.text, document.blocks, await infoOf(pdf));
    const repairs = [...document.repairs];
    if (turned > 0)
      repairs.push(`Left out ${turned} pieces of text that stand upright on their page, such as the labels of charts.`);
    if (unseen > 0) repairs.push(`Left out ${unseen} pieces of text that a reader of the page cannot see.`);
    if (unreadable.length > 0) repairs.push(`Could not read page ${unreadable.join(", ")}.`);
    return { ...document, head, repairs };
  } finally {
    // After a damaged page the reader may never answer: nobody waits for its farewell for long.
    await inTime(pdf.loadingTask.destroy(), 1_000).catch(() => undefined);
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The reader takes the bytes over: it gets its own.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      // Pictures hold no text that is read: none is unpacked.
      maxImageSize: 0,
      stopAtErrors: false,
    });
  } catch (err) {
    if (err instanceof Error && err.name === "PasswordException") {
      throw new DomainError("invalid", "the PDF is encrypted: submit a copy without a password", { cause: err });
    }
    throw new DomainError("invalid", "the PDF is damaged: download it again, or print it to a new PDF", { cause: err });
  }
}

interface Read {
  items: Item[];
  width: number;
  /** Pieces of text that stand upright. */
  turned: number;
  /** Pieces of text that cannot be seen. */
  unseen: number;
}

async function readPages(
  pdf: Pdf,
): Promise<{ pages: PdfLine[][]; turned: number; unseen: number; unreadable: number[] }> {
  const pages: PdfLine[][] = [];
  const unreadable: number[] = [];
  let turned = 0;
  let unseen = 0;
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const read = await inTime(readPage(pdf, number), PAGE_MS).catch((err: unknown) => {
      if (err instanceof DomainError) throw err;
      unreadable.push(number);
      return { items: [], turned: 0, unseen: 0, width: 0 };
    });
    turned += read.turned;
    unseen += read.unseen;
    for (const item of read.items) length += item.text.length;
    if (length > MAX_TEXT)
      throw new DomainError("invalid", `the PDF holds more than ${MAX_TEXT} characters of text: split it`);
    pages.push(inReadingOrder(linesOfPage(read.items, number), read.width));
  }
  if (unreadable.length === pdf.numPages || (unreadable.length > 0 && length < 20))
    throw new DomainError("invalid", "no page of the PDF can be read: download it again");
  if (length < 20) {
    throw new DomainError(
      "invalid",
      "the PDF holds no text, only pictures of pages: run OCR over it first, then submit it again",
    );
  }
  return { pages, turned, unseen, unreadable };
}

/** How long a page may take. Damaged ones can leave the reader waiting for itself. */
const PAGE_MS = 30_000;

async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const MAX_ITEMS = 200_000;

async function readPage(pdf: Pdf, number: number): Promise<Read> {
  const page = await pdf.getPage(number);
  const content = await page.getTextContent({ includeMarkedContent: false });
  if (content.items.length > MAX_ITEMS)
    throw new DomainError("invalid", `page ${number} of the PDF holds too many pieces of text: print it to a new PDF`);
  const pieces = content.items.map((item) => ("str" in item ? item.str : ""));
  // A fault of how a page is painted must not cost its text.
  const hidden = await unseenOf(page, pieces).catch(() => NONE);
  const viewport = page.getViewport({ scale: 1, rotation: page.rotate - turnOf(content.items, page.rotate) });
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = viewport.transform;
  const items: Item[] = [];
  let turned = 0;
  let unseen = 0;
  for (const [at, item] of content.items.entries()) {
    if (!("str" in item) || item.str === "" || item.width === 0) continue;
    const [ta = 0, tb = 0, , , x = 0, y = 0] = item.transform;
    // Where the text runs to, as the page is seen.
    const right = a * ta + c * tb;
    const down = b * ta + d * tb;
    if (Math.abs(down) > Math.abs(right) * 0.2 || right <= 0) {
      if (item.str.trim() !== "") turned++;
      continue;
    }
    if (item.str.trim() === "") continue;
    const size = item.height || Math.hypot(ta, tb);
    if (hidden.has(at)) {
      unseen++;
      continue;
    }
    items.push({
      text: item.str,
      left: a * x + c * y + e,
      width: item.width,
      y: b * x + d * y + f,
      size,
      font: item.fontName,
    });
  }
  page.cleanup();
  return { items, turned, unseen, width: viewport.width };
}

/**
 * By how many degrees, clockwise, most letters of a page are turned as it is seen: a wide table may lie on its side on a
 * page that is upright, and whoever reads it turns the sheet.
 */
function turnOf(items: Pieces, rotate: number): number {
  const letters = new Map<number, number>();
  let all = 0;
  for (const item of items) {
    if (!("str" in item)) continue;
    const [right = 0, up = 0] = item.transform;
    const quarters = Math.round(Math.atan2(-up, right) / (Math.PI / 2)) + Math.round(rotate / 90) + 4;
    const turn = (quarters % 4) * 90;
    const count = item.str.trim().length;
    letters.set(turn, (letters.get(turn) ?? 0) + count);
    all += count;
  }
  return [...letters].find(([, count]) => count > all / 2)?.[0] ?? 0;
}

function assemble(pages: readonly PdfLine[][]): Omit<ParsedDocument, "head"> {
  const all = pages.flat();
  const sample = all.map(wordsOf).join("\n");
  const ligatures = createLigatureRepair(sample);
  const builder = createDocumentBuilder();
  const prose = createProseAssembler(builder, bodyOf(all, sample), ligatures.mend);
  const roles = findFurniture(pages);
  let last: PdfTable | undefined;
  for (const page of pages) {
    const lines: PdfLine[] = [];
    for (const line of page) {
      const role = roles.get(line) ?? (isNoise(wordsOf(line)) ? "boilerplate" : undefined);
      if (role) prose.furniture(line, role);
      else lines.push(line);
    }
    last = addPage(lines, builder, prose, ligatures.mend, last);
  }
  prose.flush();
  const { text, blocks, tables } = builder.finish();
  markFurniture(text, blocks);
  markSpeakers(text, blocks);
  const joined = prose.joined();
  const repairs = [
    ...ligatures.report(),
    ...(joined > 0 ? [`Put together ${joined} words that were divided at the end of a line.`] : []),
  ];
  return { text, blocks, tables, repairs };
}

function addPage(
  lines: readonly PdfLine[],
  builder: ReturnType<typeof createDocumentBuilder>,
  prose: ReturnType<typeof createProseAssembler>,
  mend: (text: string) => string,
  before: PdfTable | undefined,
): PdfTable | undefined {
  const tables: PdfTable[] = [];
  let floor = 0;
  for (let at = 0; at < lines.length; ) {
    const table = pdfTableAt(lines, at, floor);
    if (table) {
      tables.push(table);
      at = table.to;
      floor = at;
    } else at++;
  }
  let next = 0;
  for (let at = 0; at < lines.length; ) {
    const table = tables[next];
    const line = lines[at];
    if (table && at === table.from) {
      prose.flush();
      const rows = table.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, words: mend(cell.words) })),
      }));
      const isContinuation = next === 0 && isContinued(before, table);
      builder.addTable(rows, table.columnCount, { isContinued: isContinuation, isUnsettled: !table.isSettled });
      at = table.to;
      next++;
    } else {
      if (line) prose.line(line);
      at++;
    }
  }
  // A table goes on where the next page has nothing before its first row.
  return tables.at(-1);
}

/** The size and font in which most of the document is set. */
function bodyOf(lines: readonly PdfLine[], sample: string): Body {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const line of lines) {
    const length = line.words.reduce((sum, word) => sum + word.words.length, 0);
    const size = Math.round(line.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + length);
    fonts.set(line.font, (fonts.get(line.font) ?? 0) + length);
  }
  const most = <T>(counts: Map<T, number>): T | undefined => [...counts].sort((x, y) => y[1] - x[1])[0]?.[0];
  const hyphenated = new Set(sample.toLowerCase().match(/\p{L}+(?:-\p{L}+)+(?!-)/gu) ?? []);
  return { size: most(sizes) ?? 10, font: most(fonts) ?? "", hyphenated };
}

async function infoOf(pdf: Pdf): Promise<Record<string, unknown>> {
  const { info } = await pdf.getMetadata();
  return { ...info };
}
