import type { Block, ParsedDocument, Span } from "../../parse/parsed-document.ts";
import { isUnitLine } from "../../parse/unit.ts";
import { oneLine } from "../passages.ts";
import { labelOf } from "./table-labels.ts";

const BALANCE =
  /^((?:World|U\.S\.|[A-Z][a-z]+)(?:,? (?:and )?[A-Z][a-z]+){1,4})(?: \(?[A-Z][a-z]+ Basis\)?)? (?:by Class: )?Supply (?:and|&) (?:Use|Demand|Disappearance)\b/;

/** Whether words head a balance of goods: "U.S. Wheat Supply and Use 1/". */
export const isBalance = (words: string): boolean => BALANCE.test(words);

/**
 * What goods a table is of: "U.S. wheat" of "U.S. Wheat Supply and Use 1/"; "U.S. barley" of "BARLEY" where the balance above
 * names barley too. Empty where it is of none.
 */
export function goodsOf(caption: string, heading: string, balance: string): string {
  const own =
    BALANCE.exec(caption)?.[1] ??
    (caption === "" ? BALANCE.exec(heading)?.[1] : YEAR_OF.test(caption) ? BALANCE.exec(balance)?.[1] : undefined);
  if (own) return small(own);
  const whole = BALANCE.exec(balance)?.[1];
  const part = caption || heading;
  if (!whole || !/^(?:[A-Z]{3,}(?:-[A-Z]{3,})?(?: & | )?){1,3}$/.test(part)) return "";
  const named = part
    .toLowerCase()
    .split(" ")
    .some((word) => whole.toLowerCase().includes(word.replace(/s$/, "")));
  return named ? `${whole.split(" ")[0]} ${part.toLowerCase()}` : "";
}

/** "Year beginning June 1": which years the seasons are, and no name. */
const YEAR_OF = /^(?:marketing )?year beginning [A-Z][a-z]+ \d{1,2}$/i;

const small = (goods: string) =>
  goods.replace(/(?<=^| )[A-Z][a-z]+/g, (word) => (PLACES.has(word) ? word : word.toLowerCase()));

const PLACES = new Set("World Mexico Mexican Brazil China Canada India Russia Argentina Australia Ukraine".split(" "));

/** Units by the label of their rows, from the first of the tables under one heading, which gives them for all. */
export type SharedUnits = ReadonlyMap<string, Span>;
const NO_UNITS: SharedUnits = new Map();

/** How a row's label is looked up in them: "exports, total" is in what exports are in. */
export const unitKey = (label: string): string => label.toLowerCase().replace(/, total$/, "");

/**
 * The units of a table that has none, under the heading of a balance whose goods are counted alike: "Rye, Oats, and Hemp", or
 * kinds of the same. None where another table between them has its own.
 */
export function sharedUnits(
  { text, tables }: ParsedDocument,
  rows: ReadonlyMap<number, readonly Block[]>,
  number: number,
  balance: Span | undefined,
): SharedUnits {
  if (!balance || hasUnit(tables[number], rows.get(number))) return NO_UNITS;
  let first = number;
  while ((tables[first - 1]?.header[0]?.start ?? 0) > balance.end) first -= 1;
  const between = tables.slice(first + 1, number);
  const [own, given] = [tables[number], tables[first]].map((table) => captionOf(text, table));
  const areUnitless = between.every((table, at) => !hasUnit(table, rows.get(first + 1 + at)));
  if (!own || !given || first === number || !areUnitless) return NO_UNITS;
  if (!areAlike(oneLine(text.slice(balance.start, balance.end)), [own, given])) return NO_UNITS;
  const units = new Map<string, Span>();
  for (const { row } of rows.get(first) ?? []) {
    const unit = row?.unit ?? tables[first]?.unit;
    if (row && unit) units.set(unitKey(labelOf(text, row.cells[0])), unit);
  }
  return units;
}

type Table = ParsedDocument["tables"][number];
const hasUnit = (table: Table | undefined, rows: readonly Block[] | undefined) =>
  table?.unit !== undefined || rows?.some(({ row }) => row?.unit) === true;
const captionOf = (text: string, table: Table | undefined) =>
  table?.caption ? oneLine(text.slice(table.caption.start, table.caption.end)).toLowerCase() : "";

/** Whether a heading names the goods of all captions in a list of three or more, or is of what all of them are kinds of. */
function areAlike(heading: string, captions: readonly string[]): boolean {
  const [, ...goods] = (BALANCE.exec(heading)?.[1] ?? "").toLowerCase().split(/,? (?:and )?/);
  const isNamed = (caption: string) => goods.some((one) => caption.split(" ").at(-1) === one);
  return goods.length !== 2 && captions.every(isNamed) && !goods.includes("products");
}

/** The title of a balance whose rows are periods. */
export interface BalanceTitle extends Span {
  /** What all of it is of: "Cotton"; a kind of goods where the rows name them. */
  goods: string;
  /** It is of the world and of the United States; else of these alone. */
  isWorld: boolean;
  /** What its figures count, behind it or in the line below. */
  unit: Span | undefined;
}

const TITLE =
  /(?<=^|\n)(World and )?U\.S\. (?:([A-Z][a-z]+) )?Supply and Use(?: for ([A-Z][a-z]+))?(?:, Continued)?(?: \d\/)?(?=[\n ]|$)/g;
/** The tables of one title are no further from it. */
const MAX_TITLE_DISTANCE = 3_500;

/** "World and U.S. Supply and Use for Cotton 1/", the nearest above a table. */
export function titleOver(text: string, before: number): BalanceTitle | undefined {
  const from = Math.max(0, before - MAX_TITLE_DISTANCE);
  const found = [...text.slice(from, before).matchAll(TITLE)].at(-1);
  const goods = found?.[2] ?? found?.[3];
  if (!found || !goods) return undefined;
  const start = from + found.index;
  const end = start + found[0].length;
  return { start, end, goods, isWorld: found[1] !== undefined, unit: unitBehind(text, end) };
}

/** The rest of a title's line or else the next one, where it says nothing but a unit. */
function unitBehind(text: string, end: number): Span | undefined {
  const [, space = "", line = ""] = /^(\s*)([^\n]{0,60})/.exec(text.slice(end, end + 80)) ?? [];
  const start = end + space.length;
  return isUnitLine(line) ? { start, end: start + line.trimEnd().length } : undefined;
}
