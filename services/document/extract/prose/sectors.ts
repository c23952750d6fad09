import type { Span } from "../../parse/parsed-document.ts";
import type { Section } from "./sections.ts";
import type { Theme } from "./themes.ts";

/** The words of which regional reports make the headings over what they say of each sector. */
const WORD =
  "Retail|Trade|Sales|Tourism|Travel|Leisure|Hospitality|Manufacturing|Distribution|Services|Nonfinancial|Related|Transportation|Ports|Real|Estate|Construction|Commercial|Residential|Banking|Finance|Financial|Institutions|Credit|Conditions|Agriculture|Energy|Natural|Resources|Resource-Related|Industries|Consumer|Business|Spending|Activity|Other|Labor|Markets|Employment|Wages|Prices|Community|Perspectives|Regional";
/** Behind the end of a sentence, a line or a page's foot. */
const BEHIND =
  '(?<=[.!?]["”’)]?\\s{1,4}|\\n\\s{0,4}|[.!?]["”’)]?\\s{1,4}Federal Reserve Bank of [\\w. ]{4,20} \\d{1,3} |\\d The Beige Book )';
/** "Manufacturing and Distribution" in front of "Manufacturing activity was little changed". */
const SECTOR = new RegExp(
  `${BEHIND}(?:${WORD})(?:,? (?:and )?(?:${WORD})){0,5}(?=\\s{1,4}\\p{Lu}[\\p{L}-]*[ ,])`,
  "gu",
);
/** Any other heading: what stands under it is of no sector that is known. */
const OTHER = new RegExp(
  `${BEHIND}\\p{Lu}[\\p{L}-]+(?:,? (?:and )?\\p{Lu}[\\p{L}-]+){1,5}(?= \\p{Lu}[\\p{L}-]* \\p{Ll})`,
  "gu",
);
/** What is so headed is of the whole economy. */
const OF_ALL = /\b(?:Labor|Employment|Wages|Prices|Community|Conditions|Perspectives|Activity)\b/;

/** The sectors that regional reports name over their parts, in order; those of all sectors, and of none that is known, have an empty name. */
export function readSectors(text: string, sections: readonly Section[], district: string): Theme[] {
  if (district === "" && !sections.some(({ institution }) => institution !== undefined)) return [];
  const found = [...text.matchAll(SECTOR)].map((match) => theme(match, OF_ALL.test(match[0]) ? "" : match[0]));
  const known = new Set(found.map(({ named }) => named.start));
  const others = [...text.matchAll(OTHER)].map((match) => theme(match, ""));
  const opened = sections.map(({ named }) => ({ name: "", isLabel: false, named }));
  return [...found, ...others.filter(({ named }) => !known.has(named.start)), ...opened].sort(
    (a, b) => a.named.start - b.named.start,
  );
}

function theme({ index, 0: words }: RegExpExecArray, name: string): Theme {
  const named: Span = { start: index, end: index + words.length };
  return { name: name.replace(/\s+/g, " "), isLabel: false, named };
}

/** The sector under which a sentence stands at a place of the text; undefined where none is known, or the sentence names its own. */
export function sectorOver(text: string, sectors: readonly Theme[], at: number): Theme | undefined {
  if (NAMES_SECTOR.test(text)) return undefined;
  const sector = sectors.findLast(({ named }) => named.start <= at);
  const isSaid = sector === undefined || text.toLowerCase().includes(sector.name.toLowerCase());
  return isSaid ? undefined : sector;
}

/** What names a sector or what it makes, so that a sentence need not be told which one it is of. Each has orders and sales. */
const NAMES_SECTOR =
  /\b(?:manufactur\w+|factor(?:y|ies)|industrial|retail\w*|stores?|consumers?|shoppers?|auto\w*|vehicles?|dealers?|restaurants?|hotels?|hospitality|leisure|touris[mt]s?|travel\w*|visitors?|airlines?|services?|construction|contractors?|build\w*|homes?|hous\w+|residential|commercial|real estate|apartments?|office|leas\w+|rent(?:s|al|als)?|permits|multifamily|mortgages?|banks?|bank\w+|lend\w*|loans?|credit|deposits?|financ\w+|farm\w*|agricultur\w+|crops?|cattle|livestock|harvest\w*|corn|soybeans?|wheat|dairy|growers?|ranch\w+|drought|oil|gas|energy|drilling|rigs?|coal|mining|electric\w*|power|transport\w*|freight|truck\w*|cargo|ports?|rail|shipping|distribut\w+|wholesal\w+|nonprofits?|technology|software|tech|staffing|health\w*|insurance|economic activity|economy|wages?|employment|hiring|labor|workers?)\b/i;
