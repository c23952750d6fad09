import type { Context } from "../context.ts";

/** "In China," and "In the United States," with which a sentence opens. */
const OPENS = /^In ((?:the )?(?:\p{Lu}[\p{L}.]+|euro)(?: (?:\p{Lu}\p{L}+|area|and|of)){0,3}), /u;
const MONTH =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4]|H[12])\b/;
const NO_PLACE = /\b(?:Survey|Report|Budget|Bulletin|Review|Committee|Council|Board|Bank|Index)$/;
/** What every economy has: without its name, whose it is was said before. */
const ITS =
  /^(?:(?:year-ended|(?:recent |timely )?indicators of economic|non-farm payrolls?|payrolls?|indicators of (?:activity|pay|wage|domestic)|labou?r market|services price|house prices|(?:annual|twelve-month|quarterly) \w+|growth|inflation|GDP|economic|activity|output|exports|imports|consumer|consumption|headline|core|unemployment|employment|industrial|retail|private|household|house|housing|services|manufacturing|domestic|real|annual|wage|business|investment|twelve-month|year-on-year)\b|the (?:policy rate|rate of (?:core|headline)|(?:current )?(?:year-ended|annual) growth|economy|unemployment|labou?r|central bank|government|recovery|property|housing|manufacturing|services|pace of growth|rate of inflation)\b)/i;
