import { strict as assert } from "node:assert";
import { type MediaType, parse } from "../../../services/document/parse/parse.ts";
import type { Block, ParsedDocument, Span, Table } from "../../../services/document/parse/parsed-document.ts";

/** Parses text written in a test. */
export const parsed = (source: string | Uint8Array, mediaType: MediaType = "text/plain"): Promise<ParsedDocument> =>
  parse({ bytes: typeof source === "string" ? new TextEncoder().encode(source) : source, mediaType, name: "test" });

export const wordsOf = (document: ParsedDocument, span: Span): string => document.text.slice(span.start, span.end);

/** The cells of the rows that are no headers, as words. */
export const rowsOf = (document: ParsedDocument, table?: number): string[][] =>
  document.blocks.flatMap(({ row }) =>
    row && !row.isHeader && (table === undefined || row.table === table)
      ? [row.cells.map((cell) => wordsOf(document, cell))]
      : [],
  );

/** The row whose label begins with `label`, as what stands under each column. */
export function rowLabelled(
  document: ParsedDocument,
  label: string,
): { block: Block; table: Table; values: [string, string][] } {
  const block = document.blocks.find(
    ({ row }) => row && !row.isHeader && wordsOf(document, row.cells[0] ?? { start: 0, end: 0 }).startsWith(label),
  );
  assert(block?.row, `no row is labelled ${label}`);
  const table = document.tables[block.row.table];
  assert(table);
  const values = block.row.cells.map((cell, i): [string, string] => [
    table.columns[i]?.label ?? "",
    wordsOf(document, cell),
  ]);
  return { block, table, values: values.slice(1) };
}

/** Throws unless everything that a parser promises of its offsets holds. */
export function assertSound(document: ParsedDocument): void {
  const { text, blocks, tables } = document;
  let end = 0;
  for (const block of blocks) {
    assert(
      block.start >= end && block.end > block.start && block.end <= text.length,
      `block ${block.start}–${block.end} after ${end}`,
    );
    assert.equal(wordsOf(document, block).trim(), wordsOf(document, block), "white space belongs to no block");
    end = block.end;
    if (!block.row) continue;
    const table = tables[block.row.table];
    assert(table, "a row's table exists");
    assert.equal(block.row.cells.length, table.columns.length, "one cell per column");
    let at = block.start;
    for (const cell of block.row.cells) {
      assert(
        cell.start >= at && cell.end >= cell.start && cell.end <= block.end,
        "cells stand inside their row, in order",
      );
      at = cell.end;
    }
    for (const span of [...(block.row.groups ?? []), ...(block.row.unit ? [block.row.unit] : [])])
      assertInside(text, span);
  }
  for (const table of tables)
    for (const span of [...table.header, table.caption, table.unit]) if (span) assertInside(text, span);
}

function assertInside(text: string, { start, end }: Span): void {
  assert(start >= 0 && end > start && end <= text.length, `span ${start}–${end}`);
}

/** Nothing that says something stands outside the blocks; only lines that rule a table off do. */
export function assertCovered({ text, blocks }: ParsedDocument): void {
  let end = 0;
  for (const block of [...blocks, { start: text.length, end: text.length }]) {
    assert.match(text.slice(end, block.start), /^[\s|:+=\u200b-]*$/);
    end = block.end;
  }
}
