import { DomainError } from "#kit/errors.ts";
import { alignedTableAt } from "./aligned-table.ts";
import { averagesTableAt } from "./averages-table.ts";
import { bidsTableAt } from "./bids-table.ts";
import type { ReadText } from "./document-builder.ts";
import { flatTableAt } from "./flat-table.ts";
import { markFurniture } from "./furniture.ts";
import { futuresTableAt } from "./futures-table.ts";
import { finishGrid, type Grid, type GridRow } from "./grid.ts";
import { guidanceTableAt } from "./guidance-table.ts";
import { type Line, linesOf } from "./lines.ts";
import { outlookTableAt } from "./outlook-table.ts";
import type { Block, ParsedDocument, Span, Table } from "./parsed-document.ts";
import { pipeTableAt } from "./pipe-table.ts";
import { proseOf } from "./prose.ts";
import { revisionTableAt } from "./revision-table.ts";
import { markSpeakers } from "./speakers.ts";
import { textHead } from "./text-head.ts";
import { unitIn } from "./unit.ts";
import { unitOfLeadIn, unitOfRunningHead } from "./unit-above.ts";

/**
 * Reads plain text. The stored text is the input as it is: blocks and tables only point into it. Lines that were broken
 * to a width are joined into one block, tables are found by bars, by aligned columns, and by rows of figures.
 */
export function parseText(text: string): ParsedDocument {
  // Old files may end their lines with a carriage return alone; a line feed in its place keeps every offset.
  const { blocks, tables } = readText(text.includes("\n") ? text : text.replaceAll("\r", "\n"));
  markFurniture(text, blocks);
  markSpeakers(text, blocks);
  if (blocks.length === 0) throw new DomainError("invalid", "the file holds no text: fetch it again");
  return { text, blocks, tables, head: textHead(text, blocks), repairs: [] };
}

/** Blocks and tables of a text, before roles and speakers are given. */
export function readText(text: string): ReadText {
  const lines = linesOf(text);
  const isPaged = (lines.at(-1)?.page ?? 1) > 1;
  const blocks: Block[] = [];
  const tables: Table[] = [];
  let prose: Line[] = [];
  const flush = () => {
    for (const block of proseOf(text, prose)) blocks.push(block);
    prose = [];
  };
  let floor = 0;
  let running: Span | undefined;
  let read = 0;
  for (let at = 0; at < lines.length; ) {
    const found = tableAt(text, lines, at, floor);
    const line = lines[at];
    if (found) {
      prose.length -= at - found.from;
      flush();
      const above = aboveOf(text, lines, floor, found, tables.at(-1));
      if (above) found.grid.rows = found.grid.rows.map(asSection);
      const { blocks: rows, table } = finishGrid(text, found.grid, tables.length);
      const named = namedBy(text, blocks, above ?? table, found.grid.rows[0]);
      const twin = repeats(found, floor, tables.at(-1)) ? tables.at(-1) : undefined;
      // A lead-in between them names the second; both are on one scale.
      const isLed = found.from > floor && text.charAt((lines[found.from - 1]?.end ?? 0) - 1) === ":";
      const own = table.caption ? { caption: table.caption } : {};
      for (; read < blocks.length; read++) {
        const block = blocks[read];
        running = (block && unitOfRunningHead(text, block)) ?? running;
      }
      const whole = { ...(above ?? table), ...nameOf(twin, isLed), ...named, ...own };
      const from = found.grid.rows[0]?.start ?? 0;
      whole.unit ??= unitOfLeadIn(text, blocks, from);
      if (running && /[$€£¥]/.test(text.slice(from, found.grid.rows.at(-1)?.end))) whole.unit ??= running;
      tables.push(whole);
      for (const row of rows) blocks.push(row);
      at = found.to;
      floor = at;
    } else {
      if (line) prose.push(line);
      at++;
    }
  }
  flush();
  if (!isPaged) for (const block of blocks) delete block.page;
  return { text, blocks, tables };
}

/** The table whose first row is `lines[at]`; its header may begin above, not above `floor`. */
function tableAt(
  text: string,
  lines: readonly Line[],
  at: number,
  floor: number,
): { grid: Grid; from: number; to: number } | undefined {
  const piped = pipeTableAt(text, lines, at);
  if (piped) return { ...piped, from: at };
  return (
    revisionTableAt(text, lines, at, floor) ??
    averagesTableAt(text, lines, at, floor) ??
    futuresTableAt(text, lines, at, floor) ??
    bidsTableAt(text, lines, at) ??
    outlookTableAt(text, lines, at) ??
    guidanceTableAt(text, lines, at) ??
    alignedTableAt(text, lines, at, floor) ??
    flatTableAt(text, lines, at, floor)
  );
}

