import { NO_UNIT, type RowUnit, readUnit } from "./table-units.ts";

const NAME = /^units?(?: of (?:measure(?:ment)?|account))?$/i;

/** The column that says of each row what its figures count; -1 where a table has none. */
export const unitColumn = (names: readonly string[]): number =>
  names.findIndex((name, at) => at > 0 && NAME.test(name.trim()));

/** "TWh", "million crowns", "t/ha", "EUR": said as it is written. */
const SAID = /^(?!(?:index|ratio|score|rank|number|no|count|n\/?a|various|units?)\b)\p{L}[\p{L}./ ³²-]{0,29}$/iu;
const COUNTED = /^(?:number|no\.?|count|persons?|people|headcount|fte)$/i;

/** What the unit in its own column says of a row's figures; undefined where it is none that can be told. */
export function unitOfColumn(words: string, label: string): RowUnit | undefined {
  const unit = readUnit(words);
  // "Cents" alone are counted: on a scale of dollars they would be a hundred times as much.
  const isMoney = unit.currency !== "" && unit.scale !== "" && !/\bcents?\b/i.test(words);
  const whole = /(?:%|\bper ?cent(?:age)?) (of [\p{L} ]{2,40})$/iu.exec(words)?.[1];
  if (whole !== undefined) return { kind: "own", unit: { ...unit, counted: whole }, label };
  if (unit.isPercent || unit.counted !== "" || isMoney) return { kind: "own", unit, label };
  if (COUNTED.test(words)) return { kind: "count", unit: NO_UNIT, label };
  return SAID.test(words) ? { kind: "own", unit: { ...NO_UNIT, counted: words }, label } : undefined;
}
