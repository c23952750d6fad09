import { lowerStart, type Vocabulary } from "../grammar/vocabulary.ts";
import { PER_SHARE, type TableHead } from "./table-head.ts";
import { asName, asPhrase, MEASURE_NOUN } from "./table-subject.ts";

interface Naming {
  label: string;
  /** It has a unit of its own. */
  isMeasure: boolean;
  group: string;
  head: TableHead;
  vocabulary: Vocabulary;
}

/** The label with what it is of; undefined where it does not stand alone and nothing says what it is of. */
export function subjectOf({
  label,
  isMeasure,
  group,
  head,
  vocabulary,
}: Naming): { subject: string; theme: string; label?: string } | undefined {
  const { scope, theme: goods } = head;
  const small = (words: string) => {
    const phrase = asPhrase(words, vocabulary);
    // "Marketing and Commerce" is a name: not all of it is ever written small.
    return PAIR_OF_NAMES.test(words) && / \p{Lu}/u.test(phrase) ? words : lowerStart(phrase, vocabulary);
  };
  if (goods !== "") {
    // "Total" under "Disappearance".
    const whole = /^total$/i.test(label) && /^\p{Lu}\p{Ll}+$/u.test(group) ? `${label} ${group}` : label;
    if (!GOODS_LABEL.test(whole)) return undefined;
    const use = asUse(whole.toLowerCase());
    // "Exports, total" of "total tea": of all kinds and to all places.
    const what = /\btotal /i.test(goods) ? use.replace(/^total /, "") : use;
    const basis = basisOf(group);
    if (basis === "") return { subject: `${goods} ${what}`, theme: goods };
    const titled = `${goods} ${basis.replace(" ", "-")} ${what}`;
    return { subject: `${goods} ${what} on a ${basis}`, label: titled, theme: goods };
  }
  // "Interest" under "Cash paid during the year for:", "Operating activities" under "Cash provided by (used in):".
  const goesOn =
    OPEN_END.test(group) && group.split(" ").length <= 9 && MEASURE_NOUN.test(group) && !NOT_PAID.test(label);
  if (goesOn && scope.kind !== "torn")
    return { subject: `${small(group.replace(/ during the (?:year|period)/i, ""))} ${small(label)}`, theme: "" };
  const isMoved = CHANGES.test(group) && WORKING_CAPITAL.test(label);
  if (scope.kind === "torn" || (scope.kind === "flows" && !isMoved && !FLOW_LABEL.test(label))) return undefined;
  if (CHANGES.test(group) && !/\b(?:cash|changes?)\b|^(?:total|net)\b/i.test(label)) {
    if (!MEASURE_NOUN.test(label)) return undefined;
    const change = `change in ${small(label).replace(/, net$/, "")}`;
    return { subject: `cash effect of the ${change}`, label: change, theme: "" };
  }
  if (RATE_EFFECT.test(label) && (scope.kind === "flows" || head.hasRow(/^net cash (?:provided|used)/i)))
    return { subject: `${small(label)} on cash`, theme: "" };
  // "Average rate, per cent 2031" over "Consumer credit": the rate of the credit, not what it amounts to.
  if (head.isOfColumns) return { subject: `${small(scope.name)} for ${small(label)}`, theme: "" };
  const subject = companySubject({
    label,
    isMeasure,
    group,
    isOpen: /\bas follows:?$/i.test(head.over.at(-1) ?? ""),
    theme: scope.kind !== "theme" ? "" : MEASURE_NOUN.test(scope.name) ? small(scope.name) : asName(scope.name),
    small,
  });
  return subject === undefined ? undefined : { subject, theme: "" };
}

const ALL_REVENUE = /^(?:net )?(?:sales|revenues?)$/i;
const PAIR_OF_NAMES = /^\p{Lu}\p{Ll}+ and \p{Lu}\p{Ll}+$/u;

interface Words {
  label: string;
  isMeasure: boolean;
  group: string;
  theme: string;
  /** What stands over the table ends as a lead-in. */
  isOpen: boolean;
  small: (words: string) => string;
}

