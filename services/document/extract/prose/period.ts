import { MONTHS } from "#kit/months.ts";
import type { Span } from "../../parse/parsed-document.ts";
import type { Context } from "../context.ts";

const MONTH = `(?:${MONTHS.join("|")})`;
const YEAR = "(?:19|20)\\d\\d";

const PERIODS = [
  new RegExp(`\\b(${MONTH})(?: \\d{1,2},)? (${YEAR})\\b(?! (?:bonds?|notes?|futures|contracts?)\\b)`),
  new RegExp(
    `\\b(?:first|second|third|fourth|final|last) (?:fiscal )?(?:quarter|half) (?:of )?(?:the )?(?:fiscal )?(?:year )?${YEAR}\\b`,
    "i",
  ),
  new RegExp(`\\b(?:first|last) (?:\\w+) months of (?:fiscal )?${YEAR}\\b`, "i"),
  // "Q1 2031-32": of a business year.
  new RegExp(`\\bQ[1-4] (?:of )?(?:FY ?)?${YEAR}[/–-]\\d\\d\\b`),
  /\b(?:Q[1-4]|H[12])[ -]?(?:of )?(?:FY)?(?:20)?\d\d\b/,
  /\b[1-4]Q(?:20)?\d\d\b/,
  // "Quarter 2 (Apr to June) 2031"
  new RegExp(`\\bQuarter ([1-4]) (?:\\([^()]{3,24}\\) )?(${YEAR})\\b`),
  /\b20\d\d ?(?:Q[1-4]|H[12])\b/,
  new RegExp(`\\bfiscal (?:year )?${YEAR}\\b`, "i"),
  new RegExp(`\\b${YEAR}[/–-]\\d\\d(?:\\d\\d)?\\b`),
  // "the 2031 Notes" are dated by their end, "its 2031 general rate case" by when it was begun.
  new RegExp(
    `(?<!between )\\b${YEAR} and ${YEAR}\\b|\\b${YEAR}\\b(?! (?:\\p{L}+ )?(?:Notes?|Bonds?|Plans?|Acts?|Agreements?|Program|Authorization|Indenture|rate cases?)\\b)`,
    "u",
  ),
  /(?<=\b(?:in|during|by|of|over|throughout) the )(?:(?:early|mid|late)[ -])?(?:19|20)\d0s\b/i,
];
/** "the April 2031 through June 2031 period", "the April 2031 to May 2031 change" */
const MONTHS_OF = new RegExp(
  `\\b[Tt]he (${MONTH}) (${YEAR}) (?:to|through) (${MONTH}) (${YEAR}) (?:percent )?(?:period|change)\\b`,
);
/** "in 2012, 2019, and 2031" */
const LISTED = new RegExp(`(?<!${YEAR}, )\\b${YEAR}, (?:${YEAR}, )*and ${YEAR}\\b`);
/** "in the December 2031 projections": another document. */
const EDITION = new RegExp(
  `\\b(?:${MONTH}) (?:${YEAR} )?(?:Summary|SEP|Report|Bulletin|WASDE|staff|(?:\\w+ )?(?:projections?|forecasts?|survey))\\b`,
  "g",
);
/** "the 2015-24 average" is compared with. */
const BASE = new RegExp(`\\b${YEAR}(?:[/–-]\\d{2,4})? (?:average|baseline|peak|base|levels?|dollars)\\b`, "gi");
/** Of "over July and August", "between July and August", "in the three months to August" the last; of "in August and rose" August. */
const BARE_MONTH = new RegExp(
  `\\b(?<!\\b(?:levels?|peaks?|events) )(?:in|end(?:ing|ed)(?: in)?|through|for|since|of|over|during|between(?= ${MONTH} and )|(?:months|quarter|year) to|on \\d{1,2}) (?:both |early |late |mid-)?(?:${MONTH} (?:and|to|through) (?:early |late |mid-)?)?(${MONTH})\\b(?! (?:\\d|Report|Bulletin|minutes|meeting|projections?|(?:and|or|to|through) (?:(?:in|early|late|mid-|the|of) ?)*(?:${MONTH}|first|second|third|fourth|\\d)))`,
);
/** "rose to the top of its range on September 16" */
const BARE_DAY = new RegExp(`\\b[Oo]n (${MONTH}) \\d{1,2}\\b(?!,? (?:19|20)\\d\\d| ?[-–/]| (?:meeting|report))`);
/** "in the first half of the year", "over the second half of this year" */
const BARE_HALF =
  /\b(?:in|for|over|during|through) the (first|second) half(?: of (?:the|this) year)?\b(?!['’]| (?:\d|\[|to\b|of\b))/i;
/** "the October coal price", but not "the October jobs report", "the June rate cut", "the September staff projections". */
const OPENS_WITH_MONTH = new RegExp(
  `^[Tt]he (${MONTH}) (?!(?:\\p{L}+ )*?(?:reports?|meetings?|minutes|projections?|forecasts?|survey|quarter|release|decision|outlook|statement|baseline|cut|hike|increase)\\b)(?:(?:CPI|PCE|PPI|HICP|PMI)|\\p{Ll}+)\\b`,
  "u",
);

/** "in October" of "the October coal price averaged 90 dollars"; empty where it opens with no such month. */
export const openingMonth = (text: string): string => {
  const month = OPENS_WITH_MONTH.exec(text)?.[1];
  return month === undefined ? "" : `in ${month}`;
};

/** The most precise period with a year that a text names, or empty: "June 2023", "second quarter of 2023", "2023". */
export function periodIn(text: string): string {
  const [, first = "", of = "", last = "", year = ""] = MONTHS_OF.exec(text) ?? [];
  if (last !== "") return of === year ? `${first}–${last} ${year}` : `${last} ${year}`;
  const [listed = ""] = LISTED.exec(text) ?? [];
  // A filing names the last year first.
  if (listed !== "" && listed.slice(0, 4) < listed.slice(-4)) return listed;
  for (const pattern of PERIODS) {
    const found = pattern.exec(text);
    if (found) return found[1] && found[2] ? `${found[1].replace(/^\d$/, "Q$&")} ${found[2]}` : found[0];
  }
  return "";
}

/** A period that something is only measured against: "compared with 2021", "up from March 2020", "since June 2023". */
const COMPARED = new RegExp(
  `\\b(?:compared (?:to|with)|relative to|as against|versus|than(?: in)?|from|since|prior to|until|beyond|after|before|due(?: in)?|in line with|as in|(?<!\\bat the )end of|between|(?:expir|matur)\\w+(?: (?:in|on|between|through|at))?) (?:the |its |their |early |late |mid[ -]|\\w+ (?:months|weeks) end(?:ed|ing) (?:in )?|(?:middle|start|beginning|turn|spring|summer|autumn|fall|winter) of |(?:rapid|strong|weak|high|low|slow|subdued|elevated|record) |fiscal |year |same period (?:of|in) |levels? (?:of|in) |(?:${MONTH}|first|second|third|fourth|quarter|half|of|in|ended|\\d{1,2},?) ){0,6}${YEAR}`,
  "gi",
);

/** "expire between 2031 and 2040": when what is told of ends. */
const ENDING = new RegExp(`\\b(?:expir|matur)\\w+ between ${YEAR} and ${YEAR}`, "g");

/** "levels last seen in late 2031", "above those prevailing in May": the measure that something is held against. */
const SEEN = new RegExp(
  `\\b(?:levels?|rates?|pace|peaks?|highs?|lows?|those|ranges?|changes|increases?|declines?|gains|growth|averages?) (?:(?!and |but )[\\p{L}-]+ ){0,5}?(?:seen|prevailing|reached|recorded|observed|registered|experienced) (?:in|during|since|around|between|over|at the (?:start|end|beginning) of) [^,;.]{0,30}?(?:${YEAR}|${MONTH})(?: ${YEAR})?`,
  "gu",
);

/** "according to the schedule announced in December": when that was. */
const ANNOUNCED = new RegExp(
  `\\b(?:schedule|plans?|measures|agreement|tariffs|package|program|decision|projections?|sanctions|budget|policy|policies) (?:that were |that was )?(?:announced|published|released|outlined|adopted|agreed|unveiled|described) (?:in|on) (?:early |late )?${MONTH}(?: \\d{1,2})?(?:,? ${YEAR})?`,
  "g",
);

/** "last year's [2031] shift": when that was, not what is said of it. */
const LAST_YEARS = new RegExp(`\\b(?:(?:last|previous) year['’]s(?: \\[${YEAR}\\])?|${YEAR}['’]s)`, "gi");

/**
 * The period that a clause speaks of, never one that it only compares with; empty where it names none. A bare month of one
 * that looks back is the last of that name before the document's date, which is how dated reports write.
 */
export function periodOfClause(text: string, context: Context, looksBack: boolean): string {
  if (!MAY_DATE.test(text)) return "";
  const own = withoutCompared(
    text.replace(SPAN, "in $1–$2").replace(THROUGH, "in $1–$2").replace(YEAR_FIRST, "$2 of $1"),
  );
  return periodIn(own) || (looksBack ? latest(own, context) : "");
}

/** "between 1986 and 1999", "From 1986 to 1999" in front of its sentence: over the whole of that, but for what ends then. */
const SPAN = new RegExp(`(?<!\\b(?:expir|matur)\\w+ )(?:\\b[Bb]etween|^From) (${YEAR}) (?:and|to) (${YEAR})\\b`, "g");

/** "the 2031 third quarter" */
const YEAR_FIRST = new RegExp(`\\b(${YEAR}) ((?:first|second|third|fourth)[ -](?:quarter|half))\\b`, "gi");

/** "from the end of the strike in mid-1986 through late 1999": over all of that. */
const THROUGH = new RegExp(
  `\\bfrom (?:the [\\p{L} ]{3,50} )?(?:in )?(?:early |late |mid-)?(${YEAR}) through (?:early |late |mid-)?(${YEAR})\\b`,
  "gu",
);

/** Without one of these a text names no period. */
const MAY_DATE = new RegExp(`\\d|quarter|half|${MONTHS.join("|")}`, "i");

/** " from 101% at the last valuation in March 2030" */
const BEFORE =
  / from [^\s,;]*\d\S*(?: (?:per ?cent|million|billion|percentage points|basis points))? (?:at|in|on|during) (?:the |its |their )?(?:last|previous|prior|preceding|end|start|beginning|time)\b[^,;]*/g;

/** "following the loss of a patent in March 2030": when that was, not what followed. */
const FOLLOWED = new RegExp(
  `\\b(?:following|after) (?:the|an?|its|their) (?:[\\p{L}’'-]+ ){1,6}(?:in|on) (?:early |mid-|late )?(?:${MONTH} )?(?:\\d{1,2},? )?${YEAR}`,
  "gu",
);

/** A text without the times that it only compares with. */
export const withoutCompared = (text: string) =>
  text
    .replace(/\b(?:compared (?:to|with)|versus)\b.*$/s, " ")
    // "rose faster than sales in the third quarter": both of that quarter.
    .replace(
      /\b(faster|slower|more (?:slowly|quickly|strongly|sharply)) than (?:(?!its|their|the|those|that|in|over|during|at|of)[\p{L}]+ ){1,3}(?=(?:in|over|during) the )/gu,
      "$1 ",
    )
    // "more strongly than its pace in 2031", but "more than doubled in 2031", "higher than expected for 2031"
    .replace(
      /(?<!\b(?:more|less|rather|other)) than (?!\d|expected|previously|anticipated|forecast|projected)(?:[^,;]|(?<=[A-Z][a-z]+ \d{1,2}), (?=\d{4}))*/g,
      " ",
    )
    // "rose to 108% from 101% at the last valuation in March 2030": when it was what it no longer is.
    .replace(BEFORE, " ")
    .replace(FOLLOWED, " ")
    // "from $4 million in 2030 to $5 million in 2031"
    .replace(/\bfrom (?:(?! to )[^,;]){1,60}(?:19|20)\d\d (?=to )/g, " ")
    .replace(
      /\b(?:from|than|since|on) (?:the same (?:month|quarter|period) (?:of |in )?)?(?:last|the (?:previous|prior)) (?:month|quarter|year)(?: \[[^\]]*\])?/g,
      " ",
    )
    // "was 33 percent below its peak of 4.7 trillion in May 2031"
    .replace(
      /\b(?:below|above|than) (?:its|their|the|a) (?:\w+ )?(?:peaks?|highs?|lows?|troughs?) of [^,;]{1,40}?(?:19|20)\d\d/g,
      " ",
    )
    // "declined from their peak last year [2031]"
    .replace(
      /\b(?:from|off) (?:its|their|the) (?:[\p{L}-]+ )?(?:peaks?|highs?|lows?|troughs?)(?= (?:in|of|reached|last|seen|hit)\b)[^,;]{1,30}?(?:19|20)\d\d\]?/gu,
      " ",
    )
    // "slowed from the unusually high growth rates of 2031"
    .replace(
      /\bfrom (?:the|its|their) (?:[\p{L}-]+ ){1,4}(?:rates?|pace|levels?|growth|gains) (?:of|in|seen in) (?:19|20)\d\d/gu,
      " ",
    )
    // "were outperforming the same ports last year [2031]"
    .replace(/\b(?:out|under)perform\w* [^,;]{0,40}?\b(?:last|the (?:previous|prior)) year(?: \[\d{4}\])?/g, " ")
    // "Following a slowdown in 2031, activity increased"
    .replace(
      /^(?:[Ff]ollowing|[Aa]fter) (?:an? |the )?(?:[\p{L}-]+ ){1,4}in (?:\p{Lu}?\p{L}+ )?(?:19|20)\d\d(?=,)/gu,
      " ",
    )
    // "to 3.8 percent, from 4.1 percent in the last quarter of 2031"
    .replace(
      /\b(?:from|after|following) (?:an? )?[-–−]?\d[^,;]{0,30}? in (?:(?:(?! to \d)[^,;]){0,30} )?(?:19|20)\d\d/g,
      " ",
    )
    // "fell back after rising late in 2031"
    .replace(/\bafter (?:\w+ )?\w+ing\b[^,;]*/g, " ")
    // What is the document's present anyway.
    .replace(/\bthis month \[[^\]]*\]/g, " ")
    .replace(LAST_YEARS, " ")
    .replace(ENDING, " ")
    .replace(SEEN, " ")
    .replace(ANNOUNCED, " ")
    // "Since the runoff began in June 2031, holdings had fallen": up to now.
    .replace(/^since [^,;]{0,80},/i, " ")
    .replace(COMPARED, " ")
    .replace(EDITION, " ")
    .replace(BASE, " ");

