import type { Context } from "../context.ts";
import { isNaming, isPale } from "../grammar/noun-phrases.ts";
import { isPluralNoun } from "../grammar/phrase.ts";
import { countWords } from "../grammar/shape.ts";
import { sourceOf } from "../source.ts";
import { prepositionOf } from "./askable.ts";

const MOST_WORDS = 9;

/** Nouns that take no article. */
const MASS =
  /(?:growth|inflation|employment|unemployment|output|activity|demand|supply|spending|investment|consumption|production|trade|debt|credit|liquidity|income|revenue|policy|lending|borrowing|hiring|uncertainty|volatility|compensation|turnover|participation|progress|momentum|confidence|sentiment|slack|issuance|housing|construction|manufacturing|guidance|capital|interest|labor|labour|productivity|stability|funding|pricing|easing|tightening|gas|oil|electricity|energy|food|cash|equity|evidence|information)$/i;

/** Nouns that name a theme only with what they are of: "evidence", "the main news", "a related worry". */
const OPEN =
  /^(?:evidence|information|news|readings?|contacts?|difficult(?:y|ies)|challenges?|volatility|issues?|aspects?|perspectives?|discussions?|comments?|remarks?|worr(?:y|ies)|concerns?|conditions|growth|periods?|situations?|cases?|decreases?|increases?|declines?|reductions?|changes?|revisions?|developments?|risks?|effects?|impacts?|factors?|implications?|signals?|perceptions?|views?|support|progress|momentum|uncertainty|prices?|rates?|yields?|activity|outlook|forecasts?|projections?|estimates?|expectations?|gains?|loss(?:es)?|results?|levels?|trends?|pace|measures?|demand|supply|production|exports?|imports?|stocks?|contracts?|firms|companies|participants|members|bankers|retailers|manufacturers|respondents|agreements?|statements?|reports?|data|surveys?|proposals?|options?|circumstances|consequences|outcomes?)$/i;
const SCALES =
  /^(?:main|related|recent|current|new|further|additional|possible|expected|projected|forecast|overall|total|general|common|widespread|upside|downside|best|same|first|second|third|fourth|strong|weak|solid|higher|lower|weaker|stronger|little|changed|unchanged|of|in|the)$/i;
const LINK =
  / (?:of|in|on|for|to|from|by|at|with|as|between|among|due|amid|about|around|across|above|below|near|under|over) /;

/**
 * What is asked of a statement of which nothing better can: "What did the Bank of Northmark say about wage growth in May
 * 2031?" `theme` is what its title says. None where that is no theme by itself.
 */
export function themeQuestions(theme: string, context: Context, period: string, hasCause = false): string[] {
  const source = context.company ?? (context.entity === "" ? "" : sourceOf("", context));
  const company = context.company ?? "";
  const bare = withoutWhose(withoutViews(theme), company, company || source);
  if (source === "" || countWords(bare) < 2 || countWords(bare) > MOST_WORDS || /["“”()[\]:;$\d]/.test(bare)) return [];
  if (isOpenTheme(bare)) return [];
  const named = withoutPlace(bare, source);
  const what = `${takesNoArticle(named) ? "" : "the "}${named}`;
  const when = periodPhrase(context.company ? period || context.period : context.period);
  const told = `What did ${source} say about ${what}${when}?`;
  const change =
    /^(?:[\p{L}-]+ ){0,5}(?:increase|decline|decrease|rise|fall|slowdown|easing|moderation|recovery|improvement|deterioration|weakening|strengthening|slowing|drop|reduction|growth|contraction|expansion)(?= (?!guidance\b)|$)/u;
  const outlook = /^(?:the )?outlook for (.+)$/.exec(bare)?.[1];
  if (outlook !== undefined) return [told, `What was expected for ${outlook}${according(source, when)}?`];
  if (hasCause && change.test(bare)) return [told, `What explained ${what}${according(source, when)}?`];
  return [told, `How did ${source} describe ${what}${when}?`];
}

/** "its profit" of "Harlow's profit" and of "Harlow profit at Harlow". Names are looked for before patterns are made of them. */
function withoutWhose(theme: string, company: string, whose: string): string {
  const end = company === "" ? undefined : [" at ", " of ", " by "].find((link) => theme.endsWith(`${link}${company}`));
  const kept = end === undefined ? theme : theme.slice(0, -end.length - company.length);
  return kept.toLowerCase().startsWith(whose.toLowerCase())
    ? kept.replace(new RegExp(`^${RegExp.escape(whose)}(?:['’]s?)? `, "i"), "its ")
    : kept;
}

const takesNoArticle = (theme: string) => {
  const head = theme.split(LINK)[0] ?? theme;
  return (
    /^(?:its|the|an?) /.test(theme) ||
    MASS.test(head) ||
    isPluralNoun(head.split(" ").at(-1) ?? "") ||
    /^\p{Lu}/u.test(theme)
  );
};

/** "rents" of "Halden rents" and of "rents in Halden", where the Halden Beige Book tells it. */
function withoutPlace(theme: string, source: string): string {
  const place = /^the (?:Beige Book's )?(\p{Lu}.+?) (?:District summary|Beige Book)$/u.exec(source)?.[1];
  if (place === undefined) return theme;
  const bare = (theme.startsWith(`${place} `) ? theme.slice(place.length + 1) : theme).replace(` in ${place}`, "");
  return countWords(bare) < 2 ? theme : bare;
}

const according = (source: string, when: string) =>
  `, according to ${source}${/ minutes$/.test(source) ? when.replace(/^ in /, " of ") : when}`;

/** "inflation risks" of "participants' views on inflation risks": who holds them, the question says. */
const withoutViews = (theme: string) => theme.replace(/^\S+['’]s? (?:views on|expectations for) /, "");

/** Who tells of it is no theme: "contact in the construction industry". */
const PEOPLE =
  /(?:^| )(?:contacts?|bankers?|firms?|retailers?|manufacturers?|builders?|dealers?|owners?|brokers?|realtors?)$/i;

/** Whether a theme leaves open of what it is: "widespread evidence", "price decline". */
export function isOpenTheme(theme: string): boolean {
  if (PEOPLE.test(theme.split(LINK)[0] ?? "")) return true;
  if (LINK.test(theme)) return false;
  const words = theme.split(" ").filter((word) => !/^its$/.test(word));
  const head = words.at(-1) ?? "";
  const isOpen = OPEN.test(head) || !isNaming(head.toLowerCase());
  return (
    isOpen && words.slice(0, -1).every((word) => SCALES.test(word) || isPale(word.toLowerCase()) || OPEN.test(word))
  );
}

/** " in May 2031", " in the second quarter of 2031" */
export const periodPhrase = (period: string): string => {
  if (period === "") return "";
  return ` ${/^\d{4}\/\d\d$/.test(period) ? "in" : prepositionOf(period)} ${period}`;
};
