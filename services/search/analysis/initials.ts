/**
 * What analysts write in initials and documents mostly write out, as `word.ts` has them before stemming. Of GDP, CPI and their
 * like documents write the initials too. Of banks, agencies and reports: other-names.ts.
 */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["bp", "basis point"],
  ["bps", "basis points"],
  ["capex", "capital expenditures"],
  ["eps", "earnings per share"],
  ["fcf", "free cash flow"],
  ["gmv", "gross merchandise volume"],
  ["opex", "operating expenses"],
  ["ppe", "property plant and equipment"],
  ["qe", "quantitative easing"],
  ["qt", "quantitative tightening"],
  ["rd", "research and development"],
  ["roic", "return on invested capital"],
  ["rpo", "remaining performance obligations"],
  ["sga", "selling general and administrative"],
  ["yoy", "year over year"],
]);

/** The words that a word of initials stands for; the word itself where it stands for none. */
export function writtenOut(word: string): string[] {
  return WRITTEN_OUT.get(word)?.split(" ") ?? [word];
}
