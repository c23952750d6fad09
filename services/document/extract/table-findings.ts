import type { Block, ParsedDocument, Span } from "../parse/parsed-document.ts";
import { type ColumnMeaning, readColumn } from "./column-meaning.ts";
import { MAX_EXCERPTS_LENGTH } from "./excerpts.ts";
import { oneLine, type PassageParts } from "./passages.ts";
import { chooseFigures } from "./table-figures.ts";
import { isBalance } from "./table-goods.ts";
import { type TableHead, tableHead } from "./table-head.ts";
import { isPeriodLabel, type Place, placeOf } from "./table-places.ts";
import { asPhrase } from "./table-subject.ts";
import { sayFigure, unitOfRow } from "./table-units.ts";
import { lowerStart, type Vocabulary } from "./vocabulary.ts";

/** A figure of a row with what its column says of it. */
export interface RowFigure {
  /** As it stands in the row, without white space: "$412", "(9.3)%". */
  value: string;
  /** With its unit in words: "$412 million". */
  said: string;
  /** What the column is called: "Three Months Ended June 30, 2023". */
  column: string;
  meaning: ColumnMeaning;
}

/** A row of a table that says something, with all that a finding, a title and questions need. */
export interface RowFact {
  /** What a title and questions call it: "net sales for Services", "Brazil soybean production". */
  label: string;
  /** The same as inside the finding, with what the table is of: "gross profit (Domestic segment results)". */
  subject: string;
  /** What the whole table is of, where rows are places: "wheat"; else empty. */
  theme: string;
  /** The figures that are told, at most four besides changes. */
  figures: RowFigure[];
  /** The period of all figures, where the columns are no periods: "in the year ended December 31, 2022"; else empty. */
  when: string;
  /** "(in millions)", or empty. */
  unit: string;
  /** What the table is called, or empty. */
  caption: string;
  excerpts: Span[];
  /** On the scale of a statement's worth. */
  worth: number;
}

const MAX_LABEL_WORDS = 14;
const KEY_LABEL =
  /\b(?:total|net|revenues?|sales|income|earnings|profit|margin|eps|per share|cash|debt|assets|liabilities|equity|expenses?|cost|capital expenditures?|dividends?|tax|rate|inventor(?:y|ies)|production|exports?|imports?|stocks|consumption|price|prices|supply|demand|yield|all items|food|energy|unemployment|employment|gdp|inflation|goodwill|depreciation|operating|gross)\b/i;
const NO_LABEL =
  /^(?:filler|none|page|exhibit|item|notes?|figure|table|source|see|\(?continued\)?|form|section|date|balances? (?:as of|at)|less|add|plus|adjustments?|other adjustments?|of which|including|more than|less than|three months or|\d+ ?(?:years?|days|months)|thereafter|level [1-3])\b/i;
/** Words that do not stand alone: what they are of stands above them. */
const GENERIC =
  /^(?:(?:basic|diluted|other|others|total|totals|net|gross|current|deferred|u\.?s\.?|us|united states|international|domestic|foreign|intl|ww|worldwide|americas|europe|asia|asia pacific|apac|emea|canada|china|japan|federal|state|products?|services?|thereafter|unallocated|corporate|consolidated|all other|rest of (?:the )?world|low|high|average|change|amount|basis|beginning|ending|balance|granted|vested|forfeited|exercised|issued)[,.]? ?)+(?:\([^)]*\))?$/i;

/** What stands over the rows of a table that is cut into several passages. */
export interface RowCarry {
  table: number;
  /** Where the last row of the table before this one ends. */
  previousEnd: number;
  /** Where the last row that was read ends. */
  end: number;
  /** What is found once for a document. */
  index: TableIndex | undefined;
}

interface TableIndex {
  /** The rows of each table, by its number. */
  rows: Map<number, Block[]>;
  /** Headings of balances of goods, in order. */
  balances: Span[];
}

/** For the first table of a document. */
export const newCarry = (): RowCarry => ({ table: -1, previousEnd: 0, end: 0, index: undefined });

/**
 * What the rows of a table's passage say, in order. A row says something only when every figure that is told has a column
 * with a meaning and a unit; all other rows stay silent. `carry` is kept up to date.
 */
