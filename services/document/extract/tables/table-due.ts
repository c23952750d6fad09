import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { MAX_EXCERPTS_LENGTH } from "../excerpts.ts";
import { oneLine } from "../passages.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";
import type { TableHead } from "./table-head.ts";
import { labelOf, tidyFigure } from "./table-labels.ts";
import { sayFigure, unitOfRow } from "./table-units.ts";

const YEAR = /^((?:fiscal )?(?:19|20)\d\d)(?: \(([^()]{5,40})\))?$/i;
const AFTER = /^(?:thereafter|after ((?:fiscal )?(?:19|20)\d\d))$/i;
const SUM = /^total\b/i;
const DAY = "[A-Z][a-z]+ \\d{1,2}, (?:19|20)\\d\\d";
/** "As of May 31, 2031, maturities of lease liabilities are as follows": the day, and what is due. */
const LEAD_IN = new RegExp(
  `^(?:As of (${DAY}), )?(?:the )?(.+?)(?: and the reconciliation\\b.*?)?(?:,? as of (${DAY}))?,? (?:are|is|were|was) as follows\\b`,
  "i",
);
const IS_DUE = /\b(?:maturit(?:y|ies)|payments|amortization)\b/i;
const CORE =
  /\b((?:(?:operating|finance|capital) )?leases?|(?:purchase|contractual|debt) obligations|long-term debt|senior notes|intangible assets)\b/i;
const LEAST_YEARS = 3;
const MOST_ROWS = 12;
const MAX_LEAD = 400;

/**
 * What falls due in each year to come, a year in each row of one column: told as one, the next two years, all later ones and
 * the sum. Undefined where the years do not follow one another, or no line says what is due and from which day on.
 */
export function dueByYear(
  { text, blocks }: ParsedDocument,
  rows: readonly Block[],
  head: TableHead,
): RowFact | undefined {
  const [first] = rows;
  if (!first?.row || head.names.length !== 2 || rows.length > MOST_ROWS + 4) return undefined;
  const above = { block: first, label: YEAR.test(head.header) ? head.header : "", value: "" };
  const read = joinedRows([above, ...rows.map((block) => ({ block, ...readRow(text, block) }))]).filter(
    ({ label }) => label !== "",
  );
  const years = read.filter(({ label }) => YEAR.test(label));
  const follow = years.every(({ label }, at) => at === 0 || yearIn(label) === yearIn(years[at - 1]?.label ?? "") + 1);
  if (years.length < LEAST_YEARS || !follow || read[0]?.label !== years[0]?.label) return undefined;
  const after = read.find(({ label }) => AFTER.test(label));
  const sum = read.find(({ label }) => SUM.test(label));
  const lead = leadTo(text, blocks, first.start);
  const [, day, what = "", other] = LEAD_IN.exec(lead?.words ?? "") ?? [];
  const when = day || other ? `at ${day ?? other}` : head.when([]);
  if (!lead || !IS_DUE.test(what) || !when.startsWith("at ")) return undefined;
  const unit = unitOfRow("payments", "", head.unitFor(""));
  const figures = [...years.slice(0, 2), after, sum].flatMap((row): RowFigure[] => {
    const said = row && unit ? sayFigure(row.value, unit, false) : undefined;
    if (!row || said === undefined || !/\d/.test(row.value)) return [];
    const phrase = phraseOf(row.label);
    return [
      { value: row.value, said, column: "", meaning: { kind: row === sum ? "total" : "category", phrase, stem: "" } },
    ];
  });
  const last = sum ?? after ?? years.at(-1);
  if (figures.length < 3 || !last) return undefined;
  const table: Span = { start: first.start, end: last.block.end };
  const header = head.shown.filter(({ end }) => end <= first.start && end > lead.span.end);
  const excerpts = [lead.span, ...(day || other ? [] : header), table];
  if (excerpts.length > 3 || excerpts.reduce((size, { start, end }) => size + end - start, 0) > MAX_EXCERPTS_LENGTH)
    return undefined;
  const subject = what.charAt(0).toLowerCase() + what.slice(1).replace(/\b(?:the Company['’]s|our) /g, "its ");
  const core = CORE.exec(what)?.[1]?.toLowerCase() ?? "";
  return {
    ...{ subject, theme: "", when, unit: head.unit, caption: "", figures, excerpts, table: first.row.table, worth: 2 },
    label:
      core === ""
        ? subject
        : `${core.replace(/(lease|obligation|note|asset)s$/, "$1")} ${/\bmaturit/i.test(what) ? "maturities" : "payments"}`,
  };
}

interface Read {
  block: Span;
  label: string;
  value: string;
}

/** "2031" in a line of its own, or taken for a figure, before "(remaining three months) $ 1,260". */
function joinedRows(rows: readonly Read[]): Read[] {
  return rows.flatMap((row, at) => {
    const [above, below] = [rows[at - 1], rows[at + 1]];
    const goesOn = (over: Read | undefined, under: Read | undefined) =>
      over !== undefined && YEAR.test(`${over.label}${over.value}`) && under?.label.startsWith("(") === true;
    if (goesOn(row, below)) return [];
    return [above && goesOn(above, row) ? { ...row, label: `${above.label}${above.value} ${row.label}` } : row];
  });
}

function readRow(text: string, { row }: Block): { label: string; value: string } {
  const [, value] = row?.cells ?? [];
  const words = value ? tidyFigure(oneLine(text.slice(value.start, Math.min(value.end, value.start + 40)))) : "";
  return { label: row?.isHeader ? "" : labelOf(text, row?.cells[0]), value: words };
}

const yearIn = (label: string) => Number(/(?:19|20)\d\d/.exec(label)?.[0] ?? 0);

/** "for fiscal 2031", "for 2031 (remaining three months)", "after 2035", "in total". */
function phraseOf(label: string): string {
  if (SUM.test(label)) return "in total";
  if (AFTER.test(label)) return label.toLowerCase();
  return `for ${label.replace(/^F/, "f")}`;
}

/** The sentence that leads to a table. */
function leadTo(text: string, blocks: readonly Block[], start: number): { words: string; span: Span } | undefined {
  const block = blocks.findLast(({ kind, end }) => end <= start && kind !== "tableRow" && kind !== "heading");
  if (!block || start - block.end > 120) return undefined;
  const words = text.slice(block.start, block.end);
  const from = block.start + words.slice(0, -1).lastIndexOf(". ") + (words.slice(0, -1).includes(". ") ? 2 : 1);
  return block.end - from > MAX_LEAD
    ? undefined
    : { words: oneLine(text.slice(from, block.end)), span: { start: from, end: block.end } };
}
