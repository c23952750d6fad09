import { MONTHS } from "#kit/months.ts";
import { asName, MEASURE_NOUN } from "./table-subject.ts";

/** What a column's name says of its figures. Undefined kinds do not exist: a name that cannot be read has no meaning. */
export interface ColumnMeaning {
  /**
   * `during`: a stretch of time. `at`: a day. `change`: how far the columns before it lie apart. `measure`: what is
   * measured, where the row says of whom. `category`: whose figure it is. `total`: that of all categories. `votes`: those
   * for or against the nominee that the row names. `rise`: how much it changed between two months. `revised`: what is put
   * in place of an earlier forecast, and that forecast. `average`: that of a month, and its changes.
   */
  kind: "rise" | "revised" | "average" | "during" | "at" | "change" | "measure" | "category" | "total" | "votes";
  /** What follows a figure: "in the three months ended June 30, 2023", "at June 30, 2023"; of a measure its name. */
  phrase: string;
  /** The same for columns that differ only in their year. */
  stem: string;
  /** What the table says of how sure its figures are. */
  certainty?: "estimated" | "projected";
  /** Of a change between two months: how many lie between them, and whether it is seasonally adjusted. */
  months?: number;
  isAdjusted?: boolean;
  /** Grows with the day on which it ends, where one is named. */
  order?: number;
}

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const YEAR = "(?:19|20)\\d\\d";
const DAY = `${MONTH} \\d{1,2}(?:, ?| )${YEAR}|\\d{1,2} ${MONTH} ${YEAR}|\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d\\d)|\\d{1,2}\\.\\d{1,2}\\.${YEAR}`;
const COUNT =
  "(?:one|two|three|four|six|nine|twelve|thirteen|fourteen|twenty-six|thirty-nine|fifty-two|fifty-three|\\d{1,2}|first|second|third|fourth)";

const ENDED = new RegExp(
  `^(?:for )?(?:the )?((?:${COUNT}[ -](?:fiscal )?(?:months?|weeks?|quarters?)(?: period)?|fiscal years?|years?|quarters?))[ ,-]{1,2}(?:ended|ending),? (${DAY})$`,
  "i",
);
const SPAN_OF_YEAR = new RegExp(`^((?:three|six|nine|twelve) months|full year|year[- ]to[- ]date),? (${YEAR})$`, "i");
const QUARTER = new RegExp(`^(first|second|third|fourth)[ -]quarter,? (?:of )?((?:fiscal )?(?:FY)?${YEAR})$`, "i");
/** The year over "Q1", "Six Months" and "Full Year". */
const YEAR_FIRST = new RegExp(`^(${YEAR}) (Q[1-4]|(?:three|six|nine|twelve) months|full year)$`, "i");
const SHORT_QUARTER = /^((?:Q[1-4]|[1-4]Q|H[12]|[12]H)[ -]?(?:FY)? ?(?:20)?\d\d|FY ?(?:20)?\d\d)$/i;
const DATE = new RegExp(`^(?:as of |as at |at )?(${DAY})$`, "i");
const MONTH_YEAR = new RegExp(`^(${MONTH}) (${YEAR})$`, "i");
const BARE_YEAR = new RegExp(`^(?:(fiscal)(?: years?)? |years? )?(${YEAR})$`, "i");
const YEAR_END = new RegExp(`^(fiscal )?year[- ]end (${YEAR})$`, "i");
const MARKED_YEAR = new RegExp(`^(${YEAR})([efp])$`, "i");
const SEASON = new RegExp(
  `^(${YEAR}(?:/\\d\\d(?:\\d\\d)?)?) ?\\(?(E ?st|Estimated?|Proj|Projected|Prel|Preliminary|Forecast|Actual)?\\b\\.?\\)?(?: (${MONTH}))?$`,
  "i",
);
/** A month over a season: when its figures were given. */
const SEASON_OF_MONTH = new RegExp(`^(${MONTH}) (${YEAR}/\\d\\d)$`, "i");
const RISE = new RegExp(
  `^(unadjusted |seasonally adjusted )?percent change (${MONTH}) (${YEAR}) to (${MONTH}) (${YEAR})$`,
  "i",
);
const CHANGE =
  /^(?:(?:percent(?:age)?|%|\$|dollar|total|net|reported) ?)?(?:change|increase|decrease|increase ?\/ ?\(?decrease\)?|variance|growth)(?: ?\(%\))?$/i;
