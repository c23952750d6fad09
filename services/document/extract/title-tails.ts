/** "Q3 2031" for "third quarter of 2031". */
export const shortPeriod = (period: string) =>
  period
    .replace(/^(\d\d\d\d) and \d\d(\d\d)$/, "$1–$2")
    .replace(
      /^(first|second|third|fourth|final|last) (quarter|half) (?:of )?(fiscal )?(?:the )?(?:year )?(\d{4})$/i,
      (_whole, nth: string, part: string, fiscal: string | undefined, year: string) =>
        `${part.charAt(0).toUpperCase()}${ORDINALS.indexOf(nth.toLowerCase()) + 1 || (part === "half" ? 2 : 4)} ${fiscal ?? ""}${year}`,
    );
const ORDINALS = ["first", "second", "third", "fourth"];

/** "June projections" are called so. */
const EDITION = /\b(?:projections?|forecasts?|meeting|surveys?|minutes|[Rr]eport|outlook|statement|decision)\b/;

/** A title of what it tells and of when. */
export function join(head: string, tail: string): string {
  // "October coal price, October 2031"
  const [month = "", year] = tail.split(" ");
  const isTwice = year !== undefined && head.startsWith(`${month} `) && !EDITION.test(head);
  const rest = isTwice ? head.slice(month.length + 1) : head;
  const title =
    tail === "" || rest.includes(tail) ? rest : tail.startsWith("since ") ? `${rest} ${tail}` : `${rest}, ${tail}`;
  // "eBay" begins small.
  if (/^\p{Ll}\p{Lu}/u.test(title)) return title;
  return title.charAt(0).toUpperCase() + title.slice(1);
}
