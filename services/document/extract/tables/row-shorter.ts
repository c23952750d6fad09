import { singular } from "../grammar/compounds.ts";

/** What readers of accounts call it in fewer words. */
const CALLED: readonly (readonly [RegExp, string])[] = [
  [/\bproperty, plant,? and equipment\b/gi, "PP&E"],
  [/\bselling, general,? and administrative\b/gi, "SG&A"],
  [/\bresearch and development\b/gi, "R&D"],
  [/\bgeneral and administrative\b/gi, "G&A"],
  [/\boperations? and maintenance\b/gi, "O&M"],
  [/^effects? of (?:foreign )?(?:currency )?exchange rates?(?: changes)?(?= on cash)/i, "exchange rate effect"],
  [/\b((?:share|stock)-based compensation) expense\b/gi, "$1"],
  [/\b(?:income|earnings|profit) before interest and (?:income )?taxes\b/gi, "EBIT"],
  [
    /\b(income|earnings|profit|loss) before (?:(?:provision|benefit) (?:for|from) )?(?:income )?tax(?:es)?(?: expense)?$/gi,
    "pre-tax $1",
  ],
  [/\bearnings per (?:common )?share\b/gi, "EPS"],
  [/^(.+) attributable to non-?controlling interests?$/i, "noncontrolling-interest $1"],
  [/^cash paid for ((?:income )?taxes|interest)\b/i, "$1 paid"],
  [
    /^(weighted[- ]average) (?:common )?shares(?: of common stock)? outstanding(?:, ?|[—–-])(basic|diluted)$/i,
    "$2 $1 shares",
  ],
  [/\bcommon shares outstanding\b/gi, "shares"],
  [/^current portion of (.+ liabilities|long-term debt and .+)$/i, "current $1"],
  [/\b(provision|benefit) (?:for|from) (income )?taxes$/i, "$2tax $1"],
  [/^(.+) per (?:common )?share(?:, ?|[—–-])(basic|diluted)$/i, "$2 $1 per share"],
  [/\bapproximate percentage of\b/i, "share of"],
  [/ % change$/, " change"],
  [/\bsales to customers$/i, "sales"],
];

/** A label in fewer words that say the same. */
export const shorterName = (label: string): string =>
  CALLED.reduce((text, [name, short]) => text.replace(name, short), label);

/** And in fewer still: "accounts receivable" of "accounts receivable, net of allowances for credit losses". */
export const leanerName = (label: string): string =>
  label
    .replace(/\bcash(?: and|,) (?:cash )?equivalents(?:,? and restricted (?:cash|funds)(?: equivalents)?)?\b/gi, "cash")
    .replace(/\bcash and restricted (?:cash|funds)\b/gi, "cash")
    .replace(OTHERS, "$1")
    .replace(/\brevenues? from external customers\b/gi, "external revenue")
    .replace(/ segment (?=\p{Ll})/iu, " ")
    .replace(/, net(?: of [^,]+)?$/i, "")
    .replace(/^exchange rate effect on cash$/i, "cash exchange rate effect");

/** "prepaid expenses and other current assets": what is named of them. */
const OTHERS =
  /^([^,]*(?:expenses|assets|liabilities|compensation|payables?|receivables?|costs|taxes|deposits|investments)) and (?:other|related)(?: \p{Ll}[\p{Ll}-]+){0,2} (?:assets|liabilities|expenses|costs|taxes)$/iu;

/** "tax payments related to net settlements of awards": what they are of stands behind that. */
const RELATED = /^([^,]+?) (?:related|relating|attributable) to (?:the )?((?!non-?controlling|redeemable)[^,]+)$/i;
/** Names of people and things that have a preposition in them stay whole. */
const UP_TO = /^(.+?) (?:of|on|for|in|from|under|with|during|to|designated|measured|held) (?=\p{Ll})/u;

const LINE =
  /^(.+) in ((?:total )?costs? of (?:sales|revenues?|goods sold)|marketing and sales|sales and marketing|R&D|S?G&A)$/i;
