import { tag } from "../grammar/language.ts";
import { namesPlace } from "../prose/country.ts";
import { ADJECTIVE } from "../tables/table-prices.ts";
import { LOSSLESS } from "./title-room.ts";

/** "in Norden", "on Quaynext" */
export const isPlace = (text: string) =>
  /^(?:in|across|on) /.test(text) && !/\d|,| and /.test(text) && !NO_PLACE.test(text) && namesPlace(text);
const NO_PLACE =
  /\b(?:other|others|both|these|elsewhere|Districts?|Committee|Council|Report|Survey|Bank|Budget|Board|Desk|Treasury|Crop|Supply|Sweetener|Federal|Atlantic)\b/;

/** The title with its place, in as few words fewer as that takes. */
export function placed(head: string, place: string, fits: (text: string) => boolean): string | undefined {
  let short = head;
  for (const step of [(text: string) => text, ...LOSSLESS, withoutManner, withoutManner]) {
    short = step(short);
    const form = placedForms(short, place).find(fits);
    if (form !== undefined) return form;
  }
  return undefined;
}

/** "Slight wage growth in Norden", "slight Norden wage growth", "growth in Norden wages": the last two a word less. */
function placedForms(head: string, place: string): string[] {
  const name = place.replace(/^\S+ /, "");
  const before = BEFORE[name] ?? ADJECTIVE.get(name) ?? (ONE_NAME.test(name) ? name : "");
  const behind = / (?:in|across|on|at|among) /.test(head.replace(MOVE, "")) ? [] : [`${head} ${place}`];
  const move = MOVE.exec(head)?.[0] ?? LEAD.exec(head)?.[0] ?? "";
  const rest = head.slice(move.length);
  if (before === "" || LINK.test(rest)) return behind;
  const isLower = /^\p{Lu}\p{Ll}+ /u.test(rest) && tag(rest)[0]?.pos !== "PROPN";
  return [...behind, `${move}${before} ${isLower ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest}`];
}
/** How a title has in front of a noun what no map of countries has. */
const BEFORE: Readonly<Record<string, string>> = {
  "United States": "U.S.",
  "United Kingdom": "UK",
  "euro area": "euro area",
  "foreign countries": "foreign",
  "foreign economies": "foreign",
  "advanced economies": "advanced economy",
};
const ONE_NAME = /^\p{Lu}\S+$/u;
const LINK = / (?:of|in|for|on|to|from|with|at|among|and|between|by) /;
const LEAD =
  /^(?:(?:expected|possible|projected|slight|modest|moderate|strong|weak|sharp|notable|significant|substantial|further|continued|little-changed|unchanged|stable|rapid|tight|high|low|elevated|subdued|rising|falling|(?:low|high|strong|weak|slow|fast|small|larg|tight|great|broad)er) )+(?=\S)/i;
const MOVE = /^(?:increase|decline|decrease|rise|fall|growth|slowdown|moderation|pickup|easing|rebound) in (?=\S)/i;

const MANNER =
  /^((?:(?:expected|possible|projected) )?)(?:relatively|somewhat|little-changed|overall|average|monthly|slight|modest|moderate|gradual|marked|further|continued|ongoing|steady|sharp|notable|significant|substantial|considerable|strong|weak|robust|solid|high|low|elevated|subdued|accommodative|adverse|recent) (?=\S+ \S)/i;
/** How it moved or stands tells less than of what. */
export const withoutManner = (text: string) => text.replace(MANNER, "$1");
