import { lowerStart, type Vocabulary } from "../grammar/vocabulary.ts";
import type { RowUnit } from "./table-units.ts";

/** "Maize" in dollars per ton is its price. */
export function priceOf(label: string, { kind, unit }: RowUnit, vocabulary: Vocabulary): string {
  const isPrice = kind === "own" && /^(?:dollars|cents) per /.test(unit.counted);
  if (!isPrice || /\b(?:prices?|rates?|costs?|value)\b/i.test(label)) return label;
  const goods = placeFirst(label);
  if (goods !== label) return `the price of ${goods}`;
  const isCommon = /^\p{Lu}\p{Ll}+(?: \p{Ll}[\p{Ll} ]*)?$/u.test(label);
  return `the price of ${isCommon ? label.charAt(0).toLowerCase() + label.slice(1) : lowerStart(label, vocabulary)}`;
}

const LIST = /^(U\.S\.) (?:\p{L}+ )?Prices$/u;

/** Whether words name a list of prices of a country: "U.S. Dairy Prices". */
export const isPriceList = (caption: string): boolean => LIST.test(caption);

/** "the U.S. butter price" of "Butter" under "Product Prices", "the U.S. Class II milk price" of "Class II" under "Milk Prices". */
export function priceInList(label: string, group: string, caption: string): string | undefined {
  const [, place = ""] = LIST.exec(caption) ?? [];
  const [, kind = ""] = /^(\p{Lu}\p{Ll}+) Prices$/u.exec(group) ?? [];
  if (place === "" || kind === "" || !/^\p{Lu}[\p{L} ]{2,30}$/u.test(label)) return undefined;
  const small = label.replace(/\b(?!Class\b|[IVX]+\b)\p{Lu}\p{L}*/gu, (word) => word.toLowerCase());
  const goods = kind === "Product" || small.endsWith(kind.toLowerCase()) ? small : `${small} ${kind.toLowerCase()}`;
  return `the ${place} ${goods} price`;
}

/** "Natural gas, Europe" as "European natural gas", "Crude oil, Brent" as "Brent crude oil". */
function placeFirst(label: string): string {
  const found = /^(\p{Lu}\p{Ll}[\p{L} ]{2,30}), (\p{Lu}[\p{L}. ]{2,20})$/u.exec(label);
  if (!found?.[1] || !found[2]) return label;
  return `${ADJECTIVE.get(found[2]) ?? found[2]} ${found[1].charAt(0).toLowerCase()}${found[1].slice(1)}`;
}

/** How a title has a place in front of what is told of it. */
export const ADJECTIVE: ReadonlyMap<string, string> = new Map([
  ["Europe", "European"],
  ["World", "world"],
  ["E. Europe", "Eastern European"],
  ["Australia", "Australian"],
  ["Japan", "Japanese"],
  ["Thailand", "Thai"],
  ["Mexico", "Mexican"],
  ["Brazil", "Brazilian"],
  ["Cameroon", "Cameroonian"],
  ["South Africa", "South African"],
  ["Canada", "Canadian"],
  ["China", "Chinese"],
  ["Germany", "German"],
  ["India", "Indian"],
  ["Sweden", "Swedish"],
]);
