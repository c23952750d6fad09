import type { Block, ParsedDocument, Span, Table } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { segmentOverTable } from "../segment-headings.ts";
import type { ColumnMeaning } from "./column-meaning.ts";
import { columnNames } from "./table-columns.ts";
import { goodsOf, isBalance } from "./table-goods.ts";
import { indexIn } from "./table-index-changes.ts";
import { labelOf } from "./table-labels.ts";
import { isPriceList } from "./table-prices.ts";
import { asName, readScope, type Scope } from "./table-subject.ts";
import { isSupply } from "./table-supply.ts";
import { readUnit, type Unit } from "./table-units.ts";

/** What stands over the rows of a table and says what their figures are. */
export interface TableHead {
  /** One per column; empty where it is not known. */
  names: string[];
  /** What the table is of. */
  scope: Scope;
  /** It is a rate that the names of the columns give, and is of what each row names. */
  isOfColumns: boolean;
  /** The goods that all rows are of: "U.S. wheat"; else empty. */
  theme: string;
  /** "(in millions)", or empty. */
  unit: string;
  /** The unit of a row: that of the line above its group, where there is one, else the table's. */
  unitFor(over: string): Unit;
  /** Whether a column's figures are per cent without saying so at each. */
  isShare(column: number, meaning: ColumnMeaning): boolean;
  /** What its rows are is told for each share: no scale of another table is theirs. */
  isPerShare: boolean;
  /** A bare year over a column may mean a part of it: the document is of a quarter, and nothing says otherwise. */
  isPartOfYear: boolean;
  /** Whether a row begins with these words. */
  hasRow(words: RegExp): boolean;
  /** What the rows above a row are called, as far as its group goes. */
  labelsOver(row: Block): string[];
  /** The sum above a row of a balance sheet that says on which of its sides the row is. */
  sideOver(row: Span): (Span & { side: "assets" | "liabilities" }) | undefined;
  /** The words of the header, and with those of the caption. */
  header: string;
  over: string[];
  /** The one period that holds for all columns, ready to follow a figure; empty where none or several are named. */
  when(groups: readonly string[]): string;
  /** The heading of the balance of goods that says whose the goods of its caption are: "U.S." of "OATS". */
  balance: Span | undefined;
  /** Header and caption: what shows what the figures mean. */
  shown: Span[];
  /** The same with the table's unit. */
  shownWithUnit: Span[];
}

/** A table that goes on behind a page break has no more than this between its parts. */
const MAX_BREAK_LENGTH = 600;
/** The tables of one balance of goods are no further from its heading. */
const MAX_BALANCE_LENGTH = 6_000;
/** Rows that are looked at for a currency sign. */
const MAX_SAMPLE = 200;

/** Where a table's rows are: what decides which header is theirs. */
export interface TablePlace {
  /** Position in the document's tables. */
  number: number;
  /** Where the first of the rows starts. */
  start: number;
  /** Where the rows of the table before it end; 0 if there is none. */
  previousEnd: number;
  /** The document's headings above it, outermost first. */
  headings: readonly string[];
  /** All rows of the table. */
  rows: readonly Block[];
  /** A bare year over a column means the whole year. */
  isYearly: boolean;
  /** The heading of the balance of goods that the table may be a part of. */
  balance: Span | undefined;
}

/** The head of a table's rows. */
export function tableHead(document: ParsedDocument, place: TablePlace): TableHead | undefined {
  const { number, start: before, previousEnd } = place;
  const table = document.tables[number];
  if (!table) return undefined;
  const own = headFrom(document.text, table, place);
  if (own.names.some((name) => name !== "")) return own;
  const dated = underNames(document, place, table);
  if (dated) return dated;
  // A table torn by a page break shows its header once.
  const earlier = document.tables[number - 1];
  const isSameShape = earlier !== undefined && earlier.columns.length === table.columns.length;
  if (!isSameShape || table.header.length > 0 || before - previousEnd > MAX_BREAK_LENGTH) return own;
  return headFrom(document.text, earlier, place);
}

/**
 * "For the year ended December 31, 2030" alone over rows that follow those of another year: the names over the columns stand
 * above the first of them, without a period of their own.
 */
