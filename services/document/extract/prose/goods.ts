import type { Span } from "../../parse/parsed-document.ts";
import type { Theme } from "./themes.ts";

const GOODS =
  "wheat|maize|corn|rice|soy\\w*|barley|sorghum|oats?|rye|flax|hemp|grains?|cereals?|oilseeds?|rapeseed|canola|sunflower\\w*|palm|oils?|oilmeals?|meals?|sugar\\w*|beets?|cane|" +
  "molasses|cotton|coffee|robusta|arabica|cocoa|tea|bananas?|oranges?|milk|dairy|butter|cheese|whey|meats?|beef|pork|poultry|broilers?|chickens?|turkeys?|eggs?|cattle|hogs?|pigs?|" +
  "ovine|fish\\w*|shrimps?|salmon|tuna|aquaculture|aquatic|crude|petroleum|gasoline|diesel|fuels?|propane|ethane|ethanol|biofuels?|gas|lng|coal|electricity|power|solar|wind|uranium|" +
  "copper|alumin\\w+|nickel|zinc|lead|tin|iron|steel|cobalt|lithium|gold|silver|platinum|metals?|minerals?|fertili[sz]ers?|urea|potash|phosphates?|nitrogen|ammonia|rubber|" +
  "timber|tobacco|wool|cassava|pulses|beans?|nuts?|olives?|livestock|beverages?|foods?|foodstuffs?|commodit\\w+|energy|feed\\w*|raw materials";
const NAMES_GOODS = new RegExp(
  `\\b(?:${GOODS}|agricultur\\w+|cme|euronext|brent|wti|opec\\+?|henry hub|freight|vessels?|dry bulk)\\b`,
  "i",
);
const IS_GOODS = new RegExp(`^(?:(?:${GOODS}|natural|vegetable|raw|precious|base|and|,|&)[ ,]*)+$`, "i");

/** What is always of some good. */
const OF_GOODS =
  /\b(?:production|outputs?|exports?|imports?|stocks?|inventor(?:y|ies)|suppl(?:y|ies)|demand|consumption|yields?|sowing|plantings?|harvest\w*|shipments?|quotations?|offers|fob|benchmark prices?|price levels?|prices|trade value|crops?)\b|\b(?:to|for) the (?:price )?(?:outlook|forecast)\b|^(?:most|much|all|half|the bulk) of (?:the )?[\w-]+ growth\b/i;
/** The economy has prices and supplies too, and so have markets in general. */
const OF_ALL =
  /\b(?:consumer price|inflation|economic growth|economy|trade (?:restrictions|tensions|policy|relations|policies)|policymak\w+|policies|supply (?:chains?|disruptions?)|diversification|price[- ]control)\b/i;

/** Whether a text names a good, or where goods are traded. */
export const namesGoods = (text: string): boolean => NAMES_GOODS.test(text);

/** Whether a sentence of a report on goods gives a measure and no good. */
export const leavesGoodOut = (text: string): boolean => OF_GOODS.test(text) && !namesGoods(text) && !OF_ALL.test(text);

/** Whether a heading names goods and nothing else: "Vegetable oils". */
export const isGoods = (heading: string): boolean =>
  heading.length < 40 && IS_GOODS.test(heading) && !/commodit|^(?:raw )?(?:foods?|energy|feed)$/i.test(heading);

/** Reports on goods, whose every measure is of one. */
const REPORTS_ON_GOODS =
  /\b(?:commodit\w+|agricultur\w+|energy|foods?|grains?|oilseeds?|crops?|market monitor|livestock|metals?|oil|gas)\b/i;

export const reportsOnGoods = (attribution: string): boolean => REPORTS_ON_GOODS.test(attribution);

/** The good that a theme names, as it is said in front of a finding; empty where it is no good's. */
export const goodOf = (theme: Theme | undefined): string =>
  theme !== undefined && isGoods(theme.name) ? theme.name.toLowerCase() : "";

const mentions = (text: string, thing: string): boolean =>
  text
    .replace(/-\s*\n\s*/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .includes(thing.toLowerCase().replace(/s$/, ""));

/** Where the good that was said for a sentence is named: in the label over it, or in what named it `before`. Undefined where its own words name it. */
export function goodNamed(
  said: string,
  thing: string,
  theme: Theme | undefined,
  before: Span | undefined,
): Span | undefined {
  if (mentions(said, thing)) return undefined;
  return theme !== undefined && mentions(theme.name, thing) ? theme.named : before;
}
