import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { stemOf } from "./telling.ts";
import type { TitleChoice } from "./title.ts";

/** Behind these words a title says more than its things and what befell them. */
const TIES = /(?:^| )(?:of|in|on|for|to|from|with|between|at|by|as|due|than|across|among|despite|amid)(?: |$)|,|['’]/;
const YEAR = /^(?:19|20)\d\d$/;
/** What a document of January looks back on is of the year before. */
const YEARS_FIRST = /^January /;

/**
 * What befell both things, with the year alone, where a title names no more than the two for its month: "price decline and
 * weak demand, 2031" of "prices and demand, May 2031". Undefined where nothing says both so.
 */
export function tellingBoth(best: TitleChoice, all: () => TitleChoice[]): TitleChoice | undefined {
  const stems = stemsOf(best.head);
  const isBare = best.head.includes(" and ") && !TIES.test(best.head) && !stems.some(isChange);
  if (!isBare || best.isOwn || YEAR.test(best.tail) || !best.period.includes(" ")) return undefined;
  if (YEARS_FIRST.test(best.period)) return undefined;
  return all().find(({ head, tail, period }) => {
    if (!YEAR.test(tail) || period !== best.period || !head.includes(" and ") || TIES.test(head)) return false;
    const told = stemsOf(head);
    const more = told.filter((one) => !stems.includes(one));
    // One word would be said of both, or of either.
    return more.length > 1 && stems.every((one) => told.includes(one));
  });
}

const stemsOf = (head: string) => head.toLowerCase().split(" ").map(stemOf);
const isChange = (stem: string) => [...CHANGE_NOUNS].some((noun) => stemOf(noun) === stem);
