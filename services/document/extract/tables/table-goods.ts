const BALANCE =
  /^((?:World|U\.S\.|[A-Z][a-z]+)(?:,? (?:and )?[A-Z][a-z]+){1,4})(?: \(?[A-Z][a-z]+ Basis\)?)? (?:by Class: )?Supply (?:and|&) (?:Use|Demand|Disappearance)\b/;

/** Whether words head a balance of goods: "U.S. Wheat Supply and Use 1/". */
export const isBalance = (words: string): boolean => BALANCE.test(words);

/**
 * What goods a table is of: "U.S. wheat" of "U.S. Wheat Supply and Use 1/"; "U.S. barley" of "BARLEY" where the balance above
 * names barley too. Empty where it is of none.
 */
export function goodsOf(caption: string, heading: string, balance: string): string {
  const own = BALANCE.exec(caption)?.[1] ?? (caption === "" ? BALANCE.exec(heading)?.[1] : undefined);
  if (own) return small(own);
  const whole = BALANCE.exec(balance)?.[1];
  const part = caption || heading;
  if (!whole || !/^(?:[A-Z]{3,}(?:-[A-Z]{3,})?(?: & | )?){1,3}$/.test(part)) return "";
  const named = part
    .toLowerCase()
    .split(" ")
    .some((word) => whole.toLowerCase().includes(word.replace(/s$/, "")));
  return named ? `${whole.split(" ")[0]} ${part.toLowerCase()}` : "";
}

const small = (goods: string) =>
  goods.replace(/(?<=^| )[A-Z][a-z]+/g, (word) => (PLACES.has(word) ? word : word.toLowerCase()));

const PLACES = new Set("World Mexico Mexican Brazil China Canada India Russia Argentina Australia Ukraine".split(" "));
