import { finishGrid, type Grid } from "./grid.ts";
import { type Line, linesOf } from "./lines.ts";
import type { Block, ParsedDocument, Table } from "./parsed-document.ts";
import { pipeTableAt } from "./pipe-table.ts";
import { proseOf } from "./prose.ts";

/**
 * Reads plain text. The stored text is the input as it is: blocks and tables only point into it. Lines that were broken
 * to a width are joined into one block, tables are found by bars, by aligned columns, and by rows of figures.
 */
export function parseText(text: string): ParsedDocument {
  const lines = linesOf(text);
  const isPaged = (lines.at(-1)?.page ?? 1) > 1;
  const blocks: Block[] = [];
  const tables: Table[] = [];
  let prose: Line[] = [];
  const flush = () => {
    for (const block of proseOf(text, prose)) blocks.push(block);
    prose = [];
  };
  for (let at = 0; at < lines.length; ) {
    const found: { grid: Grid; to: number } | undefined = pipeTableAt(text, lines, at);
    const line = lines[at];
    if (found) {
      flush();
      const { blocks: rows, table } = finishGrid(text, found.grid, tables.length);
      for (const row of rows) blocks.push(row);
      tables.push(table);
      at = found.to;
    } else {
      if (line) prose.push(line);
      at++;
    }
  }
  flush();
  if (!isPaged) for (const block of blocks) delete block.page;
  return { text, blocks, tables, head: {}, repairs: [] };
}
