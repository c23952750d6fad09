import { singular } from "../grammar/compounds.ts";
import { MAX_TAGGED_LENGTH } from "../grammar/language.ts";
import { OWN_NAME, SET_PHRASES, SUM, SUMS } from "./filing-phrases.ts";
import { effectForms } from "./object-cores.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";

/** Worth what the best of the other modules' cores are: what is looked for of a company, in the words of those who look. */
const WORTH = 1.8;
/** What a title loses that leaves out a word of its measure to make room for whose it is. */
const SHORTER = 0.15;

/** What a company reports, by what analysts call it, whatever the sentence calls it. */
export function filingCores(plain: string): TitleCore[] {
  const cores: TitleCore[] = [];
  if (plain.length > MAX_TAGGED_LENGTH) return cores;
  for (const [pattern, text] of SET_PHRASES)
    if (pattern.test(plain)) {
      cores.push({ text, worth: WORTH, isNamed: true });
      break;
    }
  for (const make of [explained, guided, translated, concentrated, hypothetical, owed, atEnd, ratioOf, leaving])
    cores.push(...make(plain));
  return cores;
}

const CHANGED =
  /^(?:the|an?) (?:(?:net|overall|slight|significant) )?(increase|decrease|growth|decline|improvement|reduction)s? in (?:the )?/;
/** Where the measure ends: at when, at what it is compared with, at its verb. */
const MEASURED =
  /,? (?:for|during|in|over) (?:the )?(?:three|six|nine|twelve|first|second|third|fourth|current|quarters?|fiscal|years?|same|\d{4})\b|,? (?:as |when )?compared (?:to|with) | versus | (?:was|were|is|are|reflects?|reflected|resulted) |,(?! [^,]* and )/;
const CAUSED = /\b(?:due to|driven by|attributable to|the result of|reflects?|reflected|because of|resulted from)\b/;
const LONGEST = 6;