/** "in December" with its year, where the document's date tells it; else empty. */
export function monthBefore(text: string, context: Context): string {
  const period = latest(text, context);
  return MONTHS.includes(period.split(" ")[0] ?? "") && !period.endsWith("quarter") ? period : "";
}

/** The same also of "in the third quarter": the last of that name before the document's date. */
function latest(text: string, { period }: Context): string {
  const [ownMonth, ownYear] = period.split(" ");
  if (!ownMonth || !ownYear || AHEAD.test(text) || isPlanned(text)) return "";
  const own = MONTHS.indexOf(ownMonth);
  const yearOf = (month: number) => (month <= own ? Number(ownYear) : Number(ownYear) - 1);
  // "from 4 percent in January to 3.7 percent in August": August.
  const said = text
    .replace(/\bfrom [^,;]{1,60}? (?=to )/g, " ")
    .replace(/\b(?:from|since|than|before|until|after|versus|compared with|relative to)\b[^,;]{0,80}/gi, " ");
  const named = (BARE_MONTH.exec(said) ?? BARE_DAY.exec(said))?.[1];
  const quarter = BARE_QUARTER.exec(said);
  if (!named && !quarter) return halfOf(said, own, Number(ownYear));
  const nth = quarter?.[3] ? ORDINALS[Number(quarter[3]) - 1] : quarter?.[1]?.toLowerCase();
  const first = nth ? ORDINALS.indexOf(nth) * 3 : -1;
  const month = named ? MONTHS.indexOf(named) : quarter?.[2] ? MONTHS.indexOf(quarter[2]) : first;
  const year = yearOf(month);
  if (!Number.isInteger(year) || month < 0 || own < 0) return "";
  // "On 31 July, the stock was …" tells what has been.
  if (named && month > own && month - own <= SOON && !/^on \d/i.test(text)) return "";
  if (named) return `${named} ${year}`;
  return nth ? `${nth} quarter of ${year}` : `${quarter?.[2]} ${year} quarter`;
}

