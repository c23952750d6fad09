import type { Block, ParsedDocument, Span, Table } from "../parse/parsed-document.ts";
import { MAX_EXCERPTS_LENGTH } from "./excerpts.ts";
import type { PassageParts } from "./passages.ts";
import { oneLine } from "./passages.ts";
import { type ColumnNames, columnNames, ofColumn } from "./table-columns.ts";
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
  header: string;
  excerpts: Span[];
  /** The row below, where two rows are one insight. */
  second?: RowFact;
  /** On the scale of a statement's worth. */
  worth: number;
}

/** More figures than this are no longer read in one sentence. */
const MAX_FIGURES = 4;
const MAX_UNNAMED_FIGURES = 10;
/** A header longer than this, in UTF-16 code units, is no help in a sentence. */
const MAX_HEADER_LENGTH = 240;
const MAX_LABEL_WORDS = 14;
const KEY_LABEL =
  /\b(?:total|net|revenues?|sales|income|earnings|profit|margin|eps|per share|cash|debt|assets|liabilities|equity|expenses?|cost|capital expenditures?|dividends?|tax|rate|inventor(?:y|ies)|production|exports?|imports?|stocks|consumption|price|prices|supply|demand|yield|all items|food|energy|unemployment|employment|gdp|inflation|goodwill|depreciation|operating|gross)\b/i;
const NO_LABEL =
  /^(?:filler|none|page|exhibit|item|notes?|figure|table|source|q[1-4]|see|\(?continued\)?|form|section|date)\b/i;
const UNIT_WORDS =
  /\b(?:million|billion|thousand|percent|pounds?|bushels?|tons?|dollars?|acres?|bales?|gallons?|barrels?)\b/i;
const ONLY_PERIOD =
  /^(?:(?:19|20)\d\d(?:[/–-]\d\d(?:\d\d)?)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|q[1-4]|first|second|third|fourth|quarter|year|\(?(?:est|proj|[fpre])\.?\)?|[\s.,/()-])+$/i;

