import type { ParsedDocument, Span, Table } from "../parse/parsed-document.ts";
import { oneLine } from "./passages.ts";
import { columnNames } from "./table-columns.ts";

/** What stands over the rows of a table and says what their figures are. */
export interface TableHead {
  /** One per column; empty where it is not known. */
  names: string[];
  /** The header row, or the caption that does its work: the excerpt that shows what the columns mean. */
  header: Span | undefined;
  /** The header on one line where it names columns that could not be told apart; else empty. */
  headed: string;
  /** What the table is called, or empty. */
  caption: string;
  /** "(in millions)", or empty. */
  unit: string;
}

/** A header longer than this, in UTF-16 code units, is no help in a sentence. */
const MAX_HEADER_LENGTH = 260;
/** A header shorter than this names at most one column. */
const MIN_HEADER_LENGTH = 25;
/** A table that goes on behind a page break has no more than this between its parts. */
const MAX_BREAK_LENGTH = 600;

/** Where a table's rows are: what decides which header is theirs. */
export interface TablePlace {
  /** Position in the document's tables. */
  number: number;
  /** Where the first of the rows starts. */
  start: number;
  /** Where the rows of the table before it end; 0 if there is none. */
  previousEnd: number;
  /** The document's heading above it. */
  heading: string;
}

/** The head of a table's rows. */
export function tableHead(document: ParsedDocument, place: TablePlace): TableHead | undefined {
  const { number, start: before, previousEnd, heading } = place;
  const table = document.tables[number];
  if (!table) return undefined;
  const { text } = document;
  const own = headFrom(text, table, before, heading);
  if (own.header || own.names.some((name) => name !== "")) return own;
  // A table torn by a page break shows its header once.
  const earlier = document.tables[number - 1];
  const isSameShape = earlier !== undefined && earlier.columns.length === table.columns.length;
  const header = isSameShape ? earlier.header.at(-1) : undefined;
  if (!earlier || !header || before - previousEnd > MAX_BREAK_LENGTH) return own;
  const lent = headFrom(text, earlier, before, heading);
  return { ...lent, caption: own.caption || lent.caption };
}

function headFrom(text: string, table: Table, before: number, heading: string): TableHead {
  const { names } = columnNames(text, table);
  const isNamed = names.slice(1).every((name) => name !== "") && names.length > 1;
  const header = table.header.filter(({ end }) => end <= before).at(-1);
  const over = [header, table.caption].find((span) => span !== undefined && span.end <= before && isHeader(text, span));
  const shown = isNamed ? header : over;
  return {
    names,
    header: shown ? { start: shown.start, end: shown.end } : undefined,
    headed: !isNamed && shown ? lineOf(text, shown).replace(/["“”]/g, "") : "",
    caption: captionOf(text, table, heading) || nameInHeader(text, header),
    unit: unitOf(text, table),
  };
}

function isHeader(text: string, span: Span): boolean {
  const size = span.end - span.start;
  return (
    size >= MIN_HEADER_LENGTH &&
    !text.slice(span.start, span.end).trimEnd().endsWith(":") &&
    size <= MAX_HEADER_LENGTH &&
    /\p{L}{3}|(?:19|20)\d\d/u.test(text.slice(span.start, span.end)) &&
    !/^filler/.test(text.slice(span.start, span.end))
  );
}

const lineOf = (text: string, { start, end }: Span) => oneLine(text.slice(start, Math.min(end, start + 300)));

function unitOf(text: string, { unit }: Table): string {
  const found = unit ? lineOf(text, unit) : "";
  if (found === "" || found.length > 90) return "";
  return found.startsWith("(") ? found : `(${found.charAt(0).toLowerCase()}${found.slice(1)})`;
}

/** The table's caption, or the heading over it, where it reads as a name. */
function captionOf(text: string, { caption }: Table, heading: string): string {
  for (const found of [caption ? lineOf(text, caption) : "", heading]) {
    const name = found
      .replace(/\s*\((?:unaudited|continued|in [^)]*|dollars in[^)]*|amounts in[^)]*)\)/gi, "")
      .replace(/[.:]+$/, "")
      .trim();
    const words = name.split(" ");
    const isPlain = new Set(name.toLowerCase().split(" ")).size > words.length * 0.7;
    if (
      isPlain &&
      words.length >= 2 &&
      words.length <= 9 &&
      !/\d{3}|"|[.;] |^\W/.test(name) &&
      !/\b(?:following|follows|below|above|ended|filler|forward.looking)\b/i.test(name)
    ) {
      return name;
    }
  }
  return "";
}

/** "World Wheat Supply and Use" of a header that goes on with units and columns; empty where no name stands out. */
function nameInHeader(text: string, header: Span | undefined): string {
  const line = header ? lineOf(text, header) : "";
  const name = /^(?=[A-Z])[A-Za-z.&' :-]{8,60}?(?= (?:\d|\(|Million|Thousand|1,000|Year)\b| \()/.exec(line)?.[0] ?? "";
  return name.split(" ").length <= 8 ? name.replace(/[: ]+$/, "") : "";
}
