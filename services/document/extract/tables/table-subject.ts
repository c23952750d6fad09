import type { Vocabulary } from "../grammar/vocabulary.ts";
import { oneLine } from "../passages.ts";

/** What the words over a table say its rows are of. */
export interface Scope {
  /**
   * `statement`: of the whole company. `flows`: its cash flows. `theme`: what the rows are of. `none`: nothing is said.
   * `torn`: half a name, so that what the rows are of is not known.
   */
  kind: "statement" | "flows" | "theme" | "none" | "torn";
  /** "net sales by category"; of a theme. */
  name: string;
}

/** What a company's accounts measure: a label without any of these is a place, a product or a unit. */
export const MEASURE_NOUN =
  /\b(?:income|loss(?:es)?|revenues?|sales|expenses?|costs?|assets?|liabilit(?:y|ies)|equity|cash|debt|tax(?:es)?|receivables?|payables?|inventor(?:y|ies)|goodwill|depreciation|amortization|earnings|ebit|margins?|profit|investments?|securities|stocks?|supply|use|yield|capital|compensation|payments?|proceeds|purchases?|dividends?|borrowings?|notes|leases?|obligations?|provision|benefits?|credits?|fees|interests?|property|equipment|rent|adjustments?|charges?|gains?|shares|rate|prices?|accrued|reserves?|deposits|allowances?|derivatives|contributions|pension|commissions|marketing|administrative|development|research|materials|supplies|maintenance|impairments?|ebitda?|eps|spending|expenditures|deficit|surplus|prepaid|backlog|rpo|billings|acquisitions?|repurchases?|issuances?|repayments?|settlements?|translation|production|output|exports|imports|consumption|employment|unemployment|inflation|wages?|salar(?:y|ies)|gdp|gross domestic product)\b/i;

const MAX_THEME_WORDS = 10;
const STATEMENT =
  /\b(?:statements? of (?:consolidated )?(?:operations|income|earnings|comprehensive|financial (?:position|condition))|(?:income|earnings) statements?|balance sheets?|results of operations)\b/i;
