/**
 * What analysts write in initials and documents mostly write out. With their "&", for PPE is protection and Rd a road; "BP" is
 * an oil company. Of GDP, CPI and their like documents write the initials too. Of banks, agencies and reports: other-names.ts.
 */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["bp", "basis point"],
  ["bps", "basis points"],
  ["capex", "capital expenditures"],
  ["eps", "earnings per share"],
  ["fcf", "free cash flow"],
  ["gmv", "gross merchandise volume"],
  ["opex", "operating expenses"],
  ["pp&e", "property plant and equipment"],
  ["qe", "quantitative easing"],
  ["qt", "quantitative tightening"],
  ["r&d", "research and development"],
  ["roic", "return on invested capital"],
  ["rpo", "remaining performance obligations"],
  ["sg&a", "selling general and administrative"],
  ["yoy", "year over year"],
]);

/** The words that initials stand for, as they were typed; undefined where they stand for none. */
export function writtenOut(raw: string): string[] | undefined {
  return raw === "BP" ? undefined : WRITTEN_OUT.get(raw.toLowerCase())?.split(" ");
}
