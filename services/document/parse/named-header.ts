import { isHeaderLine } from "./column-labels.ts";
import { type Header, headerRow, isName } from "./flat-header.ts";
import { sectionRow } from "./flat-labels.ts";
import { labelsOf } from "./flat-run-in.ts";
import { phraseLabels } from "./header-words.ts";
import type { Line } from "./lines.ts";
import { rowNames } from "./row-names.ts";
import { isUnitLine } from "./unit.ts";

/** Lines between names over columns and the first row: a period, and what the rows are of. */
const MAX_BETWEEN = 3;
const MAX_NAME_LINES = 28;

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
      const first = withPeriod(text, lines, from, lowest);
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

/** The line of the period that stands over the names and holds for all of them; only their unit may stand between. */
function withPeriod(text: string, lines: readonly Line[], from: number, lowest: number): number {
  for (let at = from - 1; at >= Math.max(lowest, from - 2); at--) {
    const line = lines[at];
    if (!line) break;
    if (isHeaderLine(text, line.start, line.end)) return at;
    if (!isUnitLine(text.slice(line.start, line.end))) break;
  }
  return from;
}