const PERIOD_CHANGE =
  /^.{3,60} (?:(?:percent(?:age)?|%|\$) ?)?(?:change|increase|increase ?\/ ?\(?decrease\)?|variance)$/i;
/** What statistics of goods measure, by its letters alone: converters lose and win spaces. */
const MEASURES = new Map(
  (
    "beginning stocks|ending stocks|opening stocks|closing stocks|stocks|production|output|imports|exports|total supply|supply|trade|" +
    "total use|use|total utilization=total use|utilization=use|domestic=domestic use|domestic use|domestic feed=domestic feed use|feed=feed use|food=food use|crush|" +
    "domestic crush|domestic total=total domestic use|total domestic=total domestic use|domestic consumption|total consumption|consumption|" +
    "food use dom. cons.=domestic food use|industrial dom. cons.=domestic industrial use|" +
    "area harvested|area planted|yield|loss"
  )
    .split("|")
    .map((entry): [string, string] => {
      const [words = "", said = words] = entry.split("=");
      return [words.replace(/[ .]/g, ""), said];
    }),
);
const VOTES = new Map([
  ["for", "votes for"],
  ["against", "votes against"],
  ["withheld", "votes withheld"],
  ["abstain", "abstentions"],
  ["abstained", "abstentions"],
  ["abstentions", "abstentions"],
  ["broker non-votes", "broker non-votes"],
]);
const TOTAL = /^(?:total|consolidated|totals|all|worldwide(?: total)?|total company)$/i;

/** Reads a column's name; undefined where it does not say what its figures are. */
export function readColumn(name: string): ColumnMeaning | undefined {
  const words = plain(name);
  if (words === "") return undefined;
  return readRise(words) ?? readTime(words) ?? readOther(words, withoutMarks(name));
}

/** Reads the names of columns that stand side by side: "Domestic" beside "International" is a part, and no use of goods. */
export function readColumns(names: readonly string[]): (ColumnMeaning | undefined)[] {
  const meanings = names.map(readColumn);
  const isOfParts = meanings.some((meaning) => meaning?.kind === "category");
  return meanings.map((meaning, at) =>
    isOfParts && /^domestic$/i.test(names[at] ?? "")
      ? { kind: "category", phrase: `for ${names[at]}`, stem: "" }
      : meaning,
  );
}

/** "seasonally adjusted percent change, Jun. 2031 to Jul. 2031". */
function readRise(words: string): ColumnMeaning | undefined {
  const found = RISE.exec(words);
  if (!found) return undefined;
  const [, adjusted = "", month = "", year, other = "", otherYear] = found;
  const orderOf = (name: string, of: string | undefined) => Number(of) * 12 + MONTHS.indexOf(fullMonth(name));
  const order = orderOf(other, otherYear);
  const phrase = `from ${fullMonth(month)} ${year} to ${fullMonth(other)} ${otherYear}`;
  const isAdjusted = /^seasonally/i.test(adjusted);
  return { kind: "rise", phrase, stem: "", order, months: order - orderOf(month, year), isAdjusted };
}

