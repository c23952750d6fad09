import type { Block, ParsedDocument, Span, Table } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { readColumn } from "./column-meaning.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { labelOf } from "./table-labels.ts";

const IN_POINTS = /^contributions? \((?:%|per ?cent(?:age)?)[ -]points?\)$/i;
/** What the rows contribute to stands over the name of the labels, and of the unit. */
const NAME =
  /(?<=\n)[^\n]{0,20}?\bContributions? of [^.\n]{3,80}? to (?:the )?(annual|monthly|quarterly) percentage change in (?:the )?([^.\n]{2,60})(?=\s+(?:\p{Lu}\p{L}+\s+)?$)/u;
/** What contributes so many points is looked for before the price of a good. */
const MUCH = 0.5;
const NO_PART = /^(?:all|total|residual|other)\b/i;

/** Whether a table's figures are what each row contributes, in percentage points. */
export const areContributions = (text: string, { caption }: Table): boolean =>
  caption !== undefined && IN_POINTS.test(oneLine(text.slice(caption.start, caption.end)));

/** "The contribution of transport to the annual percentage change in the CPI was 1,0 percentage points in May 2031." */
export function contributionOf({ text, tables }: ParsedDocument, block: Block): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  if (!row || row.isRagged || !table?.caption) return undefined;
  const from = Math.max(0, table.caption.start - 300);
  const found = NAME.exec(text.slice(from, table.caption.start));
  const part = labelOf(text, row.cells[0]);
  const [, how = "", whole = ""] = found ?? [];
  if (!found || !/^\p{Lu}\p{Ll}/u.test(part) || NO_PART.test(part)) return undefined;
  const figures = table.columns.flatMap(({ label }, at): RowFigure[] => {
    const cell = row.cells[at];
    const value = at > 0 && cell ? text.slice(cell.start, cell.end) : "";
    const meaning = readColumn(label);
    return /^-?\d+[.,]\d+$/.test(value) && meaning?.kind === "during"
      ? [{ value, said: `${value} percentage points`, column: label, meaning }]
      : [];
  });
  const named: Span = { start: from + found.index, end: from + found.index + found[0].length };
  // The newest first, as a report is read.
  figures.reverse();
  const excerpts = excerptsOf(text, [named, table.caption, ...table.header], block, []);
  if (figures.length !== table.columns.length - 1 || !excerpts) return undefined;
  const small = part.charAt(0).toLowerCase() + part.slice(1);
  return {
    // Of a year, as rates of an index mostly are, a title says no more than that.
    label: `${part} ${how === "annual" ? "" : `${how} `}${/\bCPI\b/.exec(whole)?.[0] ?? whole} contribution`,
    subject: `the contribution of ${small} to the ${how} percentage change in the ${whole.trim()}`,
    ...SAID_BY_FIGURES,
    figures,
    excerpts,
    table: row.table,
    worth: figures.some(({ value }) => Math.abs(Number(value.replace(",", "."))) >= MUCH) ? 2.3 : 1.9,
  };
}