function underNames({ text, tables }: ParsedDocument, place: TablePlace, table: Table): TableHead | undefined {
  const period = onlyPeriod(table.header.map((span) => wordsAt(text, span)));
  if (period === "" || place.start - place.previousEnd > MAX_PERIOD_LENGTH) return undefined;
  for (let at = place.number - 1; at >= Math.max(0, place.number - MOST_YEARS); at -= 1) {
    const above = tables[at];
    if (above?.columns.length !== table.columns.length) return undefined;
    const words = above.header.map((span) => wordsAt(text, span));
    if (above.columns.some(({ label }, column) => column > 0 && label === "")) {
      if (onlyPeriod(words) === "") return undefined;
      continue;
    }
    if (words.some((line) => /\b(?:19|20)\d\d\b/.test(line))) return undefined;
    const unit = table.unit ?? above.unit;
    const header = [...table.header, ...above.header];
    return headFrom(text, { ...above, header, ...(unit ? { unit } : {}) }, place);
  }
  return undefined;
}

/** "Diluted EPS Reconciliation" */
export const PER_SHARE = /\b(?:EPS|per share|per common share)\b/i;

/** Nothing but a line with the period stands between the rows of two years. */
const MAX_PERIOD_LENGTH = 90;
const MOST_YEARS = 3;

function headFrom(text: string, table: Table, { rows, headings, start, balance, isYearly }: TablePlace): TableHead {
  const { names, measure, unit: ofMeasure = "" } = columnNames(text, table);
  const isDatedByCaption =
    HAS_YEAR.test(names.join(" ")) && !HAS_YEAR.test(table.columns.map(({ label }) => label).join(" "));
  const caption = table.caption ? wordsAt(text, table.caption) : "";
  const header = table.header.filter(({ end }) => end <= start);
  const over = [...header.map((span) => wordsAt(text, span)), caption];
  const inCaption = table.unit ? "" : countedIn(caption);
  const unitWords = table.unit
    ? wordsAt(text, table.unit)
    : (over.map(countedIn).find((words) => words !== "") ?? ofMeasure);
  const unit = readUnit(unitWords);
  const sign = unit.currency === "" ? signIn(text, rows) : unit.currency;
  const scope: Scope = measure === "" ? scopeOf(caption, headings) : { kind: "theme", name: measure };
  const shares = sharesIn(text, rows);
  const near = balance && start - balance.end < MAX_BALANCE_LENGTH ? balance : undefined;
  const goods = goodsOf(caption, headings.at(-1) ?? "", near ? wordsAt(text, near) : "");
  const isCaptionShown =
    scope.kind === "theme" ||
    isDatedByCaption ||
    // "As of June 30, 2031" over columns that are no periods.
    (names.some((name) => LEVEL.test(name)) && onlyPeriod([caption]) !== "") ||
    inCaption !== "" ||
    (goods !== "" && caption !== "") ||
    isSupply(caption) ||
    isPriceList(caption) ||
    /\bdirectors?\b/i.test(caption) ||
    indexIn(caption) !== "";
  const isBalanceShown =
    caption === "" &&
    goods !== "" &&
    near !== undefined &&
    (table.header[0]?.start ?? start) - near.end < MAX_BREAK_LENGTH;
  const shown = [
    ...(isBalanceShown ? [near] : []),
    ...header,
    ...(isCaptionShown && table.caption ? [table.caption] : []),
  ];
  return {
    names,
    scope,
    isOfColumns: measure !== "" && unit.isPercent && unitWords === ofMeasure,
    theme: goods,
    unit: unitWords,
    unitFor: (words) => {
      const own = words === "" ? unit : readUnit(words);
      return own.currency === "" && own.counted === "" && !own.isPercent ? { ...own, currency: sign } : own;
    },
    isShare: (column, meaning) => meaning.kind === "change" && (meaning.phrase === "percent" || shares.has(column)),
    hasRow: (words) => rows.some((row) => words.test(openingOf(text, row))),
    labelsOver: (block) => {
      const group = ({ row }: Block) => row?.groups?.at(-1)?.start;
      const at = rows.findIndex(({ start }) => start === block.start);
      const top = rows.findLastIndex((one, i) => i < at && group(one) !== group(block));
      return rows.slice(top + 1, Math.max(at, 0)).map(({ row }) => labelOf(text, row?.cells[0]));
    },
    sideOver: (row) => {
      const above = rows.findLast((one) => one.end <= row.start && CURRENT.test(openingOf(text, one)));
      const side = above && CURRENT.exec(openingOf(text, above))?.[1]?.toLowerCase();
      const isSide = side === "assets" || side === "liabilities";
      return above && isSide ? { start: above.start, end: above.end, side } : undefined;
    },
    isPerShare: [caption, headings.at(-1) ?? ""].some((words) => PER_SHARE.test(words) && !/\bexcept\b/i.test(words)),
    header: over.slice(0, -1).join(" "),
    over,
    isPartOfYear:
      /\b(?:quarter|Q[1-4]|(?:three|six|nine) months|weeks)\b/i.test(over.join(" ")) ||
      (!isYearly && !/\byears?\b|\bannual\b/i.test(over.join(" "))),
    when: (groups) => onlyPeriod([...groups, ...over]),
    balance: goods !== "" && caption !== "" && !isBalance(caption) ? near : undefined,
    shown,
    shownWithUnit: table.unit ? [...shown, leadIn(text, table.unit)] : shown,
  };
}

