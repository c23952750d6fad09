import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { excerptsOf } from "./table-excerpts.ts";
import { labelOf, tidyFigure } from "./table-labels.ts";
import { goodsIn, placed } from "./table-supply.ts";
import { readUnit, sayFigure } from "./table-units.ts";
import { worthOf } from "./table-worth.ts";

const COLUMNS = ["", "Previous", "Current", "Change"];
const SEASON = /\b((?:19|20)\d\d(?:\/\d\d)?)\b/;

/** Whether a table's columns are a forecast of the last report, that of this one, and how far they lie apart. */
export const areRevised = ({ columns }: ParsedDocument["tables"][number]): boolean =>
  columns.length === COLUMNS.length && columns.every(({ label }, at) => label === COLUMNS[at]);

/** What a row of such a table says; undefined where it does not name its goods, its place and its season. */
export function revisionOf({ text, tables }: ParsedDocument, block: Block): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  const [header] = table?.header ?? [];
  const country = row?.groups?.at(-1);
  if (!row || !table?.unit || !header || !country) return undefined;
  const goods = goodsOf(labelOf(text, row.cells[0]), table.caption ? oneLine(wordsAt(text, table.caption)) : "");
  const season = SEASON.exec(wordsAt(text, header))?.[1];
  if (!goods || !season) return undefined;
  const [, previous, current] = row.cells.map((cell) => tidyFigure(wordsAt(text, cell)));
  if (!previous || !current || previous === current) return undefined;
  const unit = readUnit(wordsAt(text, table.unit).replace(/\bMT\b/, "metric tons"));
  const isYear = !season.includes("/");
  const figures = [current, previous].map((value, at): RowFigure => {
    const said = sayFigure(value, { kind: "table", unit, label: goods }, false) ?? "";
    const phrase = `${at > 0 ? "previously " : ""}${isYear ? "in" : "for"} ${season}`;
    return { value, said, column: "", meaning: { kind: "revised", phrase, stem: "" } };
  });
  const of = placed(placeIn(oneLine(wordsAt(text, country))), goods);
  const excerpts = excerptsOf(text, [header, ...(table.caption ? [table.caption] : [])], block, [country]);
  if (figures.some(({ said }) => said === "") || !excerpts) return undefined;
  const way = isRaised(figures) ? "upward" : "downward";
  return {
    label: `${way} revision to ${of.label}`,
    subject: of.subject,
    ...SAID_BY_FIGURES,
    figures,
    excerpts,
    table: row.table,
    worth: worthOf(of.subject, figures, ""),
  };
}

const wordsAt = (text: string, { start, end }: Span) => text.slice(start, Math.min(end, start + 400));

/** "Korea, South" as one says it. */
const placeIn = (name: string) => name.replace(/^(.+), (South|North)$/, "$2 $1");

/** "soybean meal imports" of "Meal, Soybean Imports", "wheat imports" of "Imports" under "WHEAT". */
function goodsOf(label: string, caption: string): string | undefined {
  const [, own = "", measure = ""] =
    /^(?:(.+) )?(Imports|Exports|Production|Consumption|Crush|Ending Stocks)$/.exec(label) ?? [];
  const goods = own === "" ? caption.toLowerCase() : (goodsIn(own) ?? own.toLowerCase());
  return goods === "" || measure === "" ? undefined : `${goods} ${measure.toLowerCase()}`;
}

const sizeOf = ({ value }: RowFigure) => Number(value.replaceAll(",", ""));
const isRaised = ([current, previous]: readonly RowFigure[]) =>
  current !== undefined && previous !== undefined && sizeOf(current) > sizeOf(previous);

/** "Norland's wheat imports are put at 7,500 thousand metric tons for 2030/31, revised up from 7,200 thousand metric tons." */
export function revisedSaid({ subject, figures }: RowFact): string {
  const [current, previous] = figures;
  const way = isRaised(figures) ? "up" : "down";
  const verb = IS_ONE.test(subject) ? "is" : "are";
  return `${subject} ${verb} put at ${current?.said} ${current?.meaning.phrase}, revised ${way} from ${previous?.said}`;
}
const IS_ONE = /(?:production|consumption|crush)$/;

/** What a row of a revision answers. */
export function askedOfRevisions({ subject, figures }: RowFact): string[] {
  const when = figures[0]?.meaning.phrase ?? "";
  const isOne = IS_ONE.test(subject);
  const way = isRaised(figures) ? "raised" : "lowered";
  return [
    `what ${isOne ? "is" : "are"} ${subject} ${when} now put at`,
    `how far ${isOne ? "was" : "were"} the figure for ${subject} ${when} ${way}`.replace("were the", "was the"),
    `${isOne ? "was" : "were"} ${subject} ${when} revised up or down`,
  ];
}

/** "Upward revision to Norland soybean meal imports" as a title says it, and shorter. */
export const headsOfRevision = (label: string): string[] => [
  label,
  label.replace(/^(?:up|down)ward /, ""),
  label.replace(/^(?:up|down)ward revision to /, "revised "),
];