/** A month without a year that begins so many months behind the document's is the coming one, and not that of the year before. */
const SOON = 3;

/** "first half of 2031" of a half that has begun by then. */
function halfOf(said: string, own: number, year: number): string {
  const nth = BARE_HALF.exec(said)?.[1]?.toLowerCase() ?? "";
  // In January and February one looks back at the year before.
  const began = nth === "second" ? SECOND_HALF : 2;
  if (nth === "" || !Number.isInteger(year) || own < 0 || (nth === "first" && own < began)) return "";
  return `${nth} half of ${own < began ? year - 1 : year}`;
}
const SECOND_HALF = 6;

/** What is said of times to come. */
export const AHEAD = /\b(?:will|would|expect\w*|forecast|project\w*|next|coming)\b/i;
/** "decided to begin in June": what was decided is yet to come. */
export const isPlanned = (text: string) => PLANNED.test(text);
const PLANNED =
  /\b(?:plan(?:s|ned)?|decid(?:es?|ed)|decision|intend(?:s|ed)?|agreed?|direct(?:s|ed)|votes?|voted|prefer(?:s|red)?|ready|scheduled|set) (?:\w+ )?to (?!note|acknowledge|state|say)|\b[Bb]eginning (?:in|on)\b/;
const ORDINALS = ["first", "second", "third", "fourth"];
const BARE_QUARTER = new RegExp(
  `\\b(?:in|for|over|during|through|(?:year|quarters) to) (?:the (?:(first|second|third|fourth)|(${MONTH})) quarter\\b(?! of(?! the year\\b))|Q([1-4])\\b(?! ?\\d))`,
  "i",
);

