import type { Context } from "./context.ts";

/** "In China," and "In the United States," with which a sentence opens. */
const OPENS = /^In ((?:the )?(?:\p{Lu}[\p{L}.]+|euro)(?: (?:\p{Lu}\p{L}+|area|and|of)){0,3}), /u;
const MONTH =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Q[1-4]|H[12])\b/;
/** What every economy has: without its name, whose it is was said before. */
const ITS =
  /^(?:(?:growth|inflation|GDP|economic|activity|output|exports|imports|consumer|consumption|headline|core|unemployment|employment|industrial|retail|private|household|house|housing|services|manufacturing|domestic|real|annual|wage|business|investment|twelve-month|year-on-year)\b|the (?:economy|unemployment|labou?r|central bank|government|recovery|property|housing|manufacturing|services|pace of growth|rate of inflation)\b)/i;
/** A name of a place or of somebody, behind the first word. */
const NAMED =
  /(?<=\s)(?!January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{Ll}{2,}|\b(?:US|UK|EU|U\.S\.|U\.K\.|euro)\b/u;

/** The country of which a sentence speaks, by its opening; else `before`, that of the sentence in front of it, as far as it goes on. */
export function countryOf(text: string, before: string): string {
  const opens = OPENS.exec(text)?.[1] ?? "";
  if (opens !== "" && !MONTH.test(opens)) return opens;
  return isOpen(text) ? before : "";
}

/** Whether a sentence tells of an economy and not of which. */
const isOpen = (text: string) => ITS.test(text) && !NAMED.test(text) && !OF_SEVERAL.test(text);
const OF_SEVERAL =
  /\b(?:both|these|other|others|elsewhere|abroad|foreign|global\w*|world\w*|international|countries|economies|regions?)\b/i;

/** "Growth was expected to slow" behind "In China, exports rose" as "In China, growth was expected to slow". */
export const inCountry = (text: string, country: string, { company }: Context): string =>
  country === "" || company !== undefined || !isOpen(text)
    ? text
    : `In ${country}, ${/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
