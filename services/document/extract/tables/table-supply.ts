import { readColumn } from "./column-meaning.ts";

const SUPPLY =
  /^(?:Table \w{1,4}[.:]? )?(?:(Major|World|Regional) )?([\p{L} ]{3,60}?)(?:: (World))? (?:Supply and Distribution|Imports, Production, Consumption,? and Stocks)\b/u;
const KIND = /^(Oil|Meal|Oilseed), (\p{Lu}[\p{L} ]{2,30})$/u;
const PLACE = /^\p{Lu}[\p{L}’'-]+(?: (?:and|of|the|\p{Lu}[\p{L}’'-]+)){0,4}$/u;
const WITH_ARTICLE = /^(?:European Union|Middle East|Philippines|Netherlands|United (?:Kingdom|Arab Emirates))$/;

/** Whether words name a table of a place's goods and of what is made of them: "Table 26: Norland Oilseeds and Products Supply …". */
export const isOfProducts = (caption: string): boolean => / and Products$/.test(SUPPLY.exec(caption)?.[2] ?? "");

/** Whether words name a table that says where and of what there is how much: "Table 04: Major Oilseeds: World Supply and Distribution". */
export const isSupply = (caption: string): boolean => SUPPLY.test(caption);

/** What a row is of: in a sentence "the Middle East's wheat imports", in a title "Middle East wheat imports". */
interface Supply {
  subject: string;
  label: string;
}

/**
 * "Norland's soybean production" of the row "Norland" under "Production", "world palm oil exports" of "Oil, Palm" under
 * "Exports"; undefined where the row is neither a place nor goods, or its group no measure. `above` are the labels over the
 * row in its group: what a total sums.
 */
export function supplyOf(
  label: string,
  group: string,
  caption: string,
  above: () => readonly string[] = () => [],
): Supply | undefined {
  const found = SUPPLY.exec(caption);
  const measure = readColumn(group.replace(/^TY (?=\w)/, ""));
  if (!found?.[2] || measure?.kind !== "measure") return undefined;
  const isWorld = found[1] === "World" || found[3] === "World";
  // Trade years are the same for all places, marketing years are not.
  const said = (goods: string) => {
    const [domestic = "", what = ""] = /^(domestic |total )?(.+)$/.exec(measure.phrase)?.slice(1) ?? [];
    return `${/^TY /.test(group) ? "trade-year " : ""}${domestic}${goods} ${what}`;
  };
  // "China Oilseeds and Products": a place, and all that is made of its goods.
  const of = /^(.+?) (?:Oilseeds|\p{Lu}\p{L}+) and Products$/u.exec(found[2])?.[1];
  const made = goodsIn(label);
  if (made !== undefined) {
    if (isWorld) return plain(`world ${said(made)}`);
    return of !== undefined && PLACE.test(of) ? placed(of, said(made)) : undefined;
  }
  if (of !== undefined && PLACE.test(of) && label === "Total") {
    const sum = SUMS.get(kindOf(above()));
    return sum === undefined ? undefined : placed(of, said(sum));
  }
  const goods = found[2].toLowerCase().replace(/s$/, "");
  if (of !== undefined || /\b(?:and|supply|products?)\b/.test(goods)) return undefined;
  // The total of all regions is the world's.
  if (/^(?:world )?total$/i.test(label))
    return plain(`${isWorld || found[1] === "Regional" ? "world" : "total"} ${said(goods)}`);
  return PLACE.test(label) && !/^others?\b/i.test(label) ? placed(label, said(goods)) : undefined;
}

/** What the totals of such goods are called in tables that are of nothing else. */
const SUMS = new Map([
  ["Oilseed", "oilseed"],
  ["Meal", "protein meal"],
  ["Oil", "vegetable oil"],
]);

/** "Meal" over "Meal, Soybean", "Meal, Fish" and "Other"; empty where the goods are of no kind, or of several. */
function kindOf(labels: readonly string[]): string {
  const kinds = new Set(labels.filter((label) => label !== "Other").map((label) => KIND.exec(label)?.[1] ?? ""));
  return kinds.size === 1 ? ([...kinds][0] ?? "") : "";
}

/** "soybean meal" of "Meal, Soybean"; undefined of other words. */
export function goodsIn(words: string): string | undefined {
  const [, kind = "", of = ""] = KIND.exec(words) ?? [];
  if (kind === "") return undefined;
  return `${of.toLowerCase()}${kind === "Oilseed" ? "" : ` ${kind.toLowerCase()}`}`;
}

const plain = (words: string): Supply => ({ subject: words, label: words });

/** "Norland's wheat imports", in a title "Norland wheat imports". */
export function placed(place: string, what: string): Supply {
  if (place === "United States") return plain(`U.S. ${what}`);
  const article = WITH_ARTICLE.test(place) ? "the " : "";
  return { subject: `${article}${place}${/s$/.test(place) ? "'" : "'s"} ${what}`, label: `${place} ${what}` };
}
