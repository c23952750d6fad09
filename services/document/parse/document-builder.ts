import { DomainError } from "#kit/errors.ts";
import { finishGrid, type GridCell, type GridRow } from "./grid.ts";
import { MAX_TEXT } from "./limits.ts";
import type { Block, Span, Table } from "./parsed-document.ts";
import { unitIn } from "./unit.ts";
import { kindOfCell } from "./values.ts";

/** A cell of a table that is being built: its words and its place. */
export interface DraftCell {
  words: string;
  column: number;
  width: number;
  isHeader: boolean;
}

export interface DraftRow {
  cells: DraftCell[];
  page?: number;
  /** Where its label begins, in points. */
  indent?: number;
  /** It says nothing, such as a note's mark in a line of its own. */
  isNoise?: boolean;
}

/** Puts a document's text together, block by block, and keeps where each one stands. */
export interface DocumentBuilder {
  /** Adds a block of its own; words without white space around them. */
  add(block: Omit<Block, "start" | "end">, words: string): Block | undefined;
  /** Adds a table; its rows become lines of cells with bars between them. */
  addTable(rows: DraftRow[], columnCount: number, extra?: TableExtra): void;
  /** Adds text that has been read already, with its blocks and tables. */
  addParsed(parsed: ReadText): void;
  finish(): { text: string; blocks: Block[]; tables: Table[] };
}

export interface TableExtra {
  role?: Block["role"];
  /** It goes on with the table before, whose header holds for it. */
  isContinued?: boolean;
  /** It cannot be said which words of the header belong to which column: labels stay empty. */
  isUnsettled?: boolean;
}

/** Text with what was found in it. */
export interface ReadText {
  text: string;
  blocks: Block[];
  tables: Table[];
}

/** A table that waits for the whole text: its names and units may stand in blocks around it. */
interface PendingTable {
  drafts: DraftRow[];
  rows: GridRow[];
  columnCount: number;
  before: Block[];
  role: Block["role"];
  isContinued: boolean;
  isUnsettled: boolean;
}

export function createDocumentBuilder(): DocumentBuilder {
  const parts: string[] = [];
  const items: (Block | PendingTable | (ReadText & { offset: number }))[] = [];
  const recent: Block[] = [];
  let length = 0;
  const append = (words: string, separator: string): Span => {
    if (length > 0) {
      parts.push(separator);
      length += separator.length;
    }
    const start = length;
    parts.push(words);
    length += words.length;
    if (length > MAX_TEXT) {
      throw new DomainError("invalid", `the document holds more than ${MAX_TEXT} characters of text: split it`);
    }
    return { start, end: length };
  };
  return {
    add(block, words) {
      if (words === "") return undefined;
      const placed = { ...block, ...append(words, "\n\n") };
      items.push(placed);
      recent.push(placed);
      if (recent.length > 2) recent.shift();
      return placed;
    },
    addTable(drafts, columnCount, extra) {
      const filled = drafts.filter((draft) => draft.cells.some((cell) => cell.words !== ""));
      const rows = filled.map((draft, i) => placeRow(draft, (words) => append(words, i === 0 ? "\n\n" : "\n")));
      items.push({
        drafts: filled,
        rows,
        columnCount,
        before: [...recent],
        role: extra?.role,
        isContinued: extra?.isContinued ?? false,
        isUnsettled: extra?.isUnsettled ?? false,
      });
      recent.length = 0;
    },
    addParsed(parsed) {
      if (parsed.blocks.length === 0) return;
      items.push({ ...parsed, offset: append(parsed.text, "\n\n").start });
      recent.length = 0;
    },
    finish() {
      const text = parts.join("");
      const blocks: Block[] = [];
      const tables: Table[] = [];
      for (const item of items) {
        if ("kind" in item) blocks.push(item);
        else if ("offset" in item) {
          for (const block of item.blocks) blocks.push(moveBlock(block, item.offset, tables.length));
          for (const table of item.tables) tables.push(moveTable(table, item.offset));
        } else {
          const { blocks: rows, table } = finishTable(text, item, tables.length);
          const above = item.isContinued ? tables.at(-1) : undefined;
          tables.push(above ? continued(above, table) : table);
          for (const row of rows) blocks.push(row);
        }
      }
      return { text, blocks, tables };
    },
  };
}