const MOST_READ = 6000;
const ENDED = new RegExp(
  `\\b(?:three months|quarter|quarterly period|(?:12|13|14|sixteen|twelve|thirteen|fourteen) weeks) ended:?\\s{1,20}(${MONTH})\\s{1,20}\\d{1,2},\\s{1,20}(${YEAR})`,
  "i",
);

/** "June 2031 quarter" of a quarterly report, where its first pages name the quarter; else empty: then its year tells enough. */
export function reportedPeriod(text: string): string {
  const released = releasedIn(text) ?? releasedIn(text.slice(0, MOST_OPENING).replace(YEAR_FIRST, "$2 of $1"));
  const [, nth = "", fiscal = "", year = ""] = released ?? [];
  if (released) return `${nth.toLowerCase()} quarter of ${fiscal.trimStart().toLowerCase()}${year}`;
  const ended = endedIn(text);
  return ended ? `${ended[1]} ${ended[2]} quarter` : "";
}

/** The same of what a company's report is called: "Harlow Q3 2031 Earnings Call". Of a fourth quarter one also reports the year. */
export function titledPeriod(title: string): string {
  const [, word, fiscal, digit, ofFiscal, year = ""] = TITLED.exec(title.replace(YEAR_FIRST, "$2 of $1")) ?? [];
  const nth = word?.toLowerCase() ?? ORDINALS[Number(digit) - 1];
  return nth === undefined ? "" : `${nth} quarter of ${(fiscal ?? ofFiscal) ? "fiscal " : ""}${year}`;
}
const TITLED = new RegExp(
  `\\b(?:(first|second|third)[ -]quarter(?: of)?( fiscal)?(?: year)?|F?Q([1-3])(?: ?(FY|fiscal))?) ?(${YEAR})\\b(?=.*\\b(?:results|earnings|call)\\b)`,
  "i",
);

