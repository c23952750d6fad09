import type { Block, ParsedDocument, Span } from "../parse/parsed-document.ts";
import { MAX_EXCERPTS_LENGTH } from "./excerpts.ts";
import { oneLine, type PassageParts } from "./passages.ts";
import { ofColumn } from "./table-columns.ts";
import { type TableHead, tableHead } from "./table-head.ts";
import { lowerStart, type Vocabulary } from "./vocabulary.ts";

/** A row of a table that says something, with all that a finding, a title and questions need. */
export interface RowFact {
  /** "Total net sales", with what stands over it where it does not stand alone: "Products (net sales)". */
  label: string;
  figures: { value: string; column: string }[];
  /** "(in millions)", or empty. */
  unit: string;
  /** What the table is called, or empty. */
  caption: string;
  /** The header as it stands, where it cannot be divided over the columns; else empty. */
  headed: string;
  excerpts: Span[];
  /** The row below, where two rows are one insight. */
  second?: RowFact;
  /** On the scale of a statement's worth. */
  worth: number;
}

/** More figures than this are no longer read in one sentence. */
const MAX_FIGURES = 4;
const MAX_UNNAMED_FIGURES = 10;
const MAX_LABEL_WORDS = 14;
const KEY_LABEL =
  /\b(?:total|net|revenues?|sales|income|earnings|profit|margin|eps|per share|cash|debt|assets|liabilities|equity|expenses?|cost|capital expenditures?|dividends?|tax|rate|inventor(?:y|ies)|production|exports?|imports?|stocks|consumption|price|prices|supply|demand|yield|all items|food|energy|unemployment|employment|gdp|inflation|goodwill|depreciation|operating|gross)\b/i;
const NO_LABEL =
  /^(?:filler|none|page|exhibit|item|notes?|figure|table|source|q[1-4]|see|\(?continued\)?|form|section|date|balance (?:as of|at))\b/i;
const UNIT_WORDS =
  /\b(?:millions?|billions?|thousands?|percent|pounds?|bushels?|tons?|dollars?|acres?|bales?|gallons?|barrels?)\b/i;
