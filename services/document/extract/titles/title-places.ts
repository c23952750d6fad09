import { MONTHS } from "#kit/months.ts";
import { singular } from "../grammar/compounds.ts";
import { tag } from "../grammar/language.ts";
import type { Vocabulary } from "../grammar/vocabulary.ts";
import { namesPlace } from "../prose/country.ts";
import type { Reading } from "./reading.ts";
import { stemOf } from "./telling.ts";
import type { TitleCore } from "./title-cores.ts";

/** A word that was capital only at the beginning of its sentence. */
export const begun = (text: string, { lower }: Vocabulary, least = 2) => {
  const first = /^\p{Lu}\p{Ll}+(?= \p{Ll})/u.exec(text)?.[0].toLowerCase() ?? "";
  return first !== "" && (lower.get(first) ?? 0) > least ? first + text.slice(first.length) : text;
};

/** "slight Wheat export decline" of a sentence that begins with "Wheat": the capital was the sentence's. */
export const begunBehind = (text: string, first: string, { lower }: Vocabulary) =>
  /^\p{Lu}\p{Ll}+$/u.test(first) && (lower.get(first.toLowerCase()) ?? 0) > 0
    ? text.replace(
        new RegExp(`(?<=^\\p{Ll}[\\p{L}-]* (?:\\p{Ll}[\\p{L}-]* )?)${first}(?= (?:\\p{Ll}|U\\.S))`, "u"),
        first.toLowerCase(),
      )
    : text;