function readTime(name: string): ColumnMeaning | undefined {
  const words = name.replace(YEAR_FIRST, "$2 $1");
  const ended = ENDED.exec(words);
  if (ended?.[1] && ended[2]) {
    const stretch = ended[1].toLowerCase().replace(/^(fiscal )?(year|quarter)s$/, "$1$2");
    return time("during", `in the ${stretch} ended ${titled(ended[2])}`);
  }
  const span = SPAN_OF_YEAR.exec(words);
  // A year's "six months" are its first.
  if (span?.[1] && span[2])
    return time(
      "during",
      `in the ${span[1]
        .toLowerCase()
        .replace(/^(?=three|six|nine)/, "first ")
        .replace("year-to-date", "year to date")} of ${span[2]}`,
    );
  const quarter = QUARTER.exec(words);
  if (quarter?.[1] && quarter[2])
    return time("during", `in the ${quarter[1].toLowerCase()} quarter of ${quarter[2].replace(/^FY/i, "fiscal ")}`);
  const short = SHORT_QUARTER.exec(words);
  if (short?.[1]) return time("during", `in ${short[1].toUpperCase()}`);
  const date = DATE.exec(words);
  if (date?.[1]) return time("at", `at ${titled(date[1])}`);
  const month = MONTH_YEAR.exec(words);
  if (month?.[1] && month[2]) return time("during", `in ${titled(month[1])} ${month[2]}`);
  const year = BARE_YEAR.exec(words);
  if (year?.[2]) return time("during", `in ${year[1] ? "fiscal " : ""}${year[2]}`);
  const end = YEAR_END.exec(words);
  if (end?.[2]) return time("at", `at the end of ${end[1] ? "fiscal " : ""}${end[2]}`);
  const marked = MARKED_YEAR.exec(words);
  if (marked?.[1])
    return { ...time("during", `in ${marked[1]}`), certainty: /e/i.test(marked[2] ?? "") ? "estimated" : "projected" };
  const given = SEASON_OF_MONTH.exec(words);
  if (given?.[1] && given[2]) {
    const phrase = `for ${given[2]} (${fullMonth(given[1])} estimate)`;
    return { ...time("during", phrase), stem: "for ", certainty: "estimated" };
  }
  const season = SEASON.exec(words);
  if (!season?.[1]) return undefined;
  const word = season[2]?.replace(" ", "").toLowerCase() ?? "";
  const certainty = word.startsWith("e") ? "estimated" : /^(?:proj|forecast)/.test(word) ? "projected" : undefined;
  // A month alone would be taken for the period: it is the month of the projection.
  if (season[3] && !certainty) return undefined;
  const sure = certainty === "projected" ? "projection" : "estimate";
  const which = season[3] ? ` (${fullMonth(season[3])} ${sure})` : "";
  const phrase = `${season[2] || season[1].includes("/") ? "for" : "in"} ${season[1]}${which}`;
  return { ...time("during", phrase), ...(certainty ? { certainty } : {}) };
}

