import { MONTHS } from "#kit/months.ts";
import type { Block, ParsedDocument, Table } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { labelOf } from "./table-labels.ts";

const DAY = /^(\d{1,2})-([A-Z][a-z]{2})-(\d\d)$/;
const GOODS = /^(\p{Lu}{3,12}) PRICES$/u;

/** Whether a table's columns are three days, and the change between the last and the first. */
export const areBids = ({ columns }: Table): boolean =>
  columns.length === 5 && columns.slice(1, 4).every(({ label }) => DAY.test(label)) && columns[4]?.label === "Change";

/**
 * "The export bid (fob) for rye from Norland was US$199 per ton on September 9, 2031, against …"; undefined where no goods are
 * named. Days have two digits of their year: they are of the year in which the document was published, or of the day a year
 * before the newest.
 */
export function bidOf({ text, tables }: ParsedDocument, block: Block, publishedYear: number): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  if (!row || row.isHeader || !table?.caption) return undefined;
  const goods = GOODS.exec(oneLine(text.slice(table.caption.start, table.caption.end)))?.[1]?.toLowerCase();
  const origin = labelOf(text, row.cells[0]);
  if (goods === undefined) return undefined;
  const [, newest = "", of = "", last = ""] = DAY.exec(table.columns[1]?.label ?? "") ?? [];
  const figures = row.cells.flatMap((cell, at): RowFigure[] => {
    const name = table.columns[at]?.label ?? "";
    const value = text.slice(cell.start, cell.end);
    const [, day = "", short = "", year = ""] = DAY.exec(name) ?? [];
    const month = MONTHS.findIndex((one) => one.startsWith(short)) + 1;
    if (day === "" || month === 0) return [];
    const order = (2000 + Number(year)) * 400 + month * 31 + Number(day);
    const isYearBefore = day === newest && short === of && Number(year) === Number(last) - 1;
    if (!isYearBefore && 2000 + Number(year) !== publishedYear) return [];
    const phrase = isYearBefore ? "a year before" : `on ${MONTHS[month - 1]} ${day}, ${publishedYear}`;
    return [{ value, said: `US$${value} per ton`, column: name, meaning: { kind: "at", phrase, stem: "at", order } }];
  });
  const excerpts = excerptsOf(text, [table.caption, ...table.header], block, []);
  if (figures.length < 2 || figures[0]?.meaning.phrase === "a year before" || !excerpts) return undefined;
  const isNamed = origin.toLowerCase().includes(goods);
  return {
    label: isNamed ? `${origin} export bid` : `${origin} ${goods} export bid`,
    subject: `the export bid (fob) for ${isNamed ? origin : `${goods} from ${origin}`}`,
    ...SAID_BY_FIGURES,
    figures,
    excerpts,
    table: row.table,
    worth: 2.4,
  };
}
