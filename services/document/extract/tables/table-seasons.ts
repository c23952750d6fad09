import { MONTHS } from "#kit/months.ts";
import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { readColumn } from "./column-meaning.ts";
import type { RowFact, RowFigure } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { type BalanceTitle, titleOver } from "./table-goods.ts";
import { labelOf, tidyFigure } from "./table-labels.ts";
import { joined } from "./table-sentence.ts";
import { readUnit, sayFigure, type Unit } from "./table-units.ts";
import { worthOf } from "./table-worth.ts";

/** A row of one period among those that a name heads. */
interface PeriodRow {
  block: Block;
  year: string;
  certainty: "" | "estimate" | "projection";
  /** Of the projection: "November". */
  month: string;
}

/** The rows below each other that one name heads: "Wheat 2030/31", "2031/32 (Est.)", "2032/33 (Proj.) Aug", "… Sep". */
export interface SeasonRows {
  name: string;
  /** Where the name begins, which may be torn over lines. */
  start: number;
  rows: PeriodRow[];
  /** What stands over the table, and over its columns. */
  title: BalanceTitle;
  header: Span;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}";
const PERIOD = new RegExp(
  `^(?:(\\p{Lu}[\\p{L}&, ]{1,40}?) )?((?:19|20)\\d\\d(?:/\\d\\d)?)(?: \\(?(Est|Proj)\\b\\.?\\)?)?(?: (${MONTH})\\.?)?$`,
  "u",
);
const ONLY_MONTH = new RegExp(`^${MONTH}$`);
const LEAST_ROWS = 3;
/** Rows of words before the first that has a name and its period. */
const MOST_BEFORE = 6;

/** The rows of a table by the last of each name, which has the newest figures; empty where they are not a balance's of periods. */
export function seasonsIn(
  text: string,
  table: ParsedDocument["tables"][number] | undefined,
  rows: readonly Block[],
): ReadonlyMap<Block, SeasonRows> {
  const found = new Map<Block, SeasonRows>();
  const isNamed = ({ row }: Block) => PERIOD.exec(labelOf(text, row?.cells[0]))?.[1] !== undefined;
  const [header] = table?.header ?? [];
  const title = header && rows.slice(0, MOST_BEFORE).some(isNamed) ? titleOver(text, header.start) : undefined;
  if (!header || !title) return found;
  let open: SeasonRows | undefined;
  const close = () => {
    const newest = open?.rows.at(-1);
    if (open && newest && open.rows.length >= LEAST_ROWS && isRising(open.rows)) found.set(newest.block, open);
    open = undefined;
  };
  for (const [at, block] of rows.entries()) {
    const { row } = block;
    if (!row?.cells.slice(1).some(({ start, end }) => end > start)) continue;
    const label = labelOf(text, row.cells[0]);
    const [, name = "", year = "", sure = "", month = ""] = PERIOD.exec(label) ?? [];
    const above = open?.rows.at(-1);
    if (row.isRagged || (year === "" && !(ONLY_MONTH.test(label) && above?.month))) {
      close();
    } else if (name !== "") {
      close();
      const first = periodOf(block, year, sure, month);
      open = { ...wholeName(text, name, block, rows[at - 1]), rows: [first], title, header };
    } else if (open) {
      open.rows.push(
        year === "" && above ? { ...above, block, month: monthOf(label) } : periodOf(block, year, sure, month),
      );
    }
  }
  close();
  return found;
}

const periodOf = (block: Block, year: string, sure: string, month: string): PeriodRow => ({
  block,
  year,
  certainty: sure === "Est" ? "estimate" : sure === "Proj" ? "projection" : "",
  month: monthOf(month),
});
const monthOf = (short: string) => MONTHS.find((name) => short !== "" && name.startsWith(short.slice(0, 3))) ?? "";

/** Years in order; of the same year only another month's figures. */
const isRising = (rows: readonly PeriodRow[]) =>
  rows.every(({ year, month }, at) => {
    const before = rows[at - 1];
    return !before || year > before.year || (year === before.year && month !== "" && month !== before.month);
  });

/** "Total Red" over "Meat 2030": a name in a narrow column goes on in the line below, as does its own year. */
function wholeName(
  text: string,
  name: string,
  block: Block,
  above: Block | undefined,
): { name: string; start: number } {
  const cell = block.row?.cells[0];
  const isTorn = cell !== undefined && /\n(?:19|20)\d\d/.test(text.slice(cell.start, cell.end));
  const isNext = above?.row?.cells.slice(1).every(({ start, end }) => end === start) === true;
  if (!isTorn || !isNext || text.slice(above.end, block.start) !== "\n") return { name, start: block.start };
  return { name: `${labelOf(text, above.row?.cells[0])} ${name}`, start: above.start };
}

/** What is told of a name, in order: what there is and what is left of it first. */
const TOLD = ["output", "production", "ending stocks", "total use", "exports", "trade"];
const COMPARED = 2;
const MOST_FIGURES = 4;

