import type { Context } from "../context.ts";

/**
 * In a release of consumer prices every index is one of them, and what rose by a percentage is a price: its title says so.
 * "shelter index increase" becomes "shelter CPI increase", "transport increase" "transport price increase".
 */
export function ofPrices(text: string, { document }: Context, sentence: string): string {
  if (!RELEASE.test(document) || SAYS_SO.test(text)) return text;
  if (/\bindex(?:es)?\b/i.test(text)) {
    const named = text.replace(/\bindex(?:es)?\b/gi, "CPI");
    return wholeItem(named, sentence);
  }
  if (!/\d ?(?:%|percent|per cent)/.test(sentence) || /\bindex/i.test(sentence)) return text;
  const [, lead = "", thing = ""] = /^((?:\p{L}+ )*(?:increase|decline|decrease) in )([^,]+)$/u.exec(text) ?? [];
  if (thing !== "") return `${lead}${thing} prices`;
  return text.replace(/^([^,]+) (increase|decline|decrease)$/, "$1 price $2");
}

/** "items CPI" of the index of all items, "food CPI increase at home" of that for food at home. */
const wholeItem = (text: string, sentence: string) =>
  text
    .replace(/(?<!all )\bitems CPI\b/, (found) => (/\ball items index\b/i.test(sentence) ? `all ${found}` : found))
    .replace(/\b(\p{L}+) CPI (increase|decline|decrease) (at|away from) home\b/u, "$1 $3 home CPI $2");

const RELEASE = /\bConsumer Price Index\b|\bCPI\b/;
const SAYS_SO =
  /\b(?:prices?|inflation|CPI(?:-\w+)?|PPI|rates?|rents?|fares?|fees|costs?|population|weights?|share|contributions?|sales|wages|earnings)\b/i;