const FLOWS = /\bcash flows?\b/i;
const LEAD_IN = [
  /\b(?:shows?|presents?|summari[sz]es?|sets? forth|provides?|reflects?|details?|includes?) (?:a (?:summary|reconciliation|sum) of |the reconciliation of the beginning and ending (?:amounts?|balances?) of )?(?:our |the company[’']s |its |the )?((?:[\p{L}’'-]+ ){1,13}?[\p{L}’'-]+?)(?: (?:for(?! income taxes)|as of|in|at|during|on) |[:;,(]|$)/iu,
  /^((?:[\p{L}’'-]+,? ){0,7}?[\p{L}’'-]+?) (?:for (?:the |each |fiscal |years? |\d).{2,80} |as of .{3,40} |at .{3,30} )?(?:were|was|are|is|consisted of|consists? of|comprised|consisting of|included?)\b/iu,
];

/** Reads what names a table: its caption, or the lead-in above it. */
export function readScope(words: string): Scope {
  const line = oneLine(words)
    .replace(/\s*\((?:unaudited|continued|in [^)]*|(?:us )?(?:\$|dollars|amounts)[^)]*)\)/gi, "")
    // "(percent)", "(thousands of euros)", "(EUR million)": how it is counted, and not what.
    .replace(/\s*\((?:[^()\d]*(?:%|\b(?:per ?cent(?:age)?|(?:thousand|million|billion)s?)\b)[^()\d]*)\)/gi, "")
    .replace(/^(?:note \d{1,2}\s?[–.:—-]\s?|\(?\d{1,2}[.)]\s|table \w{1,4}[.:]?\s?[–—-]?\s?)/i, "")
    .replace(/(?: \d{1,2}\/)+|[\s*.:;–—-]+$|(?: ?\(\d\))+(?=$| )/g, "")
    // A heading that runs into its lead-in: "Fees by offering Fees consisted of …".
    .replace(/^(\p{Lu}\p{L}+ \p{L}+ \p{L}+)\b.{3,60} (?=\1)/iu, "")
    .replace(/(?<=\b(?:income|earnings)) \(loss(?:es)?\)(?= by )/i, "")
    // What the figures are shares of is their unit.
    .replace(/ as a percentage of (?:total )?(?:net )?(?:sales|revenues?)(?=[,:]|$)/i, "")
    .trim();
  if (line === "" || /[^\x20-\x7e‘’“”–—]|filler/i.test(line)) return NONE;
  if (FLOWS.test(line)) return { kind: "flows", name: "" };
  if (STATEMENT.test(line)) return { kind: "statement", name: "" };
  for (const pattern of line.length > 60 || /\b(?:as follows|the following|tables? below)\b/i.test(line)
    ? LEAD_IN
    : []) {
    // Of "net sales by reportable segment and …" the first words are enough.
    const theme = pattern
      .exec(line)?.[1]
      ?.replace(/( by(?: \S+){1,3}).*$/, "$1")
      .replace(/ (?:and|or|of|the|its|our)$/, "");
    if (
      theme &&
      (MEASURE_NOUN.test(theme) || /\bnotional\b/.test(theme)) &&
      isTheme(theme) &&
      !/^(?:the|a|an) \S+$/i.test(theme)
    )
      return {
        kind: "theme",
        name: theme
          .replace(
            /^(?:(?:the|our) )?(?:breakdown of (?:the |our )?|(?:current and deferred )?(?:amounts|components) of (?:the |our )?(?=.*\b(?:income|taxes)\b))?/i,
            "",
          )
          // Its rows are of the whole, and "accrued" only begins a sentence.
          .replace(/,? net$/, "")
          .replace(/^(?:Accrued (?=\p{Ll})|\p{Lu}\p{Ll}+ and (?=\p{Ll}))/u, (words) => words.toLowerCase())
          .replace(/ (?:disaggregated|classified|broken down|recognized)(?= by )/i, ""),
      };
  }
  if (/^\([^)]*\) ?\p{Lu}/u.test(line) && !/\b(?:in|unaudited|dollars)\b/.test(line)) return { kind: "torn", name: "" };
  if (SECTION.test(line)) return NONE;
  const name = line
    .replace(
      /^(?:unaudited |supplement(?:ary|al) |disaggregation of |selected |consolidated |condensed |overall |regional (?=sales\b))+/i,
      "",
    )
    // "Operating segments and related information": without its last word it is half a phrase.
    .replace(/(?<!\brelated) (?:results|data|information)$/i, "");
  return isTheme(name) &&
    !SECTION.test(name) &&
    !/\b(?:table|information|exhibit|schedule|case|signature|date)\b/i.test(name)
    ? { kind: "theme", name }
    : NONE;
}

