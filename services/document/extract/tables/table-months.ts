import { MONTHS } from "#kit/months.ts";
import type { Block, ParsedDocument } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { labelOf } from "./table-labels.ts";
import { worthOf } from "./table-worth.ts";

/** "Table B1 – CPI headline index numbers (Dec 2030=100)": what is measured, and on which base. */
const NAME =
  /^(?:Table \w{1,4} ?[–—:.-] ?)?(\p{Lu}[\p{L} -]{1,60}?) (index(?= numbers)|year-on-year rate(?=s)|month-on-month rate(?=s))(?: numbers|s)(?: (\([^()]{4,30}=\s?100\)))?$/u;
const AVERAGE = /^average\d?$/i;
/** So many months of a year are told: the newest, and what they follow. */
const MOST_MONTHS = 3;

/** Whether a table has a column for each month, and perhaps one for their average. */
export const areMonths = ({ columns }: ParsedDocument["tables"][number]): boolean =>
  (columns.length === 13 || (columns.length === 14 && AVERAGE.test(columns[13]?.label ?? ""))) &&
  MONTHS.every((month, at) => (columns[at + 1]?.label ?? "").slice(0, 3) === month.slice(0, 3));

/**
 * What a year of such a table says: of an index, or of the rate at which it changed; undefined of what else it may be
 * of. `rows` are all of its table.
 */
export function monthsOf({ text, tables }: ParsedDocument, block: Block, rows: readonly Block[]): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  const year = labelOf(text, row?.cells[0]);
  if (!row || row.isRagged || !table?.caption || !/^(?:19|20)\d\d$/.test(year)) return undefined;
  const [, what = "", kind = "", base = ""] =
    NAME.exec(oneLine(text.slice(table.caption.start, table.caption.end))) ?? [];
  if (kind === "") return undefined;
  const figureOf = (at: number, phrase: string): RowFigure[] => {
    const cell = row.cells[at];
    const value = cell ? text.slice(cell.start, cell.end) : "";
    const said = kind === "index" ? value : `${value} percent`;
    // The average is of no later time than the last month.
    const order = Number(year) * 400 + Math.min(at, MONTHS.length) * 31;
    return /^-?\d+[.,]\d+$/.test(value)
      ? [{ value, said, column: "", meaning: { kind: "during", phrase, stem: "", order } }]
      : [];
  };
  const months = MONTHS.flatMap((month, at) => figureOf(at + 1, `in ${month} ${year}`));
  const average = months.length === MONTHS.length ? figureOf(13, `on average in ${year}`) : [];
  // An average of the year is what is looked for of one that is over.
  const figures = average.length > 0 ? [...months.slice(-1), ...average] : months.slice(-MOST_MONTHS).reverse();
  const excerpts = excerptsOf(text, [...table.header, table.caption], block, []);
  if (figures.length === 0 || !excerpts) return undefined;
  const label = `${what} ${kind}`;
  // Of many years the last two are looked for.
  const isNew = rows.slice(-2).some(({ start }) => start === block.start);
  return {
    label,
    subject: `the ${label}${base === "" ? "" : ` ${base}`}`,
    ...SAID_BY_FIGURES,
    figures,
    excerpts,
    table: row.table,
    worth: worthOf(label, figures, "") + (isNew ? 0.6 : -0.6),
  };
}