function readOther(words: string, whole: string): ColumnMeaning | undefined {
  if (/^change, (?:19|20)\d\d/.test(words) || CHANGE.test(words) || PERIOD_CHANGE.test(words)) {
    const isShare = /%|percent/i.test(words);
    return { kind: "change", phrase: isShare ? "percent" : "", stem: "" };
  }
  if (TOTAL.test(words)) return { kind: "total", phrase: "in total", stem: "" };
  const votes = VOTES.get(words.toLowerCase().replace(/^votes (?=\w)/, ""));
  if (votes !== undefined) return { kind: "votes", phrase: votes, stem: "" };
  const measure = MEASURES.get(words.toLowerCase().replace(/[^a-z]/g, ""));
  if (measure !== undefined) return { kind: "measure", phrase: measure, stem: "" };
  // Beside the names of other columns it names what they leave.
  if (REST.test(words)) return { kind: "category", phrase: `for “${words}”`, stem: "" };
  if (/^(?:non-?)?current$/i.test(words)) return { kind: "category", phrase: words.toLowerCase(), stem: "" };
  const level = LEVEL.exec(words)?.[1];
  if (level) return { kind: "category", phrase: `in Level ${level}`, stem: "" };
  const isName = /^\p{Lu}[\p{L}&.,' -]{2,48}$/u.test(words) && words.split(" ").length <= 6 && !NO_CATEGORY.test(words);
  if (isName) return { kind: "category", phrase: `for ${asName(whole)}`, stem: "" };
  // "Total Tarn Brand" beside the parts that it is the sum of.
  const [, parts = ""] = SUM.exec(whole) ?? [];
  return parts !== "" && !NO_CATEGORY.test(parts) && !MEASURE_NOUN.test(parts)
    ? { kind: "category", phrase: `for total ${asName(parts)}`, stem: "" }
    : undefined;
}

/** How far down the hierarchy of fair values. */
const LEVEL = /^level ([123])$/i;
const SUM = /^total (\p{Lu}[\p{L}&.,' -]{2,40})$/iu;
const REST = /^(?:all )?other$/i;

/** Words that head columns without saying whose figures they are. */
const NO_CATEGORY =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*$|\b(?:years?|quarters?|full|fiscal|guidance|reported|operational|organic|underlying|comparable|like-for-like|constant|yoy|qoq|mom|currency|amount|adjusted|ended|note|notes|percent|rate|value|page|title|chair|chairman|governor|source|total|shares?|months?|low|high|level|level [1-3]|date|change|changes|items?|non-gaap|gaap|average|weighted|price|other|contact|after|before|tax|per|net)\b/i;

function time(kind: "during" | "at", phrase: string): ColumnMeaning {
  // "2Q31", "FY31": a year of two digits.
  const short = /(?:[1-4][QH]|[QH][1-4]|FY)[ -]?(?:FY ?)?(\d\d)$/.exec(phrase)?.[1];
  const year = Number(phrase.match(/(?:19|20)\d\d/g)?.at(-1) ?? (short ? `20${short}` : 0));
  const [, month, day] = /([A-Z][a-z]{2})[a-z]* (?:(\d{1,2}), )?(?:19|20)\d\d/.exec(phrase) ?? [];
  const slashed = /(\d{1,2})\/(\d{1,2})\/\d{4}/.exec(phrase);
  const at = slashed ? Number(slashed[1]) : MONTHS.findIndex((name) => name.startsWith(month ?? "-")) + 1;
  const stem = phrase
    .replace(/\d{1,2}\/\d{1,2}\/\d+|\b(?:19|20)\d\d(?:\/\d\d)?\b|\d{1,2},|[A-Z][a-z]+\.?(?= \d| *$)/g, "")
    .replace(/(?<=Q|FY|H)\d+|\s+/g, " ");
  const order = year * 400 + at * 31 + Number(day ?? slashed?.[2] ?? 0);
  return { kind, phrase, stem: kind === "at" ? "at" : stem, ...(year > 0 ? { order } : {}) };
}

/** "2031/32 (f)", "2031 f'cast": how sure the figures of a year are, in short; in brackets no mark of a note. */
const SURE = /(?<=\b(?:19|20)\d\d(?:\/\d\d)?) ?(?:\((?:([ef])|(?:f[’']?cast|fcst)\.?)\)|(?:f[’']cast|fcst)\b\.?)$/i;

const withoutMarks = (name: string) =>
  name
    .replace(/\s+/g, " ")
    .replace(SURE, (_, mark: string | undefined) => (mark?.toLowerCase() === "e" ? " Est" : " Forecast"))
    .replace(/\s*(?:\((?:\d{1,2}|[a-z]|unaudited)\)|\*+|(?<=[a-z])\s?\d{1,2}\/|†|‡)(?=\s|$)/gi, "")
    .replace(/(?<=\p{L}{4})\d(?:,\d)*$/u, "")
    .replace(/[,;: ]+$/, "");

/** Without the marks of notes, and without what two layers of a header repeat. */
function plain(name: string): string {
  return withoutMarks(name)
    .replace(/^((?:\w+[ -]){1,3}(?:months?|weeks?|years?|quarters?) ended),? \1/i, "$1")
    .replace(/[,;:]+(?= |$)(?<!\d,)/g, "")
    .trim();
}

/** "MAY 31, 2023" and "Sept. 3, 2023" as one writes them in a sentence. */
const titled = (words: string) =>
  words.replace(/[A-Za-z]{3,}\.?/g, (word) => fullMonth(word)).replace(/(?<=[a-z] \d{1,2}) (?=\d{4}$)/, ", ");

const fullMonth = (short: string) =>
  MONTHS.find((month) => month.toLowerCase().startsWith(short.slice(0, 3).toLowerCase())) ?? short;
