import { MONTHS } from "#kit/months.ts";
import type { Block, ParsedDocument, Span, Table } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { asExcerpts } from "./table-excerpts.ts";
import { labelOf } from "./table-labels.ts";

const COLUMNS = ["", "Average", "Monthly change", "Annual change"];

/** Whether a table's columns are the average of a month and its changes from a month and from a year before. */
export const areAverages = ({ columns }: ParsedDocument["tables"][number]): boolean =>
  columns.length === COLUMNS.length && columns.every(({ label }, at) => label === COLUMNS[at]);

/** What a row of such a table says: of an index, or of a currency against the dollar. `rows` are all of its table. */
export function averageOf(
  { text, tables }: ParsedDocument,
  block: Block,
  rows: readonly Block[],
  publishedYear: number,
): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  const header = [...exchangeOf(text, table), ...(table?.header ?? [])];
  if (!row || row.isHeader || header.length === 0) return undefined;
  const words = oneLine(header.map(({ start, end }) => text.slice(start, end)).join(" "));
  const [, name = "", year = ""] = /\b([A-Z][a-z]{2})[- ](\d\d) (?:average\b|M\/M )/i.exec(words) ?? [];
  const month = MONTHS.find((one) => one.startsWith(name));
  const values = row.cells.slice(1).map(({ start, end }) => oneLine(text.slice(start, end)));
  if (!month || values.length !== 3 || values.some((value) => value === "")) return undefined;
  const label = labelOf(text, row.cells[0]);
  const parts = row.groups?.findLast((span) => /^sub-indices:$/i.test(text.slice(span.start, span.end)));
  const over = parts && rows.findLast((one) => one.end <= parts.start);
  const named =
    ofFutures(label, words) ??
    ofPrice(label, words) ??
    inFamily(label, words.replace(/^M\/M Y\/Y /, "")) ??
    namedIn(label, /\bcurrencies against US Dollar\b/i.test(words)) ??
    partOf(label, over ? labelOf(text, over.row?.cells[0]) : "");
  if (!named) return undefined;
  // Two digits tell the year only where the document's own date has the others.
  const phrase = 2000 + Number(year) === publishedYear ? `in ${month} ${publishedYear}` : `in ${month}`;
  const figures = values.map((value, at): RowFigure => {
    const unit = at === 0 ? named.unit : value.endsWith("%") ? "" : " percent";
    const said = unit.startsWith("USD") ? unit.replace(" ", ` ${value} `) : `${value}${unit}`;
    return { value, said, column: "", meaning: { kind: at === 0 ? "average" : "change", phrase, stem: "" } };
  });
  const excerpts = asExcerpts([
    ...(named.isPart && over ? [{ start: over.start, end: over.end }] : []),
    { start: block.start, end: block.end },
    ...header.map(({ start, end }) => ({ start, end })),
  ]);
  if (!excerpts) return undefined;
  return {
    ...SAID_BY_FIGURES,
    ...{ label: named.label, subject: named.subject, figures },
    excerpts,
    table: row.table,
    // A market's own index or rate: sought as a company's net sales are.
    worth: 2.1,
  };
}

/** What names the exchange of a table of its futures' prices, which stands over their volumes. */
function exchangeOf(text: string, table: Table | undefined): Span[] {
  const { caption, header = [] } = table ?? {};
  const isOver = caption && header.every(({ start }) => start > caption.start);
  return isOver && OF_EXCHANGE.test(text.slice(caption.start, caption.end)) ? [caption] : [];
}
const OF_EXCHANGE = /\b(\p{Lu}\p{L}{2,15}) futures volumes\b/u;

/** "the price of CME wheat futures" of "Wheat" over "Prices (USD/t)", and their volume over "Average daily volume". */
function ofFutures(label: string, header: string): Named | undefined {
  const exchange = OF_EXCHANGE.exec(header)?.[1];
  if (exchange === undefined || !/^\p{Lu}\p{L}+$/u.test(label)) return undefined;
  const goods = `${exchange} ${label.toLowerCase()} futures`;
  if (/ Prices \(USD\/t\)$/.test(header))
    return { subject: `the price of ${goods}`, label: `${goods} price`, unit: PER_TONNE };
  return { subject: `the daily volume of ${goods}`, label: `${goods} average daily volume`, unit: " thousand tonnes" };
}

const PER_TONNE = "USD per tonne";

