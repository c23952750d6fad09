import type { Context } from "./context.ts";

/** A part of a work that several write: "Beige Book, May 2031: Halden". */
const PART = /^([A-Z][\w ]+), [^:]+: ([A-Z][\w. ]{2,25})$/;
const FORM = /\b(?:Form )?(?:10-[KQ]|8-K|20-F|6-K)\b|\b(?:earnings|press) release\b|\b(?:annual|quarterly) report\b/i;
const MONTH_YEAR =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2},)? ((?:19|20)\d\d)\b/;

/** Who says it, as it stands behind "according to": "most FOMC participants", "the Kansas City Beige Book". Empty when unknown. */
export function sourceOf(holder: string, context: Context): string {
  const { entity, speaker, company } = context;
  const source = workOf(context);
  const said = minutesOf(source, context);
  if (
    holder === "" ||
    speaker !== undefined ||
    company !== undefined ||
    /\b(?:these|those|both|other|such)\b|,/i.test(holder)
  )
    return said;
  if (/^the Board of Governors\b/.test(holder)) return said;
  // "policymakers in China" are not those of the document.
  if (/ (?:in|from|outside|across) /.test(holder)) return said;
  const acronym = /^the ([A-Z]{2,8})$/.exec(source)?.[1];
  if (acronym && holder.includes(acronym)) return holder;
  const group = /^(.*?)(\b(?:participants?|members?|staff|officials?|policymakers?))$/i.exec(holder);
  // Market participants are no members of a committee.
  if (acronym && group && !/\bmarket\b/i.test(group[1] ?? ""))
    return `${group[1]}${acronym} ${group[2]?.toLowerCase()}`;
  if (source === "" || holder.split(" ").length > 7) return said;
  const who = /^(?:committee|(?:governing )?council|board|staff|company|desk|mpc|fomc)$/i.test(holder)
    ? `the ${holder}`
    : holder;
  if (/\b(?:market|survey|business|district)\b|firms$/i.test(who)) return said;
  if (acronym?.endsWith("C") && /^the committee$/i.test(who)) return source;
  if (/(?:committee|council|board|mpc|fomc)$/i.test(who)) return isKnownBody(who, source) ? who : `${who} of ${source}`;
  if (source !== entity) return `${who} in ${source}`;
  // "the Fed" in a speech at one of its banks.
  if (/^the fed$/i.test(who)) return who;
  return /(?:contacts|respondents?)$/i.test(who) ? said : `${who} at ${source}`;
}

/** Whether a body is told by its name alone: the rate setters of other banks than these are called the same. */
const isKnownBody = (who: string, source: string) =>
  /\b(?:fomc|ecb|european central bank)\b/i.test(who) ||
  (/\bmpc\b/i.test(who) && /\bEngland\b/.test(source)) ||
  (/\bgoverning council\b/i.test(who) && /\b(?:ECB|European Central Bank)\b/.test(source)) ||
  who.toLowerCase().includes(source.toLowerCase().replace(/^the /, ""));

/** "the FOMC minutes": what they report is as often the staff's or the markets' view as that of the body that met. */
function minutesOf(source: string, { document, entity, speaker }: Context): string {
  if (source !== entity || source === "" || speaker !== undefined || !/\bMinutes\b/.test(document)) return source;
  return /^the [A-Z]{2,8}$/.test(source) ? `${source} minutes` : `${source}${/s$/.test(source) ? "'" : "'s"} minutes`;
}

/** Whose minutes they are. */
export const withoutMinutes = (source: string) => source.replace(/(?:['’]s?)? minutes$/, "");

/** The body that speaks, or the part of a work in which it does: "the Halden Beige Book", "the Beige Book's National Summary". */
function workOf({ entity, document, speaker, company }: Context): string {
  if (speaker !== undefined || company !== undefined) return entity;
  const part = PART.exec(document);
  const work = part?.[1] ?? (/\bBeige Book\b/.test(document) ? "Beige Book" : "");
  if (work === "") return entity;
  const bank = /^the Federal Reserve Bank of (.+)$/.exec(entity)?.[1];
  const district = /^the (.+ District)$/.exec(entity)?.[1];
  // A line of the summary, where the district has a report of its own.
  if (district !== undefined) return `the ${work}'s ${district} summary`;
  const where = bank ?? part?.[2] ?? "";
  if (where === "") return `the ${work}`;
  return / Summary$/.test(where) ? `the ${work}'s ${where}` : `the ${where} ${work}`;
}

/** How a company's document is cited: "July 2031 Form 10-Q", "2031 Form 10-K". Empty where its form or its time is not known. */
export function filingOf({ document, period }: Context): string {
  const form = FORM.exec(document)?.[0];
  if (!form) return "";
  const month = isAnnual(document) ? null : MONTH_YEAR.exec(document);
  const when = month ? `${month[1]} ${month[2]}` : period;
  return when === "" ? "" : `${when} ${form}`;
}

/** A report of a whole year: its figures without another period are of that year. */
export const isAnnual = (document: string) => /\b(?:10-K|20-F|annual report)\b/i.test(document);

/** When a keyword phrase dates what has no period of its own: the month of a filing, the year of an annual report. */
export function ownTime(context: Context): string {
  if (context.company === undefined) return context.period;
  return /^(?:[A-Z][a-z]+ )?\d{4}/.exec(filingOf(context))?.[0] ?? context.period;
}
