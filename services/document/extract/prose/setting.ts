import type { Context } from "../context.ts";
import { reportsOnGoods } from "./goods.ts";
import { periodOfClause, withoutCompared } from "./period.ts";

/** Where and for when the figures of a paragraph hold, as its first sentence says it. */
export interface Setting {
  /** "2031/32"; empty where no season is named, or several. */
  season: string;
  /** "2031", where the sentence forecasts for that year alone; else empty. */
  year: string;
  /** "2031" behind "For 2031, pork output is lowered", until a sentence names another; else empty. */
  forYear: string;
  /** "U.S.", "world", or empty. */
  place: string;
  /** "intermeeting period", "since the previous meeting": over which markets moved; else empty. */
  window: string;
}

export const NO_SETTING: Setting = { season: "", year: "", forYear: "", place: "", window: "" };

const SEASON = /\b(?:19|20)\d\d\/\d\d(?:\d\d)?\b/g;
const WORLD = /\b(?:world|global|foreign|worldwide)\b/i;
const HOME = /\b(?:U\.S\.|United States|domestic)/;
/** The department's monthly estimates speak of the United States wherever they name no other place. */
const OF_ONE_COUNTRY = /\bWorld Agricultural Supply and Demand Estimates\b/;
/** A name is a place, as often as not: with one, where a figure holds is not left open. */
const NAME =
  /(?<=\p{Ll} |, )(?!U\.S\.|U\.K\.|January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{Ll}{2,}/u;
/** What holds for a day and not for a season, and what has a year of its own. */
const OF_ITS_OWN_TIME =
  /\b(?:19|20)\d\d\b|\b(?:futures|bids|quotes|quotations|spot|last (?:year|month|week)|year-on-year|y\/y|month-on-month|since)\b/i;
/** For how long a forecast holds, where it says so itself. */
const OF_A_TERM =
  /\b(?:in|over|for|during|through|of|from) (?:\p{L}+ ){0,3}(?:years?|months|quarters?|season|term|horizon|periods?|future|remainder)\b/u;
const OF_A_SEASON =
  /\b(?:production|output|exports?|imports?|stocks?|suppl(?:y|ies)|demand|consumption|use|trade|yields?|area|crush|season-average|acreage)\b/i;

/** What a paragraph's first sentence says of place and season; `before` is what the one above it under the same label did. */
export function settingOf(opening: string, before: Setting): Setting {
  const seasons = new Set(opening.match(SEASON));
  const place = WORLD.test(opening) ? "world" : HOME.test(opening) ? "U.S." : "";
  return {
    season: seasons.size === 1 ? ([...seasons][0] ?? "") : "",
    year: seasons.size === 0 ? yearForeseen(opening) : "",
    forYear: "",
    place: place === "" && before.place === AWAY ? AWAY : place,
    window: WINDOW.exec(opening)?.[0].replace(/^[SO]/, (first) => first.toLowerCase()) ?? "",
  };
}

const FORECAST =
  /\b(?:is|are|was|were) (?:\p{L}+ ){0,2}?(?:forecast|projected|expected|predicted|anticipated|set to)\b/u;
const YEAR = /\b(?:19|20)\d\d\b(?![-–/]\d)/g;

/** "2031" of "Milk output is forecast to rise in 2031, up from 2030". */
function yearForeseen(opening: string): string {
  if (!FORECAST.test(opening)) return "";
  const years = new Set(withoutCompared(opening).match(YEAR));
  return years.size === 1 ? ([...years][0] ?? "") : "";
}

/** The stretch of time over which a paragraph tells how markets moved, which each of its sentences leaves to the first. */
const WINDOW =
  /\bintermeeting period\b|\b(?:[Ss]ince (?:the|its|their) (?:[\p{L}’'-]+ ){0,6}?(?:meeting\b|cut-?off date for (?:the )?(?:\p{Lu}\p{Ll}+ )?(?:\d{4} )?(?:[\p{Ll}]+ )?projections)|[Oo]ver the (?:past|preceding) (?:few weeks|weeks|month)\b)/u;

const FOR_YEAR = /^For ((?:19|20)\d\d), /;
export const opensYear = (text: string): boolean => FOR_YEAR.test(text);

/** The year of a forecast for which a paragraph goes on: of other years none is named. */
function yearBehind(text: string, before: string): string {
  const own = FOR_YEAR.exec(text)?.[1];
  return own ?? (namesOnly(before, text) ? before : "");
}

const namesOnly = (year: string, text: string) => (text.match(/\b(?:19|20)\d\d/g) ?? []).every((one) => one === year);

/** A sentence about another country may have more about it behind it; one that begins with it opens a part of its own. */
export function movedBy(text: string, before: Setting): Setting {
  const setting = { ...before, forYear: yearBehind(text, before.forYear) };
  if (FROM_ABROAD.test(text)) return { ...setting, place: AWAY };
  const isMoved = setting.place !== "world" && setting.place !== AWAY && !HOME.test(text);
  return isMoved && ABROAD.test(subjectOf(text)) ? { ...setting, place: ABROAD_HERE } : setting;
}

/** The words in front of the first verb that such reports use. */
const subjectOf = (text: string) =>
  /^.*?(?= (?:is|are|was|were|will|has|have|shows?|includes?|reflects?)\b)/.exec(text)?.[0] ?? text;

/** Reports are named as places are: "the September 30 Grain Stocks report", "Sweetener Market Data". */
const REPORT =
  /(?:\p{Lu}[\p{L}.]+,? (?:\d{1,2} |and |in )?){1,6}(?:report|data|Data|Summary|Stocks|Production|Report|forecasts?)\b|\b(?:Class|Census)\b/gu;

/** Of another country until a paragraph says otherwise, and until this one ends. */
const AWAY = "another country";
const ABROAD_HERE = "perhaps another country";
const ABROAD =
  /\b(?:Mexic\w+|Canad\w+|Chin(?:a|ese)|India\w*|Brazil\w*|Argentin\w+|Australia\w*|Russia\w*|Ukrain\w+|EU|European Union|Turkey,|Japan\w*|Indonesia\w*|Thai\w*|Vietnam\w*|Pakistan\w*|Africa\w*)/;

const FROM_ABROAD = new RegExp(`^(?:In |For |The )?${ABROAD.source}`);

/** What has to be said in front of a sentence that leaves its place or season to its paragraph: "2031/32 U.S. outlook". */
export function leadOf(
  said: string,
  { season, year, forYear, place, window }: Setting,
  { attribution, company }: Context,
): string {
  if (company !== undefined) return "";
  // A year that was added to a time is no time of its own.
  const text = said.replace(/ \[\d{4}\]/g, "");
  if (window !== "") return OF_MARKETS.test(text) && MOVED.test(text) && !ANY_TIME.test(text) ? window : "";
  const isOfSeason = !OF_ITS_OWN_TIME.test(text) && OF_A_SEASON.test(text);
  const foreseen = FORECAST.test(text) && reportsOnGoods(attribution) && !OF_A_TERM.test(text) ? year : "";
  const told = forYear === "" ? "" : (REVISED.exec(text)?.[0] ?? "");
  const isRevised = told !== "" && namesOnly(forYear, text) && !text.slice(0, text.indexOf(told)).includes(forYear);
  const revised = isRevised && reportsOnGoods(attribution) ? forYear : "";
  const when = revised || (isOfSeason ? season || foreseen : "");
  if (!OF_ONE_COUNTRY.test(attribution)) return /^\d{4}$/.test(when) ? `${when} outlook` : when;
  // Of a paragraph on the world the countries that moved a figure are not where it holds.
  const own = place === "world" ? subjectOf(text) : text;
  const isPlaced =
    place === AWAY ||
    place === ABROAD_HERE ||
    WORLD.test(own) ||
    HOME.test(own) ||
    ABROAD.test(own) ||
    NAME.test(own.replace(REPORT, "data"));
  const where = isPlaced ? "" : place === "" ? "U.S." : place;
  return where === "" ? when : [when, where, "outlook"].filter((part) => part !== "").join(" ");
}

/** What such a report does to its forecasts. */
const REVISED =
  /\b(?:is|are) (?:(?:also|all|each|\p{L}+ly) )?(?:raised|lowered|reduced|increased|decreased|unchanged|projected|forecast)\b/u;

const OF_MARKETS =
  /\b(?:yields?|(?:stock|equity|share|bond|oil|gas|metals?|commodity|asset|energy|market) prices?|spreads?|index(?:es)?|dollar|exchange rates?|(?:policy|rate|funds rate) expectations|path|volatility|inflation compensation|equities|currenc(?:y|ies)|premi(?:a|ums?))\b/i;
const MOVED =
  /\b(?:rose|risen|fell|fallen|declined|increased|decreased|moved|narrowed|widened|edged|climbed|dropped|appreciated|depreciated|strengthened|weakened|shifted|flattened|steepened|(?:was|were|remained) (?:little|about|roughly|largely|broadly)[ -](?:un)?changed|on net)\b/;
const ANY_TIME =
  /\d{4}|\b(?:period|since|months?|weeks?|quarters?|years?|days?|meetings?|[Rr]ecent(?:ly)?|earlier|current|previous(?:ly)?|initially|early|late|following|after|before|until|around|[Cc]ompared|Historically|(?:on|in|through|from|of) (?:January|February|March|April|May|June|July|August|September|October|November|December))\b/;

/** "2031/32" of "2031/32 U.S. outlook", "2031" of "2031 outlook". */
export const seasonOf = (lead: string): string => lead.match(SEASON)?.[0] ?? /^\d{4}(?= )/.exec(lead)?.[0] ?? "";

/** The country that is said in front of a statement which names none: "U.S." of "2031/32 U.S. outlook". */
export const placeOfLead = (statement: object): string =>
  "lead" in statement && typeof statement.lead === "string"
    ? (/ ?(U\.S\.|world) outlook$/.exec(statement.lead)?.[1] ?? "")
    : "";

/** The crop that stands over a statement, in one word: "rice". Empty where a label of more words does, or none. */
export const thingOver = ({ theme = "" }: { theme?: string }) => (/^\p{Ll}+$/u.test(theme) ? theme : "");

/** Plans and expectations have a time of their own. */
const AHEAD = /\b(?:will|would|expects?|expected|forecasts?|outlook|guidance|anticipates?|plans?|intends?)\b/i;
const TOLD = /\d\s?(?:%|percent|million|billion|basis points?)|\$\s?\d/;

/** The period of the heading above a company's figures, where they name only what they are compared with. */
export function periodOver(text: string, period: string, context: Context): string {
  if (context.company === undefined || period === "" || AHEAD.test(text) || !TOLD.test(text)) return "";
  const year = /\d{4}$/.exec(period)?.[0] ?? period;
  return periodOfClause(text, context, false) === "" && !text.includes(year) ? period : "";
}

const OPEN_ELSEWHERE =
  /(?:\b(?:global|world|total|domestic|overall)|\p{Lu}\p{L}+['’]s(?: (?:19|20)\d\d)?) (?:demand|consumption|production|exports|imports|stocks|output|supply|supplies)(?: growth)?\b(?! (?:of|for)\b)/u;

/** "is set to lead global demand growth": of what the sentences before spoke of, which is not said again. */
export const leavesThingOut = (text: string, thing: string): boolean =>
  thing !== "" && OPEN_ELSEWHERE.test(text) && !text.toLowerCase().includes(thing.toLowerCase());