/** "the price of urea" of "Urea (USD/tonnes Nitrogen)" under "% change last month". */
function ofPrice(label: string, header: string): Named | undefined {
  const [, what = "", place, per = "", of] =
    /^(\p{Lu}[\p{L} ]+?)(?: - (US|EU))? \(USD\/(tonnes|MMBtu)(?: (Nitrogen|P2O5|K2O))?\)$/u.exec(label) ?? [];
  if (what === "" || !/% change last month/.test(header)) return undefined;
  const goods = what.toLowerCase();
  const whole = of === undefined ? "" : ` of ${of === "Nitrogen" ? "nitrogen" : of}`;
  return {
    subject: `the price of ${goods}${place === undefined ? "" : ` in the ${place}`}`,
    label: `${place === undefined ? "" : `${place} `}${goods} price monthly average`,
    unit: `USD per ${per === "tonnes" ? "tonne" : per}${whole}`,
  };
}

const OF_FUTURES = /^the price of .+ futures$/;

interface Named {
  subject: string;
  label: string;
  unit: string;
  /** The row above says whose part it is. */
  isPart?: true;
}

/** "GOI" and "Rye" under "Norland Grains and Oilseeds Index (GOI) and GOI sub-Indices". */
function inFamily(label: string, header: string): Named | undefined {
  const [, name = "", sign = ""] =
    /(\p{Lu}[\p{L} ()]{5,90} Index) \(([A-Z]{2,6})\) and \2 sub-Indices/u.exec(header) ?? [];
  if (sign === "" || !/^\p{Lu}\p{L}{1,20}$/u.test(label)) return undefined;
  const whole = name.replace(/^International Grains Council \((IGC)\) /, "$1 ");
  if (label === sign) return { subject: `the ${whole} (${sign})`, label: `${sign} monthly average`, unit: "" };
  return subIndex(label.toLowerCase().replace(/s$/, ""), sign);
}

/** "the NDI Capesize sub-index" of "Capesize" under the parts of "Northern Dry Index (NDI)". */
function partOf(label: string, whole: string): Named | undefined {
  const sign = /\bIndex \(([A-Z]{2,6})\)$/.exec(whole)?.[1];
  const isName = /^\p{Lu}[\p{L} ]{1,30}$/u.test(label);
  return sign !== undefined && isName ? { ...subIndex(label, sign), isPart: true } : undefined;
}

const subIndex = (part: string, sign: string): Named => ({
  subject: `the ${sign} ${part} sub-index`,
  label: `${sign} ${part} sub-index monthly average`,
  unit: "",
});

/** "the Northern Dry Index (NDI)", "the currency of Norland (NLK)"; undefined of a part, whose whole the row does not name. */
function namedIn(label: string, isCurrency: boolean): Named | undefined {
  const [, place = "", code = ""] = /^(\p{Lu}[\p{L}. ]{1,30}) ([A-Z]{3})$/u.exec(label) ?? [];
  if (isCurrency)
    return place === ""
      ? undefined
      : {
          subject: `the currency of ${OF_PLACE.get(place) ?? place} (${code})`,
          // Beside a name of three words only the sign leaves room for the month.
          label: `${place} currency per ${place.split(" ").length > 2 ? "US$" : "U.S. dollar"}`,
          unit: PER_DOLLAR,
        };
  if (!/\bIndex(?: \([A-Z]{2,6}\))?$/.test(label)) return undefined;
  const bare = label.replace(/ \([A-Z]{2,6}\)$/, "");
  return { subject: `the ${label}`, label: `${bare} monthly average`, unit: "" };
}

const PER_DOLLAR = " per U.S. dollar";

const OF_PLACE = new Map([
  ["EU", "the European Union"],
  ["UK", "the United Kingdom"],
  ["Philippines", "the Philippines"],
  ["Rep. of Korea", "the Republic of Korea"],
  ["Russian Fed.", "the Russian Federation"],
]);

/** "The Northern Dry Index averaged 1996.0 in October 2030, with a monthly change of -6.0% and an annual change of +19.8%." */
export function averaged({ subject, figures }: RowFact): string {
  const [average, month, year] = figures;
  // Of a price it is not said that it is an average.
  const verb = OF_FUTURES.test(subject) ? "was" : "averaged";
  return `${subject} ${verb} ${average?.said} ${average?.meaning.phrase}, with a monthly change of ${month?.said} and an annual change of ${year?.said}`;
}

/** What such a row answers. */
export const askedOfAverages = ({ subject, figures }: RowFact): string[] => {
  const when = figures[0]?.meaning.phrase ?? "";
  const isCurrency = figures[0]?.said.endsWith(PER_DOLLAR) === true;
  const moved = `how much did ${subject} change${isCurrency ? " against the U.S. dollar" : ""}`;
  return [
    isCurrency
      ? `what did ${subject} average${PER_DOLLAR} ${when}`
      : `what was ${OF_FUTURES.test(subject) ? "" : "the average of "}${subject} ${when}`,
    `${moved} from a month earlier ${when}`,
    `${moved} from a year earlier ${when}`,
  ];
};