export function readRows(
  document: ParsedDocument,
  passage: PassageParts,
  vocabulary: Vocabulary,
  carry: RowCarry,
): RowFact[] {
  const first = passage.rows[0];
  if (!first?.row) return [];
  if (carry.table !== first.row.table) Object.assign(carry, { table: first.row.table, previousEnd: carry.end });
  carry.end = passage.end;
  carry.index ??= indexTables(document);
  const head = tableHead(document, {
    number: first.row.table,
    start: first.start,
    previousEnd: carry.previousEnd,
    headings: passage.headings,
    rows: carry.index.rows.get(first.row.table) ?? [],
    balance: carry.index.balances.findLast(({ end }) => end <= first.start),
  });
  if (!head) return [];
  const meanings = head.names.map((name, at) => (at === 0 ? undefined : readColumn(name)));
  return passage.rows.flatMap((block, at) =>
    isRevised(document.text, block, passage.rows[at + 1])
      ? []
      : (readRow(document.text, block, { head, meanings, vocabulary }) ?? []),
  );
}

/** "Brazil Sep" over "Nov": what the row below says anew. */
function isRevised(text: string, { row }: Block, next: Block | undefined): boolean {
  const below = labelOf(text, next?.row?.cells[0]);
  return (
    /^[A-Z][a-z]{2,8}$/.test(below) && isPeriodLabel(below) && / [A-Z][a-z]{2,8}$/.test(labelOf(text, row?.cells[0]))
  );
}

function indexTables({ text, blocks }: ParsedDocument): TableIndex {
  const rows = new Map<number, Block[]>();
  const balances: Span[] = [];
  for (const block of blocks) {
    const { row, start, end } = block;
    if (!row) {
      if (end - start < 120 && isBalance(text.slice(start, end))) balances.push({ start, end });
    } else if (!row.isHeader) {
      const same = rows.get(row.table);
      if (same) same.push(block);
      else rows.set(row.table, [block]);
    }
  }
  return { rows, balances };
}

interface Reading {
  head: TableHead;
  meanings: (ColumnMeaning | undefined)[];
  vocabulary: Vocabulary;
}

function readRow(text: string, block: Block, { head, meanings, vocabulary }: Reading): RowFact | undefined {
  const { row } = block;
  if (!row || row.isRagged) return undefined;
  const whole = labelOf(text, row.cells[0]);
  if (!isLabel(whole)) return undefined;
  const groups = (row.groups ?? []).map((span) => labelOf(text, span)).filter((group) => !/filler/i.test(group));
  const group = groups.at(-1) ?? "";
  const unitWords = row.unit ? oneLine(text.slice(row.unit.start, row.unit.end)) : "";
  const unit = unitOfRow(whole, group, head.unitFor(unitWords));
  const { label } = unit;
  const figures = row.cells.flatMap((cell, at): RowFigure[] => {
    const meaning = meanings[at];
    const value = at === 0 ? "" : tidyFigure(oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 60))));
    if (!/\d/.test(value) || !meaning) return [];
    const said = sayFigure(value, unit, head.isShare(at, meaning));
    return said === undefined ? [] : [{ value, said, column: head.names[at] ?? "", meaning }];
  });
  const chosen = chooseFigures(figures, meanings);
  if (!chosen || chosen.figures.every(({ value }) => !/[1-9]/.test(value))) return undefined;
  const place = chosen.kind === "measure" ? placeOf(label, groups, head) : undefined;
  const named = place ?? subjectOf({ label, group, head, vocabulary });
  const when = chosen.kind === "time" ? "" : (place?.when ?? head.when(groups));
  if (named === undefined || (chosen.kind !== "time" && when === "")) return undefined;
  const isGroupSaid = group !== "" && named.subject.toLowerCase().includes(group.toLowerCase());
  const saidBy = place?.saidBy ?? (isGroupSaid ? [group] : []);
  const over = (row.groups ?? []).filter((span) => saidBy.includes(labelOf(text, span)));
  if (row.unit) over.push(row.unit);
  const excerpts = excerptsOf(row.unit ? head.shown : head.shownWithUnit, block, over);
  if (!excerpts) return undefined;
  return {
    label: place ? titleOfPlace(place, chosen.figures[0]) : named.subject.replace(/ \([^()]{12,}\)$/, ""),
    subject: named.subject,
    theme: named.theme,
    figures: chosen.figures,
    when,
    unit: head.unit,
    caption: head.scope.kind === "theme" ? head.scope.name : "",
    excerpts,
    worth: worthOf(label, chosen.figures.length),
  };
}