/** What the newest row of a name says, with what was put a month and a year before; undefined where it is not known of what. */
export function seasonOf(
  { text, tables }: ParsedDocument,
  seasons: SeasonRows,
  publishedYear: number,
): RowFact | undefined {
  const { title, header } = seasons;
  const newest = seasons.rows.at(-1);
  const table = newest?.block.row && tables[newest.block.row.table];
  if (!newest?.block.row || !table) return undefined;
  const { row } = newest.block;
  const of = goodsAndPlace(seasons.name, oneLine(text.slice(header.start, header.end)), title);
  const counted = row.unit ?? title.unit;
  if (!of || !counted || Number(newest.year.slice(0, 4)) > publishedYear + 1) return undefined;
  const told = toldIn(text, table, readUnit(oneLine(text.slice(counted.start, counted.end))));
  const figures = told(newest).slice(0, MOST_FIGURES);
  if (figures.length < MOST_FIGURES) return undefined;
  const end = title.unit && !row.unit ? title.unit.end : title.end;
  const block = { start: seasons.start, end: newest.block.end };
  const excerpts = excerptsOf(text, [{ start: title.start, end }, header], block, row.unit ? [row.unit] : []);
  if (!excerpts) return undefined;
  const when = `for ${newest.year}${sureness(newest)}`;
  return {
    label: `${of.place.replace(/^the /, "")} ${of.goods} ${figures[0]?.meaning.phrase ?? ""}`,
    subject: of.place,
    theme: of.goods,
    figures,
    when,
    earlier: earlierIn(seasons.rows, newest, told),
    unit: "",
    caption: "",
    excerpts,
    table: row.table,
    worth: worthOf(of.place, figures, when) + IN_SUM,
  };
}

type Told = (row: PeriodRow) => RowFigure[];

/** What is told of a row under the columns of its table; none of a row without a unit. */
function toldIn(text: string, { columns }: ParsedDocument["tables"][number], unit: Unit): Told {
  const meanings = columns.map(({ label }) => readColumn(label));
  const told = TOLD.flatMap((name) => {
    const [at, ...others] = meanings.flatMap((meaning, column) => (meaning?.phrase === name ? [column] : []));
    return at === undefined || others.length > 0 ? [] : [at];
  });
  return ({ block }) =>
    told.flatMap((at): RowFigure[] => {
      const cell = block.row?.cells[at];
      const meaning = meanings[at];
      const value = cell ? tidyFigure(oneLine(text.slice(cell.start, cell.end))) : "";
      if (unit.counted === "" || !/\d/.test(value) || !meaning) return [];
      const said = sayFigure(value, { kind: "table", unit, label: meaning.phrase }, false);
      return said === undefined ? [] : [{ value, said, column: columns[at]?.label ?? "", meaning }];
    });
}

/** "the August projection had output at 1.2 million bales and …; the estimate for 2030/31 has output at …". */
function earlierIn(rows: readonly PeriodRow[], newest: PeriodRow, told: Told): string {
  const monthBefore = rows.findLast(({ year, month }) => year === newest.year && month !== newest.month);
  const yearBefore = rows.findLast(({ year }) => year < newest.year);
  const putAt = (row: PeriodRow | undefined, words: (row: PeriodRow) => string): string[] => {
    const known = row ? told(row).slice(0, COMPARED) : [];
    // "NA" of a season that is foreseen for the first time.
    if (!row || known.length < COMPARED) return [];
    return [`${words(row)} ${joined(known.map(({ said, meaning }) => `${meaning.phrase} at ${said}`))}`];
  };
  return [
    ...putAt(monthBefore, ({ month, certainty }) => `the ${month} ${certainty} had`),
    ...putAt(yearBefore, sourceOf),
  ].join("; ");
}

/** What a balance puts together on its first page is looked for before its parts. */
const IN_SUM = 0.4;

/** " (November projection)", " (an estimate)", or nothing of what is known. */
const sureness = ({ certainty, month }: PeriodRow) =>
  certainty === "" ? "" : ` (${month || (certainty === "estimate" ? "an" : "a")} ${certainty})`;

/** "the estimate for 2030/31 has", "the figures for 2030/31 have". */
const sourceOf = ({ year, certainty, month }: PeriodRow) =>
  certainty === ""
    ? `the figures for ${year} have`
    : `the ${month === "" ? "" : `${month} `}${certainty} for ${year} has`;

const AREA = /(?:^|\s)(World|United States|(?:Total )?Foreign)(?= |$)/;
const PLACES = new Map([
  ["World", "the world"],
  ["United States", "the United States"],
  ["Foreign", "Total Foreign"],
  ["Total Foreign", "Total Foreign"],
]);

/** "cotton" of "World" under a title of cotton; "wheat" of the area in the header; "beef" of a title of the United States. */
function goodsAndPlace(
  name: string,
  header: string,
  title: BalanceTitle,
): { goods: string; place: string } | undefined {
  const own = PLACES.get(name);
  const place = own ?? PLACES.get(title.isWorld ? (AREA.exec(header)?.[1] ?? "") : "United States");
  if (place === undefined || (own !== undefined && !title.isWorld)) return undefined;
  return { goods: goodsCalled(own === undefined ? name : title.goods), place };
}

/** "milled rice" of "Rice, milled", "coarse grain" of "Coarse Grains". */
const goodsCalled = (name: string) =>
  name
    .toLowerCase()
    .replace(/^([\p{L} ]+), (\p{L}+)$/u, "$2 $1")
    .replace("&", "and")
    .replace(/(?<=\p{L}{3})s$/u, "");