const PAID =
  /^(net )?(proceeds|(?:cash )?payments?) (?:from|for) (?:(sales?|issuances?|maturit(?:y|ies)|exercises?|redemptions?|acquisitions?|repurchases?) of )?([^,]+)$/i;
/** What is done to things that it names behind it. */
const DONE =
  /^(amortization|depreciation|impairments?|purchases?|repurchases?|repayments?|payments?|sales?|issuances?|acquisitions?) of ([^,]+)$/i;
const NO_PREPOSITION = /^(?!.* (?:of|in|on|for|to|from|by|with|and) )/;

/** "amortization of purchased intangibles in cost of sales" as "cost-of-sales purchased intangibles amortization". */
export function tiedInFront(label: string): string[] {
  const [, what = label, line = ""] = LINE.exec(label) ?? [];
  const said = relatedTo(doneTo(what));
  if (line === "") return said === what ? [] : [said];
  return [`${said} in ${line}`, `${line.replace(/ /g, "-")} ${said}`];
}

/** "proceeds from sales of ferries" as "ferry sales proceeds", "repayments of notes" as "note repayments". */
function doneTo(label: string): string {
  const [, net = "", money = "", act, thing = ""] = PAID.exec(label) ?? [];
  if (thing !== "" && NO_PREPOSITION.test(thing))
    return `${singular(thing)}${act ? ` ${singular(act)}` : ""} ${net}${money.toLowerCase()}`;
  const [, done = "", of = ""] = DONE.exec(label) ?? [];
  return of !== "" && NO_PREPOSITION.test(of) ? `${of} ${done.toLowerCase()}` : label;
}

/** "tax payments related to net settlements of awards" as "net settlement tax payments". */
function relatedTo(label: string): string {
  const [, what = "", whole = ""] = RELATED.exec(label) ?? [];
  const thing = (UP_TO.exec(whole)?.[1] ?? whole).replace(/ (?:expenses?|costs?)$/, "");
  if (thing === "" || /\d| (?:and|or) \p{Ll}/u.test(thing)) return label;
  const tied = tiedInFront(what).at(-1) ?? what;
  return `${/\p{Lu}/u.test(thing) ? thing : singular(thing)} ${/^\p{Lu}\p{Ll}/u.test(tied) ? tied.charAt(0).toLowerCase() + tied.slice(1) : tied}`;
}

const ON_THING =
  /^((?!.*\b(?:payments?|proceeds|cash|revenues?)\b)(?:(?! (?:of|in|for|to|by|with|and|before|after|per|at|under) )[^,])+?) (?:on|from) (?:the )?([^,]+)$/i;

/** "provision for losses on ferry loans" as "ferry loan loss provision", where else only "provision for losses" has room; else empty. */
export function thingFirst(label: string): string {
  const turned = label.replace(
    /^(provision|allowance) for (\p{Ll}+) (?=on )/iu,
    (_all, one: string, two: string) => `${singular(two)} ${one} `,
  );
  const [, what = "", whole = ""] = ON_THING.exec(turned) ?? [];
  const thing = UP_TO.exec(whole)?.[1] ?? whole;
  return what === "" || !NO_PREPOSITION.test(thing) || /\d|(?:al|tion|ment|operations|sales?)$/.test(thing)
    ? ""
    : `${/\p{Lu}/u.test(thing) ? thing : singular(thing)} ${/^\p{Lu}\p{Ll}/u.test(what) ? what.charAt(0).toLowerCase() + what.slice(1) : what}`;
}

const MOVES =
  /^((?:gross )?(?:additions|reductions|increases|decreases|settlements|lapses?|reversals|utilization|accruals)(?: and (?:lapses?|reversals|adjustments|other))?)\b/i;

/** "unrecognized tax benefit additions" of the row "additions for tax positions of prior years" of what moved them. */
export function balanceIn(subject: string, label: string): string {
  const [, theme = ""] = / \((\p{Ll}[\p{Ll} -]{8,40}s)\)$/u.exec(subject) ?? [];
  const move = MOVES.exec(label)?.[1];
  return theme === "" || move === undefined ? "" : `${singular(theme)} ${move}`;
}