/** "Norden wheat exports decline", "decline in wheat exports in Norden". */
export function withEntity(
  text: string,
  { text: core, isNamed }: TitleCore,
  entity: string,
  where: string,
  isOpening: boolean,
): string[] {
  if (entity === "" || overlaps(text, entity)) return [];
  const opens =
    isNamed && !/ (?:of|on|for|to|from|due|by|as|with|between|excluding|regarding|surrounding) |['’]s? /.test(core);
  const behind = `${text} ${where} ${entity}`;
  // "Norden rebound in lending": a word less, which leaves room for the month.
  const name = entity === "United States" ? "U.S." : entity;
  if (opens) return isOpening ? [behind, `${name} ${text}`] : [`${name} ${text}`, behind];
  // "Harlow allowance for ferry losses": a word less.
  if (where === "at" && OWN_MEASURE.test(text)) return [behind, `${name} ${text}`];
  return where === "in" && !isOpening ? [behind, `${name} ${text}`] : [behind];
}

/** What a company has, and not what befalls it. */
const OWN_MEASURE =
  /^(?:[\p{L}-]+ ){0,3}(?:value|amount|costs?|allowance|balance|liability|liabilities|maturities|expenses?|contributions|proceeds|borrowings|number|obligations?|guarantees|income|compliance|compensation) (?:of|for|to|from|with|related to) (?=\p{Ll})|^[\p{L}-]+ effect on |^[^,]{1,40} share of /u;

/** "maize sowing in Norden" of "maize sowing". */
export const inPlace = (texts: string[], place: string) =>
  place === ""
    ? texts
    : texts.flatMap((text) => (overlaps(text, place) || text.includes(place) ? [text] : [`${text} in ${place}`, text]));

/** "reduction in U.S. sugar imports", "projected rice price decline"; nothing where no measure stands that a country or a crop has. */
export function ofCountry(text: string, country: string, thing: string, vocabulary: Vocabulary): string[] {
  const [lead = ""] = LEAD.exec(text) ?? [];
  const rest = begun(text.slice(lead.length), vocabulary, 0);
  if (!A_COUNTRY_HAS.test(rest)) return [];
  const [world = ""] = /^(?:global|world) /i.exec(rest) ?? [];
  const isOpen = thing !== "" && OF_ANY_CROP.test(rest) && !overlaps(text, thing);
  const named = isOpen ? `${world}${singular(thing)} ${rest.slice(world.length)}` : rest;
  const placed = country !== "" && !overlaps(text, country) && !text.includes(country) ? `${country} ${named}` : named;
  return placed === rest ? [] : [lead + placed];
}

/** A measure that says of no crop that it is its own. */
const OF_ANY_CROP =
  /^(?:(?:global|world|beginning|ending|carryin|season-average|farm|total|all|average|domestic|harvested|planted|projected|resulting) )*(?:stocks-to-use ratio|production|output|exports?|imports?|stocks?|suppl(?:y|ies)|use|consumption|trade|yields?|area|crush|prices?|deliver(?:y|ies)|acreage|demand|sowing|planting|harvest(?:ing)?|inventories|quotations|shipments|crops?|markets?)\b/iu;
const LEAD =
  /^(?:(?:(?:upward|downward|possible|expected|estimated|projected|needed|higher|lower|unchanged|stable|strong|weak|tight|ongoing|record|reduced|large|good|favourable) )*(?:[\p{L}-]+ (?:in|to|of|for) )?)(?:higher |lower )?/iu;
export const A_COUNTRY_HAS =
  /^(?:[\p{L}-]+,? ){0,4}(?:production|output|exports?|imports?|stocks?|suppl(?:y|ies)|use|usage|consumption|trade|yields?|area|crush|prices?|deliver(?:y|ies)|slaughter|acreage|crops?|forecasts?|ratio|demand|outlook|sowing|planting|harvest(?:ing)?|inventories|quotations|shipments|markets?)\b/iu;

const wordsOf = (text: string) => text.split(/[\s,-]+/).filter((one) => one.length > 3);

/** Whether two phrases have a word of some length in common, whatever its ending. */
export const overlaps = (one: string, two: string) => shares(stemsIn(one), two);

export const stemsIn = (text: string): ReadonlySet<string> => new Set(wordsOf(text).map(stemOf));
export const shares = (stems: ReadonlySet<string>, text: string) =>
  wordsOf(text).some((word) => stems.has(stemOf(word)));

/** "Prices rose in many foreign economies": not at home. */
export function isAbroad({ plain, tokens, claim }: Pick<Reading, "plain" | "tokens" | "claim">): boolean {
  const said = plain.slice(0, tokens[claim.end - 1]?.end);
  return /\bforeign economies\b/.test(said) && !/\bU\.?S\b|\bUnited States\b|\b[Dd]omestic/.test(said);
}

/** What every economy has of its own; what markets make and what comes from abroad it has not. */
const OF_AN_ECONOMY =
  /(?<!\p{L}[-‑]?)(?:(?!US|UK|EU)\p{L}?\p{Lu}{2,} |GfK )?(?:[Ff]ood (?:price )?inflation|[Ee]nergy (?:price )?inflation|[Nn]on-energy (?:price )?inflation|[Hh]ousehold|[Cc]onsumer|[Pp]rivate|[Bb]usiness|[Rr]esidential|[Hh]ousing|[Hh]ouse|[Ll]abou?r|[Ww]ages?|[Pp]ay|[Nn]egotiated|[Cc]ompensation|[Uu]nit labou?r|[Ee]mployment|[Uu]nemployment|[Jj]ob|[Pp]ayrolls?|[Ss]ervices|[Gg]oods|[Cc]ore|[Hh]eadline|[Uu]nderlying|[Ii]nflation|HICP|CPIF?|GDP|[Rr]eal(?= (?:GDP|PCE|private|personal|consumer|household|imports|exports|goods|income|disposable|wages?|final|business|government)\b)|PCE|[Nn]et exports|[Gg]overnment (?:spending|purchases?|consumption)|[Tt]welve-month CPI|[Aa]nnual (?:inflation|CPI|HICP)|[Ee]conomic (?:activity|growth|outlooks?|recovery|expansion|slowdown)|[Aa]ggregate (?:demand|supply)|[Dd]isinflation|(?:[Pp]ersonal )?[Ss]aving rates?|[Dd]welling investment|[Mm]ining investment|[Rr]esource exports|[Mm]arket sector|[Cc]omposite (?:output )?PMI|[Ff]lash PMI|[Bb]ank deposit rates?|[Oo]utput (?:growth|deceleration|contraction|expansion)|[Cc]redit card (?:balances?|delinquency|loans?)|[Rr]etail|[Mm]anufacturing|[Ii]ndustrial|[Cc]onstruction|[Bb]ank lending|[Ll]ending|[Mm]ortgage|[Ll]oans?|[Bb]road money|M3|[Cc]redit (?:quality|availability|growth|flows)|[Bb]orrowing costs?|CRE prices?|[Ff]inancing conditions|[Pp]roductivity|[Cc]onsumption|[Aa]ctivity|(?<!(?:[Ee]xisting|[Nn]ew|[Pp]ending|labou?r|and) )(?:[Aa]uto sales|[Hh]ome sales|[Aa]gricultural (?:conditions|activity)|[Tt]ransportation activity|[Ee]nergy activity|[Ii]nput (?:costs?|prices?)|[Ss]elling prices?|[Ff]reight prices?))(?= |,|$)/u;
/** Its own already, or an instrument's name. */
const NAMED_ALREADY = /\b(?:domestic|facility|facilities|underlying measure)\b/i;
/** "slight", "strong", "pickup in", "outlook for": what may stand before it. */
const MAY_STAND_BEFORE =
  /^(?:(?!(?:on|by|from|with|and|due|effect|impact|views)\b)[\p{L}-]+ ){0,3}(?<!\b(?:in|of|to|for) [\p{L}-]+ )$/u;

/** "Effect of higher fares on", "expected drag on": it is the home economy that it bears on. */
const BEARS_ON =
  /\b(?:(?:effects?|impact|pressures?|drag|restraint|burden) on|(?:boost|threat|risks?) to|(?:support|boost) for) $/;
/** Of which loans, of which prices: from these it is not parted. */
const PARTS =
  /(?<=^|[ ])(?:(?:commercial|state|and|local|federal|nominal|real|estate|student|auto|credit|card|total|nonfarm|nondefense|nonfinancial|private|sector|leveraged|corporate|small|gross|annual|monthly|quarterly|average) )+$/i;

/** "Slight UK wage growth pickup, May 2031" of "Slight wage growth pickup, May 2031"; the same where that cannot be said. */
export function atHome(title: string, home: string): string {
  const found = OF_AN_ECONOMY.exec(title);
  const isNamed = NAMED_ALREADY.test(title) || namesPlace(title) || title.startsWith(`${home} `);
  if (home === "" || !found || isNamed) return title;
  const front = title.slice(0, found.index);
  if (!MAY_STAND_BEFORE.test(front) && !BEARS_ON.test(front)) return title;
  // "vacancies to unemployment ratio" has it in its middle.
  if (/ to $/.test(front) && / ratio\b/.test(title)) return title;
  const before = withoutParts(front.replace(PARTS, ""));
  const rest = title.slice(before.length);
  const small =
    /^\p{Lu}\p{Ll}+\b/u.test(rest) && !MONTHS.includes(rest.split(" ")[0] ?? "")
      ? rest.charAt(0).toLowerCase() + rest.slice(1)
      : rest;
  const area = before === "" ? home.charAt(0).toUpperCase() + home.slice(1) : home;
  return `${before}${area} ${small}`;
}

/** "slight" of "slight factory" in front of "output": a noun there is a part of the measure, and so is the month of its release. */
function withoutParts(front: string): string {
  const words = front.trimEnd().split(" ");
  const last = words.at(-1) ?? "";
  const isPart = MONTHS.includes(last) || /^(?:NOUN|PROPN)$/.test(tag(last.toLowerCase()).at(-1)?.pos ?? "");
  if (last === "" || last.endsWith("ing") || !isPart) return front;
  const rest = words.slice(0, -1).join(" ");
  return rest === "" ? "" : withoutParts(`${rest} `);
}
