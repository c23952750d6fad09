import { singular } from "../grammar/compounds.ts";
import { MAX_TAGGED_LENGTH } from "../grammar/language.ts";
import type { TitleCore } from "./title-cores.ts";
import { changed } from "./title-forms.ts";

/** What those are called in front of a measure whose name is not that of their trade. */
const TRADES: Record<string, string> = {
  manufacturer: "manufacturing",
  factory: "manufacturing",
  retailer: "retail",
  wholesaler: "wholesale",
  farmer: "farm",
  banker: "bank",
  lender: "bank",
};
/** Who tells of a trade: "ferry firms", "tourism contacts", "respondents in the ferry sector". */
const TELLERS =
  "firms|companies|businesses|contacts|respondents|establishments|producers|operators|providers|dealers|dealerships|agencies|stores?|organizations?";
const TRADE =
  "dealers|dealerships|agencies|producers|operators|providers|manufacturers|factories|retailers|wholesalers|farmers|ranchers|bankers|banks|lenders|builders|homebuilders|contractors|hotels|restaurants|airlines|realtors|hoteliers|restaurateurs|grocers|nonprofits|shippers|brokers";
const BY_TRADE = new RegExp(`^(?:[\\p{L}-]+,? ){0,5}?(?:${TRADE})$`, "u");
const BY_TELLER = new RegExp(`^(.+) (?:${TELLERS})$`, "u");
/** "manufacturers of ferry engines", "producers of bricks, tiles, and glass" */
const MAKERS_OF = /^(manufacturers|producers|makers|sellers|growers|retailers|wholesalers) of (.+)$/i;
/** "respondents in the ferry sector", "contacts at auto dealerships" */
const WITHIN =
  /^(?:[\p{L}-]+ ){0,3}(?:firms|contacts|respondents|companies|businesses|producers) (?:in|at|from) (?:the )?([\p{L}-]+(?:,? (?:and )?[\p{L}-]+){0,3})$/iu;
const COUNTED =
  /^(?:(?:the|a|an|some|several|many|most|few|nearly|almost|all|both|other|various|one|two|three|a number of|number of|majority of|of|on|number|majority|small|large|smaller|larger|local|district|area|regional|business|individual|multiple|more|fewer|half|certain|reporting|surveyed|participating) )+/i;
/** A sector of which the clause itself says that all it tells holds there. */
const PLACED =
  / (?:in|for|among|at) (?:the )?(?:(?:firms|contacts|companies|businesses) in (?:the )?)?([\p{L}-]+(?: (?:and )?[\p{L}-]+){0,3}?) (?:sectors?|industry|firms|contacts|companies|businesses)\b/u;
/** That is every sector, or none. */
const OF_ALL =
  /\b(?:all|most|many|several|some|other|both|various|these|those|this|that|its|their|district|regional|private|public|across|few|same|respective|overall|balance|business|non|smaller|larger|small|large|remaining|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)\b/i;

/** What may stand before a measure and names nothing. */
const LEAD =
  /^(?:(?:expected|possible|projected|slight|modest|moderate|strong|solid|robust|sharp|significant|flat|steady|stable|unchanged|little-changed|mixed|weak|weaker|higher|lower|stronger|softer|slower|increased|decreased|reduced|elevated|further|declining|rising|growing|falling|improving|slowing|softening|weakening|strengthening|sizeable|healthy|brisk|subdued|muted|limited|low|high|easing|pessimistic|optimistic|cautiously optimistic|positive|negative|adequate|reports of|(?:optimism|pessimism) about|(?:worsening|weakening|stabilization) in|outlook for|slowdown in|pickup in|easing in|(?:increase|decrease|decline|growth|rise|improvement|drop|change|fall)s? (?:in|of)) )*/i;
const MEASURE =
  /^(?:(?:input|selling|output|new|total|overall|input and selling|business)s? )?(?:prices?|costs?|sales|(?:services )?demand|activity|revenues?|inventor(?:y|ies)|orders?|production|output|conditions|employment|wages?|profits?|margins?|profit margins?|backlogs?|traffic|foot traffic|capital (?:spending|expenditures?)|investment|hiring|volumes?|outlooks?|prospects|uncertainty|expectations|supply availability|delivery times|head counts?|staffing levels|vacancies|excess capacity|price pressures?|cost pressures?|wage pressures?)\b/i;
const PALE = /\b(?:slight|modest|moderate|solid|robust|sharp|significant) /;
const CHANGED = /^(.*?)\b(increase|decrease|decline|growth|rise|improvement|slowdown|pickup)s? in $/;
const SHORTER = 0.08;
/** What a title gains that says of whom it is. */
const NAMED = 0.25;
/** And what one loses that does not. */
const UNSAID = 0.3;
const LONGEST = 3;

