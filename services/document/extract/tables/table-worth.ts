import type { RowFigure } from "./row-fact.ts";

const KEY_LABEL =
  /\b(?:total|net|revenues?|sales|income|earnings|profit|margin|eps|per share|cash|debt|assets|liabilities|equity|expenses?|cost|capital expenditures?|dividends?|tax|rate|inventor(?:y|ies)|production|exports?|imports?|stocks|consumption|price|prices|supply|demand|yield|area (?:planted|harvested)|crushings?|deliveries|disappearance|(?:domestic|residual) use|all items|food|energy|unemployment|employment|gdp|inflation|goodwill|depreciation|operating|gross)\b/i;

/** The places whose goods move the world's markets. */
const MAJOR =
  /^(?:the )?(?:world|United States|European Union|China|India|Brazil|Russia|Argentina|Australia|Canada|Ukraine|Indonesia|Japan|Mexico)$/;

/** "The European Union's corn production", "world rye exports": the same by goods. */
const OF_MAJOR =
  /^(?:world|U\.S\.|(?:the )?(?:European Union|China|India|Brazil|Russia|Argentina|Australia|Canada|Ukraine|Indonesia|Japan|Mexico)['’]s) [\p{Ll} -]+ (?:production|imports|exports|consumption|crush|stocks)$/u;

/** The grains that are looked for before rye and oats. */
const OF_MAJOR_GRAIN = /\b(?:wheat|corn|rice) (?:production|imports|exports|consumption|ending stocks)$/;

/** How much a row is worth finding, on the scale of a statement's worth. */
export function worthOf(subject: string, figures: readonly RowFigure[], when: string): number {
  let worth = 1.5;
  if (KEY_LABEL.test(subject)) worth += 0.6;
  if (/^(?:total|net)\b/i.test(subject)) worth += 0.4;
  if (figures.length < 2) worth -= 0.3;
  if (/\bother\b/i.test(subject)) worth -= 0.4;
  // The same milk again by its solids.
  if (/ on a skim-solid basis$/.test(subject)) worth -= 0.5;
  // What a season begins with is what the one before it ended with.
  if (/\bbeginning stocks\b/i.test(subject)) worth -= 0.45;
  if (MAJOR.test(subject) || OF_MAJOR.test(subject)) worth += 0.3;
  if (OF_MAJOR_GRAIN.test(subject)) worth += 0.1;
  // Levels are looked for before what their changes moved.
  if (/^cash effect of the change\b/.test(subject)) worth -= 0.6;
  if (/\d$/.test(when) && /\//.test(when)) worth -= 0.3;
  if (/ \(an estimate\)$/.test(when)) worth -= 0.1;
  // What is expected is looked for more than what was.
  if (/projection\)$/.test(when)) worth += 0.3;
  return worth;
}