/** Between the parts of a table stand no more lines, such as "LIABILITIES AND EQUITY". */
const MAX_LINES_BETWEEN = 4;

/** The table above that goes on: as it is, or where that has a share behind each figure, without these. */
function aboveOf(
  text: string,
  lines: readonly Line[],
  floor: number,
  found: { grid: Grid; from: number },
  above: Table | undefined,
): Table | undefined {
  if (!above) return undefined;
  const bare = { ...above, columns: above.columns.filter((_, at) => at === 0 || at % 2 > 0) };
  // "Net income per common share:": without such a line what the rows are of may have changed.
  const isNamed = found.from > floor && text.charAt((lines[found.from - 1]?.end ?? 0) - 1) === ":";
  const hasShares =
    isNamed &&
    found.grid.columnCount === bare.columns.length &&
    above.columns.every(({ label }, at) => at === 0 || at % 2 > 0 || label === `${above.columns[at - 1]?.label} share`);
  const one = hasShares && above.columns.length > 2 ? bare : above;
  return goesOn(text, lines, floor, found, one) ? one : undefined;
}

/**
 * Whether a table without a header goes on with the one above: as many columns, and nothing between them but a line or
 * two without figures, such as "LIABILITIES AND EQUITY".
 */
function goesOn(
  text: string,
  lines: readonly Line[],
  floor: number,
  found: { grid: Grid; from: number },
  above: Table | undefined,
): boolean {
  const { grid, from } = found;
  if (!above || from - floor > MAX_LINES_BETWEEN || grid.labels || above.columns.length !== grid.columnCount)
    return false;
  const [first] = grid.rows;
  const hasWords =
    first?.kind === "header" &&
    (first.end - first.start > 120 ||
      /\d|\((?!(?:expenses?|loss(?:es)?|income)\))/i.test(text.slice(first.start, first.end)));
  if (hasWords || grid.rows[1]?.kind === "header") return false;
  return lines
    .slice(floor, from)
    .every((line) => line.end - line.start < 60 && !/[\d.]|:./.test(text.slice(line.start, line.end)));
}

/** Whether a table is a part of the one directly above: it follows at once, or repeats its header for another season. */
const repeats = ({ grid, from }: { grid: Grid; from: number }, floor: number, above: Table | undefined): boolean =>
  above !== undefined &&
  from - floor <= 1 &&
  grid.labels !== undefined &&
  grid.columnCount === above.columns.length &&
  (from === floor || lettersOf(grid.labels.join("|")) === lettersOf(above.columns.map(({ label }) => label).join("|")));

/** A converter may have lost the spaces of one of two equal headers. */
const lettersOf = (words: string): string => words.toLowerCase().replace(/[^\p{L}\d|]/gu, "");

const nameOf = (table: Table | undefined, isNamed: boolean): Pick<Table, "caption" | "unit"> => ({
  ...(table?.caption && !isNamed ? { caption: table.caption } : {}),
  ...(table?.unit ? { unit: table.unit } : {}),
});

/** What stood over the rows of a table that goes on names them; it heads no columns. */
const asSection = (row: GridRow): GridRow =>
  row.kind === "header"
    ? { ...row, kind: "section", cells: [{ start: row.start, end: row.end, column: 0, width: 1 }] }
    : row;

/** What names a table and gives its unit: its caption, heading or short lead-in, at most two blocks above its first row. */
function namedBy(
  text: string,
  blocks: readonly Block[],
  table: Table,
  first: Span | undefined,
): { caption?: Span; unit?: Span } {
  let unit = table.unit;
  for (const { start, end } of table.header) unit ??= unitIn(text, start, Math.min(end, start + 400));
  for (const { kind, start, end } of blocks.slice(-2).reverse()) {
    const isLeadIn = end - start <= 400 && text[end - 1] === ":";
    // "(2) Amounts include the following:" leads to a table as well.
    if (!first || first.start - start > 600 || kind === "tableRow" || (kind === "listItem" && !isLeadIn)) break;
    unit ??= unitIn(text, start, end);
    if (kind !== "paragraph" || isLeadIn) return { caption: { start, end }, ...(unit ? { unit } : {}) };
    // Only a line such as "(in millions)" may stand between a table and its name.
    if (!/[([]/.test(text.charAt(start)) || end - start > 160) break;
  }
  return unit ? { unit } : {};
}