/** "Brazil soybean production": what a title can say of several measures. */
const titleOfPlace = ({ subject, theme }: Place, first: RowFigure | undefined) =>
  `${subject.replace(/^the /, "")} ${theme} ${first?.meaning.phrase ?? ""}`.trim();

const isLabel = (label: string): boolean => isPeriodLabel(label) || isWords(label);

function isWords(label: string): boolean {
  return (
    label.split(" ").length <= MAX_LABEL_WORDS &&
    !NO_LABEL.test(label) &&
    /\p{L}{3}|\b(?:EPS|U\.S)\b/u.test(label) &&
    /^[\p{L}(]/u.test(label) &&
    // "(Notes 10 and" with its "13)" among the figures: the row was divided at the wrong place.
    label.split("(").length === label.split(")").length &&
    // Figures in a label are those of another row, or a column's.
    !/(?:^| )[$(]?\d[\d,.]*\d\)?(?: |$)(?!(?:weeks|months|years|days)\b)/.test(
      label.replace(/\b(?:19|20)\d\d\b/g, ""),
    ) &&
    !/:./.test(label)
  );
}

interface Naming {
  label: string;
  group: string;
  head: TableHead;
  vocabulary: Vocabulary;
}

/** The label with what it is of; undefined where it does not stand alone and nothing says what it is of. */
function subjectOf({ label, group, head, vocabulary }: Naming): { subject: string; theme: string } | undefined {
  const { scope, theme: goods } = head;
  const small = (words: string) => lowerStart(asPhrase(words, vocabulary), vocabulary);
  if (goods !== "")
    return GOODS_LABEL.test(label) ? { subject: `${goods} ${asUse(label.toLowerCase())}`, theme: goods } : undefined;
  if (scope.kind === "flows" && !FLOW_LABEL.test(label)) return undefined;
  const subject = companySubject({ label, group, theme: scope.kind === "theme" ? small(scope.name) : "", small });
  return subject === undefined ? undefined : { subject, theme: "" };
}

interface Words {
  label: string;
  group: string;
  theme: string;
  small: (words: string) => string;
}

function companySubject({ label, group, theme, small }: Words): string | undefined {
  const own = small(label);
  const by = /^(.{4,60}?),? by [\p{L} ,&-]+$/u.exec(theme)?.[1];
  if (by) return / and /.test(by) || MEASURE_NOUN.test(label) ? undefined : `${by} for ${label}`;
  const isMeasure = MEASURE_NOUN.test(label) && !GENERIC.test(label);
  if (isMeasure) {
    if (group !== "" && !MEASURE_NOUN.test(group)) return isName(group) ? `${own} for ${group}` : undefined;
    if (/\bexpenses?\b/i.test(group) && FUNCTION_OF_COST.test(label)) return `${own} expenses`;
    return theme === "" ? own : `${own} (${theme})`;
  }
  // "Basic" under "Earnings per share".
  const over = [group, theme].find((words) => MEASURE_NOUN.test(words));
  if (over === undefined || !isName(over)) return undefined;
  return FORM.test(label) ? `${own} ${small(over)}` : `${small(over)} for ${label}`;
}

/** What names a group reads as a name: without figures, not as a sentence. */
const isName = (words: string) =>
  /^\p{L}/u.test(words) && words.split(" ").length <= 7 && !/\d[.,]\d|[$:;]|\b(?:follow|we|our)/iu.test(words);

const FORM = /^(?:basic|diluted|current|deferred|total|net)$/i;
const FUNCTION_OF_COST = /\b(?:administrative|maintenance|marketing|development|research|fulfillment|technology)$/i;
/** What a company's accounts measure: a label without any of these is a place, a product or a unit. */
const MEASURE_NOUN =
  /\b(?:income|loss(?:es)?|revenues?|sales|expenses?|costs?|assets?|liabilit(?:y|ies)|equity|cash|debt|tax(?:es)?|receivables?|payables?|inventor(?:y|ies)|goodwill|depreciation|amortization|earnings|margins?|profit|investments?|securities|stocks?|supply|use|yield|capital|compensation|payments?|proceeds|purchases?|dividends?|borrowings?|notes|leases?|obligations?|provision|benefits?|credits?|fees|interests?|property|equipment|rent|adjustments?|charges?|gains?|shares|rate|prices?|accrued|reserves?|deposits|allowances?|derivatives|contributions|pension|commissions|marketing|administrative|development|research|materials|supplies|maintenance|impairments?|ebitda?|eps|spending|expenditures|deficit|surplus|prepaid|backlog|billings|acquisitions?|repurchases?|issuances?|repayments?|settlements?|translation|production|output|exports|imports|consumption|employment|unemployment|inflation|gdp)\b/i;

/** "Use, total" as "total use", "feed and residual" as what it is: a use. */
function asUse(label: string): string {
  const ordered = label.replace(/^(\w+), total\b/, "total $1");
  return /^(?:food|feed|seed|residual|total domestic)\b/.test(ordered) && !/\buse\b/.test(ordered)
    ? `${ordered} use`
    : ordered;
}

/** What a balance of goods has in its rows; other rows are places or kinds. */
const GOODS_LABEL =
  /\b(?:stocks|production|output|imports|exports|supply|use|feed|food|seed|crush(?:ings)?|residual|area|planted|harvested|yield|price|disappearance|consumption|deliveries|ratio)\b/i;

/** Rows of a statement of cash flows that name a flow: of the others a figure is a change, and looks like a level. */
const FLOW_LABEL =
  /\b(?:cash (?:provided|used|flows?|paid|generated)|net income|net earnings|net loss|purchases?|payments?|proceeds|repayments?|repurchases?|dividends|capital expenditures|acquisitions?|issuances?|depreciation|amortization|(?:stock|share)-based|borrowings|net (?:increase|decrease|change) in cash|(?:increase|decrease) in cash|free cash flow|deferred income tax(?:es)?)\b/i;

function worthOf(label: string, figures: number): number {
  let worth = 1.5;
  if (KEY_LABEL.test(label)) worth += 0.6;
  if (/^(?:total|net)\b/i.test(label)) worth += 0.4;
  if (figures < 2) worth -= 0.3;
  if (/\bother\b/i.test(label)) worth -= 0.4;
  return worth;
}

/** "$ 14,735" as "$14,735", "(9.3) %" as "(9.3)%": white space, and the marks of notes behind a figure. */
const tidyFigure = (value: string) =>
  value
    .replace(/([$€£]) +/g, "$1")
    .replace(/ +(%|\))/g, "$1")
    .replace(/\( +/g, "(")
    .replace(/ (?:\(?[a-z\d]\)|\d{1,2}\/)$|[*†‡]+$/, "");

/** A label without leaders, marks of notes and what would hang at its end. */
function labelOf(text: string, cell: Span | undefined): string {
  if (!cell) return "";
  return oneLine(text.slice(cell.start, Math.min(cell.end, cell.start + 300)))
    .replace(/(?:\s*\.){2,}/g, "")
    .replace(/ ?\((?:\d{1,2}|[a-z])\)(?= |$)| ?\d{1,2}\/(?= |$)/g, "")
    .replace(/(?<=\p{L}{4})\d(?:,\d)*$/u, "")
    .replace(/ \d$|[¹²³⁴⁵*†‡]+$/, "")
    .replace(/[\s.:,;~$–—-]+$/, "")
    .trim();
}

/** The row with what says what its figures are: header, unit, caption. Undefined when they are too long to be shown. */
function excerptsOf(shown: readonly Span[], row: Span, over: readonly Span[]): Span[] | undefined {
  const wanted = [row, ...[...shown, ...over].filter(({ end }) => end <= row.start)];
  const merged: Span[] = [];
  for (const span of wanted.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    // What names a row often stands in the row above: both are shown as they stand.
    const isNear =
      over.some(({ start }) => start === last?.start) && span.start - (last?.start ?? 0) <= MAX_NAME_DISTANCE;
    if (last && (isNear || span.start - last.end <= MAX_JOINT)) last.end = Math.max(last.end, span.end);
    else merged.push({ start: span.start, end: span.end });
  }
  const size = merged.reduce((sum, { start, end }) => sum + end - start, 0);
  if (size > MAX_EXCERPTS_LENGTH || merged.length > 3) return undefined;
  // The row is what is looked for: it comes last, as it stands in the document.
  return merged;
}

/** The name of a row that begins no further before it is shown with all that stands between. */
const MAX_NAME_DISTANCE = 120;
/** Spans no further apart than this are shown as one. */
const MAX_JOINT = 3;
