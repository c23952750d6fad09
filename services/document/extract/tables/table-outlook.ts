import { MONTHS } from "#kit/months.ts";
import type { Block, ParsedDocument } from "../../parse/parsed-document.ts";
import { oneLine } from "../passages.ts";
import type { ColumnMeaning } from "./column-meaning.ts";
import { type RowFact, type RowFigure, SAID_BY_FIGURES } from "./row-fact.ts";
import { asExcerpts, excerptsOf } from "./table-excerpts.ts";
import { labelOf } from "./table-labels.ts";
import { worthOf } from "./table-worth.ts";

const COLUMN = /^((?:19|20)\d\d(?:\/\d\d)?) (estimate|forecast)(?: ([A-Z][a-z]{2})[a-z]*\.?)?$/;
const MARKET = /^(?:FAO (?:ALL )?([A-Z ]+?) PRICE INDEX|World ([a-z ]+?) market at a glance)$/;
/** What a row measures, without the mark of its note: whether the goods stand before it or behind. */
const MEASURES = new Map([
  ["Production", "production"],
  ["Total milk production", "production"],
  ["Trade", "trade"],
  ["Total trade", "trade"],
  ["Trade volume (live weight)", "trade"],
  ["Total utilization", "utilization"],
  ["Ending stocks", "ending stocks"],
  ["Food", "food use of"],
  ["Feed", "feed use of"],
]);

/** Whether a table's columns are an estimate, the forecasts of what follows it, and how far the last is from it. */
export const areOutlooks = ({ columns }: ParsedDocument["tables"][number]): boolean =>
  columns.length > 3 &&
  columns.at(-1)?.label === "Change" &&
  columns.slice(2, -1).every(({ label }) => COLUMN.test(label));

/**
 * What a row of a world balance says: "World rye production is put at …"; undefined where it is not known of which goods.
 * `rows` are all of its table.
 */
export function outlookOf({ text, tables }: ParsedDocument, block: Block, rows: readonly Block[]): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  const [header] = table?.header ?? [];
  if (!row || row.isHeader || !table?.caption || !header) return undefined;
  const { columns, caption } = table;
  const goods = goodsIn(oneLine(text.slice(caption.start, caption.end)));
  const own = labelIn(text, block);
  const kind = /^(\p{Lu}\p{Ll}+) (meat)$/u.exec(own);
  // "Poultry meat" below "Production", and again below "Trade".
  const over = kind
    ? rows.findLast((one) => one.end <= block.start && measureOf(labelIn(text, one)) !== undefined)
    : undefined;
  const measure = measureOf(over ? labelIn(text, over) : own);
  if (goods === "" || measure === undefined || (kind && goods !== "meat")) return undefined;
  const of = kind ? own.toLowerCase() : goods;
  const label = measure.endsWith(" of")
    ? `world ${measure} ${of.replace(/(?<=^cereal|grain)$/, "s")}`
    : `world ${of} ${measure}`;
  // "(carcass weight equivalent)" over the figures, and no note's mark.
  const weighed = /million tonnes (\([a-z ]+\))/.exec(oneLine(text.slice(header.start, header.end)))?.[1];
  const since = COLUMN.exec(columns[2]?.label ?? "")?.[1] ?? "";
  const figures = columns.flatMap(({ label: name }, at): RowFigure[] => {
    const cell = row.cells[at];
    const meaning = at < 2 || !cell ? undefined : meaningOf(name);
    if (!cell || !meaning) return [];
    const value = text.slice(cell.start, cell.end);
    const unit = meaning.kind === "change" ? `percent over ${since}` : "million tonnes";
    return [{ value, said: `${value} ${unit}`, column: name, meaning }];
  });
  const shown = excerptsOf(text, [header], block, over ? [over] : []);
  // The first years may stand between the name and the rest of the header.
  const gap = header.start - caption.end;
  const end =
    gap > 0 && gap <= MAX_YEARS ? caption.end + text.slice(caption.end, header.start).trimEnd().length : caption.end;
  const excerpts = shown && asExcerpts([...shown, { start: caption.start, end }]);
  if (!excerpts) return undefined;
  return {
    label,
    subject: weighed ? `${label} ${weighed}` : label,
    ...SAID_BY_FIGURES,
    figures,
    excerpts,
    table: row.table,
    worth: worthOf(label, figures, "") + 0.3,
  };
}

const MAX_YEARS = 60;

const labelIn = (text: string, { row }: Block) => labelOf(text, row?.cells[0]);

/** What "Trade" measures, and "Tradeb", with the mark of a note. */
const measureOf = (label: string) => MEASURES.get(label) ?? MEASURES.get(label.replace(/[a-g*]$/, ""));

/** "coarse grain" of "FAO COARSE GRAIN PRICE INDEX"; what dairy goods are made of is milk. */
function goodsIn(name: string): string {
  const found = MARKET.exec(name);
  const goods = (found?.[1] ?? found?.[2] ?? "").toLowerCase();
  return goods === "dairy" ? "milk" : goods;
}

function meaningOf(name: string): ColumnMeaning | undefined {
  if (name === "Change") return { kind: "change", phrase: "percent", stem: "" };
  const [, period = "", sure = "", given = ""] = COLUMN.exec(name) ?? [];
  if (period === "") return undefined;
  const month = given === "" ? "" : `${MONTHS.find((one) => one.startsWith(given)) ?? given} `;
  return {
    kind: "during",
    phrase: `${period.includes("/") ? "for" : "in"} ${period} (${month}${sure})`,
    stem: "",
    certainty: sure === "forecast" ? "projected" : "estimated",
    order: Number(period.slice(0, 4)),
  };
}
