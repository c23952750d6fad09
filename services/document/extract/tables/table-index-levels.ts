import { NO_UNIT, type RowUnit } from "./table-units.ts";

const INDICES = /^(?:price )?ind(?:exes|ices) \(((?:[\p{L}. ]+, )?(?:19|20)\d\d(?:[–-]\d{2,4})? ?= ?100)\)$/iu;

/** "in nominal U.S. dollars, 2030 = 100" of a line that says so over the rows of its indices; else empty. */
export const baseOf = (group: string): string => INDICES.exec(group)?.[1] ?? "";

/** An index counts nothing. */
export const indexUnit = (label: string): RowUnit => ({ kind: "count", unit: NO_UNIT, label });

/** "the energy price index (2030 = 100)" of "Energy", "the total commodity price index" of "Total". */
export function indexOf(label: string, base: string): { subject: string; label: string } | undefined {
  if (!/^\p{Lu}[\p{L} ,&-]{2,40}$/u.test(label)) return undefined;
  const small = label === "Total" ? "total commodity" : label.toLowerCase();
  const subject = / and /.test(small) ? `the price index of ${small}` : `the ${small} price index`;
  return { subject: `${subject} (${base})`, label: `${small} price index` };
}
