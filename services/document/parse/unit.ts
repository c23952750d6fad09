import type { Span } from "./parsed-document.ts";

const CODE = "USD|EUR|GBP|RMB|CNY|CHF|SEK|DKK|NOK|JPY|INR|CAD|AUD";
const MONEY = `(?:(?:US|A|C|NZ|HK|NT|S|R)?[$€£¥] ?(?:millions?|billions?|thousands?|mm?|mn|bn|[’']? ?000s?)|(?:${CODE}) ?[’']?(?:millions?|billions?|thousands?|mm?|mn|bn|000s?))`;

// "(in millions, except per share amounts)", "($ in thousands)", "(Dollars in millions)", "[1982-84=100]", "U.S. $ in thousands", "$’000", "£m".
const PERCENT = /[([][^()[\]\n\d]{0,60}\b(?:per\s?cent|percentage\s+points)[^()[\]\n\d]{0,60}[)\]]/i;
const SCOPE =
  /[([][^()[\]\n]{0,60}\b(?:in\s?(?:thousands|millions|billions|trillions|percent)|(?:thousands|millions|billions|trillions)\s+of|\d{4}(?:-\d{2,4})?\s?=\s?100|unless otherwise)[^()[\]\n]{0,100}[)\]]/i;
const PLAIN =
  /(?:(?:U\.?S\.?\s*)?(?:[$€£¥]|dollars|euros?|amounts|shares|figures|US\$|EUR|USD|GBP)\s+(?:and\s+shares\s+)?in\s+(?:thousands|millions|billions)(?:,?\s+except[^\n.|]{0,80})?|\bin\s+(?:thousands|millions|billions)\s+of\s+[\p{L}.$ ]{2,30}|(?:million|billion|thousand|1,000)\s+(?:(?:metric|short|long|480-?\s?(?:lb\.?|pounds?))\s+)?(?:tons|bushels|acres|pounds|hundredweight|bales|hectares|barrels)|[$€£¥]\s?[’']\s?000s?|[$€£¥](?:m|mn|bn|million|billion)\b)/iu;

/** "In millions, except per share amounts 2031 2030": a scale that begins a line without a bracket. */
const LEADING = /^In\s+(?:thousands|millions|billions)(?:,?\s+except\s[^\n\d.|]{0,60}?)?(?=\s+(?:19|20)\d\d|\s*$)/i;

const GOODS = "tons|tonnes|bushels|acres|hectares|pounds|hundredweight|bales|barrels|gallons|litres|head";
/** "(in £ millions, except per share amounts)", "(€m)", "(figures in EUR million)"; "Income statement, £ million". */
const MONEY_SCOPE = new RegExp(
  `[([](?:[\\p{L} ]{0,30}\\bin )?${MONEY}(?![\\p{L}\\d])(?:,? (?:except|unless)[^()[\\]\\n]{0,100}|, [^()[\\]\\n\\d]{1,60})?[)\\]]|(?<=, |: |\\bin )(?:${MONEY}|(?:thousand|million|billion) (?:(?:metric|short|long) )?(?:${GOODS}))$`,
  "iu",
);

/** The words between `start` and `end` that give the scale or unit of figures, or undefined. */
export function unitIn(text: string, start: number, end: number): Span | undefined {
  const slice = text.slice(Math.max(start, end - 2000), end);
  const scope = SCOPE.exec(slice) ?? PERCENT.exec(slice) ?? MONEY_SCOPE.exec(slice);
  const plain = scope ? null : PLAIN.exec(slice);
  const leading = scope || plain ? null : LEADING.exec(slice);
  // In a sentence "million tons" belongs to its number; alone in a line it is the table's.
  const found = scope ?? leading ?? (plain && plain[0].length * 2.5 > slice.length ? plain : null);
  if (!found) return undefined;
  const from = Math.max(start, end - 2000) + found.index;
  const to = from + found[0].length;
  const isBracketed = from > start && text[from - 1] === "(" && to < end && text[to] === ")";
  return isBracketed ? { start: from - 1, end: to + 1 } : { start: from, end: to };
}

const UNIT_LINE =
  /^\(?(?:(?:million|billion|thousand|1,000)\s+)?(?:(?:metric|short|long|480-?(?:pound|lb\.?))\s+)?(?:tons|tonnes|bushels|acres|hectares|pounds|hundredweight|bales|barrels|gallons|dollars|euros|cents|kilograms|head|dozen|litres|percent|per cent|index)(?:\s+(?:per|of)\s+[\w ]{2,20})?\)?$/i;

/** Whether a line says nothing but a unit. */
export const isUnitLine = (line: string): boolean =>
  line.length <= 90 && [UNIT_LINE, SCALED, SCALE_LINE, MONEY_UNIT].some((pattern) => pattern.test(line.trim()));

/** "(in thousands)", "(Dollars in millions, except per share data)"; some converters lose the space. */
const SCALE_LINE =
  /^[([]?(?:(?:all )?(?:amounts|figures|(?:U\.?S\.? )?dollars|US\$|[$€£¥])(?: (?:are )?(?:expressed |stated )?)?)?in ?(?:thousands|millions|billions)(?: of [\p{L}. ]{3,30})?(?:,? except [\p{L} ,-]{3,60})?[)\]]?:?$/iu;

/** "€m", "US$’000", "USDm", "In € millions". */
const MONEY_UNIT = new RegExp(`^[([]?(?:in )?${MONEY}[)\\]]?$`, "i");
const COLUMN_UNIT = new RegExp(
  `(?:^|[\\s,(])(${MONEY}|(?:US|A|C|NZ|HK|NT|S|R)?[$€£¥]|\\((?:[$€£¥] |dollars )?in ?(?:thousands|millions|billions)\\))\\)?$`,
  "i",
);

/** The unit at the end of a column's label, "€m" of "2031 €m", as it stands there; undefined where there is none. */
export const columnUnit = (label: string): string | undefined => COLUMN_UNIT.exec(label)?.[1];

/** "Million 480-lb. Bales", "1,000 Short Tons, Raw Value": a scale and what is counted. */
const SCALED = /^\(?(?:million|billion|thousand|1,000)\s+[\p{L}\d.,\- ]{3,40}(?:\s(?:\d{1,2}\/|\/\d{1,2}))?\)?$/iu;
