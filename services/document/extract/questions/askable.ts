import { MONTHS } from "#kit/months.ts";
import type { Context } from "../context.ts";
import { monthBefore } from "../prose/period.ts";
import { filingOf, isAnnual, sourceOf, withoutMinutes } from "../source.ts";
import type { Asking } from "./spoken.ts";

/** Words of a question before and with who says it. An analyst types no longer ones. */
const MOST_ASKED = 22;
const MOST_WORDS = 30;
const LEAST_WORDS = 5;
const OPENING =
  /^(?:(?:by )?how (?:much|many)|what|who|why|how|when|under what conditions|(?:to|at) what (?:[\w-]+ ){0,3}(?:level|rate|pace)|did|do|does|is|are|was|were|has|have|had|could|would|will|should|can|must) \S/i;
const HANGING =
  /(?:[\s,;–—-]+(?:and|or|of|in|on|for|to|from|by|at|with|the|an?|as|than|while|about|around|only|also|both|nearly|over|further|more|during|through|into|rather|up to|even|still|that|roughly|approximately|just|net|according|close|less|equal|equivalent|primarily|mainly|largely|partly|mostly|principally|per|before|either))+$/i;
/** A preposition may end what asks for its noun: "What was it offset by?" */
const STRANDED =
  /^what (?:(?:share|amount) of .* )?(?:is|are|was|were|has|have|had|do|does|did|can|could|would|will|should|may) .* (?:by|due to|at|for|on|to be|have|reflected in|(?:lead|led|contributed?) to|result(?:ed)? in|depend(?:ed)? on)$|^what would .* be$|^how (?:high|large) (?:is|are|was|were) .* to be$|^how (?:is|are|was|were) .* (?:seen|perceived|viewed|regarded|assessed|judged|considered|described|characteri[sz]ed|rated)$/;
const POINTING =
  /\b(?:this|these|those|such|we|our|us|(?<!&)I(?!&)|i|my|you|your|it|they|them|he|she|him|former|latter|(?:last|next) (?:year|month|quarter|week|meeting|report)|here|(?:as|and|or|the|of|described|shown|noted|discussed|mentioned|listed|outlined|presented) (?:above|below)(?! (?:trend|target|zero|pre))|(?:above|below)(?=$|,)|the following|himself|themselves|itself|aforementioned|respectively|another|thereafter|thereby|same (?:period|time|month|quarter|year)|previous period|prior period|so far|(?:of|on|for|to|from|by|at|with|surrounding|around|under|during|after|before|since) that|that (?:day|week|month|year|time|period|quarter|meeting)\b|(?:in|of) the (?:sector|industry|segment)|what extent)\b/;
/** Two verbs that do not go together, a preposition without its noun, a word twice. */
const BROKEN =
  /[$€£] (?:million|billion)|\b(?:(?:of|in|on|for|with|by|from|to|at|than|about|and|or) (?:is|are|was|were|has|(?<!\bto )have|had|will|would|might|did|does)\b|about favou?r of|(\w{2,}) \1\b|(?:is|are|was|were) \w+ (?:is|are|was|were|has|have)\b|(?:of|to|in|by|for|with) (?:which|whom)\b)/i;