/** A name of a place or of somebody, behind the first word. */
const NAMED =
  /(?<=\s)(?!January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{Ll}{2,}|\b(?:US|UK|EU|U\.S\.|U\.K\.|[Ee]uro)\b/u;

/** "US GDP", "The Chinese economy", "Japan's exports": whose figures open a sentence, and where the next ones hold. */
const WHOSE =
  /^(?:The )?(US|UK|[Ee]uro[- ]area|Chinese|Japanese|German|Indian|(?:China|Japan|Germany|India|Korea|Canada|Norway)(?=['’]s))(?:['’]s)? (?:\p{Ll}|GDP|CPI|PCE|HICP)/u;
const COUNTRY_OF: Record<string, string> = {
  US: "the US",
  UK: "the UK",
  "euro area": "the euro area",
  Chinese: "China",
  Japanese: "Japan",
  German: "Germany",
  Indian: "India",
  "United States": "the United States",
  "United Kingdom": "the United Kingdom",
};
/** Of its own area a central bank speaks without saying so: how it names it, and how a title does. */
const OWN_AREA: readonly (readonly [bank: RegExp, area: RegExp, named: string])[] = [
  [/European Central Bank/, /euro area/, "euro area"],
  [/Bank of England/, /\bUK\b|United Kingdom/, "UK"],
  [/Federal Reserve|FOMC/, /\bU\.?S\b|United States/, "U.S."],
  [/Reserve Bank of Australia/, /Australia/, "Australian"],
  [/Reserve Bank of New Zealand/, /New Zealand/, "New Zealand"],
  [/Bank of Canada/, /Canad(?:a|ian)/, "Canadian"],
  [/Bank of Japan/, /Japan(?:ese)?/, "Japanese"],
  [/Norges Bank/, /Norw(?:ay|egian)/, "Norwegian"],
  [/Riksbank/, /Sweden|Swedish/, "Swedish"],
  [/Swiss National Bank/, /Switzerland|Swiss/, "Swiss"],
  [/Danmarks Nationalbank/, /Denmark|Danish/, "Danish"],
  [/Czech National Bank/, /Czech/, "Czech"],
  [/Narodowy Bank Polski|National Bank of Poland/, /Poland|Polish/, "Polish"],
  [/Reserve Bank of India/, /India(?:n)?/, "Indian"],
  [/Bank of Korea/, /Korean?/, "Korean"],
  [/Monetary Authority of Singapore/, /Singapore/, "Singapore"],
  [/Bank Negara Malaysia/, /Malaysian?/, "Malaysian"],
  [/South African Reserve Bank/, /South African?/, "South African"],
  [/Ban[ck]o? (?:de|of) M[eé]xico/, /M[eé]xic(?:o|an)/, "Mexican"],
  [/Banco Central do Brasil|Central Bank of Brazil/, /Brazil(?:ian)?/, "Brazilian"],
];
export const isOwnArea = (place: string, attribution: string) =>
  OWN_AREA.some(([bank, area]) => bank.test(attribution) && area.test(place));

const AWAY =
  /\b(?:AFEs?|EMEs?|global(?:ly)?|world|international(?:ly)?|foreign|abroad|overseas|elsewhere|emerging|advanced economies|major economies|other (?:countries|economies|regions)|US|U\.S\.|United States|UK|United Kingdom|[Ee]uro[- ]area|Europe(?:an Union)?|China|Chinese|Japan(?:ese)?|German(?:y)?|France|French|Ital(?:y|ian)|India(?:n)?|Asian?|Middle East|Iran|Russian?|Ukraine|Latin America|Brazil|Canad(?:a|ian))\b/;

/** Whether a text speaks of a central bank's own area, of another, or, where it names neither, goes on: `before`. */
export function isAtHome(text: string, before: boolean, attribution: string): boolean {
  if (isOwnArea(text, attribution) || /\b[Dd]omestic\b/.test(text)) return !AWAY.test(withoutOwn(text, attribution));
  return before && !AWAY.test(text);
}
/** Whether a sentence goes to another area, naming it near its beginning and not in passing. */
export function goesAway(text: string, attribution: string): boolean {
  const at = AWAY.exec(withoutOwn(text, attribution))?.index ?? Number.POSITIVE_INFINITY;
  return at < PASSING;
}
const PASSING = 60;
const withoutOwn = (text: string, attribution: string) =>
  OWN_AREA.reduce(
    (rest, [bank, area]) => (bank.test(attribution) ? rest.replace(new RegExp(area, "g"), " ") : rest),
    text,
  );

/** What names the bank whose document it is, or whose governor speaks. */
export const bankOf = ({ attribution, institution = "" }: Context) => `${institution}, ${attribution}`;

/** "euro area", "Swedish": how a title names the area of a central bank's document. Empty where none is known. */
export const homeOf = (context: Context) =>
  context.company !== undefined || context.institution === undefined
    ? ""
    : (OWN_AREA.find(([bank]) => bank.test(bankOf(context)))?.[2] ?? "");

/** The country of which a sentence speaks, by its opening; else `before`, that of the sentence in front of it, as far as it goes on. */
export function countryOf(text: string, before: string): string {
  const opens = OPENS.exec(text)?.[1] ?? "";
  if (opens !== "" && !MONTH.test(opens) && !NO_PLACE.test(opens)) return opens;
  const whose = WHOSE.exec(text)?.[1]?.replace(/^Euro|-/g, (part) => (part === "-" ? " " : "euro"));
  if (whose !== undefined) return COUNTRY_OF[whose] ?? whose;
  return withinOne(text) ?? (namesPlace(text.replace(TIED, "")) ? "" : before);
}

/** "Industrial production in Norden had weakened", "Recent data suggested that the US economy was growing": the one place of which all is told. */
function withinOne(text: string): string | undefined {
  const found = WITHIN.exec(text);
  const place = found?.[1] ?? found?.[2];
  if (!found || place === undefined || found.index > PASSING) return undefined;
  const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
  return AWAY.test(rest) || NAMED.test(rest) || OF_SEVERAL.test(rest) ? undefined : (COUNTRY_OF[place] ?? place);
}
const WITHIN =
  /(?<=\p{Ll} in )(?:the )?(US|United States|UK|United Kingdom|euro area|China|Japan|Germany|India|Korea|Canada|Norway)(?= (?:economy )?(?:(?:also|generally|still) )?(?:is|are|was|were|has|had|would|could|fell|rose|grew|\p{Ll}+ed)\b)|\bthe (US|UK|Chinese|Japanese|euro area|German|Indian) economy\b/u;

/** Whether a sentence tells of an economy and not of which. */
const isOpen = (text: string) => ITS.test(text) && !namesPlace(text);

/** Whether what stands under a heading of a bank's document is of its own area. */
export const isHomeUnder = (heading: string, attribution: string) =>
  [heading, heading.toLowerCase()].every((text) => isAtHome(text, true, attribution));

/** Whether a sentence of a bank's document names another place than the bank's own area. */
export function namesAway(text: string, attribution: string): boolean {
  const rest = withoutOwn(text, attribution);
  return AWAY.test(rest) || OF_SEVERAL.test(rest) || A_PLACE.test(rest);
}
/** "in Halden", "Halden's", "Haldian": places that no list has, and not "the Desk", "Board of Governors", "the Committee's". */
const A_PLACE =
  /\b(?:in|across|from|outside|of) (?!January|February|March|April|May|June|July|August|September|October|November|December|Governors|Treasury)\p{Lu}\p{Ll}{2,}|(?<=\s)(?!Committee|Board|Bank|Council|Desk|Reserve|Agents|Eurostat|Treasury|System)\p{Lu}\p{Ll}+(?:['’]s|(?:ian|ean|can|ese|ish)) /u;

/** Whether a sentence may speak of another place than the one before it. */
export const namesPlace = (text: string) => NAMED.test(text) || OF_SEVERAL.test(text);
const OF_SEVERAL =
  /\b(?:both|these|others|elsewhere|abroad|foreign|global\w*|world\w*|international|countries|economies|regions?)\b/i;

/** "Growth was expected to slow" behind "In China, exports rose" as "In China, growth was expected to slow". */
export function inCountry(said: string, country: string, { company, attribution }: Context): string {
  if (country === "" || company !== undefined) return said;
  const text = said.replace(TIED, "");
  if (!isOpen(text) || isOwnArea(country, attribution)) return said;
  return `In ${country}, ${/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
}
/** What only ties it to the sentence before. */
const TIED =
  /^(?:however|meanwhile|moreover|furthermore|in addition|similarly|at the same time|nevertheless|going forward|overall|also), /i;