function companySubject({ label, isMeasure: hasUnit, group, theme, isOpen, small }: Words): string | undefined {
  if (NO_PART.test(label)) return undefined;
  const own = small(label);
  // "The amounts include what the marketing of …, as follows": a part of them, of which nothing is read.
  if (isOpen && STATEMENT_LINE.test(label) && group === "" && theme === "") return undefined;
  // A reconciliation says again and again what its lines are taken off: only the measures that it ends in are plain.
  if (/\breconcil/i.test(theme)) return group === "" && NAMED_MEASURE.test(label) ? own : undefined;
  if (/\bto consolidated\b/i.test(theme)) return ENDS_RECONCILIATION.test(label) ? own : undefined;
  const by = /^(.{4,60}?),? by [\p{L} ,&-]+$/u.exec(theme)?.[1];
  if (by && ALL_REVENUE.test(by) && ALL_REVENUE.test(label.replace(/^total (?:consolidated )?/i, ""))) return own;
  if (by && /^net (?:sales|income) of /i.test(label)) return own;
  if (by)
    return hasUnit || / and /.test(by) || MEASURE_NOUN.test(label.replace(/(?<=\p{L} )Materials$/u, ""))
      ? undefined
      : `${by} for ${asName(label)}`;
  // A product that is called so.
  if (label === "Sales" && group === "" && / revenues?$/i.test(theme)) return `${theme} for ${label}`;
  // "Cost of sales" in a table of amortization is the part of it that the cost of sales holds.
  if (STATEMENT_LINE.test(label) && theme !== "" && group === "") {
    if (PART_OF_LINE.test(theme)) return `${theme} in ${own}`;
    if (OF_CONTRACTS.test(theme)) return undefined;
  }
  const ofTheme =
    theme === "" || /^ebit$/i.test(theme) || own.toLowerCase().includes(theme.toLowerCase()) ? "" : ` (${theme})`;
  if (hasUnit) return own;
  // What begins small is the end of a torn line.
  const over =
    STRUCTURE.test(group) || STATEMENT_NAME.test(group) || /^\p{Ll}/u.test(group)
      ? ""
      : group.replace(/ by(?: [\p{L} ]{3,40})?$/iu, "");
  if (DEFERRED_TAX.test(over) && !/\bdeferred\b.*\btax/i.test(label)) return `${small(over)} for ${own}`;
  if (AMOUNT.test(label))
    return isName(over) && MEASURE_NOUN.test(over) ? `${own} of ${small(over)}${ofTheme}` : undefined;
  const isPart = PARTS_BY.test(group) && !/^total\b|\b(?:revenues?|sales)\b/i.test(label);
  if (MEASURE_NOUN.test(label.replace(FUNCTIONS, "")) && !isGeneric(label) && !isPart) {
    // The total of both stands as the last line under "Deferred".
    if (TIMING.test(over)) return undefined;
    if (over !== "" && !MEASURE_NOUN.test(over))
      return isName(over) ? `${own} for ${asName(over)}${ofTheme}` : undefined;
    return `${own}${ofTheme}`;
  }
  if (FUNCTION_OF_COST.test(label) && !COST.test(label)) {
    if (/\bexpenses?\b/i.test(over)) return `${own} expenses${ofTheme}`;
    return COST.test(over) && isName(over) ? `${small(over)} for ${own}${ofTheme}` : undefined;
  }
  // "Basic" under "Earnings per share".
  const isGroup = MEASURE_NOUN.test(over);
  const measure = isGroup ? over : theme;
  if (!MEASURE_NOUN.test(measure) || !isName(measure) || EFFECT.test(label)) return undefined;
  // "Federal" under "Deferred".
  const timing = TIMING.test(over) ? `${small(over)} ` : "";
  // "Total Boats" under "Revenues", but not the sum of a group that begins small.
  const [, sum] = /^Total (.+)$/i.exec(label) ?? [];
  if (sum !== undefined && timing === "" && !FORM.test(label))
    return /^\p{Ll}/u.test(sum)
      ? undefined
      : `total ${small(measure)} for ${asName(sum)}${isGroup || theme === "" ? ofTheme : ""}`;
  // "South Korean won-denominated" under "Forward contracts".
  const whole = /-denominated$/.test(label)
    ? `${label} ${small(measure)}`
    : FORM.test(label)
      ? `${timing}${/^u\.?s/i.test(own) ? own : own.toLowerCase()} ${small(measure)}`
      : `${timing}${small(measure)} for ${asName(label)}`;
  return isGroup && !whole.toLowerCase().includes(theme.toLowerCase()) ? `${whole}${ofTheme}` : whole;
}

