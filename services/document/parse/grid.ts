import type { Block, Span, Table } from "./parsed-document.ts";
import { followGroups } from "./row-groups.ts";
import { columnUnit, isUnitLine } from "./unit.ts";
import { kindOfCell } from "./values.ts";

/** A row as a recogniser of tables found it. */
export interface GridRow extends Span {
  /** One per column, or for headers and sections what there is. */
  cells: GridCell[];
  /** `noise` is what a converter left between rows. */
  kind: "header" | "data" | "section" | "noise";
  /** The values could not be told apart by column. */
  isRagged?: boolean;
  /** White space above it: it may no longer belong to the section. */
  isSetOff?: boolean;
  /** How far its label stands to the right, where that is known. */
  indent?: number | undefined;
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
  /** Labels of the columns, where the recogniser knows them better than the header's cells tell. */
  labels?: string[] | undefined;
  caption?: Span | undefined;
  unit?: Span | undefined;
}

/** Blocks and table of a grid. `number` is the table's position in the document. */
export function finishGrid(text: string, grid: Grid, number: number): { blocks: Block[]; table: Table } {
  const { labels, unit } = withoutUnits(
    text,
    grid.rows,
    Array.from({ length: grid.columnCount }, (_, column) => grid.labels?.[column] ?? labelOf(text, grid.rows, column)),
  );
  const columns = labels.map((label) => ({ label }));
  grid.unit ??= unit;
  const groups = followGroups(text);
  const blocks = grid.rows.map((row): Block => {
    const page = row.page === undefined ? {} : { page: row.page };
    const { start, end } = row;
    if (row.kind === "noise") return { kind: "paragraph", role: "boilerplate", start, end, ...page };
    return {
      kind: "tableRow",
      start,
      end,
      ...page,
      row: {
        table: number,
        isHeader: row.kind === "header",
        cells: spread(row, grid.columnCount),
        ...(row.isRagged ? { isRagged: true } : {}),
        ...groups(row),
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
    if (row.kind !== "header") continue;
    const cell = row.cells.find((c) => c.column <= column && column < c.column + c.width);
    const part =
      cell &&
      text
        .slice(cell.start, cell.end)
        .replace(/\s+/g, " ")
        .replace(/(\p{Ll})- (?=\p{Ll})/gu, "$1")
        .trim();
    // A unit over several columns is the table's; over one it is the column's.
    if (part && !(cell.width > 1 && isUnitLine(part)) && part !== parts.at(-1)) parts.push(part);
  }
  return parts.join(" ");
}

/**
 * The labels without the unit that each of them ends with, "2031 €m" and "2030 €m", and that unit where it has a scale.
 * Columns of per cent have none.
 */
function withoutUnits(text: string, rows: GridRow[], labels: string[]): { labels: string[]; unit?: Span } {
  const named = labels.slice(1).filter((label) => label !== "" && !/%|\bper ?cent/i.test(label));
  const [unit, ...others] = new Set(named.map(columnUnit));
  if (unit === undefined || others.length > 0) return { labels };
  const bare = labels.map((label, at) =>
    at > 0 && columnUnit(label) === unit ? label.slice(0, label.lastIndexOf(unit)).replace(/[\s,(]+$/, "") : label,
  );
  // A sign alone has no scale: what stands over the table has.
  const header =
    unit.length > 3 || /[a-z\d]$/i.test(unit)
      ? rows.findLast((row) => row.kind === "header" && text.slice(row.start, row.end).includes(unit))
      : undefined;
  const start = header ? text.indexOf(unit, header.start) : -1;
  return start < 0 ? { labels: bare } : { labels: bare, unit: { start, end: start + unit.length } };
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