/** Lines of a statement that head some of its rows only. */
const SECTION =
  /^(?:(?:total |other )?(?:non-?)?current (?:assets|liabilities)|assets|liabilities\b.*|.*holders[’'].* equity|equity|(?:operating |costs and )?expenses?|revenues?|net sales|subject to .*|.*unaudited.*|overview|summary|introduction|highlights|key (?:\p{L}+ )?(?:figures|ratios|data|indicators|metrics|numbers)|(?:results|figures|data) by (?:operating |reportable |business )?(?:segments?|divisions?|regions?)|(?:financial |overall )*results|outlook|notes|data|financial|operating|financial (?:history|highlights|review|summary)|(?:sources of )?liquidity(?: and capital resources)?|common(?: (?:stock|shareholders))?|page \d+|(?:operating |reportable )?segments?|(?:index|table of contents|notes) to .*|table of contents)$/iu;
const NONE: Scope = { kind: "none", name: "" };

const isTheme = (words: string) =>
  words.split(" ").length <= MAX_THEME_WORDS &&
  /^\p{L}/u.test(words) &&
  /\p{L}{3}/u.test(words) &&
  // Names of columns that follow one another: "Fair value Fair value".
  !/(\b\p{L}+ \p{L}+) \1/iu.test(words) &&
  !/\d{3}|[.;"] |\b(?:we|our|this|these|which|that|follows|following|below|above|page|continued|note)\b|(?:\b\p{L} ){4}/iu.test(
    words,
  ) &&
  !/(?:\b(?:and|or|of|in|by|for|the|to|with|four|three|ended)|[,(–-])$/i.test(words) &&
  words.split("(").length === words.split(")").length;

/** A label in capitals or in Title Case as a phrase: words that the document also writes small are small. */
export function asPhrase(words: string, { lower, names }: Vocabulary): string {
  const isLoud = !/\p{Ll}/u.test(words);
  const isTitle =
    !/(?:^| )(?!(?:and|or|of|in|on|for|to|from|by|at|with|per|the|a|an|net|as|before|after|than)\b)\p{Ll}/u.test(words);
  if (!isLoud && !isTitle) return words;
  return (
    words
      // "NET INCOME ATTRIBUTABLE TO TARN": a company's name, which the document hardly ever writes small.
      .replace(/(?<= ATTRIBUTABLE TO )\p{Lu}{4,}$/u, (name) =>
        (lower.get(name.toLowerCase()) ?? 0) > (names.get(name.toLowerCase()) ?? 0)
          ? name
          : `${name.charAt(0)}${name.slice(1).toLowerCase()}`,
      )
      .replace(/(?<=^|[ (/-])\p{Lu}(?:\p{Ll}+|\p{Lu}+)(?![\p{L}.])/gu, (word) => {
        const small = word.toLowerCase();
        if (isLoud && /\p{Ll}/u.test(word)) return word;
        if (COMMON.has(small) || (isLoud && word.length > 4 && !/^EBIT/.test(word))) return small;
        return (lower.get(small) ?? 0) > (names.get(small) ?? 0) / 3 ? small : word;
      })
  );
}

/** A name in capitals as names are written: "NORTH AMERICA" as "North America". */
export const asName = (words: string): string =>
  /\p{Ll}/u.test(words) || words.length < 5
    ? words
    : words
        .replace(/\p{Lu}{4,}|\b(?:MAY|INC)\b/gu, (word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
        .replace(/(?<= )(?:AND|OF|THE|FOR|IN|BY|TO|OR)(?= )/g, (word) => word.toLowerCase());

/** Words of accounts that are no names, however a table writes them. */
const COMMON = new Set(
  (
    "total net gross other operating investing financing activities provided used income loss losses gain gains revenue revenues sales " +
    "interest expense expenses cost costs asset assets liabilities equity cash debt tax taxes receivable receivables payable inventories goodwill " +
    "depreciation amortization earnings margin profit investments securities stock capital payments proceeds dividends property plant " +
    "equipment accrued deferred current long-term short-term and of the to from for per share shares by before after production stocks " +
    "imports exports supply use yield price area planted harvested acre beginning ending farm average common"
  ).split(" "),
);

/** "was" or "were" after a label: by the last word before what qualifies it. */
export function pastOf(label: string): "was" | "were" {
  const bare = label.replace(/ ?\([^)]*\)|, (?:Inc|Corp|Co|Ltd|LLC|L\.?P|plc)\b\.?/gi, "");
  // "Selling, general and administrative expenses": a list, whose commas cut nothing off.
  const isList = /^[^,]+(?:, [^,]+)*,? and [^,]+$/i.test(bare);
  const head = bare.split(isList ? QUALIFIERS : /,/)[0]?.split(QUALIFIERS)[0] ?? "";
  // "Notes payable", "dividends paid": what is payable or was paid is many.
  const last =
    head
      .trim()
      .replace(
        / (?:payable|receivable|outstanding|paid|declared|received|issued|acquired|obtained|associated)(?: and not paid)?$/i,
        "",
      )
      .split(" ")
      .at(-1) ?? "";
  return /(?:[^suai]s|series|people)$/.test(last) || FIRST_OF_TWO.test(bare) ? "were" : "was";
}

const QUALIFIERS =
  / (?:of|in|on|for|to|through|from|by|at|with|per|before|after|attributable|under|as|including|excluding|included|due|(?<!and )related|provided|used)[ /]/i;
/** "Ferry taxes and amortization of piers": two things, the first of them many, without what it is of. */
const FIRST_OF_TWO =
  /^(?!.* (?:of|in|on|for|to|from|by|per|before|after|as|net)\b.* and )(?!sales)[^,]*[^suai,]s and \p{L}/iu;
