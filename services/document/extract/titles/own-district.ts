import type { Adjunct } from "../grammar/adjuncts.ts";

const NTH = "(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth) ";
/** " in the Fifth District", "across the District" */
const BEHIND = new RegExp(
  ` (?:in|across|throughout|within|of|for|around) (?:most of )?(?:the )?(?:${NTH})?District(?: (?:states|area))?(?= (?:in|at|on|by|from|to|for|and|amid)\\b|$)`,
  "g",
);
/** "Fifth District factory output", "District factory output" */
const BEFORE = new RegExp(
  `(?<=^|(?:^| )\\p{Ll}[\\p{L}-]{0,30} )(?:the )?(?:${NTH})?District(?:['’]s)? (?=\\p{Ll}|CRE\\b)`,
  "gu",
);

/** "factory output growth" of "Fifth District factory output growth in the District": the name of the District's bank is put to it. */
export function withoutOwnDistrict(text: string, place: string): string {
  if (place === "" || !text.includes("District")) return text;
  const bare = text.replace(`${place} District `, "").replace(BEHIND, "").replace(BEFORE, "");
  return bare.includes(" ") ? bare : text;
}

/** What hangs on a verb without what only says that it is in the District. */
export const awayFromDistrict = (adjuncts: readonly Adjunct[], place: string): Adjunct[] =>
  adjuncts
    .map((one) => ({ ...one, texts: one.texts.filter((text) => place === "" || !isDistrict(text)) }))
    .filter(({ texts }) => texts.length > 0);

const isDistrict = (text: string) => ` ${text}`.replace(BEHIND, "") === "";
