import type { GridRow } from "./grid.ts";

/** So many rows at least, and most of the table's, show that a figure at the front of a label is no part of it. */
const LEAST_GLUED = 4;
const GLUED = /^-?\d[\d,.]*(?=\p{L})/u;

/**
 * "135.18Norland 166.92 160.30": the rows of a table whose first figure stands before its label, under one column more;
 * undefined where it has none.
 */
export function ungluedRows(text: string, rows: readonly GridRow[]): GridRow[] | undefined {
  const lengthOf = ({ cells: [label] }: GridRow) =>
    label ? (GLUED.exec(text.slice(label.start, Math.min(label.end, label.start + 40)))?.[0].length ?? 0) : 0;
  const data = rows.filter((row) => row.kind === "data" && !row.isRagged);
  const glued = data.filter((row) => lengthOf(row) > 0).length;
  if (glued < LEAST_GLUED || glued < data.length * 0.8) return undefined;
  return rows.map((row): GridRow => {
    const [label, ...values] = row.cells;
    if (row.kind !== "data" || !label) return row;
    const start = label.start + lengthOf(row);
    const name = { ...label, start };
    if (row.isRagged || start === label.start) return { ...row, isRagged: true, cells: [name] };
    const isSum = /^total$/i.test(text.slice(start, label.end));
    return {
      ...row,
      // Cells stand in the order of the text: the first figure, mostly the oldest, has none.
      cells: [name, ...values.map((value) => ({ ...value, column: value.column + 1 }))],
      // White space above the sum of a group does not part it from the group.
      isSetOff: row.isSetOff === true && !isSum,
    };
  });
}
