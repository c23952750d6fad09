import type { Block, Span, Table } from "./parsed-document.ts";
import { kindOfCell } from "./values.ts";

/** A row as a recogniser of tables found it. */
export interface GridRow extends Span {
  /** One per column, or for headers and sections what there is. */
  cells: GridCell[];
  kind: "header" | "data" | "section";
  /** The values could not be told apart by column. */
  isRagged?: boolean;
  page?: number | undefined;
}

export interface GridCell extends Span {
  /** Leftmost column, from 0. */
  column: number;
  /** How many columns it spans. */
  width: number;
}

/** A table before it has its number. */
export interface Grid {
  rows: GridRow[];
  columnCount: number;
  caption?: Span | undefined;
  unit?: Span | undefined;
}

/** Blocks and table of a grid. `number` is the table's position in the document. */
export function finishGrid(text: string, grid: Grid, number: number): { blocks: Block[]; table: Table } {
  const columns = Array.from({ length: grid.columnCount }, (_, column) => ({
    label: labelOf(text, grid.rows, column),
  }));
  let section: Span | undefined;
  const blocks = grid.rows.map((row): Block => {
    if (row.kind === "section") section = row.cells[0] && { start: row.cells[0].start, end: row.cells[0].end };
    return {
      kind: "tableRow",
      start: row.start,
      end: row.end,
      ...(row.page === undefined ? {} : { page: row.page }),
      row: {
        table: number,
        isHeader: row.kind === "header",
        cells: spread(row, grid.columnCount),
        ...(row.isRagged ? { isRagged: true } : {}),
        ...(section && row.kind === "data" ? { section } : {}),
      },
    };
  });
  const header = grid.rows.filter((row) => row.kind === "header").map(({ start, end }) => ({ start, end }));
  return {
    blocks,
    table: {
      ...(grid.caption ? { caption: grid.caption } : {}),
      ...(grid.unit ? { unit: grid.unit } : {}),
      columns,
      header,
    },
  };
}

/** One span per column; the ones without a cell are empty and stand where the cell before them ends. */
function spread(row: GridRow, columnCount: number): Span[] {
  const cells: Span[] = [];
  let end = row.start;
  for (const cell of row.cells) {
    while (cells.length < cell.column && cells.length < columnCount) cells.push({ start: end, end });
    if (cells.length >= columnCount) break;
    cells.push({ start: cell.start, end: cell.end });
    end = cell.end;
  }
  while (cells.length < columnCount) cells.push({ start: end, end });
  return cells;
}

/** The header cells over a column, outermost first, repeated words once. */
function labelOf(text: string, rows: GridRow[], column: number): string {
  const parts: string[] = [];
  for (const row of rows) {
    if (row.kind === "data") break;
    if (row.kind === "section") continue;
    const cell = row.cells.find((c) => c.column <= column && column < c.column + c.width);
    const part = cell && text.slice(cell.start, cell.end).replace(/\s+/g, " ").trim();
    if (part && part !== parts.at(-1)) parts.push(part);
  }
  return parts.join(" ");
}

/** Whether cells under a label state values, so that the row is no header. Years alone name columns. */
export function holdsValues(text: string, cells: Span[]): boolean {
  let values = 0;
  for (const cell of cells.slice(1)) {
    const kind = kindOfCell(text.slice(cell.start, Math.min(cell.end, cell.start + 41)));
    if (kind === "number") return true;
    if (kind === "null") values++;
  }
  return values > 0;
}
