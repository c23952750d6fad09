import { MONTHS } from "#kit/months.ts";

const ORDINALS = ["first", "second", "third", "fourth"];
const DAY_MS = 86_400_000;

/** What a company calls its quarters, as far as its report of one says. */
export interface QuarterNames {
  /** When the report came out. */
  published: number;
  /** The quarter that its first lines announce, 1 to 4; undefined where they announce none. */
  announced: number | undefined;
  /** How often each quarter of a year is named. */
  named: Named[];
}

interface Named {
  nth: number;
  year: number;
  /** "fiscal ", "FY", or empty where the report says neither. */
  label: string;
  count: number;
  /** It stands in the first lines. */
  opens: boolean;
}

const NAMED =
  /\b(?:(first|second|third|fourth)[ -]quarter,?(?: of)?(?: (fiscal))?(?: year)? ((?:19|20)\d\d)|Q([1-4]) ?(?:(FY) ?|(fiscal) )?((?:19|20)?\d\d))\b/gi;
const ANNOUNCED = /\b(?:reports|announces|announced)\b[^.]{0,80}?\b(first|second|third|fourth)[ -]quarter\b/i;
const MOST_OPENING = 2500;
const MOST_HEAD = 6000;
/** A year's report names the year's quarters, and is of none. */
const OF_A_YEAR = /\b10-K\b/;

/** Reads how a company's report calls quarters; undefined of an undated one, and of what names none or reports a year. */
export function readQuarterNames(text: string, published: string | null): QuarterNames | undefined {
  if (published === null || OF_A_YEAR.test(text.slice(0, MOST_HEAD))) return undefined;
  const named = new Map<string, Named>();
  for (const found of text.matchAll(NAMED)) {
    const [, word, fiscal, year = "", digit, short, spelled, shortYear = ""] = found;
    const nth = word === undefined ? Number(digit) : ORDINALS.indexOf(word.toLowerCase()) + 1;
    const label = short ? "FY" : (fiscal ?? spelled) ? "fiscal " : "";
    const full = word === undefined ? shortYear : year;
    const one = {
      nth,
      year: Number(full) + (full.length === 2 ? 2000 : 0),
      label,
      count: 0,
      opens: found.index < MOST_OPENING,
    };
    const key = `${nth} ${one.year} ${label}`;
    const known = named.get(key) ?? one;
    named.set(key, known);
    known.count++;
  }
  const announced = ORDINALS.indexOf((ANNOUNCED.exec(text.slice(0, MOST_OPENING))?.[1] ?? "").toLowerCase()) + 1;
  return named.size === 0
    ? undefined
    : { published: Date.parse(published), announced: announced || undefined, named: [...named.values()] };
}

/** A quarter is reported on within so many days of its end. */
const MOST_DAYS = 95;
/** Quarters of 13 weeks end up to a week or two beside the calendar's. */
const BESIDE_DAYS = 10;
/** Where nothing else tells: how often the name of the quarter that is reported stands at least. */
const OFTEN = 5;

/**
 * "Q1 2031" of the quarter that ended on a day such as "April 1, 2031", as the report itself calls it: "Q4 FY31", "Q1 fiscal
 * 2032" of business years. Empty where the report is not of that quarter, or does not say for sure what it is called.
 */
export function quarterName(day: string, names: QuarterNames | undefined): string {
  const [, month = "", date = "", ofYear = ""] = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(day) ?? [];
  const ended = Date.UTC(Number(ofYear), MONTHS.indexOf(month), Number(date));
  const days = names ? (names.published - ended) / DAY_MS : -1;
  if (!names || !MONTHS.includes(month) || days < 0 || days > MOST_DAYS) return "";
  const { announced, named } = names;
  const near = named.filter(({ year }) => Math.abs(year - Number(ofYear)) <= 1);
  const business = near.filter(({ nth, label }) => label !== "" && nth === announced);
  // It is compared with the quarter of the year before: the later one is what is announced.
  const opening = business.filter(({ opens }) => opens).sort((a, b) => b.year - a.year)[0];
  if (opening) return nameOf(opening);
  if (business.length > 0) return nameOf(mostOf(business, 1));
  const within = new Date(ended - BESIDE_DAYS * DAY_MS);
  const calendar = { nth: Math.floor(within.getUTCMonth() / 3) + 1, year: within.getUTCFullYear() };
  const plain = near.filter(({ label, nth }) => label === "" && (announced === undefined || nth === announced));
  const same = plain.find(({ nth, year }) => nth === calendar.nth && year === calendar.year);
  if (same) return nameOf(same);
  const most = mostOf(
    plain.filter(({ year }) => year >= Number(ofYear)),
    OFTEN,
  );
  return most ? nameOf({ ...most, label: "fiscal " }) : "";
}

/** The one that stands so often, and twice as often as any other. */
function mostOf(named: readonly Named[], least: number): Named | undefined {
  const [most, next] = named.toSorted((a, b) => b.count - a.count);
  return most && most.count >= least && most.count >= 2 * (next?.count ?? 0) ? most : undefined;
}

function nameOf(named: Named | undefined): string {
  if (!named) return "";
  const { nth, year, label } = named;
  return label === "FY" ? `Q${nth} FY${String(year).slice(2)}` : `Q${nth} ${label}${year}`;
}
