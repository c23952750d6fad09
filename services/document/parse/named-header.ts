import { isHeaderLine } from "./column-labels.ts";
import { type Header, headerRow, isName } from "./flat-header.ts";
import { sectionRow } from "./flat-labels.ts";
import { labelsOf } from "./flat-run-in.ts";
import { phraseLabels } from "./header-words.ts";
import type { Line } from "./lines.ts";
import { rowNames } from "./row-names.ts";

/** Lines between names over columns and the first row: a period, and what the rows are of. */
const MAX_BETWEEN = 3;
const MAX_NAME_LINES = 14;

/** Columns that have the names of other tables' rows: "Optical / Communications / Display / Technologies / Total". */
export function headerOfNames(
  text: string,
  lines: readonly Line[],
  at: number,
  lowest: number,
  count: number,
): Header | undefined {
  if (count < 3) return undefined;
  const names = rowNames(text, lines);
  for (let top = at; top > Math.max(lowest, at - MAX_BETWEEN - 1); top--) {
    const end = lines[top - 1]?.end ?? 0;
    for (let from = top - 1; from >= Math.max(lowest, top - MAX_NAME_LINES); from--) {
      const line = lines[from];
      if (!line || line.end - line.start > 160 || (lines[from + 1]?.gap ?? 0) > 2) break;
      const cells = phraseLabels(text, line.start, end, count, names);
      if (!cells) continue;
      // The period that stands over the names holds for all of them.
      const above = lines[from - 1];
      const isDated = above !== undefined && from - 1 >= lowest && isHeaderLine(text, above.start, above.end);
      const first = isDated ? from - 1 : from;
      const sections = lines.slice(top, at).map(sectionRow);
      return {
        from: first,
        labels: labelsOf(text, [cells], count),
        rows: [headerRow(lines, first, end, cells), ...sections],
      };
    }
    const below = lines[top - 1];
    if (!below || !(isHeaderLine(text, below.start, below.end) || isName(text, below))) return undefined;
  }
  return undefined;
}