/** Whose it is that a regional report tells of: of those who tell it, of the clause, or of the heading over it; else empty. */
export function sectorTold(teller: string, clause: string, heading: string): string {
  if (clause.length > MAX_TAGGED_LENGTH) return "";
  const placed = PLACED.exec(clause)?.[1] ?? "";
  const found = ofTeller(teller) || (OF_ALL.test(placed) ? "" : placed) || ofHeading(heading);
  const small = found.replace(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
  // Two trades leave no room for the place.
  return / and /.test(small) || small.split(" ").length > LONGEST ? "" : small;
}

/** "Business Spending" is no sector. */
const ofHeading = (heading: string) =>
  /\b(?:Spending|Conditions)\b/.test(heading)
    ? ""
    : (/^(?:Commercial |Residential )?Real Estate$|\bReal Estate\b/.exec(heading)?.[0] ?? heading);

function ofTeller(teller: string): string {
  const [, within = ""] = WITHIN.exec(teller) ?? [];
  const told = within.replace(/ (?:sectors?|industry|industries)$/, "");
  if (within !== "") return OF_ALL.test(told) || /\p{Lu}/u.test(told) ? "" : tradeOf(told);
  const name = teller.replace(COUNTED, "");
  if (name === "") return "";
  const [, trade = "", made = ""] = MAKERS_OF.exec(name) ?? [];
  if (trade !== "")
    return /^\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*){0,2}$/u.test(made) && !/ and /.test(made)
      ? singular(made)
      : tradeOf(trade);
  if ((OF_ALL.test(name) && !/^non/i.test(name)) || /[,;]/.test(name)) return "";
  if (BY_TRADE.test(name)) return tradeOf(name);
  const what = BY_TELLER.exec(name)?.[1] ?? "";
  // "financial activity" is not that of financial firms.
  if (/^\p{L}+al$/u.test(what)) return `${what}-sector`;
  return /^\p{Lu}?[\p{Ll}-]+(?: (?:and )?[\p{Ll}-]+){0,2}$/u.test(what) ? what : "";
}

/** "auto dealer" of "auto dealers", "retail" of "higher-end retailers". */
function tradeOf(name: string): string {
  if (/ and /.test(name)) return "";
  const words = singular(name).split(" ");
  const last = words.pop() ?? "";
  return [...words, TRADES[last.toLowerCase()] ?? last].join(" ");
}

/** "slight ferry demand growth" of "slight demand growth", where a title would not say of whom; the others as they are. */
export function ofSector(cores: readonly TitleCore[], sector: string): TitleCore[] {
  if (sector === "") return [...cores];
  const stems = sector.split(" ").map((word) => word.slice(0, 5));
  return cores.flatMap((core) => {
    const lead = LEAD.exec(core.text)?.[0] ?? "";
    const rest = core.text.slice(lead.length);
    if (!MEASURE.test(rest) || stems.some((stem) => core.text.toLowerCase().includes(stem))) return [core];
    const told = rest.replace(/ (?:for|among|at) (?:firms|contacts|companies|businesses)$/, "");
    const small = /^\p{Lu}\p{Ll}/u.test(told) ? told.charAt(0).toLowerCase() + told.slice(1) : told;
    // Words less, which leave room for the place and the month.
    const measure = `${sector} ${small.replace(/^input and selling (?=prices?\b)/, "")}`;
    const [, before = "", change = ""] = CHANGED.exec(lead) ?? [];
    const shorter = change === "" ? [`${lead.replace(PALE, "")}${measure}`] : changed(`${before}${measure}`, change);
    return [
      { ...core, text: `${lead}${sector} ${small}`, worth: core.worth + NAMED },
      ...shorter.map((text) => ({ ...core, text, worth: core.worth + NAMED - SHORTER })),
      { ...core, worth: core.worth - UNSAID },
    ];
  });
}

/** Who tells and no more: "regional airport", "staffing firm with many offices". */
const A_TELLER = new RegExp(
  `^(?:(?!(?:at|of|among|by|for|from|in|to)\\b)[\\p{L}’'-]+ ){0,3}(?:${TELLERS}|${TRADE}|firm|company|business|producer|operator|dealer|agency|manufacturer|retailer|farmer|lender|bank|builder|contractor|hotel|nonprofit|airline|airport|analysts?|agents?|suppliers?|restau-?ranteurs?|vendors?|growers?|owners?)(?: (?:with|in|at|from) [^,]*)?$`,
  "iu",
);
/** What a title loses that names only who tells. */
const ONLY_TELLER = 1.2;

/** "one firm's revenue", "contacts' outlook": of nobody more than the District is theirs. */
const THEIR =
  /(?<=^|\p{Ll} )(?:one |many |most |some )?(?:[Ff]irms?|[Cc]ontacts?|[Bb]usiness(?:es)?)['’]s? (?=\p{Ll})/u;

/** Cores that name only who tells are worth less than any that says what is told; and whose it is tells nothing where it is theirs. */
export const belowTold = (cores: readonly TitleCore[]): TitleCore[] =>
  cores
    .map((core) => {
      const text = core.text.replace(THEIR, "");
      return text.includes(" ") ? { ...core, text } : core;
    })
    .map((core) => (A_TELLER.test(core.text) ? { ...core, worth: core.worth - ONLY_TELLER } : core));
