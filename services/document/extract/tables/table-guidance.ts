import { GUIDANCE } from "../../parse/guidance-table.ts";
import type { Block, ParsedDocument } from "../../parse/parsed-document.ts";
import { lowerStart, type Vocabulary } from "../grammar/vocabulary.ts";
import { oneLine } from "../passages.ts";
import { type RowFact, SAID_BY_FIGURES } from "./row-fact.ts";
import { isLabel, labelOf, tidyFigure } from "./table-labels.ts";
import { asPhrase } from "./table-subject.ts";

/** Whether a table is what a company expects, a measure in each row. */
export const isGuidance = ({ columns }: ParsedDocument["tables"][number]): boolean =>
  columns.length === 2 && columns[1]?.label.startsWith(GUIDANCE) === true;

const SCALE = /\bin (billion|million|thousand)s\b/i;
const OF_SHARE = /\bEPS\b|\bper (?:diluted )?(?:common )?share\b/i;

/** What a row of such a table says: "guidance for operating margin was 14.7% to 15.0% for fiscal 2031". */
export function guidanceOf(
  { text, tables }: ParsedDocument,
  block: Block,
  vocabulary: Vocabulary,
): RowFact | undefined {
  const { row } = block;
  const table = row && tables[row.table];
  const [header] = table?.header ?? [];
  if (!row || row.isHeader || !table || !header) return undefined;
  const [label, amount] = [labelOf(text, row.cells[0]), row.cells[1]];
  if (!isLabel(label) || !amount) return undefined;
  const scale = OF_SHARE.test(label)
    ? ""
    : (SCALE.exec(text.slice(header.start, header.end))?.[1]?.toLowerCase() ?? "");
  const value = oneLine(text.slice(amount.start, amount.end));
  const said = expected(value, scale);
  // Money in no scale is told of a share alone.
  if (/[$€£] ?\(?\d/.test(said) && !/illion|thousand/.test(said) && !OF_SHARE.test(label)) return undefined;
  const measure = label
    .replace(/^(?:Estimated|Expected) /, "")
    .replace(/^(.+) on an? (.+) basis$/, "$2 $1")
    .replace(/^\p{Lu}(?=\p{Ll}+ (?:\p{Ll}|(?:GAAP|EPS)\b))/u, (letter) => letter.toLowerCase());
  const name = lowerStart(asPhrase(measure, vocabulary), vocabulary);
  const period = (table.columns[1]?.label ?? "").slice(GUIDANCE.length);
  const phrase = `for ${period}`;
  return {
    ...SAID_BY_FIGURES,
    label: `${name} guidance`,
    subject: `guidance for ${name}`,
    figures: [{ value, said, column: "", meaning: { kind: "during", phrase, stem: "for " } }],
    excerpts: [
      { start: header.start, end: header.end },
      { start: block.start, end: block.end },
    ],
    table: row.table,
    // What is expected is looked for more than what was.
    worth: 2.6,
  };
}

/** "~ $ 1.04 ~ $ 1.13" as "about $1.04 to $1.13", "$2.46 - $2.52" in billions with the scale behind each. */
function expected(amount: string, scale: string): string {
  const isRough = amount.startsWith("~");
  const parts = amount
    .split(/ ?~ ?|(?<=[\d)%]) ?[-–] ?(?=[$€£\d(])|(?<=[\d)%n]) to (?=[$€£\d(])/)
    .filter((part) => part !== "");
  const figures = parts
    .map(tidyFigure)
    .map((figure) => (scale !== "" && /[$€£]/.test(figure) ? `${figure} ${scale}` : figure));
  const range = new Set(figures).size === 1 ? (figures[0] ?? "") : figures.join(" to ");
  return isRough ? `about ${range}` : range;
}