/** What names a group reads as a name: without figures, not as a sentence. */
const isName = (words: string) =>
  /^\p{L}/u.test(words) &&
  words.split(" ").length <= (PER_SHARE.test(words) ? 9 : 7) &&
  !/\d[.,]\d|[$:;]|\b(?:follow\w*|we|our)\b/iu.test(words);

/** What is taken off the parts: "impact of currencies". */
const EFFECT = /^(?:impacts?|effects?) of\b/i;
/** "Revenues by:" over "Equipment": what is sold, not what is owned. */
const PARTS_BY = /\b(?:revenues?|sales) by$/i;
/** Names no part of anything, or only what a balance sheet balances with. */
const NO_PART =
  /^(?:incorporated|businesses|customers|tax (?:impacts?|effects?)|total (?:liabilities|capitalization)\b.* and .*\b(?:equity|deficit|liabilities)\b.*|(?:all )?others?(?:,? net)?|sub-?total\b.*|other (?:operating|investing|financing) activities.*|(\p{L}{4,} \p{L}{4,})\p{L}* (?:(?!and|or)\p{L}+ )?\1.*)$/iu;
/** What a reconciliation without its name takes its lines off, and what it ends in. */
const ENDS_RECONCILIATION = /^(?:total )?(?:net sales|net income|assets|revenues?)\b/i;
/** Lines of a statement of income that parts of many things go into. */
const STATEMENT_LINE =
  /^(?:(?:net )?(?:sales|revenues?)|(?:total )?costs? of (?:sales|revenues?|goods sold|[\p{L} ]{3,30})|gross (?:profit|margin)|research(?:,| and) development.*|(?:selling|sales|marketing)(?:,| and) .*|general and administrative.*|operating expenses)$/iu;
const PART_OF_LINE =
  /^(?:[\p{Ll}-]+ ){0,2}(?:amorti[sz]ation|depreciation|(?:stock|share)-based (?:compensation|expenses?)|impairments?|restructuring)\b/iu;
const OF_CONTRACTS =
  /\b(?:hedg\w+|derivatives?|contracts?|swaps?|retirement|pensions?|postretirement|related part(?:y|ies))\b/i;
/** Of what it is stands above. */
const AMOUNT = /^(?:(?:notional|carrying|principal|contract|gross|net|book|fair|total) )*(?:amounts?|value)$/i;
/** A group's name that its rows complete. */
const OPEN_END = /\b(?:paid|provided|used|received).*\b(?:for|by|in|from)\)?$/i;
/** What a company's cash flows come from beside its income: "payables" under it is by how much they moved it. */
const CHANGES = /^changes? in (?:[\p{L}-]+ )*(?:assets|liabilities|working capital)\b/iu;
/** Of what a company works with, the lines that are looked for. */
const WORKING_CAPITAL =
  /^(?:trade |merchandise |net )?(?:(?:accounts )?receivables?|inventor(?:y|ies)|accounts payable|deferred revenues?|unearned revenue)(?:,? net)?$/i;
const RATE_EFFECT = /^effects? of (?:foreign )?(?:currency )?exchange rates?(?: changes| fluctuations)?$/i;
/** What no cash was paid for, under "Cash paid for:" only because nothing else stands over it. */
const NOT_PAID = /\bnon-?cash\b|\b(?:not|un)[ -]?paid\b/i;
/** Lines that divide a computation, and name nothing. */
const STRUCTURE =
  /^(?:numerator|denominator|adjustments?|other|total|less|add(?: \(less\))?|plus|unaudited|excluding|including|excludes|includes|of which|before|after|from|by|assumptions?|components?|commitments and contingencies|(?:operating|investing|financing) activities)$/i;
