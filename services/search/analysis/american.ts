/** British words whose American spelling no rule gives, by their beginnings. A tonne is no ton. */
const WORDS: [british: string, american: string][] = [
  ["aluminium", "aluminum"],
  ["catalogue", "catalog"],
  ["centre", "center"],
  ["cheque", "check"],
  ["defence", "defense"],
  ["grey", "gray"],
  ["instalment", "installment"],
  ["licence", "license"],
  ["offence", "offense"],
  ["plough", "plow"],
  ["programme", "program"],
  ["sceptic", "skeptic"],
  ["sulphur", "sulfur"],
  ["tyre", "tire"],
];
const BY_START = new Map(WORDS.map((pair) => [pair[0].slice(0, 3), pair]));

/** "labour", "unfavourable", "neighbouring"; "hour", "four" and "tour" are no such words. */
const OUR =
  /^((?:un|dis|mis)?(?:arm|behavi|cand|col|demean|endeav|fav|flav|harb|hon|hum|lab|neighb|parl|rig|rum|splend|vap|vig))our/;
/** "stabilise", "organisation"; "rise", "revise", "promise", "exercise" and "enterprise" have another root. */
const ISE =
  /((?:a[lnr]|has|er|et|gn|i[cdlmntv]|[ny]l|(?<!pr)om|o[lnrt]|ort|r[dn]))is(e[ds]?|ing|ers?|ations?|ational)$/;
const OTHER_ROOT = /^aris/;
/** "modelling", "cancelled", "travellers": two where Americans write one. */
const DOUBLED = /^(cancel|channel|fuel|label|level|model|signal|total|travel)l(ed|ing|ers?)$/;

/** A lower-case word of letters as Americans spell it: half of the documents come from Europe, and people type either. */
export function american(word: string): string {
  const pair = BY_START.get(word.slice(0, 3));
  if (pair && word.startsWith(pair[0])) {
    const rest = word.slice(pair[0].length);
    return pair[1] + (rest === "d" && !pair[1].endsWith("e") ? "ed" : rest);
  }
  if (word.includes("our")) return word.replace(OUR, "$1or");
  if (word.includes("is")) return OTHER_ROOT.test(word) ? word : word.replace(ISE, "$1iz$2");
  return word.includes("ll") ? word.replace(DOUBLED, "$1$2") : word;
}