const LEVEL = /^level [123]$/i;
const HAS_YEAR = /\b(?:19|20)\d\d\b/;
const openingOf = (text: string, { start, end }: Span) => text.slice(start, Math.min(end, start + 40));
const CURRENT = /^total current (assets|liabilities)\b/i;

/** "(Million 480-Pound Bales)" in a caption or a header: what the figures count, where no line of its own says it. */
const countedIn = (words: string): string =>
  /\((?:million|billion|thousand|1,000) [^()]{3,30}\)/i.exec(words)?.[0] ?? "";

/** A unit that ends a lead-in, "(dollars in millions):", is shown with the whole of it. */
function leadIn(text: string, unit: Span): Span {
  if (text[unit.end] !== ":") return unit;
  const start = Math.max(text.lastIndexOf("\n", unit.start), text.lastIndexOf(". ", unit.start) + 1) + 1;
  return unit.start - start <= MAX_LEAD_IN ? { start, end: unit.end + 1 } : unit;
}
const MAX_LEAD_IN = 300;

const wordsAt = (text: string, { start, end }: Span) => oneLine(text.slice(start, Math.min(end, start + 400)));

/** The currency that the table's figures show; empty where none does, or several do. */
function signIn(text: string, rows: readonly Block[]): string {
  const signs = new Set<string>();
  for (const { start, end } of rows.slice(0, MAX_SAMPLE))
    for (const [sign] of text.slice(start, Math.min(end, start + 400)).matchAll(/[$€£](?= ?[\d(—–-])/g))
      signs.add(sign);
  return signs.size === 1 ? ([...signs][0] ?? "") : "";
}

/** The columns in which some figure is marked as per cent: of changes the first often is, for all below it. */
function sharesIn(text: string, rows: readonly Block[]): Set<number> {
  const shares = new Set<number>();
  for (const { row } of rows.slice(0, MAX_SAMPLE))
    row?.cells.forEach(({ start, end }, column) => {
      if (end > start && text[end - 1] === "%") shares.add(column);
    });
  return shares;
}

/** The caption's scope, else that of the nearest heading; a segment's name there holds whatever leads in to its table. */
function scopeOf(caption: string, headings: readonly string[]): Scope {
  const own = readScope(caption);
  const part = segmentOverTable(headings, caption);
  if (own.kind === "none" && part !== "") return { kind: "theme", name: part };
  return own.kind === "none" && caption === "" ? readScope(headings.at(-1) ?? "") : own;
}

const PERIOD =
  /\b(?:for (?:the )?)?((?:three|six|nine|twelve|\d{1,2}) (?:months|weeks)|(?:fiscal )?year|quarter) ended ([A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d)|\b(?:as of|at) ([A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d)/gi;

/** The one period that some words name; empty where they name none, or several. */
export function onlyPeriod(over: readonly string[]): string {
  for (const words of over) {
    const found = [...words.matchAll(PERIOD)];
    if (found.length > 1) return "";
    const [one] = found;
    if (one?.[2]) return `in the ${one[1]?.toLowerCase()} ended ${asName(one[2])}`;
    if (one?.[3]) return `at ${asName(one[3])}`;
  }
  return "";
}
