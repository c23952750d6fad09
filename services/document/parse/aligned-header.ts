import { areOver, type Band, isName, isRule, type Piece, piecesOf, sectionOf } from "./aligned-pieces.ts";
import type { GridCell, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";

/** No header has more lines. */
export const MAX_HEADER_LINES = 6;

/** What a header stands over. */
export interface Below {
  /** The line of the first row. */
  at: number;
  /** The first line that it may take. */
  floor: number;
  bands: readonly Band[];
  /** Whether a line holds figures of its own. */
  isRow: (line: Line) => boolean;
  labelsEnd: number;
}

/** The lines over the first row whose words stand over its columns. Undefined where a column has no words. */
export function headerOver(
  text: string,
  lines: readonly Line[],
  { at, floor, bands, isRow, labelsEnd }: Below,
): { rows: GridRow[]; from: number } | undefined {
  const rows: GridRow[] = [];
  let from = at;
  for (let i = at - 1; i >= Math.max(floor, at - MAX_HEADER_LINES); i--) {
    const line = lines[i];
    const isHeld = line !== undefined && /^\([^()]+\)$/.test(text.slice(line.start, line.end));
    if (!line || (lines[i + 1]?.gap ?? 0) > (rows.length === 0 || isHeld ? 1 : 0)) break;
    if (isRule(text, line)) {
      from = i;
      continue;
    }
    const pieces = piecesOf(text, line);
    if (isRow(line)) return undefined;
    // "(Unaudited)", "(in millions)": what holds for all columns stands over them.
    if (rows.length > 0 && isHeld) {
      rows.unshift({ start: line.start, end: line.end, kind: "header", cells: [], page: line.page });
      from = i;
      continue;
    }
    const corner = pieces[0] && pieces[0].left < labelsEnd && pieces[0].right <= (bands[0]?.left ?? 0) ? 1 : 0;
    const heads = pieces.slice(corner);
    // A line over the labels alone names the first rows where it stands under a header, and else the table.
    if (heads.length === 0 || (heads[0]?.left ?? 0) < labelsEnd) {
      if (rows.length > 0 || corner === 0) break;
      if (isName(text, line)) {
        rows.unshift(sectionOf(line));
        from = i;
      }
      continue;
    }
    const below = rows.find(({ kind, cells }) => kind === "header" && cells.some(({ column }) => column > 0));
    const cells = below ? spanning(heads, bands, yearsIn(text, below)) : eachOver(heads, bands);
    if (!cells) break;
    const first = pieces[0];
    const own = corner && first ? [{ start: first.start, end: first.end, column: 0, width: 1 }] : [];
    rows.unshift({ start: line.start, end: line.end, kind: "header", cells: [...own, ...cells], page: line.page });
    from = i;
  }
  const covered = new Set(
    rows.flatMap(({ kind, cells }) =>
      kind === "header"
        ? cells.flatMap(({ column, width }) => Array.from({ length: width }, (_, k) => column + k))
        : [],
    ),
  );
  return bands.every((_, at) => covered.has(at + 1)) ? { rows, from } : undefined;
}

/** How far the words of a header may stand beside the figures of their column. */
const MAX_BESIDE = 4;

/** The columns that words stand over, or the one that they stand close to. */
function columnsUnder(head: Piece, bands: readonly Band[]): number[] {
  const over = bands.flatMap((band, i) => (areOver(head, band) ? [i] : []));
  if (over.length > 0) return over;
  const near = bands.findIndex(({ left, right }) => head.left < right + MAX_BESIDE && left < head.right + MAX_BESIDE);
  return near < 0 ? [] : [near];
}

/** The words of the lowest line, each over one column. */
function eachOver(heads: readonly Piece[], bands: readonly Band[]): GridCell[] | undefined {
  const cells: GridCell[] = [];
  for (const head of heads) {
    const [column, ...others] = columnsUnder(head, bands);
    if (column === undefined || others.length > 0 || cells.some((cell) => cell.column === column + 1)) return undefined;
    cells.push({ start: head.start, end: head.end, column: column + 1, width: 1 });
  }
  return cells;
}

const yearsIn = (text: string, { cells }: GridRow): ReadonlySet<number> =>
  new Set(cells.flatMap(({ start, end, column }) => (/^(?:19|20)\d\d\b/.test(text.slice(start, end)) ? [column] : [])));

/**
 * The words of a line above: over as many columns each as the others, or over those that they reach. A year beside those
 * of "Year ended" is one of them.
 */
function spanning(heads: readonly Piece[], bands: readonly Band[], years: ReadonlySet<number>): GridCell[] | undefined {
  const width = bands.length / heads.length;
  const isEven =
    Number.isInteger(width) &&
    width > 1 &&
    heads.every((head, i) => {
      const left = bands[i * width]?.left ?? 0;
      const right = bands[(i + 1) * width - 1]?.right ?? 0;
      return head.left < right && left < head.right && Math.abs(head.left + head.right - left - right) < right - left;
    });
  if (isEven && heads.length > 1)
    return heads.map(({ start, end }, i) => ({ start, end, column: 1 + i * width, width }));
  const cells: GridCell[] = [];
  for (const head of heads) {
    const over = columnsUnder(head, bands);
    const [first] = over;
    const before = cells.at(-1);
    if (first === undefined || (before && before.column + before.width > first + 1)) return undefined;
    cells.push({ start: head.start, end: head.end, column: first + 1, width: over.length });
  }
  const isFree = (column: number) => !cells.some((cell) => cell.column <= column && column < cell.column + cell.width);
  for (const cell of cells) {
    if (!years.has(cell.column)) continue;
    while (years.has(cell.column + cell.width) && isFree(cell.column + cell.width)) cell.width++;
    for (; years.has(cell.column - 1) && isFree(cell.column - 1); cell.column--) cell.width++;
  }
  return cells;
}