/** Where it names that quarter. */
export function reportedAt(text: string): Span | undefined {
  const found = releasedIn(text) ?? endedIn(text);
  return found && { start: found.index, end: found.index + found[0].length };
}

const releasedIn = (text: string) => RELEASED.exec(text.slice(0, MOST_OPENING)) ?? undefined;

/** Of a year one reports its quarters too. */
function endedIn(text: string) {
  const head = text.slice(0, MOST_READ);
  return /\b10-K\b/.test(head) ? undefined : (ENDED.exec(head) ?? undefined);
}

/** Of a fourth quarter one also reports the year. */
const RELEASED = new RegExp(
  `\\b(?:reports|announces|announced)\\b[^.]{0,60}?\\b(first|second|third)[ -]quarter(?: of)?( fiscal )?(?: year)? ?(${YEAR})\\b`,
  "i",
);
const MOST_OPENING = 2500;

/**
 * The quarter or business year that the innermost heading names that names one; else empty. "Second Quarter Highlights" is
 * the quarter that is `reported`, where that is the second.
 */
export function periodOfHeadings(headings: readonly string[], reported: string): string {
  for (const heading of headings.toReversed()) {
    const bare = /^(?:GAAP |financial )?(first|second|third)[ -]quarter(?: \p{L}+){0,4}$/iu
      .exec(heading)?.[1]
      ?.toLowerCase();
    if (bare && reported.startsWith(`${bare} quarter`) && !/\b(?:outlook|guidance)\b/i.test(heading)) return reported;
    const short = OF_QUARTER.exec(heading)?.[0];
    if (short) return short;
    const found =
      /\b((?:first|second|third|fourth)[ -]quarter)(?: of)?( fiscal)?(?: year)? ((?:19|20)\d\d)\b(?!.{0,40}\b(?:outlook|guidance))/i.exec(
        heading,
      );
    const whole =
      /\b(?:full[ -]year|fiscal year|year)(?: of)? (fiscal )?((?:19|20)\d\d)\b/i.exec(heading) ??
      YEARS_COMPARED.exec(heading);
    if (!found && whole) return `fiscal ${whole[2]}`;
    if (found)
      return `${(found[1] ?? "").toLowerCase().replace("-", " ")} of${(found[2] ?? "").toLowerCase()} ${found[3]}`;
  }
  return "";
}

