import { Parser } from "htmlparser2";
import { DomainError } from "#kit/errors.ts";
import { createDocumentBuilder, type ReadText } from "./document-builder.ts";
import { markFurniture } from "./furniture.ts";
import { headingShape, isCaption } from "./headings.ts";
import { BLOCKS, boldness, isMain, isNavigation, SKIPPED } from "./html-elements.ts";
import { createHtmlHead, type HtmlHead } from "./html-head.ts";
import { besideFigure, isDigit, isMark } from "./html-marks.ts";
import { addHtmlTable, type HtmlCell, type HtmlTable } from "./html-table.ts";
import { createStyleSheet, hasBackground, isHidden, isOfOneColour } from "./html-unseen.ts";
import { MAX_DEPTH, MAX_NODES } from "./limits.ts";
import { readText } from "./parse-text.ts";
import type { Block, ParsedDocument, Role } from "./parsed-document.ts";
import { isListItem } from "./prose.ts";
import { repairMojibake } from "./repair-mojibake.ts";
import { markSpeakers } from "./speakers.ts";

interface Element {
  name: string;
  isSkipped: boolean;
  isNavigation: boolean;
  isBold: boolean;
  isMain: boolean;
  isLink: boolean;
  /** It, or what it stands in, may have a background on which white letters show. */
  isOnBackground: boolean;
  /** A link has stood in it. */
  hasLink: boolean;
}

/** Elements inside each other beyond which a page is no document that people read. */
const DEEPEST = 5_000;
const MAX_SPAN = 1_000;

/**
 * Reads HTML as a stream: linear in its length and without a tree, so hostile nesting costs nothing. What the page shows
 * is kept, in order; what leads around the site is marked as navigation.
 */
export function parseHtml(source: string): ParsedDocument {
  const { text, blocks, tables, head, repairs } = readHtml(source);
  if (blocks.length === 0) {
    throw new DomainError(
      "invalid",
      "the page shows no text: if a script makes its content, save the rendered page or its PDF",
    );
  }
  markFurniture(text, blocks);
  markSpeakers(text, blocks);
  return { text, blocks, tables, head: head.finish(text, blocks), repairs };
}

