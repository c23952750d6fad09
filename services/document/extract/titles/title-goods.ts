import { singular } from "../grammar/compounds.ts";
import { tag } from "../grammar/language.ts";
import { namesPlace } from "../prose/country.ts";
import { isGoods, namesGoods } from "../prose/goods.ts";

/** A good as one names it in front of a measure: "natural gas" prices. Not what is a verb or a country as often: "lead", "turkey". */
const GOOD =
  /\b(?:natural gas|LNG|(?:crude|olive|palm|soybean|sunflower|rapeseed|vegetable) oils?|iron ore|natural rubber|(?:coarse )?grains?|(?:precious|base) metals?|soybean meals?|sunflower ?seeds?|(?:nitrogen|phosphate|phosphorus|potash) fertili[sz]ers?|soyoil|wheat|maize|corn|rice|soybeans?|barley|sorghum|oats|rye|flax|hemp|cereals?|oilseeds?|rapeseed|canola|oilmeals?|sugar|cotton|coffee|cocoa|tea|bananas?|milk|dairy|butter|cheese|beef|pork|poultry|broilers?|eggs?|cattle|hogs?|shrimp|salmon|tuna|petroleum|gasoline|diesel|propane|ethane|ethanol|biofuels?|oil|gas|coal|electricity|uranium|copper|alumini?um|nickel|zinc|tin|steel|cobalt|lithium|gold|silver|platinum|fertili[sz]ers?|urea|potash|phosphates?|nitrogen|ammonia|rubber|timber|tobacco|wool|cassava)\b/gi;

/** The one good that a text names, without what it is short for: "natural gas" of that and "gas". Empty where it names several. */
function oneGoodOf(text: string): string {
  const names = new Set(
    [...text.matchAll(GOOD)].map(([name]) =>
      /^(?:LNG|gas)$/.test(name) ? "natural gas" : singular(name.toLowerCase()),
    ),
  );
  const whole = [...names].filter((name) => ![...names].some((other) => other !== name && other.endsWith(` ${name}`)));
  return whole.length === 1 ? (whole[0] ?? "") : "";
}

/** Why something moved may be the use or the price of another good. */
const REASON = / (?:as|because|due to|owing to|driven by|reflecting|amid|on (?:lower|higher|stronger|weaker)) .*$/s;

/** What the measures of a sentence are of, as its heading, its own words or those of the finding's other sentence say. */
export function goodTold(text: string, { thing = "", theme = "" }: { thing?: string; theme?: string }, others: string) {
  if (isGoods(theme) && !/[,&]| and /.test(theme)) return singular(theme.toLowerCase());
  const own = oneGoodOf(text.replace(/ \([^()]*\)/g, "").replace(REASON, ""));
  if (own !== "" || namesGoods(text)) return own;
  return isGoods(thing) ? thing.toLowerCase() : oneGoodOf(others);
}

/** A measure that says of no good that it is its own, with the nouns that belong to it: "price outlook". */
const MEASURE =
  /(?<![\p{L}’'-])(?:(?:fob|price|production|supply|demand|export|import|trade|consumption|inventory|crush|futures) )*(?:prices?|production|output|exports?|imports?|stocks|inventor(?:y|ies)|suppl(?:y|ies)|demand|consumption|harvest(?:ing)?|shipments|quotations|storage|trade(?: value| volumes?)?|quotas?|builds|(?<=\b(?:price|demand|supply|production|export|import) )(?:outlook|forecast))(?=$|,| (?:in|of|on|for|from|to|at|amid|with|and|due|despite|among|across|by|above|below|growth|increase|decline|decrease|drop|rise|fall|jump|surge|rebound|recovery|reduction|revision|contraction|expansion|slowdown|maintenance|stability|pressures?|risks?)(?= |,|$))/u;

/** "Expected stable global coal consumption" of "expected stable global consumption": the same where no place is for it. */
export function withGood(text: string, good: string): string {
  if (good === "" || namesGoods(text)) return text;
  const at = begunSmall(text).search(MEASURE);
  if (at < 0) return text;
  // "Consumer prices" and "cost of living" have what they are of in front of them.
  const before = tag(text).findLast(({ end }) => end <= at);
  const isTaken = before !== undefined && /^(?:NOUN|PROPN|NUM)$/.test(before.pos) && !isPlaceName(before.text);
  if (isTaken) return text;
  if (at > 0 || text === begunSmall(text)) return `${text.slice(0, at)}${good} ${text.slice(at)}`;
  return `${good.charAt(0).toUpperCase()}${good.slice(1)} ${begunSmall(text)}`;
}

const begunSmall = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const isPlaceName = (word: string) => namesPlace(` ${word}`) || /^(?:U\.?S\.?|EU|UK|OECD)$/.test(word);