const STATEMENT_NAME = /\b(?:data|statements?(?: of [\p{L} ]+)?|balance sheets?|information)$/iu;
/** What makes a figure of assets one of taxes: without it a row says something else. */
const DEFERRED_TAX = /^deferred (?:income )?tax (?:assets?|liabilit(?:y|ies))\b/i;
const NAMED_MEASURE = /\bGAAP\b|\badjusted\b|\bcore\b|\bfree cash flow\b|\bEBITDA\b/i;
const FORM =
  /^(?:(?:total )?(?:basic|diluted|current|deferred)|total|net|federal|state(?: and (?:local|municipal))?|foreign|domestic|international|worldwide|u\.?s\.?)$/i;
const TIMING = /^(?:current|deferred)$/i;
const COST = /\b(?:amortization|depreciation|costs?|expenses?|compensation|impairments?)\b/i;
/** What people do: a measure only with one of money beside it. "Marketing and Commerce" may be a product. */
const FUNCTIONS = /\b(?:marketing|administrative|development|research|maintenance)\b/gi;
const FUNCTION_OF_COST = /\b(?:administrative|maintenance|marketing|development|research|fulfillment|technology)$/i;

/** "Use, total" as "total use", "feed and residual" as what it is: a use. */
function asUse(label: string): string {
  const ordered = label.replace(/^(\w+(?: stocks)?), total\b/, "total $1");
  return /^(?:food|feed|seed|residual|total domestic|domestic & residual)\b/.test(ordered) && !/\buse\b/.test(ordered)
    ? `${ordered} use`
    : ordered;
}

/** "fat basis" of "Fat Basis Supply": what the rows of goods below are reckoned on; else empty. */
export const basisOf = (group: string): string => /^[\p{L}-]+ basis\b/iu.exec(group)?.[0].toLowerCase() ?? "";

/** What a balance of goods has in its rows; other rows are places or kinds. */
const GOODS_LABEL =
  /\b(?:stocks|production|output|imports|exports|supply|use|feed|food|seed|crush(?:ings)?|residual|area|planted|harvested|yield|price|disappearance|consumption|deliveries|marketings|ratio)\b/i;

/** Rows of a statement of cash flows that name a flow: of the others a figure is a change, and looks like a level. */
const FLOW_LABEL =
  /\b(?:cash,? \(?(?:provided|used|flows?|paid|generated|receipts|received)|effect of [a-z -]*exchange|obtained in exchange|acquired|loss(?:es)?|impairments?|provision|expense|compensation|net income|net earnings|net loss|purchases?|payments?|proceeds|repayments?|repurchases?|dividends|capital expenditures|acquisitions?|issuances?|depreciation|amortization|(?:stock|share)-based|borrowings|net (?:increase|decrease|change)(?:[ /]+\(?(?:increase|decrease)\)?)? in cash|(?:increase|decrease) in cash|free cash flow|deferred income tax(?:es)?)\b/i;

/** Words that do not stand alone: what they are of stands above them. */
const GENERIC_WORDS = new Set(
  (
    "basic diluted other others total totals net gross current deferred u.s u.s. us united states international domestic foreign intl ww " +
    "worldwide americas europe asia pacific africa apac emea canada china japan federal state product products service services thereafter " +
    "unallocated corporate consolidated all rest of the world low high average change amount basis beginning ending balance granted vested " +
    "forfeited exercised issued"
  ).split(" "),
);

const isGeneric = (label: string): boolean =>
  label
    .toLowerCase()
    .replace(/\([^()]*\)$/, "")
    .split(/[\s,]+/)
    .every((word) => word === "" || GENERIC_WORDS.has(word));

/** A person's name under the header "Nominee". */
export const nomineeOf = (label: string, { over }: TableHead) =>
  isPerson(label) && /\b(?:nominees?|directors?)\b/i.test(over.join(" "))
    ? { subject: label, theme: /\bdirectors?\b/i.test(over.join(" ")) ? "director" : "" }
    : undefined;

function isPerson(words: string): boolean {
  const parts = words.split(" ");
  return parts.length >= 2 && parts.length <= 5 && parts.every((part) => /^\p{Lu}[\p{L}.’'-]*,?$/u.test(part));
}