/** "Q4 FY31" of "Ferries Segment Q4 FY31 Results", but for what is expected of one. */
const OF_QUARTER = /\bQ[1-4] FY ?\d\d\b(?=(?: \p{L}+)* Results$)/u;

/** "Fiscal 2031 compared to fiscal 2030": what stands below is told of the first. */
const YEARS_COMPARED =
  /^(fiscal )(?:year )?((?:19|20)\d\d) (?:compared (?:to|with)|versus) (?:fiscal )?(?:year )?(?:19|20)\d\d$/i;

const OLD = /\b(?:18|19)\d\d|\b20[012]\d/;
/** "(Ashdown 2019)", "(1982-84=100)": when somebody wrote of it, and what an index is told by. */
const ASIDE = /\((?:\p{Lu}[^()]*\d{4}[a-z]?|[^()]*= ?100)\)/gu;
/** What a meeting speaks of in the past is its own time. */
const OF_A_MEETING = /\b(?:minutes|meeting|account|statement)\b/i;
/** What is told of so many years before its document is no news of it. */
const LONG_AGO = 6;

/** Whether a paragraph of a dated report has named years so far, and none but such as are long past. */
export function isOfThePast(said: string, { company, year, document }: Context): boolean {
  if (company !== undefined || year === undefined || !OLD.test(said) || OF_A_MEETING.test(document)) return false;
  const years = withoutCompared(said.replace(ASIDE, " ")).match(/\b(?:18|19|20)\d\d/g) ?? [];
  return years.length > 0 && Math.max(...years.map(Number)) <= year - LONG_AGO;
}

/** Whether a text is a company's release of a quarter that is not its year's last, and of nothing longer. */
export function isOfQuarter(text: string): boolean {
  const opening = text.slice(0, MOST_OPENING);
  return (
    RELEASES.test(opening) && !/\b(?:year[- ]to[- ]date|full[- ]year \d{4} results|fourth[ -]quarter)\b/i.test(opening)
  );
}
const RELEASES = /\b(?:reports|announces|announced)\b[^.]{0,80}?\b(?:first|second|third)[ -]quarter\b/i;

/** What a quarter made, and not what there is or will be. */
const MADE =
  /\b(?:was|were|rose|fell|grew|increased|decreased|declined|totaled|returned|generated|(?:during|for|in|over) the quarter|(?:of \$[^,;]{1,24} (?:up|down)))\b/i;
const NOT_OF_A_QUARTER =
  /\b(?:will|cash and|debt|balances?|outstanding|authoriz\w+|remain\w+|backlog|declared|employees|stores|(?:six|nine|twelve|\d+) months|year[- ]to[- ]date|first half|as of|acqui\w+)\b/i;
const OF_ANOTHER_TIME =
  /\b(?:guidance|outlook|year|six|nine|months|fiscal|dividends?|forward|about|call|webcast|definitions?|measures?|notes?|reconciliation)\b/i;

/** The quarter that a release is of, over a figure of it that names none; else empty. */
export const quarterOver = (text: string, reported: string, headings: readonly string[]): string =>
  reported !== "" &&
  MADE.test(text) &&
  !NOT_OF_A_QUARTER.test(text) &&
  !headings.some((heading) => OF_ANOTHER_TIME.test(heading))
    ? reported
    : "";