const ONLY_PERIOD =
  /^(?:(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|q[1-4]|first|second|third|fourth|quarter|year|\(?(?:est|proj|[fpre])\.?\)?|[\s.,/()-])+$/i;

/** What stands over the rows of a table that is cut into several passages: the last sub-heading, the last whole label. */
export interface RowCarry {
  table: number;
  over: string;
  stem: string;
  /** Where the last row of the table before this one ends. */
  previousEnd: number;
  /** Where the last row that was read ends. */
  end: number;
}

/** For the first table of a document. */
export const newCarry = (): RowCarry => ({ table: -1, over: "", stem: "", previousEnd: 0, end: 0 });

/** What the rows of a table's passage say, in order. Rows without a label or without figures say nothing. `carry` is kept up to date. */
export function readRows(
  document: ParsedDocument,
  passage: PassageParts,
  vocabulary: Vocabulary,
  carry: RowCarry,
): RowFact[] {
  const facts: RowFact[] = [];
  const first = passage.rows[0];
  if (!first?.row) return facts;
  if (carry.table !== first.row.table)
    Object.assign(carry, { table: first.row.table, over: "", stem: "", previousEnd: carry.end });
  carry.end = passage.end;
  const heading = passage.headings.at(-1) ?? "";
  const place = { number: first.row.table, start: first.start, previousEnd: carry.previousEnd, heading };
  const head = tableHead(document, place);
  if (!head) return facts;
  const { text } = document;
  let pending: Block | undefined;
  for (const block of passage.rows) {
    const cells = block.row?.cells ?? [];
    const label = labelOf(text, cells[0]);
    const figures = figuresOf(text, cells, head);
    if (figures.length === 0) {
      pending = block;
      carry.over = label.split(" ").length <= 8 && !/filler/i.test(label) ? label : "";
      continue;
    }
    const opening = pending !== undefined && /^[a-z(]/.test(label) ? pending : undefined;
    pending = undefined;
    const whole = opening ? `${labelOf(text, opening.row?.cells[0])} ${label}` : label;
    const isPeriod = ONLY_PERIOD.test(whole);
    if (!isPeriod) carry.stem = stemOf(whole);
    const over = opening ? "" : isPeriod && carry.stem !== "" ? carry.stem : carry.over;
    const span = { start: opening?.start ?? block.start, end: block.end };
    const fact = rowFact({ head, label: whole, over, figures, span, vocabulary });
    if (fact) facts.push(fact);
  }
  return facts;
}

interface RowReading {
  head: TableHead;
  label: string;
  over: string;
  figures: RowFact["figures"];
  span: Span;
  vocabulary: Vocabulary;
}

function rowFact({ head, label, over, figures, span, vocabulary }: RowReading): RowFact | undefined {
  const words = label.split(" ").length;
  const isPeriod = ONLY_PERIOD.test(label);
  if (words > MAX_LABEL_WORDS || NO_LABEL.test(label) || span.end - span.start > MAX_EXCERPTS_LENGTH) return undefined;
  if (isPeriod ? over === "" && head.caption === "" : /^\S*\d\S*$/.test(label) || !/\p{L}{3}/u.test(label))
    return undefined;
  // "(Notes 10 and" with its "13)" among the figures: the row was divided at the wrong place.
  if (label.split("(").length !== label.split(")").length) return undefined;
  const isUnit = UNIT_WORDS.test(over) && over.split(" ").length <= 5;
  const isStub = over !== "" && !isUnit && over.toLowerCase() !== label.toLowerCase() && (isPeriod || words <= 2);
  const named = isStub ? withStub(label, over, isPeriod, vocabulary) : label;
  const isNamed = figures.every(({ column }) => column !== "");
  return {
    label: named,
    figures: isNamed ? chooseFigures(figures) : figures.slice(0, MAX_UNNAMED_FIGURES),
    unit: isUnit ? `(${over.replace(/[()]/g, "")})` : UNIT_WORDS.test(named) ? "" : head.unit,
    caption: head.caption,
    headed: isNamed ? "" : head.headed,
    excerpts: excerptsOf(head, span),
    worth: worthOf(label, isNamed, head, isPeriod),
  };
}

function worthOf(label: string, isNamed: boolean, head: TableHead, isPeriod: boolean): number {
  let worth = 1.3;
  if (isNamed) worth += 0.7;
  else if (head.headed === "") worth -= 0.7;
  if (KEY_LABEL.test(label)) worth += 0.6;
  if (/^total\b/i.test(label)) worth += 0.4;
  if (isPeriod) worth -= 0.2;
  if (/^[^\p{L}\d]/u.test(label) || /\d[A-Z]/.test(label)) worth -= 0.6;
  return worth;
}

/** "Brazil, Nov" under "Brazil"; "Products (net sales)" under "Net sales:". */
const withStub = (label: string, over: string, isPeriod: boolean, vocabulary: Vocabulary) =>
  isPeriod ? `${over}, ${label}` : `${label} (${lowerStart(over, vocabulary)})`;

/** "Brazil Sep", over a row "Nov": what both are about. Empty where a label ends in no period. */
function stemOf(label: string): string {
  const words = label.split(" ");
  let end = words.length;
  while (end > 0 && ONLY_PERIOD.test(words[end - 1] ?? "")) end -= 1;
  return end < words.length ? words.slice(0, end).join(" ") : "";
}

/** The sentence that a row says, and that of its second. Every figure stands in the row as written, brackets of a loss included. */
export function rowSentence(fact: RowFact): string {
  const { label, figures, caption, headed, second } = fact;
  const subject = label.charAt(0).toUpperCase() + label.slice(1);
  if (headed !== "") {
    const both = second ? `, and ${second.label} reads ${valuesOf(second)},` : "";
    return `${subject} reads ${valuesOf(fact)}${both} in the table headed "${headed}"${headed.toLowerCase().includes(fact.unit.replace(/[()]/g, "")) ? "" : scaleOf(fact)}.`;
  }
  const where = caption === "" ? "" : ` in "${caption}"`;
  const more = second ? ` ${rowSentence({ ...second, caption: "" })}` : "";
  return `${subject}${where} stood at ${listed(figures)}${scaleOf(fact)}.${more}`;
}

const scaleOf = ({ unit, label }: RowFact) => (unit === "" || label.includes(unit) ? "" : ` ${unit}`);
const valuesOf = ({ figures }: RowFact) => joinList(figures.map(({ value }) => value));
const listed = (figures: RowFact["figures"]) =>
  joinList(figures.map(({ value, column }) => (column === "" ? value : `${value} ${ofColumn(column)}`)));

/** Of many columns of periods the last ones, of others the first. */
function chooseFigures(figures: RowFact["figures"]): RowFact["figures"] {
  if (figures.length <= MAX_FIGURES) return figures;
  const years = figures.map(({ column }) => Number(/(?:19|20)\d\d/.exec(column)?.[0] ?? 0));
  const rising = years.every((year, at) => year > 0 && year >= (years[at - 1] ?? 0));
  return rising ? figures.slice(-MAX_FIGURES) : figures.slice(0, MAX_FIGURES);
}

function figuresOf(text: string, cells: readonly Span[], { names }: TableHead): RowFact["figures"] {
  return cells
    .slice(1)
    .map((cell, at) => ({ value: tidyFigure(oneLine(text.slice(cell.start, cell.end))), column: names[at + 1] ?? "" }))
    .filter(({ value }) => /\d/.test(value) && value.length <= 40);
}

/** "$ 14,735" as "$14,735", "(9.3) %" as "(9.3)%": white space only. */
const tidyFigure = (value: string) =>
  value
    .replace(/([$€£]) +/g, "$1")
    .replace(/ +(%|\))/g, "$1")
    .replace(/\( +/g, "(");

function labelOf(text: string, cell: Span | undefined): string {
  if (!cell) return "";
  return oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 300)))
    .replace(/(?:\s*\.){2,}/g, "")
    .replace(/ ?\((?:\d|[a-z])\)$| \d{1,2}\/(?= |$)/g, "")
    .replace(/[\s.:,;~$–—-]+$/, "");
}

function excerptsOf({ header }: TableHead, row: Span): Span[] {
  const room = MAX_EXCERPTS_LENGTH - (row.end - row.start);
  return header && header.end - header.start <= room ? [{ ...header }, row] : [row];
}

function joinList(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Two rows of a table in one: for a document with more rows than it may have insights. */
export function pairRows(facts: readonly RowFact[]): RowFact[] {
  const paired: RowFact[] = [];
  for (let at = 0; at < facts.length; at += 1) {
    const one = facts[at];
    const two = facts[at + 1];
    if (!one) break;
    if (!two || !fitsBeside(one, two)) {
      paired.push(one);
      continue;
    }
    const worth = Math.max(one.worth, two.worth);
    paired.push({ ...one, second: two, worth, excerpts: [...one.excerpts, ...two.excerpts.slice(-1)] });
    at += 1;
  }
  return paired;
}

function fitsBeside(one: RowFact, two: RowFact): boolean {
  const spans = [...one.excerpts, ...two.excerpts.slice(-1)];
  return spans.length <= 3 && spans.reduce((sum, { start, end }) => sum + end - start, 0) <= MAX_EXCERPTS_LENGTH;
}