const MARKS = /["“”()[\]:;?]|\s[-–—]|[–—]\s|-\s(?!(?:and|or|to)\b)/;
/** Verbs that say nothing without what follows them. */
const UNFINISHED =
  /\b(?:be|been|being|have|not|ensure|include|mean|make|become|perceived|seen|viewed|considered|regarded|described|characterized|characterised|judged|deemed|edge|tick|inch|stem|arise|derive|consist|hinge|amount|pertain|to an average|(?<!what .*)(?:depend|rely|contribute|do)|on (?:January|February|March|April|May|June|July|August|September|October|November|December))$/i;
/** What ties a sentence to the one before it, and nothing else. */
const TIES =
  /,? \b(?:also|however|therefore|thus(?! far)|moreover|accordingly|consequently|nevertheless|nonetheless|meanwhile|(?<!since )then)\b(?!-),?/gi;

/** " Tarn's" */
const OWNED = / (\p{Lu}[\p{L}-]+)['’]s?(?= )/gu;

/** The question with who says it and when, as far as it does not name them; empty where it cannot stand alone. */
export function finished(question: string, reading: Asking, context: Context, source: string): string {
  let text = datedText(withoutBrackets(question), context)
    .replace(TIES, "")
    .replace(/(?<=\b(?:Council|Committee|Board)) today\b/, "")
    .replace(/ as (?:well|a result)$/, "")
    .replace(/\s{2,}|[^\S ]/g, " ")
    .replace(/ ([,;?])/g, "$1")
    .trim();
  if (!STRANDED.test(text)) text = text.replace(HANGING, "");
  // "Is Mary Tarn focusing on Tarn's task?"
  const family = context.speaker?.split(" ").at(-1);
  if (family !== undefined && text.includes(`${context.speaker} `))
    text = text.replace(OWNED, (whole, name: string) => (name === family ? " their" : whole));
  if (!isAskable(text)) return "";
  if (reading.scope !== "" && !text.includes(reading.scope)) text += ` ${reading.scope}`;
  text = yearOfQuarter(text, reading.ownPeriod);
  const isWhen = WHEN.test(text);
  if (reading.time !== "" && !isWhen && !HAS_TIME.test(text) && !TELLING.test(text)) text += ` ${reading.time}`;
  const isOther = /\b(?:quarter|half)\b/.test(text) && !text.includes(reading.ownPeriod.split(" of ")[0] ?? "");
  // "in recent months" is the document's present.
  const isNow = /\brecent(?:ly)?\b(?: months| weeks| quarters)?/.test(text) && !HAS_YEAR.test(reading.statement.text);
  if (
    reading.ownPeriod !== "" &&
    !isWhen &&
    !isNow &&
    !isOther &&
    !text.includes(reading.ownPeriod) &&
    !HAS_YEAR.test(text)
  )
    text = dated(text, reading);
  const whole = `${context.company === undefined ? sourced(text, context, source) : filed(text, reading, context)}?`;
  return whole.split(" ").length > MOST_WORDS ? "" : whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** "from last month [August 2031]" as "from August 2031", "the third quarter [of 2031]" as "the third quarter of 2031". */
const withoutBrackets = (text: string) =>
  !text.includes("[")
    ? text
    : text
        .replace(/ \[(of (?:19|20)\d\d)\]/g, " $1")
        .replace(
          /\b((?:from|in|for|than|since|of|during|until|through|to|by|over) )?(?:the )?(?:(?:earlier|later) )?(?:this|last|next|previous|prior) (?:year|month|quarter|season) \[((?:\w+ )?(?:19|20)\d\d(?:\/\d\d)?)\]/g,
          (_whole, before: string | undefined, when: string) => `${before ?? "in "}${when}`,
        );

/** "in the fourth quarter" with the year that the statement's period gives it. */
function yearOfQuarter(text: string, period: string): string {
  const [, month = "", ofYear = ""] = /^([A-Z][a-z]+) ((?:19|20)\d\d) quarter$/.exec(period) ?? [];
  if (month !== "" && !HAS_YEAR.test(text)) return text.replace(`${month} quarter`, `${month} quarter of ${ofYear}`);
  const [, quarter = "", year = ""] =
    /^((?:first|second|third|fourth) (?:quarter|half)) of ((?:19|20)\d\d)$/i.exec(period) ?? [];
  if (quarter === "" || HAS_YEAR.test(text)) return text;
  return text.replace(new RegExp(`\\b${quarter}\\b(?! of)`, "i"), `${quarter} of ${year}`);
}

/** With the period of its statement: "in August" gets its year, and "in the three months" ends when it says that they do. */
function dated(text: string, reading: Asking): string {
  const { ownPeriod, plain } = reading;
  const [, month = ""] = /^([A-Z][a-z]+) (?:19|20)\d\d$/.exec(ownPeriod) ?? [];
  const usual = `${text}${stretchOf(reading)}`;
  if (month === "") return usual;
  const bare = text.search(new RegExp(`(?<=\\bin )${month}(?! \\d)\\b`));
  if (bare >= 0) return `${text.slice(0, bare)}${ownPeriod}${text.slice(bare + month.length)}`;
  const [, during, to] = new RegExp(`\\b(${DURING}) (${ENDING})${month}\\b(?! \\d{1,2}\\b)`).exec(plain) ?? [];
  if (during === undefined) return usual;
  if (text.endsWith(` ${during}`)) return `${text} ${to}${ownPeriod}`;
  return text.includes(during) ? usual : `${text} ${during} ${to}${ownPeriod}`;
}
const DURING = "(?:over|in|for|during) the (?:[\\w-]+ ){0,2}?(?:months|quarters|weeks|year)";
const ENDING = "(?:ending|ended) (?:in )?|to |through ";

/** " in the six months ended June 30, 2031" where the statement speaks of one stretch that ends so, else " in June 2031". */
function stretchOf({ plain, ownPeriod }: Asking): string {
  const own = [...plain.matchAll(STRETCH)]
    .map(([text]) => text)
    .filter((text) => ownPeriod.split(" ").every((one) => text.includes(one)));
  const [only] = own;
  return only !== undefined && own.length === 1
    ? ` in the ${only}`
    : ` ${isFor(plain, ownPeriod) ? "for" : plain.includes(` in ${ownPeriod}`) ? "in" : prepositionOf(ownPeriod)} ${ownPeriod}`;
}

/** "revised for 2031": what is said in another year of that one. */
const isFor = (plain: string, period: string) => /^\d{4}$/.test(period) && plain.includes(` for ${period}`);

const STRETCH =
  /\b(?:(?:\w+ and )?(?:three|six|nine|twelve|\d{1,2})[ -](?:months?|weeks?)|(?:fiscal )?quarter|(?:fiscal )?year) end(?:ed|ing) [A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d\b/g;
const TELLING = /^(?:what did .* (?:say|judge|note|observe|report|conclude|argue) |how did .* describe )/i;
/** What asks for a time is not told it. */
const WHEN = /^when (?:did|was|were) /;
const HAS_TIME = /\b(?:months?|quarters?|years?|weeks?|decades?|period|season|since|(?:19|20)\d\ds?)\b/;
const HAS_YEAR = /(?:19|20)\d\d|\bFY ?\d\d\b/;

/** What was said as it can be asked for: without what is bracketed or only ties, and with the years of its months. */
export const aloneText = (text: string, period: string, context: Context) =>
  yearOfQuarter(
    datedText(withoutBrackets(text), context)
      .replace(TIES, "")
      .replace(/(?<=\b(?:Council|Committee|Board)) today\b/, "")
      .replace(/\s{2,}|[^\S ]/g, " ")
      .replace(/ ([,;?])/g, "$1")
      .trim(),
    period,
  );

/** Whether a question reads like one: its opening, its length, nothing that hangs, points elsewhere or is broken. */
export function isAskable(text: string, most = MOST_ASKED): boolean {
  const words = text.split(", according to ")[0]?.split(" ").length ?? 0;
  return (
    words >= LEAST_WORDS - 2 &&
    words <= most &&
    OPENING.test(text) &&
    !MARKS.test(text) &&
    !POINTING.test(text) &&
    !BROKEN.test(text.replace(/^what (?:is|was|are|were)/, "what")) &&
    (STRANDED.test(text) || (!HANGING.test(text) && !UNFINISHED.test(text)))
  );
}

/** With who says it and when: "…, according to the Rate Board in June 2031", "What did it say in June 2031 about …". */
function sourced(text: string, context: Context, source: string): string {
  const { period } = context;
  const names = (who: string) => text.toLowerCase().includes(who.replace(/^the /, "").toLowerCase());
  const isNamed = source === "" || names(source) || (/ minutes$/.test(source) && names(withoutMinutes(source)));
  const of = / minutes$/.test(source) ? "of" : "in";
  if (!isNamed)
    return `${text}, according to ${source}${period === "" || text.includes(period) ? "" : ` ${of} ${period}`}`;
  if (period === "" || text.includes(period)) return text;
  if (!HAS_YEAR.test(text)) {
    // What the Board says in May that it would do, it need not do in May.
    const isAhead = /^(?:will|would|could|can|should|must|when) /.test(text);
    const told = isAhead ? sourceOf("", context) : "";
    if (told !== "" && !names(told))
      return `${text}, according to ${told} ${/ minutes$/.test(told) ? "of" : "in"} ${period}`;
    // "Does the Board expect", now; what it expected in May is past.
    return `${text} ${isAhead || NOW.test(text) ? "as of" : "in"} ${period}`;
  }
  // Of a year one may speak in every month: which one is told beside the verb.
  const said = source === "" ? "" : `what did ${source} `;
  const verb = said !== "" && text.startsWith(said) ? /^\w+/.exec(text.slice(said.length))?.[0] : undefined;
  return verb ? text.replace(`${said}${verb}`, `${said}${verb} in ${period}`) : text;
}

const NOW = /^(?:does|do|is|are|has|have) |\bin recent (?:months|weeks|quarters)\b/;

/** With the period or the filing of a company, which its own name tells to be its. */
function filed(text: string, { claim }: Asking, context: Context): string {
  const company = context.company ?? "";
  const isNamed = text.toLowerCase().includes(company.toLowerCase());
  if (HAS_YEAR.test(text)) return isNamed ? text : `${text}, according to ${company}`;
  const filing = filingOf(context);
  if (WHEN.test(text) && filing !== "")
    return `${text}, according to ${isNamed ? "its" : `${company}${/s$/.test(company) ? "'" : "'s"}`} ${filing}`;
  if (filing === "" || (isAnnual(context.document) && claim.tense === "past" && claim.modal === "")) {
    const when = context.period === "" ? "" : ` in ${filing === "" ? "" : "fiscal "}${context.period}`;
    const dated = `${when === "" ? text : text.replace(/ (?:during|for|in|over) the (?:fiscal )?year$/, "")}${when}`;
    return isNamed ? dated : `${dated}, according to ${company}`;
  }
  if (text.startsWith(`what did ${company} `)) return `${text} in its ${filing}`;
  return `${text}, according to ${isNamed ? "its" : `${company}${/s$/.test(company) ? "'" : "'s"}`} ${filing}`;
}

/** "What did the Board say about a theme in June 2031?", "… in its July 2031 Form 10-Q?" */
export function toldOf(theme: string, period: string, context: Context): string {
  const source = sourceOf("", context);
  const asks = source === "" ? `What is said about ${theme}` : `What did ${source} say about ${theme}`;
  const own = period === "" || theme.includes(period) ? "" : ` ${prepositionOf(period)} ${period}`;
  const filing = context.company === undefined || own !== "" ? "" : filingOf(context);
  if (filing !== "") return `${asks} in its ${filing}?`;
  const when = own === "" && context.period !== "" ? ` in ${context.period}` : own;
  return `${asks}${when}?`;
}

/** "for 2031/32", "in the second quarter of 2031", "in the six months to June 2031", "in the early 1990s". */
export const prepositionOf = (period: string) =>
  /^\d{4}\/\d\d$/.test(period)
    ? "for"
    : /^(?:first|second|third|fourth|final|last) | quarter$|^(?:\w+ (?:weeks|months)|year) to |\d0s$/i.test(period)
      ? "in the"
      : "in";

/** "this year" of a dated report as its year; "this month" is the one in which it is said. */
function withYears(text: string, { period, company }: Context): string {
  if (!/year|month|[QH][1-4]/.test(text)) return text;
  const [, month = "", year = ""] = /^([A-Z][a-z]+) ((?:19|20)\d\d)$/.exec(period) ?? [];
  if (company !== undefined || month === "") return text;
  return text
    .replace(/,? (?:earlier )?this month\b(?!['’])(?: \[[^\]]*\])?/, "")
    .replace(/(?: in)? this year\b(?!['’])/, ` in ${year}`)
    .replace(/(?<!\b(?:the|past|over))(?: in)? last year\b(?!['’])/, ` in ${Number(year) - 1}`)
    .replace(/(?<!\d{4} ?)\b([QH])([1-4])\b(?! ?(?:of |FY)?\d)/, (whole, part: string, count: string) => {
      const start = (Number(count) - 1) * (part === "Q" ? 3 : 6);
      const isAhead = /\b(?:will|would|could|may|might|should|likely|expect\w*|forecast|project\w*)\b/.test(text);
      return `${whole} ${isAhead || start <= MONTHS.indexOf(month) ? year : Number(year) - 1}`;
    });
}

/** "in December" with its year. */
function datedText(text: string, context: Context): string {
  const dated = withYears(text, context).replace(/\b(?:so far |earlier |later )?in (\d{4}) in \d{4}/g, "in $1");
  if (/(?:19|20)\d\d/.test(dated)) return dated;
  const month = monthBefore(dated, context);
  const name = month.split(" ")[0];
  return name ? dated.replace(new RegExp(`\\b${name}\\b`), month) : dated;
}
