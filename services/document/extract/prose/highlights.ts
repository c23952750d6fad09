import type { Block } from "../../parse/parsed-document.ts";
import { isListItem } from "../../parse/prose.ts";
import type { Context } from "../context.ts";
import { mainClause } from "../grammar/clause.ts";
import { tag } from "../grammar/language.ts";

const AMOUNT =
  "(?:(?:approximately|about|nearly|over|more than|a record) )?(?:US|C|A|NZ|HK)?(?:[$€£¥] ?)?\\(?\\d[\\d.,]*\\)?(?: ?(?:%|percent|per cent|pence|cents|basis points|bps|million|billion|trillion|m|bn)(?![\\p{L}\\d]))*(?: per (?:diluted |basic )?(?:common )?share)?";
const ENDS = "(?=[ ,.;(]|$)";
/** "Revenue of $5 million, up 4%": a measure and its figure, but for a range, and one that moved "to" another. */
const OF_AMOUNT = new RegExp(
  `^(?!an? |the )(\\p{Lu}[^;:$€£¥“”"]{2,90}?) of (?!${AMOUNT} (?:to|-|–) )(${AMOUNT})${ENDS}`,
  "iu",
);
/** And another in the same line: "and adjusted EPS of $2". */
const AND_OF = new RegExp(`^(.{0,60}?),? and ([^,;:$€£¥]{3,60}?) of (?=${AMOUNT}${ENDS})`, "iu");
/** "Revenue up 8% to $54 million" */
const MOVED = new RegExp(`^(\\p{Lu}[^;:,$€£¥“”"\\d]{2,70}?) (up|down) (?=${AMOUNT}${ENDS})`, "u");
/** "Group turnover £5.4m (2030: £5.1m)": with the year before in brackets. */
const BESIDE = new RegExp(
  `^(\\p{Lu}[\\p{L}\\d&’' -]{2,60}?)[*†]?(?: of)? (${AMOUNT}) \\((?=(?:19|20)\\d\\d: )([^()]{6,40})\\),? ?`,
  "u",
);
/** "First-quarter 2031 revenue" */
const OF_TIME =
  /^((?:first|second|third|fourth)[- ]quarter|full[- ]year)(?: (?:of )?(?:fiscal (?:year )?)?((?:19|20)\d\d))? (?=\p{L})/iu;
/** "Returned $5 million to its stockholders": what the company did. */
const DID =
  /^(?:Returned|Generated|Repurchased|Paid|Declared|Delivered|Achieved|Acquired|Opened|Issued|Raised|Invested|Sold|Recorded|Reported|Reduced|Repaid|Launched|Completed|Closed|Signed|Secured|Shipped|Produced|Added|Ended|Grew|Increased|Expanded) (?=.*\d)/;
/** What is called so is counted as one: "EPS", "business". */
const IS_ONE = /(?:ss|us|is|EPS|YoY)$|\b(?:growth|margin|rate)$/;
/** Participles that a measure is called by. */
const CALLED = /\b(?:diluted|adjusted|deferred|restricted|recurring|operating) /gi;
/** What is to come is no result. */
const AHEAD =
  /\b(?:outlook|guid(?:ance|es?|ing)|expect\w*|anticipat\w+|forecast\w*|target\w*|project(?:s|ed|ing)|estimated)\b/i;
/** So much before an item is looked at for what stands over its list. */
const NEAR = 3000;
const LONGEST_LEAD = 120;

/**
 * What a company's list of results gives without a verb, as a sentence: "Revenue was $5 million, up 4%" of "Revenue of $5
 * million, up 4%", "Harlow returned $5 million" of "Returned $5 million". Undefined of anything else, and of what is expected.
 */
export function highlightSaid(source: string, item: string, block: Block, { company }: Context): string | undefined {
  if (company === undefined || block.kind !== "listItem" || AHEAD.test(item)) return undefined;
  const said = withVerb(item, company);
  return said === undefined || AHEAD.test(leadOver(source, block.start)) ? undefined : said;
}

/** The heading or the lead-in over a list. */
function leadOver(source: string, start: number): string {
  const above = source.slice(Math.max(0, start - NEAR), start).split("\n");
  const lead = above.findLast(
    (line) =>
      line.trim() !== "" && !isListItem(line.trimStart()) && (/:\s*$/.test(line) || line.length <= LONGEST_LEAD),
  );
  return lead ?? "";
}

function withVerb(item: string, company: string): string | undefined {
  if (DID.test(item))
    return isClause(item.replace(/,.*$/s, ""))
      ? undefined
      : `${company} ${item.charAt(0).toLowerCase()}${item.slice(1)}`;
  const [moved, measure = "", way = ""] = MOVED.exec(item) ?? [];
  if (moved !== undefined && !isClause(measure))
    return `${measure} ${beOf(measure)} ${way} ${item.slice(moved.length)}`;
  const [set, what = "", now = "", before = ""] = BESIDE.exec(item) ?? [];
  if (set !== undefined && !isClause(what)) {
    const behind = item.slice(set.length);
    return `${what} ${beOf(what)} ${now} (${before})${behind === "" || /^[.;]/.test(behind) ? behind : `, ${behind}`}`;
  }
  const [led, thing = "", amount = ""] = OF_AMOUNT.exec(item) ?? [];
  if (led === undefined || isClause(thing)) return undefined;
  const [time = "", part = "", year] = OF_TIME.exec(thing) ?? [];
  const named = capital(thing.slice(time.length));
  const when = time === "" ? "" : ` in the ${part.toLowerCase().replace("-", " ")}${year ? ` of ${year}` : ""}`;
  const rest = item
    .slice(led.length)
    .replace(AND_OF, (_, between: string, other: string) => `${between}, and ${other} ${beOf(other)} `);
  return `${named} ${beOf(named)} ${amount}${when}${rest}`;
}

/** "The board declared a dividend" of 4 cents: no measure. */
const isClause = (words: string): boolean => mainClause(tag(words.replace(CALLED, ""))) !== undefined;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const beOf = (measure: string): string => {
  const head = measure.replace(/ (?:of|from|for|in|at|per|on|excluding) .*$/, "");
  return /s$/.test(head) && !IS_ONE.test(head) ? "were" : "was";
};
