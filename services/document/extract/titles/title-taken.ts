import { stemOf } from "./telling.ts";

/** Titles of a document in lower case, and those of its prose also by their words in any order and form. */
export type TakenTitles = Map<string, number>;

export const isTitleTaken = (title: string, taken: TakenTitles): boolean => taken.has(title.toLowerCase());

/** "Increase in prices, June 2031" is "Price increase, June 2031" again; and so is "Price increase, 2031", as far as anybody can tell. */
export function isWorded(title: string, taken: TakenTitles): boolean {
  if (isTitleTaken(title, taken)) return true;
  const { words, period, year } = partsOf(title);
  if (period === "") return taken.has(`${words}|any`);
  if (taken.has(`${words}|`)) return true;
  return period === year
    ? taken.has(`${words}|${year}*`)
    : taken.has(`${words}|${period}`) || taken.has(`${words}|${year}`);
}

export function takeTitle(title: string, taken: TakenTitles): void {
  taken.set(title.toLowerCase(), 1);
  takeWords(title, taken);
}

/** Another insight has it in other words where it can be said so. */
export function takeWords(title: string, taken: TakenTitles): void {
  const { words, period, year } = partsOf(title);
  for (const key of [`${words}|${period}`, `${words}|${year}*`, `${words}|any`]) taken.set(key, 1);
}

/** Its words without their endings and what ties them, and its period with the year of that. */
function partsOf(title: string): { words: string; period: string; year: string } {
  const at = title.search(/, [^,]*(?:19|20)\d\d[^,]*$/);
  const period = at < 0 ? "" : title.slice(at + 2).toLowerCase();
  const words = (at < 0 ? title : title.slice(0, at))
    .split(/[\s,]+/)
    .filter((word) => !/^(?:of|in|on|for|to|the|an?)$/i.test(word))
    .map((word) => stemOf(word.toLowerCase()))
    .sort();
  return { words: words.join(" "), period, year: /(?:19|20)\d\d/.exec(period)?.[0] ?? "" };
}
