import type { Block, ParsedDocument, Span, Table } from "../parse/parsed-document.ts";
import type { Context } from "./context.ts";
import { MAX_EXCERPTS_LENGTH } from "./excerpts.ts";
import type { ExtractedInsight } from "./extraction.ts";
import type { PassageParts } from "./passages.ts";
import { oneLine } from "./passages.ts";
import { periodIn } from "./title.ts";

/** More cells than this are no longer read in one sentence. */
const MAX_CELLS = 4;
/** Rows of one table that become findings; the passage keeps the others findable. */
const MAX_ROWS = 40;

/** A finding for each row of a table's passage that has a label and figures. */
export function tableFindings(
  document: ParsedDocument,
  passage: PassageParts,
  index: number,
  context: Context,
): ExtractedInsight[] {
  const insights: ExtractedInsight[] = [];
  for (const row of passage.rows) {
    if (insights.length >= MAX_ROWS) break;
    const insight = rowFinding(document, row, index, context);
    if (insight) insights.push(insight);
  }
  return insights;
}

function rowFinding(
  document: ParsedDocument,
  block: Block,
  passage: number,
  context: Context,
): ExtractedInsight | undefined {
  const { text } = document;
  const row = block.row;
  const table = row ? document.tables[row.table] : undefined;
  if (!row || !table) return undefined;
  const [labelCell, ...cells] = row.cells;
  const label = cellText(text, labelCell).replace(/[.\s:]+$/, "");
  if (!/\p{L}{3}/u.test(label)) return undefined;
  const figures = cells
    .map((cell, at) => ({ value: cellText(text, cell), column: table.columns[at + 1]?.label ?? "" }))
    .filter(({ value }) => /\d/.test(value));
  if (figures.length === 0) return undefined;
  const caption = cellText(text, table.caption);
  const unit = cellText(text, table.unit);
  const listed = figures.slice(0, MAX_CELLS).map(({ value, column }) => (column ? `${value} for ${column}` : value));
  const where = caption && caption.split(" ").length <= 14 ? `In "${caption}", ` : "";
  const scale = unit ? ` ${/^\(/.test(unit) ? unit : `(${unit})`}` : "";
  const said = `${where}${where ? label : label} stood at ${joinList(listed)}${scale}.`;
  const period = periodIn(figures[0]?.column ?? "") || context.period;
  const subject = label.split(" ").slice(0, 5).join(" ");
  return {
    title: [subject, period].filter(Boolean).join(", "),
    finding: context.attribution ? `${context.attribution}: ${said}` : said,
    excerpts: rowExcerpts(table, block),
    questions: [
      `What was ${subject} in ${period || "the table"}?`,
      `How much was ${subject}${context.entity ? ` at ${context.entity}` : ""}${period ? ` in ${period}` : ""}?`,
      `What does the table show for ${subject}?`,
      [context.entity.replace(/^the /, ""), subject, period].filter(Boolean).join(" "),
    ],
    passage,
  };
}

function rowExcerpts(table: Table, row: Block): Span[] {
  const excerpts: Span[] = [];
  const header = table.header.at(-1);
  let room = MAX_EXCERPTS_LENGTH - (row.end - row.start);
  if (header && header.end - header.start <= room) excerpts.push({ ...header });
  room = MAX_EXCERPTS_LENGTH;
  excerpts.push({ start: row.start, end: Math.min(row.end, row.start + room) });
  return excerpts;
}

const cellText = (text: string, span: Span | undefined) => (span ? oneLine(text.slice(span.start, span.end)) : "");

function joinList(items: readonly string[]): string {
  return items.length <= 1 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