/** What the rows of a table's passage say, in order. Rows without a label or without figures say nothing. */
export function readRows(document: ParsedDocument, passage: PassageParts, vocabulary: Vocabulary): RowFact[] {
  const facts: RowFact[] = [];
  const first = passage.rows[0]?.row;
  const table = first ? document.tables[first.table] : undefined;
  if (!first || !table) return facts;
  const { text } = document;
  const columns = columnNames(text, table);
  const heading = passage.headings.at(-1) ?? "";
  let over = "";
  let stem = "";
  let pending: Block | undefined;
  for (const block of passage.rows) {
    const cells = block.row?.cells ?? [];
    const label = labelOf(text, cells[0]);
    const figures = figuresOf(text, cells, columns);
    if (figures.length === 0) {
      pending = block;
      over = label.split(" ").length <= 8 && !/filler/i.test(label) ? label : "";
      continue;
    }
    const isWrapped = pending !== undefined && /^[a-z(]/.test(label);
    const full = isWrapped && pending ? `${labelOf(text, pending.row?.cells[0])} ${label}` : label;
    const span =
      isWrapped && pending ? { start: pending.start, end: block.end } : { start: block.start, end: block.end };
    pending = undefined;
    if (!ONLY_PERIOD.test(full)) stem = stemOf(full);
    const above = ONLY_PERIOD.test(full) && stem !== "" ? stem : over;
    const fact = rowFact({
      text,
      table,
      columns,
      label: full,
      over: isWrapped ? "" : above,
      figures,
      span,
      heading,
      vocabulary,
    });
    if (fact) facts.push(fact);
  }
  return facts;
}

/** "Brazil Sep", over a row "Nov": what both are about. Empty where a label ends in no period. */
function stemOf(label: string): string {
  const words = label.split(" ");
  let end = words.length;
  while (end > 0 && ONLY_PERIOD.test(words[end - 1] ?? "")) end -= 1;
  return end < words.length ? words.slice(0, end).join(" ") : "";
}

interface RowReading {
  text: string;
  table: Table;
  columns: ColumnNames;
  label: string;
  over: string;
  figures: { value: string; column: string }[];
  span: Span;
  heading: string;
  vocabulary: Vocabulary;
}

function rowFact({
  text,
  table,
  columns,
  label,
  over,
  figures,
  span,
  heading,
  vocabulary,
}: RowReading): RowFact | undefined {
  const words = label.split(" ").length;
  if (/^\S*\d\S*$/.test(label) && !ONLY_PERIOD.test(label)) return undefined;
  if ((!/\p{L}{3}/u.test(label) && over === "") || words > MAX_LABEL_WORDS || NO_LABEL.test(label)) return undefined;
  if (span.end - span.start > MAX_EXCERPTS_LENGTH) return undefined;
  const needsOver = ONLY_PERIOD.test(label) || words <= 2;
  const isUnit = UNIT_WORDS.test(over) && over.split(" ").length <= 5;
  const named =
    needsOver && !isUnit && over !== "" && over.toLowerCase() !== label.toLowerCase()
      ? withStub(label, over, vocabulary)
      : label;
  const isNamed = figures.every(({ column }) => column !== "");
  const header = isNamed ? "" : headerText(text, table, span.start);
  const shown = isNamed ? chooseFigures(figures) : figures.slice(0, MAX_UNNAMED_FIGURES);
  let worth = 1.3;
  if (isNamed) worth += 0.7;
  else if (header === "") worth -= 1;
  if (KEY_LABEL.test(label)) worth += 0.6;
  if (/^total\b/i.test(label)) worth += 0.4;
  if (ONLY_PERIOD.test(label) && over === "") worth -= 0.6;
  if (/^[^\p{L}]/u.test(label) || /\d[A-Z]/.test(label)) worth -= 0.6;
  if (!columns.isClear) worth -= 0.2;
  return {
    label: named,
    figures: shown,
    unit: isUnit ? `(${over})` : UNIT_WORDS.test(named) ? "" : shortUnit(text, table),
    caption: captionOf(text, table, heading) || nameInHeader(text, table, span.start),
    header,
    excerpts: excerptsOf(table, span),
    worth,
  };
}

/** "Brazil, Nov" under "Brazil"; "Products (net sales)" under "Net sales:". */
const withStub = (label: string, over: string, vocabulary: Vocabulary) =>
  ONLY_PERIOD.test(label) ? `${over}, ${label}` : `${label} (${lowerStart(over, vocabulary)})`;

/** The sentence that a row says, and that of its second. Every figure stands in the row as written, brackets of a loss included. */
export function rowSentence(fact: RowFact): string {
  const { label, figures, caption, header, second } = fact;
  const subject = label.charAt(0).toUpperCase() + label.slice(1);
  if (header !== "") {
    const both = second ? `, and ${second.label} reads ${valuesOf(second)},` : "";
    return `${subject} reads ${valuesOf(fact)}${both} in the table headed "${header}"${header.includes(fact.unit) ? "" : scaleOf(fact)}.`;
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
function chooseFigures(figures: { value: string; column: string }[]): { value: string; column: string }[] {
  if (figures.length <= MAX_FIGURES) return figures;
  const years = figures.map(({ column }) => Number(/(?:19|20)\d\d/.exec(column)?.[0] ?? 0));
  const rising = years.every((year, at) => year > 0 && year >= (years[at - 1] ?? 0));
  return rising ? figures.slice(-MAX_FIGURES) : figures.slice(0, MAX_FIGURES);
}

function figuresOf(text: string, cells: readonly Span[], { names }: ColumnNames): { value: string; column: string }[] {
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

/** The header above a row on one line, without quotation marks; empty where there is none or too much of it. */
function headerText(text: string, { header }: Table, before: number): string {
  const last = header.filter(({ end }) => end <= before).at(-1);
  if (!last || last.end - last.start > MAX_HEADER_LENGTH || last.end - last.start < 25) return "";
  const line = oneLine(text.slice(last.start, last.end)).replace(/["“”]/g, "");
  return /\p{L}{3}|(?:19|20)\d\d/u.test(line) ? line : "";
}

/** "World Wheat Supply and Use" of a header that goes on with units and columns; empty where no name stands out. */
function nameInHeader(text: string, { header }: Table, before: number): string {
  const last = header.filter(({ end }) => end <= before).at(-1);
  const line = last ? oneLine(text.slice(last.start, Math.min(last.end, last.start + 120))) : "";
  const name = /^(?=[A-Z])[A-Za-z.&' :-]{8,60}?(?= (?:\d|\(|Million|Thousand|1,000|Year)\b| \()/.exec(line)?.[0] ?? "";
  return name.split(" ").length <= 8 ? name.replace(/[: ]+$/, "") : "";
}

function labelOf(text: string, cell: Span | undefined): string {
  if (!cell) return "";
  return oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 300)))
    .replace(/(?:\s*\.){2,}/g, "")
    .replace(/ ?\((?:\d|[a-z])\)$| \d{1,2}\/(?= |$)/g, "")
    .replace(/[\s.:,;–—-]+$/, "");
}

function shortUnit(text: string, { unit }: Table): string {
  const found = unit ? oneLine(text.slice(unit.start, Math.min(unit.end, unit.start + 120))) : "";
  if (found === "" || found.length > 90) return "";
  return found.startsWith("(") ? found : `(${found.charAt(0).toLowerCase()}${found.slice(1)})`;
}

/** The table's caption, or the heading over it, where it reads as a name. */
function captionOf(text: string, { caption }: Table, heading: string): string {
  for (const found of [
    caption ? oneLine(text.slice(caption.start, Math.min(caption.end, caption.start + 200))) : "",
    heading,
  ]) {
    const name = found
      .replace(/\s*\((?:unaudited|continued|in [^)]*|dollars in[^)]*|amounts in[^)]*)\)/gi, "")
      .replace(/[.:]+$/, "")
      .trim();
    const words = name.split(" ").length;
    const isPlain = new Set(name.toLowerCase().split(" ")).size > words * 0.7;
    if (
      isPlain &&
      words >= 2 &&
      words <= 9 &&
      !/\d{3}|"|[.;] /.test(name) &&
      !/\b(?:following|below|above)\b/i.test(name)
    )
      return name;
  }
  return "";
}

function excerptsOf(table: Table, row: Span): Span[] {
  const room = MAX_EXCERPTS_LENGTH - (row.end - row.start);
  const header = table.header.filter(({ end }) => end <= row.start).at(-1);
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
    paired.push({
      ...one,
      second: two,
      worth: Math.max(one.worth, two.worth),
      excerpts: [...one.excerpts, ...two.excerpts.slice(-1)],
    });
    at += 1;
  }
  return paired;
}

function fitsBeside(one: RowFact, two: RowFact): boolean {
  const spans = [...one.excerpts, ...two.excerpts.slice(-1)];
  return spans.length <= 3 && spans.reduce((sum, { start, end }) => sum + end - start, 0) <= MAX_EXCERPTS_LENGTH;
}