/** What a page shows, before roles and speakers are given. */
export function readHtml(source: string): ReadText & { head: HtmlHead; repairs: string[] } {
  const { text: html, count: mojibake } = repairMojibake(source);
  const builder = createDocumentBuilder();
  const head = createHtmlHead();
  const styleSheet = createStyleSheet();
  const stack: Element[] = [];
  const tables: { table: HtmlTable; row: HtmlCell[] | undefined; cell: HtmlCell | undefined }[] = [];
  const outside: Block[] = [];
  let words = "";
  let bold = 0;
  let linked = 0;
  let marks = 0;
  let styledAway = 0;
  let depth = 0;
  let nodes = 0;
  let mainLength = 0;
  let from = 0;
  let isPre = false;
  let numerator = "";
  const top = (): Element | undefined => stack.at(-1);

  const flush = () => {
    if (words === "") return;
    const cell = tables.at(-1)?.cell;
    const letters = words.length;
    const shown = words;
    words = "";
    const taken = shownIn(shown);
    const element = top();
    if (taken === "" || cell) {
      if (cell && taken !== "")
        cell.lines.push(
          ...shown
            .replace(/[\s\u2028]+$/, "")
            .split(LINE_BREAK)
            .map(shownIn),
        );
      bold = linked = 0;
      return;
    }
    const role = roleOf(element, linked, letters);
    const kind = kindOfBlock(stack, taken, bold / letters);
    const block = { ...kind, ...(role ? { role } : {}) };
    const placed = builder.add(block, taken);
    if (element?.isMain) mainLength += taken.length;
    else if (!role && placed && kind.level !== 1) outside.push(placed);
    bold = linked = 0;
  };

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++nodes > MAX_NODES) throw tooMuch(`more than ${MAX_NODES} elements`);
        if (++depth > DEEPEST) throw tooMuch(`elements nested more than ${DEEPEST} deep`);
        const parent = top();
        head.open(name, attributes);
        if (depth > MAX_DEPTH) return;
        if (parent && name === "a") parent.hasLink = true;
        const isBlock = BLOCKS.has(name);
        if (isBlock) flush();
        const isOnBackground = hasBackground(attributes, parent?.isOnBackground ?? false);
        const isOut = parent?.isSkipped === true || SKIPPED.has(name) || name === "head";
        const isUnseen = !isOut && (isHidden(attributes) || isOfOneColour(attributes, isOnBackground));
        const isStyledAway = !isOut && !isUnseen && styleSheet.isHidden(attributes);
        if (isStyledAway) styledAway++;
        stack.push({
          name,
          isOnBackground,
          isSkipped: isOut || isUnseen || isStyledAway,
          isNavigation: (parent?.isNavigation ?? false) || isNavigation(name, attributes),
          isBold: boldness(name, attributes) ?? parent?.isBold ?? false,
          isMain: (parent?.isMain ?? false) || isMain(name, attributes),
          isLink: (parent?.isLink ?? false) || name === "a",
          hasLink: false,
        });
        if (top()?.isSkipped) return;
        if (name === "br") {
          const isHeading = bold > 0 && bold >= words.trim().length * 0.9;
          if ((isHeading || endsAtBreak(words)) && !tables.at(-1)?.cell && !/^h\d$/.test(parent?.name ?? "")) flush();
          else words += tables.at(-1)?.cell ? LINE_BREAK : "\n";
        }
        if (name === "pre" && !tables.at(-1)) isPre = true;
        if (name === "sup" || (name === "a" && parent?.name !== "sup")) from = words.length;
        if (name === "table") {
          const outer = tables.at(-1);
          if (outer) outer.table.isLayout = true;
          tables.push({ table: { rows: [], isLayout: false }, row: undefined, cell: undefined });
        }
        const open = tables.at(-1);
        if (name === "tr" && open) {
          open.row = [];
          open.table.rows.push(open.row);
        }
        if ((name === "td" || name === "th") && open) {
          const cell: HtmlCell = {
            lines: [],
            colspan: spanOf(attributes["colspan"]),
            rowspan: spanOf(attributes["rowspan"]),
            isHeader: name === "th",
          };
          if (!open.row) {
            open.row = [];
            open.table.rows.push(open.row);
          }
          open.row.push(cell);
          open.cell = cell;
        }
      },
      ontext(data) {
        const element = top();
        head.text(data);
        if (element?.name === "style") styleSheet.add(data);
        if (element?.isSkipped) return;
        // A stroke behind it: it was no mark of a note, but stands above a fraction's stroke.
        if (numerator !== "" && /^\s?[/⁄]/.test(data)) {
          words += ` ${numerator}`;
          marks--;
        }
        numerator = "";
        words += data;
        if (element?.isBold) bold += data.length;
        if (element?.isLink) linked += data.length;
      },
      onclosetag(name) {
        head.close(name);
        if (depth-- > MAX_DEPTH) return;
        const element = top();
        if (name === "pre" && isPre) {
          builder.addParsed(readText(words));
          words = "";
          isPre = false;
        }
        if (isMark(name, words.slice(Math.min(from, words.length)), stack)) {
          words = words.slice(0, from);
          if (name === "sup") marks++;
        } else if (name === "sup" && !element?.isSkipped && isDigit(words[from - 1])) {
          const { shown, mark } = besideFigure(words.slice(Math.max(0, from - 4), from), words.slice(from));
          words = words.slice(0, from) + shown;
          numerator = mark;
          if (mark !== "") marks++;
        }
        if (BLOCKS.has(name)) flush();
        if (!element?.isSkipped) {
          const open = tables.at(-1);
          if ((name === "td" || name === "th") && open) open.cell = undefined;
          if (name === "table" && open) {
            tables.pop();
            const role = roleOf(element, 0, 1);
            addHtmlTable(builder, open.table, role);
          }
        }
        stack.pop();
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  flush();
  const { text, blocks, tables: made } = builder.finish();
  // Where the page says which part is the document, the rest leads around it.
  if (mainLength >= 500) for (const block of outside) block.role = "navigation";
  const repairs: string[] = [];
  if (mojibake > 0) repairs.push(`Repaired ${mojibake} characters that were encoded twice.`);
  if (styledAway > 0) repairs.push(`Left out ${styledAway} elements that the page's own style sheet hides.`);
  if (marks > 0) repairs.push(`Left out ${marks} marks of footnotes.`);
  return { text, blocks, tables: made, head, repairs };
}

/** Where a page breaks a line, which the ends of lines in its source do not. */
const LINE_BREAK = "\u2028";

/** Soft hyphens show only where a line ends, and would cut the words that are searched. */
const shownIn = (words: string): string =>
  words
    .replaceAll("\u00ad", "")
    .replace(/[\s\u00a0\u200b\ufeff]+/g, " ")
    .trim();

const tooMuch = (what: string) => new DomainError("invalid", `the page has ${what}: save what it shows as text or PDF`);

const spanOf = (value: string | undefined): number =>
  Math.min(Math.max(Number.parseInt(value ?? "1", 10) || 1, 1), MAX_SPAN);

/** Whether a line break ends a block: after a short line or a sentence. Elsewhere a line was broken to a width. */
const endsAtBreak = (words: string): boolean => words.trim().length <= 45 || /[.!?:]["”’)]*\s*$/.test(words.slice(-12));

function roleOf(element: Element | undefined, linked: number, letters: number): Role | undefined {
  if (element?.isNavigation) return "navigation";
  return linked > letters * 0.8 && letters < 120 && !element?.isMain ? "navigation" : undefined;
}

function kindOfBlock(stack: readonly Element[], words: string, boldShare: number): Omit<Block, "start" | "end"> {
  for (let i = stack.length - 1; i >= 0; i--) {
    const name = stack[i]?.name ?? "";
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) return { kind: "heading", level: Number(level) };
    if (name === "caption" || name === "figcaption") return { kind: "caption" };
    if (name === "li" || name === "dd") return { kind: "listItem" };
    if (name === "td" || name === "body") break;
  }
  if (isCaption(words) && words.length < 200) return { kind: "caption" };
  if (isListItem(words)) return { kind: "listItem" };
  const shape = headingShape(words);
  const isBold = boldShare > 0.8 && words.length <= 160 && !/[.;,]$/.test(words);
  if (shape && (isBold || words === words.toUpperCase())) return { kind: "heading", level: shape.level };
  return isBold ? { kind: "heading", level: 4 } : { kind: "paragraph" };
}
