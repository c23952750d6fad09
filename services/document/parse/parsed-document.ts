/**
 * What a parser makes of a file. The text is the one truth of a document: everything else points into it with offsets in
 * UTF-16 code units, so that `text.slice(start, end)` is what stands there. Nothing is deleted from the text: what should
 * yield no insight is marked with a role.
 */
export interface ParsedDocument {
  text: string;
  /** In text order, not overlapping. White space between blocks belongs to none. */
  blocks: Block[];
  /** Tables by the number that their rows carry. */
  tables: Table[];
  /** What the document says of itself; absent where it says nothing. */
  head: { title?: string; sourceName?: string; publishedDate?: string; authors?: string[] };
  /** What was repaired or could not be read, a sentence each. */
  repairs: string[];
}

export interface Span {
  start: number;
  end: number;
}

export const BLOCK_KINDS = ["heading", "paragraph", "listItem", "tableRow", "caption"] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Why a block yields no insight. */
export const ROLES = [
  "pageHeader",
  "pageFooter",
  "pageNumber",
  "contents",
  "boilerplate",
  "navigation",
  "attendance",
  "question",
  "footnote",
] as const;
export type Role = (typeof ROLES)[number];

export interface Block extends Span {
  kind: BlockKind;
  /** Absent: ordinary content. */
  role?: Role;
  /** Page of the original, from 1. Absent where it has no pages. */
  page?: number;
  /** Of a heading: 1 is the outermost. */
  level?: number;
  /** Of a transcript's paragraph: who is speaking, and where the text says so. */
  speaker?: string;
  speakerNamed?: Span;
  /** Of a table's row. */
  row?: TableRow;
}

export interface TableRow {
  /** Position in `ParsedDocument.tables`. */
  table: number;
  /** Header rows name columns and yield no finding. */
  isHeader: boolean;
  /**
   * One per column, left to right; an empty cell is an empty span. A row that is no header and has only its first cell
   * names the rows below it.
   */
  cells: Span[];
  /** The row has another number of values than the table has columns: it cannot be said under which column they stand. */
  isRagged?: boolean;
  /** Words above that name the groups this row belongs to, outermost first. */
  groups?: Span[];
  /** The unit that a line above gives to the rows of its group, in place of the table's. */
  unit?: Span;
}

export interface Table {
  /** The line or heading above that names the table. */
  caption?: Span;
  /** The words that give the scale or unit of all cells, such as "(in millions)". */
  unit?: Span;
  /** One per column, left to right; the first is usually the row's label. */
  columns: Column[];
  /** Header rows, as spans, outermost first: excerpts that show what the columns mean. */
  header: Span[];
}

export interface Column {
  /** The header cells over the column, outermost first, joined by a space. Empty when there is none. */
  label: string;
}
