import type { Context } from "../context.ts";
import { moves } from "../grammar/changes.ts";
import { TIMES } from "../grammar/claim.ts";
import { word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { isNaming, isPale, sliceText } from "../grammar/noun-phrases.ts";
import type { Phrase } from "../grammar/phrase.ts";
import { placeOfLead } from "../prose/setting.ts";
import type { Reading } from "../titles/reading.ts";
import { A_COUNTRY_HAS } from "../titles/title-places.ts";

/** Longer subjects lose what hangs on them, one by one. */
const MAX_SUBJECT_WORDS = 12;
/** What belongs to the company whose filing it is, where nobody else is named. */
const OWN_MEASURES =
  /^(?:sales|revenues?|income|earnings|expenses?|margins?|costs?|ebitda|expenditures|dividends?|debt|indebtedness|liquidity|losses|loss|profits?|backlog|inventories|cash|receivables|payables|depreciation|amortization|eps|headcount|bookings|billings|volumes?|rate|assets|liabilities|borrowings|capex|shipments|deliveries|charges|benefits|flows?|obligations?)$/;

/** A statement taken apart, with what its questions borrow from its opening. */
export interface Asking extends Reading {
  /** "for commercial real estate" of "For commercial real estate, lending conditions eased"; else empty. */
  scope: string;
  /** "by the early 1970s" of "By the early 1970s, its share had climbed"; else empty. */
  time: string;
}

/** A phrase as a sentence has it; empty where it points to something outside itself, or leaves open of what it speaks. */
export function spoken(phrase: Phrase, { tokens, plain }: Reading, { company, attribution }: Context): string {
  if (/\b(?:this|these|those|that|such|another|other|both|neither|my|our|his|her|your|each)\b/.test(phrase.determiner))
    return "";
  // "A related worry": related to what is said elsewhere.
  if (
    phrase.attached.length === 0 &&
    /^(?:related|similar|certain|additional|separate|further)$/.test(word(tokens, phrase.core.from))
  )
    return "";
  // "The increase was": of what is said elsewhere.
  if (/^the\b/.test(phrase.determiner) && phrase.attached.length === 0 && phrase.core.to - phrase.core.from === 1)
    if (UNSAID.test(word(tokens, phrase.head)) || !isNaming(word(tokens, phrase.head))) return "";
  let kept = phrase.attached.length;
  const textOf = () => {
    const end = kept === phrase.attached.length ? phrase.to : (phrase.attached[kept - 1]?.to ?? phrase.core.to);
    return sliceText(tokens, plain, phrase.from, end)
      .replace(/\s*\([^)]*\)/g, "")
      .replace(AMOUNT, "")
      .replace(/ (?:for|in|during) the (?:fiscal )?year$/, "")
      .replace(/ in (?:order|part|turn|addition|line)$/, "")
      .replace(/, (?:including|such as|particularly|especially|notably) .*$/, "")
      .replace(/^(?:its|their) /, "the ");
  };
  // Of "the rise in rates and the reduction in holdings" nothing can go.
  while (!phrase.isList && kept > 0 && textOf().split(" ").length > MAX_SUBJECT_WORDS) kept -= 1;
  const text = textOf();
  const isOwn = OWN_MEASURES.test(word(tokens, phrase.head)) && /^(?:|the|total|its)$/.test(phrase.determiner);
  if (company !== undefined && isOwn && !text.includes(company) && !/^[A-Z][a-z]/.test(text))
    return `${company}${/s$/.test(company) ? "'" : "'s"} ${text.replace(/^the /, "")}`;
  // Of a bank that sets rates "prices" and "growth" are those of its economy.
  const isKnown = /^(?:prices|growth)$/.test(text) && MONETARY.test(attribution);
  return isOpen(phrase, tokens) && !isKnown ? "" : text;
}

/** The subject as far as the verb: with "that exceed the limit" and "recorded in other expense", without which it is another. */
export function spokenSubject(reading: Asking, context: Context): string {
  const { claim, tokens } = reading;
  const named = wholeSubject(reading, context);
  // "Only one member voted": of one alone it would be true of many.
  // And what most do is not what all do.
  const part = claim.subject === undefined ? "" : word(tokens, claim.subject.from - 1);
  const isPart = /^(?:only|most|many|some|several|few|almost|nearly)$/.test(part) && !named.startsWith(`${part} `);
  const few = word(tokens, (claim.subject?.from ?? 0) - 2) === "a" && part === "few" ? "a few" : part;
  const whole = named !== "" && isPart ? `${few} ${named}` : named;
  const bare = ofCountry(
    whole.replace(COMMON, (first) => first.toLowerCase()),
    reading,
  );
  // In a report on prices what rises is the price.
  const prices = /\b(consumer|producer) price/i.exec(context.document)?.[1]?.toLowerCase();
  if (prices === undefined || bare === "" || !moves(claim.verb) || PRICED.test(bare)) return bare;
  return `${prices} prices for ${bare.replace(/^the /, "")}`;
}

