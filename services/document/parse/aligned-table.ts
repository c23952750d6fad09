import { headerOver, MAX_HEADER_LINES } from "./aligned-header.ts";
import { areOver, type Band, INDENT, isName, isRule, type Piece, piecesOf, sectionOf } from "./aligned-pieces.ts";
import type { FlatTable } from "./flat-table.ts";
import type { GridCell, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";
import { nameInCorner } from "./pipe-table.ts";
import { kindOfCell } from "./values.ts";

interface Row {
  line: Line;
  label: Span;
  indent: number;
  values: Piece[];
}

const MAX_ROWS = 5000;
/** Columns of words, such as the unit of each row, that may stand between the label and the figures. */
const MAX_WORD = 14;

/**
 * A table in lines of text that kept its columns: at least two blanks between a label and its figures, and the words of
 * the header over the figures that they head. `at` is one of its lines, a header's too. Undefined where the places do
 * not settle which words head which column: such a table is read by its words alone.
 */
export function alignedTableAt(text: string, lines: readonly Line[], at: number, floor: number): FlatTable | undefined {
  const last = Math.min(lines.length, at + MAX_HEADER_LINES + 1);
  for (let i = at; i < last && piecesOf(text, lines[i]).length > (i === at ? 1 : 0); i++) {
    if (!rowOf(text, lines[i])) continue;
    const found = tableWith(text, lines, i, floor);
    return found && found.from <= at ? found : undefined;
  }
  return undefined;
}

/** The table whose first row is `lines[at]`. */
function tableWith(text: string, lines: readonly Line[], at: number, floor: number): FlatTable | undefined {
  // The first rows tell whether there is a header: without one the others are not looked at from each of them again.
  const first = shapeFrom(text, lines, { at, floor }, PROBED);
  const whole = first && (first.to - at < PROBED ? first : shapeFrom(text, lines, { at, floor }, MAX_ROWS));
  if (!whole) return undefined;
  const { header, bands, entries, to } = whole;
  const drafts = entries.map((entry) => ("values" in entry ? dataRow(entry, bands) : sectionOf(entry.words)));
  const corner = header.rows.findLast(({ kind }) => kind === "header")?.cells.find(({ column }) => column === 0);
  return {
    grid: {
      rows: [...header.rows, ...drafts],
      columnCount: bands.length + 1,
      ...(corner ? nameInCorner(text, corner) : {}),
    },
    from: header.from,
    to,
  };
}

const PROBED = 40;

/** Rows, columns and header of a table of at most so many rows; undefined where there is none. */
function shapeFrom(text: string, lines: readonly Line[], { at, floor }: { at: number; floor: number }, most: number) {
  const { entries, to } = entriesFrom(text, lines, at, most);
  const rows = entries.filter((entry): entry is Row => "values" in entry);
  const bands = bandsOf(rows);
  if (rows.length < 2 || bands.length < 2 || !bands.every((band) => rows.some((row) => columnOf(row.values, band))))
    return undefined;
  const header = headerOver(text, lines, {
    at,
    floor,
    bands,
    isRow: (line) => rowOf(text, line) !== undefined,
    labelsEnd: endOfLabels(rows, bands),
  });
  return header && { entries, to, bands, header };
}

/** A line as a row: a label, and at least two columns behind it that hold a figure, or one behind a column of words. */
function rowOf(text: string, line: Line | undefined): Row | undefined {
  const [label, ...values] = piecesOf(text, line).flatMap((piece, at) =>
    at === 0 ? withoutFigure(text, piece) : [piece],
  );
  if (!line || !label || values.length < 2) return undefined;
  const kinds = values.map(({ start, end }) => kindOfValue(text.slice(start, end)));
  const words = kinds.filter((kind) => kind === "word").length;
  const isWord = kinds[0] === "word" && words === 1 && (values[0]?.right ?? 0) - (values[0]?.left ?? 0) <= MAX_WORD;
  if ((words > 0 && !isWord) || !kinds.includes("number")) return undefined;
  return { line, label, indent: label.left, values };
}

/** "Diluted earnings per share $ 1.18": a long label that ends where the sign of its first figure stands. */
function withoutFigure(text: string, piece: Piece): Piece[] {
  const figure = /(?<=\S) [$€£¥] ?\(?\d[\d.,]*\)?$/.exec(text.slice(piece.start, piece.end))?.[0];
  if (figure === undefined) return [piece];
  const { start, end, left, right } = piece;
  const size = figure.length - 1;
  return [
    { start, end: end - figure.length, left, right: right - figure.length },
    { start: end - size, end, left: right - size, right },
  ];
}

/** "1.8 (1.5)", "$365 to $375 million", "(7) bps": figures with what belongs to them. */
const VALUE =
  /^[(+−–-]*(?:US)?[$€£¥]?\(?[-−–+△▲]?(?:\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d[\d.,]*)\)?(?: ?(?:%|pp|pts?|bps?))?(?: ?\([-−–+]?[\d.,]+%?\))?$/;
const RANGE =
  /^[$€£¥]?\d[\d.,]*%? (?:to|-|–|±|\+\/-) [$€£¥]?\d[\d.,]*%?(?: (?:thousand|million|billion))?$|^[$€£¥]?\d[\d.,]* (?:million|billion) ± [$€£¥]?\d[\d.,]* (?:million|billion)$/;

const kindOfValue = (words: string) => {
  const kind = kindOfCell(words);
  if (kind !== "word" || words.length > 40) return kind;
  return /^n\/?m$|^x$/i.test(words) ? "null" : VALUE.test(words) || RANGE.test(words) ? "number" : kind;
};

type Entry = Row | { words: Line };

/** The rows from `at` on, and the lines without figures between them. */
function entriesFrom(text: string, lines: readonly Line[], at: number, most: number): { entries: Entry[]; to: number } {
  const entries: Entry[] = [];
  let pending: Line[] = [];
  let to = at;
  for (let i = at; i < lines.length && entries.length < most; i++) {
    const line = lines[i];
    if (!line || (i > at && line.gap > 1)) break;
    const row = rowOf(text, line);
    if (row) {
      const above = pending.at(-1);
      // A label that was broken to the width of its column goes on in the line of its figures.
      const isBroken = above && line.gap === 0 && /^[\p{Ll}(&]/u.test(text.slice(row.label.start, row.label.start + 1));
      if (isBroken) {
        pending.pop();
        row.label = { start: above.start, end: row.label.end };
      }
      entries.push(...pending.map((words) => ({ words })), row);
      pending = [];
      to = i + 1;
    } else if (!isRule(text, line)) {
      if (pending.length === 2 || piecesOf(text, line).length !== 1 || !isName(text, line)) break;
      pending.push(line);
    }
  }
  return { entries, to };
}

/** Where the figures of the columns stand: those that overlap are of one. */
function bandsOf(rows: readonly Row[]): Band[] {
  const pieces = rows.flatMap(({ values }) => values.map(({ left, right }) => ({ left, right })));
  const bands: Band[] = [];
  for (const piece of pieces.sort((a, b) => a.left - b.left)) {
    const last = bands.at(-1);
    if (last && piece.left < last.right) last.right = Math.max(last.right, piece.right);
    else bands.push(piece);
  }
  return bands;
}

const columnOf = (values: readonly Piece[], band: Band): Piece | undefined =>
  values.find((value) => areOver(value, band));

const endOfLabels = (rows: readonly Row[], bands: readonly Band[]): number =>
  Math.min(bands[0]?.left ?? 0, Math.max(...rows.map(({ label, indent }) => indent + label.end - label.start)));

/** A row's cells by column; its label alone where two figures stand in one. */
function dataRow({ line, label, indent, values }: Row, bands: readonly Band[]): GridRow {
  const name = { start: label.start, end: label.end, column: 0, width: 1 };
  const row = { start: label.start, end: line.end, kind: "data" as const, indent: indent * INDENT, page: line.page };
  const cells: GridCell[] = [name];
  for (const value of values) {
    const column = bands.findIndex((band) => areOver(value, band)) + 1;
    if (column <= (cells.at(-1)?.column ?? 0)) return { ...row, cells: [name], isRagged: true };
    cells.push({ start: value.start, end: value.end, column, width: 1 });
  }
  return { ...row, cells };
}