/** A table with the header of the one that it continues, where it has none itself. */
function continued(above: Table, table: Table): Table {
  const isSame = above.columns.length === table.columns.length && table.columns.every((column) => column.label === "");
  if (!isSame) return table;
  const { caption = table.caption, unit = table.unit } = above;
  return { ...(caption ? { caption } : {}), ...(unit ? { unit } : {}), columns: above.columns, header: above.header };
}

function finishTable(text: string, pending: PendingTable, number: number): { blocks: Block[]; table: Table } {
  const { drafts, rows, columnCount, before, role } = pending;
  markHeaders(text, drafts, rows);
  const name = nameOf(text, before);
  const unit = unitOf(text, rows, name?.caption, before);
  const labels = pending.isUnsettled ? Array.from({ length: columnCount }, () => "") : undefined;
  const { blocks, table } = finishGrid(text, { rows, columnCount, unit, labels, ...name }, number);
  return { blocks: role ? blocks.map((block) => ({ ...block, role })) : blocks, table };
}

/** Writes a row and says where its cells came to stand. */
function placeRow(draft: DraftRow, write: (words: string) => Span): GridRow {
  const filled = draft.cells.filter((cell) => cell.words !== "");
  const span = write(filled.map((cell) => cell.words).join(" | "));
  let at = span.start;
  const cells = filled.map(({ words, column, width }): GridCell => {
    const cell = { start: at, end: at + words.length, column, width };
    at = cell.end + 3;
    return cell;
  });
  return { ...span, kind: draft.isNoise ? "noise" : "data", cells, page: draft.page, indent: draft.indent };
}

/** The rows above the first one with values, or made of header cells, are headers; later ones without values name groups. */
function markHeaders(text: string, drafts: readonly DraftRow[], rows: GridRow[]): void {
  let hasData = false;
  for (const [i, row] of rows.entries()) {
    if (row.kind === "noise") continue;
    const draft = drafts[i];
    const isMarked =
      draft !== undefined && draft.cells.length > 1 && draft.cells.every((cell) => cell.isHeader || cell.words === "");
    const hasValues = row.cells.some((cell) => {
      const kind = cell.column === 0 ? "word" : kindOfCell(text.slice(cell.start, Math.min(cell.end, cell.start + 41)));
      return kind === "number" || kind === "null";
    });
    const [first] = row.cells;
    const isAlone = row.cells.length === 1 && first?.column === 0;
    if (!hasData && (isMarked || !hasValues)) row.kind = isAlone && first.width === 1 && i > 0 ? "section" : "header";
    else if (isMarked && !hasValues) row.kind = "header";
    else if (isAlone) row.kind = "section";
    if (hasValues && !isMarked) hasData = true;
  }
  // A table of words only: its first row heads the columns, the others say something.
  if (!hasData) for (const [i, row] of rows.entries()) if (i > 0 && row.kind === "header") row.kind = "data";
}

function nameOf(text: string, before: readonly Block[]): { caption: Span } | undefined {
  for (const { kind, start, end } of [...before].reverse()) {
    if (kind === "tableRow" || kind === "listItem") return undefined;
    const isLeadIn = end - start <= 400 && text[end - 1] === ":";
    if (kind !== "paragraph" || isLeadIn) return { caption: { start, end } };
    if (text[start] !== "(" || end - start > 160) return undefined;
  }
  return undefined;
}

function unitOf(
  text: string,
  rows: readonly GridRow[],
  caption: Span | undefined,
  before: readonly Block[],
): Span | undefined {
  const spans: Span[] = rows.filter((row) => row.kind === "header").map(({ start, end }) => ({ start, end }));
  if (caption) spans.push(caption);
  for (const block of before) if (block.kind !== "tableRow" && block.end - block.start <= 400) spans.push(block);
  for (const { start, end } of spans) {
    const unit = unitIn(text, start, end);
    if (unit) return unit;
  }
  return undefined;
}

const move = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

function moveBlock(block: Block, by: number, tables: number): Block {
  const { row } = block;
  if (!row) return { ...block, ...move(block, by) };
  const moved = {
    ...row,
    table: row.table + tables,
    cells: row.cells.map((cell) => move(cell, by)),
    ...(row.groups ? { groups: row.groups.map((group) => move(group, by)) } : {}),
    ...(row.unit ? { unit: move(row.unit, by) } : {}),
  };
  return { ...block, ...move(block, by), row: moved };
}

const moveTable = (table: Table, by: number): Table => ({
  ...table,
  ...(table.caption ? { caption: move(table.caption, by) } : {}),
  ...(table.unit ? { unit: move(table.unit, by) } : {}),
  header: table.header.map((span) => move(span, by)),
});