/** Words that begin a sentence with a capital which headings of reports have too, and that name nothing. */
const COMMON =
  /^(?:Economic|Consumer|Labor|Real|Business|Commercial|Residential|Energy|Foreign|Global|Home|Housing|Retail|Employment|Wage|Price|Credit|Manufacturing|Construction|Agricultural|Bankers|Manufacturers|Retailers|Contacts|Firms|Households|Investors|Producers|Farmers|Workers)(?=['’]? \p{Ll}|$)/u;

/** "U.S. pork exports", as what stands in front of the sentence says of which country it speaks. */
function ofCountry(named: string, { statement, plain }: Asking): string {
  const country = placeOfLead(statement);
  if (country === "" || !A_COUNTRY_HAS.test(named) || /\p{Lu}\p{Ll}|U\.S\.|\b(?:world|global)\b/u.test(named))
    return named;
  // Of the world's trade "imports are raised for Halden" speaks of Halden's.
  if (country === "world" && /\b(?:raised|lowered|reduced|increased|cut|higher|lower) for (?:the )?\p{Lu}/u.test(plain))
    return named;
  return named.startsWith("the ") ? `the ${country} ${named.slice(4)}` : `${country} ${named}`;
}
const PRICED = /\b(?:prices?|index|indices|indexes|inflation|rates?|CPI|PPI|costs?|contribution|weights?|only)\b/i;

function wholeSubject(reading: Asking, context: Context): string {
  const { claim, tokens, plain, scope } = reading;
  const { subject, finite } = claim;
  if (!subject) return "";
  let to = finite;
  while (to > subject.to && /^(?:ADV|PUNCT)$/.test(tokens[to - 1]?.pos ?? "")) to -= 1;
  const opens = word(tokens, subject.to);
  const isDefined =
    !claim.isInfinitive &&
    ((to > subject.to + 1 && /^(?:that|who|which|where|whose|than)$/.test(opens)) ||
      (tokens[subject.to]?.pos === "VERB" &&
        (to > subject.to + 1 || (to === finite && /ed$|^paid$/.test(opens) && to > subject.to))));
  if (isDefined) {
    const comma = tokens.findIndex(
      ({ text }, at) => at > subject.to && at < to && text === "," && !/^(?:19|20)\d\d$/.test(word(tokens, at + 1)),
    );
    const whole = sliceText(tokens, plain, subject.from, comma < 0 ? to : comma);
    if (whole.split(" ").length <= MAX_SUBJECT_WORDS + 1) return whole.replace(/^(?:its|their) /, "the ");
    // Who made a measure need not be asked with it.
    return MADE.test(opens) && word(tokens, subject.to + 1) === "by" ? spoken(subject, reading, context) : "";
  }
  // "the food away from home index": the subject goes on beyond what could be read of it.
  const isLeft = opens !== "," && tokens.slice(subject.to, to).some(({ pos }) => /^(?:NOUN|PROPN)$/.test(pos));
  if (!claim.isInfinitive && isLeft && !/^[-–—(]$/.test(opens)) return "";
  // "the rate for the second quarter", where "in the second quarter of 2031" follows
  const quarter = /^(?:first|second|third|fourth) quarter/i.exec(reading.ownPeriod)?.[0] ?? "year";
  const said = spoken(subject, reading, context).replace(new RegExp(` (?:for|in|during) the ${quarter}$`, "i"), "");
  const text = said || withThing(subject, reading);
  if (scope === "" || text.includes(scope)) {
    return text;
  }
  // What its opening names need not be named by the subject.
  const named = text === "" && isOpen(subject, tokens) ? sliceText(tokens, plain, subject.from, subject.to) : text;
  return named === "" || POINTS.test(named) ? "" : `${named} ${scope}`;
}

const MADE = /^(?:constructed|prepared|published|compiled|produced|released|conducted|reported|calculated)$/;

/** "total rice exports" of "total exports" under a label or beside a sentence that speaks of rice. */
function withThing(subject: Phrase, { tokens, plain, statement }: Asking): string {
  const thing = statement.thing || statement.theme?.toLowerCase() || "";
  if (!/^\p{L}[\p{L} -]*$/u.test(thing) || thing.split(" ").length > 3 || !isOpen(subject, tokens)) return "";
  const before = sliceText(tokens, plain, subject.from, subject.head);
  const behind = sliceText(tokens, plain, subject.head, subject.to);
  if (POINTS.test(`${before} `)) return "";
  if (before.toLowerCase().includes(thing.toLowerCase())) return `${before} ${behind}`;
  return OPEN_MEASURES.test(word(tokens, subject.head))
    ? `${before} ${thing} ${behind}`.trim()
    : `${before} ${behind} for ${thing}`.trim();
}

const POINTS = /^(?:this|these|those|that|such|another|other|both|neither|my|our|his|her|your|each) /i;

const MONETARY = /\bBeige Book\b|\bmonetary policy\b|\brates?\b|\bFOMC\b|\bReserve\b|\bcentral bank\b/i;

/** "of $13.5 billion" within a subject. */
export const AMOUNT =
  / of (?:about |approximately |around )?[$€£¥]? ?\d[\d.,]*(?: ?(?:%|percent|per cent|million|billion|trillion))?(?= |$)/g;

/** Measures that are somebody's or something's: alone they name nothing. */
const OPEN_MEASURES =
  /^(?:prices?|production|output|stocks|inventories|supply|supplies|exports?|imports?|consumption|demand|trade|shipments|use|usage|acreage|area|harvest|crops?|bids|quotations|quotes|futures|deliveries|utilization)$/;
const OPEN_STATES =
  /^(?:growth|activity|momentum|conditions|volumes?|balances|rates?|spreads?|risks?|developments?|pressures?|effects?|implications?|response|responses|views?|results?|forecasts?|projections?|outlook|uncertainty|uncertainties|measures?|sectors?|markets?|points?|factors?|changes|sequence|dispersion|expansion|increases?|decreases?|declines?|rise|fall|drop|contraction|recovery|reductions?|improvements?|outlooks|expectations)$/;
const SCALE =
  /^(?:ending|beginning|opening|closing|global|world|overall|total|new|average|main|early|current|domestic|foreign|local|international|expected|planned|projected|forecast|further|additional|aggregate|net|gross|annual|monthly|recent|several|key)$/;

/** "stocks", "higher prices", "Ukrainian exports": it is not said of what. */
export function isOpen({ core, head, attached }: Phrase, tokens: Token[]): boolean {
  const noun = word(tokens, head);
  const isMeasure = OPEN_MEASURES.test(noun);
  if ((!isMeasure && !OPEN_STATES.test(noun)) || head < core.to - 1) return false;
  const isTold = attached.some(({ preposition, head: inner, core }) =>
    isMeasure && !/^[A-Z]/.test(tokens[inner]?.text ?? "")
      ? !/^(?:from|at|across|during|over|since|before|after)$/.test(preposition) && !TIMES.test(word(tokens, inner))
      : !isMeasure &&
        !TIMES.test(word(tokens, inner)) &&
        (isNaming(word(tokens, inner)) || (word(tokens, inner) === "area" && word(tokens, inner - 1) === "euro")) &&
        // "the expansion in consumption": of what, still.
        !(inner === core.from && OPEN_MEASURES.test(word(tokens, inner)) && word(tokens, inner) !== "prices"),
  );
  if (isTold) return false;
  for (let at = core.from; at < head; at += 1) {
    const text = tokens[at]?.text ?? "";
    const isPlace = isMeasure && /^[A-Z]/.test(text) && !/^(?:PCE|CPI|PPI|HICP)$/.test(text);
    const isPaleWord = isPale(text.toLowerCase()) || SCALE.test(text.toLowerCase());
    if (!isPlace && !isPaleWord && tokens[at]?.pos !== "ADV" && /^\p{L}/u.test(text)) return false;
  }
  return true;
}

/** "for commercial real estate" with which a sentence opens: of what it speaks, where that is neither a time nor a phrase that only ties. */
export function scopeOf({ tokens, plain, claim, clause, place }: Reading): string {
  const share = /^as an? (?:percentage|percent|share|proportion) of [\w &-]{3,40}(?=, )/i.exec(plain)?.[0];
  if (share !== undefined) return share.charAt(0).toLowerCase() + share.slice(1);
  const regarded = REGARDING.exec(plain.slice(0, tokens[clause.subject.from]?.start ?? 0))?.[1] ?? "";
  // "rates on mortgages", with regard to households, are those on mortgages; and nobody's rents are "for communication".
  if (regarded !== "") return claim.subject?.attached.length === 0 && REGARDED.test(regarded) ? `for ${regarded}` : "";
  const isTied = word(tokens, clause.subject.from - 2) === "however" && tokens[clause.subject.from - 3]?.text === ",";
  const to = isTied ? clause.subject.from - 2 : clause.subject.from;
  const isNear =
    claim.subject === undefined || claim.subject.from === clause.subject.from || clause.reported !== undefined;
  // "in the coastal economies (CEs)": what stands in brackets calls it by another name.
  const bracket = word(tokens, to - 2) === ")" ? tokens.findIndex(({ text }) => text === "(") : -1;
  const stop = bracket > 1 ? bracket : to - 1;
  const last = tokens[stop - 1];
  if (
    !isNear ||
    to < 3 ||
    to > 12 ||
    tokens[to - 1]?.text !== "," ||
    !/^(?:for|among|within|across|in|at|on|outside)$/.test(word(tokens, 0))
  )
    return place === "" ? "" : `in ${/^in the /i.test(plain) ? "the " : ""}${place}`;
  const text = sliceText(tokens, plain, 0, stop);
  const isTie =
    /^\w+ (?:response|addition|light|part|particular|general|turn|fact|contrast|terms|line|view|its|their|his|her|our|my|this|that|these|those|such|the (?:discussion|context|case|absence|event|face|wake|process|course|assessment|consideration|whole)|discussions?|balance|net|average|example|instance|sum|short|\w+ing)\b|\d|,/i.test(
      text,
    ) ||
    tokens.slice(1, stop).some(({ pos, text: one }) => pos === "AUX" || (pos === "VERB" && !/(?:ed|en|wn)$/.test(one)));
  const isThing =
    last !== undefined &&
    /^(?:NOUN|PROPN)$/.test(last.pos) &&
    (isNaming(last.text.toLowerCase()) || (PARTS.test(last.text) && isNaming(word(tokens, stop - 2))));
  const isTime = tokens.slice(1, stop).some(({ text: one }) => TIMES.test(one.toLowerCase()));
  return isTie || !isThing || isTime || / (?:side|front|hand|part)$/.test(text)
    ? ""
    : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Parts of an economy, which only the word before them names: "the business sector". */
const PARTS = /^(?:sectors?|segments?|industry|industries|economy|economies|countries|regions?|areas?)$/;
/** Of whom something may be told, not only what it is about. */
const REGARDED = /\b(?:sectors?|area|econom(?:y|ies)|markets?|households|businesses|banks|firms|states|kingdom)$/i;

/** "With regard to rents, some participants noted". */
const REGARDING =
  /^(?:with (?:regard|respect) to|in regard to|regarding|as for|concerning|on) ((?!(?:this|these|that|those|its|their|the other|another|balance|average|net|such|the whole)\b)(?![\p{L} -]*(?:side|front|hand), )[\p{L} -]{4,60}), $/iu;

/** "by the early 1970s" with which a sentence opens: when it holds. */
export function timeOf({ tokens, plain, clause, ownPeriod }: Reading): string {
  if (ownPeriod !== "") return "";
  const to = clause.subject.from;
  if (
    to < 3 ||
    to > 9 ||
    tokens[to - 1]?.text !== "," ||
    !/^(?:in|by|since|over|during|through|throughout|until)$/.test(word(tokens, 0))
  )
    return "";
  const text = sliceText(tokens, plain, 0, to - 1);
  const isTime =
    /^(?:pandemic|crisis|recession|war|shutdown|lockdowns?)$/.test(word(tokens, to - 2)) ||
    TIMES.test(word(tokens, to - 2)) ||
    word(tokens, to - 2) === "recently" ||
    /^\d{4}s$/.test(word(tokens, to - 2));
  return isTime && !/,|\b(?:this|that|these|those|its|their|same|upcoming)\b/i.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : "";
}

const UNSAID =
  /^(?:increase|decrease|decline|rise|fall|drop|change|changes|growth|gain|loss|reduction|improvement|slowdown|weakness|strength|announcement|transaction|agreement|report|plan|survey|measure|measures|factors|figures|developments|projections|estimates|move|shift|difference|gap|index|impact|law|bill|rule|order|deal|decision|proposal|case|lawsuit|acquisition|program|programme|facility)$/;