/** "The increase in fare revenues for the six months was due to": "fare revenue increase". */
function explained(plain: string): TitleCore[] {
  const [opening = "", change = ""] = CHANGED.exec(plain) ?? [];
  const rest = plain.slice(opening.length);
  const end = opening === "" ? -1 : rest.search(MEASURED);
  if (end < 0 || !CAUSED.test(rest.slice(end))) return [];
  const measure = bare(rest.slice(0, end));
  // "segment net sales": of a segment that another sentence names.
  if (measure === "" || /^(?:segment|other) |[()]|\brelated to\b/.test(measure) || measure.split(" ").length > LONGEST)
    return [];
  const [, what = "", where = ""] =
    /^((?:net )?(?:revenues|sales)) from ([\p{L}-]+(?: [\p{L}-]+)?)$/u.exec(measure) ?? [];
  // "The increases in fares and income": the first of them has room.
  const [one = measure] = /^.+?['’]s .+?(?= and )/.exec(measure) ?? [];
  const form = (what === "" ? one : `${singular(where)} ${what}`).replace(/^(\p{Lu}[\p{L}-]+)['’]s segment /u, "$1 ");
  const forms = [form, form.replace(/\bnet (?=revenues?|sales)/, ""), lettered(form)];
  return forms.flatMap((text, at) =>
    [...changed(text, change), ...(COSTS.test(text) ? [`${singular(text)} ${change}`] : [])].map((told) => ({
      text: told,
      worth: WORTH - (at === 0 || text === form ? 0 : SHORTER),
      isNamed: true,
    })),
  );
}

/** "game operations and distribution costs": all of it in front of another noun. */
const COSTS = /^[\p{L} -]+ (?:expenses?|costs|fees|royalties)$/u;
const lettered = (text: string) =>
  text.replace(/^research and development /, "R&D ").replace(/^general and administrative /, "G&A ");

const GUIDES =
  /\b(?:expects|guides|reaffirms|raises|lowers|updates|is (?:updating|reaffirming|raising|lowering)) (?:its )?(?:(?:fiscal|full|year) |full-year ){0,3}(?:(?:19|20)\d\d|FY ?\d\d) (?:full[ -]year )?((?:[\p{L}&-]+ ){1,6}?)(?:guidance )?(?:\([A-Z]+\) )?(?:of|in the range of|excluding|to be) /u;
const RANGE_FOR =
  /\bguidance (?:range )?for (?:projected )?(?:(?:19|20)\d\d )?([\p{L}&-]+(?: [\p{L}&-]+){0,4}?)(?:,| is | are | was | remains )/u;
const ASSUMES =
  /\b(?:outlook|guidance) assumes (?:that )?((?:[\p{L}-]+ ){1,4}?)(?:declines?|growth|increases?|of|to|will) /u;

/** "The guidance range for ferry earnings is reaffirmed at": "ferry earnings guidance". */
function guided(plain: string): TitleCore[] {
  const [, assumed = ""] = ASSUMES.exec(plain) ?? [];
  const measure = bare(GUIDES.exec(plain)?.[1] ?? RANGE_FOR.exec(plain)?.[1] ?? assumed).replace(
    /\b\p{Lu}\p{Ll}+/gu,
    (word) => word.toLowerCase(),
  );
  if (!/ |^(?:earnings|sales|revenues?)$/.test(measure) || /\b(?:and|or|to|that|full-year)\b/.test(measure)) return [];
  return [
    {
      text: `${measure.replace(/ guidance$/, "")} ${assumed === "" ? "guidance" : "outlook"}`,
      worth: WORTH,
      isNamed: true,
    },
  ];
}

const TRANSLATED =
  /\b(?:impact|effect) of (?:fluctuations|changes|movements) in (?:foreign )?(?:currency )?exchange rates\b.*? (?:adversely|negatively|unfavorably|favorably|positively) (?:impacted|affected) ([^$]{3,70}) by [$€£]/;
/** "The translation of currencies adversely impacted income by $4 million": "currency effect on income". */
function translated(plain: string): TitleCore[] {
  const affected = bare(TRANSLATED.exec(plain)?.[1] ?? "").replace(
    /\bincome before (?:income )?taxes$/,
    "pre-tax income",
  );
  if (affected === "") return [];
  return effectForms("foreign exchange rates", affected)
    .filter((text) => text.startsWith("currency "))
    .map((text) => ({ text, worth: WORTH, isNamed: true }));
}

const CUSTOMERS = /\b(customer|vendor|supplier|manufacturer)s?\b/;
const MUCH_OF =
  /\b(?:largest (?:[\p{L}.]+ ){0,3}?customers\b.{0,50}? (?:accounted for|represented) (?:approximately )?\d+(?:%| percent)|that (?:individually )?(?:represented|accounted for|comprised) 10(?:%| percent) or more|each accounted for (?:greater|more) than 10(?:%| percent)) of (?:total )?([\p{L}. -]+?)(?:[,;]| and | which |\.?$)/u;

/** "Three customers each accounted for more than 10% of freight sales": "customer concentration in freight sales". */
function concentrated(plain: string): TitleCore[] {
  const [found = "", of = ""] = MUCH_OF.exec(plain) ?? [];
  const who =
    found === "" ? undefined : (CUSTOMERS.exec(found) ?? CUSTOMERS.exec(plain.slice(0, plain.indexOf(found))))?.[1];
  if (who === undefined) return [];
  const whole = bare(of)
    .replace(/^sales in the United States$/, "U.S. sales")
    .replace(new RegExp(`^${who} `), "");
  return [{ text: `${who} concentration in ${whole}`, worth: WORTH, isNamed: true }];
}

const HYPOTHETICAL = /\bhypothetical\b.*?\bwould (?:have )?(?:result|reduce|decrease|increase|lower|raise)/;
const AT_RISK =
  /\b(?:net income|income before (?:income )?taxes|pre-tax income|interest expense|operating income|earnings|cash flows?)\b/;

/** "A hypothetical rise in interest rates would have reduced earnings": "earnings sensitivity to interest rates". */
function hypothetical(plain: string): TitleCore[] {
  const found = HYPOTHETICAL.exec(plain)?.[0] ?? "";
  const what = AT_RISK.exec(plain.slice(plain.indexOf(found) + found.length))?.[0] ?? "";
  const rates = /\bexchange rates?\b|\bcurrenc/.test(found)
    ? "exchange rates"
    : /\binterest rates?\b/.test(found)
      ? "interest rates"
      : "";
  if (found === "" || what === "" || rates === "") return [];
  return [{ text: `${what} sensitivity to ${rates}`, worth: WORTH, isNamed: true }];
}

const ACCRUED = new RegExp(
  `\\baccrued ${SUMS} (?:for|of) (?:the |its )?(?:estimated )?(?:undiscounted )?(?:liabilit(?:y|ies) for )?([^,.;$]{3,60}?)(?: and |[,.;]|$)`,
);
const ISSUED = new RegExp(
  `\\b(?:issued|completed (?:the|its) (?:sale|issuance|offering) of(?: \\(i\\))?) (?:${SUM} )(?:(?:in )?aggregate principal amount )?(?:of )?(?:its |the )?[\\d.]+% ((?:\\p{Lu}[\\p{L}-]+ ){0,3}(?:Notes|Bonds|Debentures))\\b`,
  "u",
);
const REDEEMED = new RegExp(`\\b(?:redeemed|repaid) ${SUM} of (?:its )?[\\d.]+% (notes|bonds|debentures)\\b`, "i");
const BOUGHT = new RegExp(
  `\\b(?:closed on|completed) (?:\\w+ )?acquisitions of (?:various )?(?:regulated )?([\\p{Ll} ]{3,40}?) for ${SUM}`,
  "u",
);

/** What is owed and paid: "harbour cleanup accrual", "Senior Notes issuance". */
function owed(plain: string): TitleCore[] {
  const accrued = bare(ACCRUED.exec(plain)?.[1] ?? "");
  const issued = ISSUED.exec(plain)?.[1] ?? "";
  const redeemed = REDEEMED.exec(plain)?.[1] ?? "";
  const bought = BOUGHT.exec(plain)?.[1] ?? "";
  return [
    accrued === "" ? "" : `${singular(accrued)} ${/\bfor .{0,40}liabilit/.test(plain) ? "liabilities" : "accrual"}`,
    issued === "" ? "" : `${issued} issuance`,
    redeemed === "" ? "" : `${singular(redeemed)} redemption`,
    bought === "" ? "" : `${singular(bought)} acquisitions`,
  ]
    .filter((text) => text !== "")
    .map((text) => ({ text, worth: WORTH, isNamed: true }));
}

const AT_END =
  /^([\p{L}-]+(?: [\p{L}-]+){1,4})(?:, net,?)? at the end of .{4,60}? (?:was|were|totaled|increased|decreased) /u;

/** "Fuel stocks, net at the end of the first quarter totaled": "fuel stocks". */
function atEnd(plain: string): TitleCore[] {
  const measure = bare(AT_END.exec(plain)?.[1] ?? "");
  const forms = measure === "" ? [] : [measure, measure.replace(/^cash and cash equivalents$/, "cash and equivalents")];
  return forms.map((text) => ({ text, worth: WORTH - SHORTER, isNamed: true }));
}

const RATIO = new RegExp(
  `^(?:${OWN_NAME}['’]s |the )?((?:[\\p{L}-]+ ){2,8}ratio) (?:was|is) (?:approximately )?\\d`,
  "u",
);

/** "Harlow's adjusted regulated operation and maintenance ratio was 33%": its letters, for it is long. */
function ratioOf(plain: string): TitleCore[] {
  const ratio = (RATIO.exec(plain)?.[1] ?? "").replace(/\boperations? and maintenance\b/, "O&M");
  return (ratio === "" ? [] : [ratio, ratio.replace(/\bregulated /, "")]).map((text, at) => ({
    text,
    worth: WORTH - at * SHORTER,
    isNamed: true,
  }));
}

const LEAVES =
  /(?:^|, )(?:\p{Lu}[\p{L}.'’-]* ){1,3}(\p{Lu}[\p{L}'’-]+),? (?:[^,;.]{3,60}, )?(?:will cease to serve|(?:has )?(?:resigned|retired|stepped down)|(?:will|plans to|intends to) (?:resign|retire|step down)) as [^,;]{0,60}?\bChief (Executive|Financial|Operating|Technology|Accounting|Legal|Marketing) Officer\b/u;

/** "Ada Rye will cease to serve as Chief Financial Officer": "CFO Rye departure". */
function leaving(plain: string): TitleCore[] {
  const [, name = "", office = ""] = LEAVES.exec(plain) ?? [];
  return name === "" ? [] : [{ text: `C${office.charAt(0)}O ${name} departure`, worth: WORTH, isNamed: true }];
}

/** A measure without whose and what part of it it is. */
const bare = (text: string) =>
  text
    .trim()
    .replace(new RegExp(`^(?:the |its |${OWN_NAME}['’]s |consolidated |total |estimated )+`), "")
    .replace(/,$/, "");
