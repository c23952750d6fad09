import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { readColumn } from "./column-meaning.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { labelOf, tidyFigure } from "./table-labels.ts";
import { readUnit, sayFigure } from "./table-units.ts";
import { worthOf } from "./table-worth.ts";

type Table = ParsedDocument["tables"][number];

/** "Steers 2/ Dol./cwt": goods, and what their price is in. */
const COLUMN = /^(\p{Lu}[\p{L} ]{2,30}?)(?: \d{1,2}\/)? ((?:Dol\.|Cents)\/[a-z]{2,5})\.?$/u;
const TITLE = /^(U\.S\.) (?:Quarterly )?Prices\b/;
const QUARTER = /^(?:((?:19|20)\d\d) )?(?:IV|I{1,3})$/;
const MONTH = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* Proj$/;
/** Such a table is of a few years. */
const MOST_ROWS = 60;

/** Whether each column of a table has the prices of its own goods in its own unit. */
export const arePrices = ({ columns }: Table): boolean =>
  columns.length > 2 && columns.slice(1).every(({ label }) => COLUMN.test(label));

/** The year whose quarters end in a row, and what was foreseen for all of it, the newest first. */
interface Year {
  year: string;
  start: number;
  newest: Block;
  projections: { month: string; block: Block }[];
}

/** What the last projection of each year says of the price of each column, in a passage of such a table. */
export function pricesOf({ text, tables }: ParsedDocument, rows: readonly Block[], told: readonly Block[]): RowFact[] {
  const table = tables[told[0]?.row?.table ?? -1];
  const place = table?.caption && TITLE.exec(oneLine(text.slice(table.caption.start, table.caption.end)))?.[1];
  if (!table?.caption || !place || rows.length > MOST_ROWS) return [];
  const shown = [table.caption, ...table.header];
  return yearsIn(text, rows)
    .filter(({ newest }) => told.includes(newest))
    .flatMap((year) => table.columns.flatMap((_, column) => priceIn(text, table, column, year, place, shown) ?? []));
}

/** "2031 I" begins a year, which ends in projections under "Annual". */
function yearsIn(text: string, rows: readonly Block[]): Year[] {
  const years: Year[] = [];
  let open: { year: string; start: number } | undefined;
  let isAnnual = false;
  for (const block of rows) {
    const label = labelOf(text, block.row?.cells[0]);
    const month = MONTH.exec(label)?.[1];
    const quarter = QUARTER.exec(label);
    if (month !== undefined && open && isAnnual && !block.row?.isRagged) {
      const last = years.at(-1);
      if (last?.year === open.year) {
        last.newest = block;
        last.projections.unshift({ month, block });
      } else years.push({ ...open, newest: block, projections: [{ month, block }] });
    } else if (quarter?.[1]) open = { year: quarter[1], start: block.start };
    else if (!quarter && label !== "Annual") open = undefined;
    isAnnual = label === "Annual" || (month !== undefined && isAnnual);
  }
  return years;
}

function priceIn(
  text: string,
  table: Table,
  column: number,
  { year, start, newest, projections }: Year,
  place: string,
  shown: readonly Span[],
): RowFact | undefined {
  const label = table.columns[column]?.label ?? "";
  const [, goods = "", rate = ""] = COLUMN.exec(label) ?? [];
  const unit = readUnit(rate.replace(/^Dol\./, "dollars"));
  if (goods === "" || unit.counted === "") return undefined;
  const figures = projections.flatMap(({ month, block }): RowFigure[] => {
    const cell = block.row?.cells[column];
    const value = cell ? tidyFigure(oneLine(text.slice(cell.start, cell.end))) : "";
    const said = /\d/.test(value) ? sayFigure(value, { kind: "own", unit, label: goods }, false) : undefined;
    const meaning = readColumn(`${year} Proj. ${month}`);
    return said === undefined || !meaning ? [] : [{ value, said, column: label, meaning }];
  });
  const excerpts = excerptsOf(text, shown, { start, end: newest.end }, []);
  if (figures.length < projections.length || !excerpts) return undefined;
  const subject = `the ${place} ${singular(goods)} price`;
  return {
    ...SAID_BY_FIGURES,
    ...{ label: subject.replace("the ", ""), subject, figures },
    excerpts,
    table: newest.row?.table ?? 0,
    worth: worthOf(subject, figures, ""),
  };
}

/** "barrow and gilt" of "Barrows and gilts". */
const singular = (goods: string) => goods.toLowerCase().replace(/(?<=\p{L}{2})s(?= |$)/gu, "");
