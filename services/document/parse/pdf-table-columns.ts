import { headerItems } from "./column-labels.ts";
import type { DraftCell, DraftRow } from "./document-builder.ts";
import { type PdfLine, segmentsOf, wordsOf } from "./pdf-lines.ts";
import type { RowLine } from "./pdf-table.ts";
import { isUnitLine } from "./unit.ts";

/** Where the values of one column stand. */
export interface Band {
  left: number;
  right: number;
}

/** The columns of values, left to right: the stretches that the values of all rows cover. */
export function bandsOf(rows: readonly RowLine[]): Band[] {
  const size = rows[0]?.line.size ?? 10;
  const spans = withoutStrays(rows).flatMap((row) => row.values.map(({ left, right }) => ({ left, right })));
  const bands = merge(spans, 0);
  const isClear = rows.every((row) =>
    bands.every((band) => row.values.filter((value) => value.left < band.right && value.right > band.left).length <= 1),
  );
  if (isClear) return bands;
  // A wide value bridges two columns: numbers end where their column ends.
  const ends = merge(
    spans.map(({ right }) => ({ left: right - size * 0.4, right })),
    size * 0.2,
  );
  return ends.map((band, i) => ({ left: (ends[i - 1]?.right ?? band.left - size * 4) + 0.5, right: band.right }));
}

/** Rows without the numbers that a few labels hold: no column begins where hardly any row has a value. */
function withoutStrays(rows: readonly RowLine[]): readonly RowLine[] {
  const bands = merge(
    rows.flatMap((row) => row.values.map(({ left, right }) => ({ left, right }))),
    0,
  );
  const inBand = (band: Band) =>
    rows.filter((row) => row.values.some((value) => value.left < band.right && value.right > band.left)).length;
  const needed = Math.max(2, rows.length * 0.15);
  const first = bands.find((band) => inBand(band) >= needed);
  if (!first || rows.length < 4) return rows;
  return rows.map((row) => ({ ...row, values: row.values.filter((value) => value.right > first.left) }));
}

function merge(spans: Band[], reach: number): Band[] {
  const bands: Band[] = [];
  for (const span of spans.sort((a, b) => a.left - b.left)) {
    const last = bands.at(-1);
    if (last && span.left < last.right + reach) last.right = Math.max(last.right, span.right);
    else bands.push({ ...span });
  }
  return bands;
}

/** The lines over the first row that head the columns, from the lowest up; each piece heads the columns it stands over. */
export function headerRows(
  lines: readonly PdfLine[],
  at: number,
  floor: number,
  table: { bands: readonly Band[]; left: number },
): { rows: DraftRow[]; from: number; isSettled: boolean } {
  const bands = table.bands.map((band) => ({ ...band }));
  const rows: DraftRow[] = [];
  let from = at;
  let isSettled = true;
  for (let i = at - 1; i >= floor; i--) {
    const line = lines[i];
    const below = lines[i + 1];
    // Some spreadsheets keep headers for machines in letters of one point.
    if (!line || !below || below.y - line.y > Math.max(line.size, below.size) * 4 || below.y < line.y) break;
    const isLowest = rows.every((row) => row.cells.every((cell) => cell.column === 0));
    const cells = headerCells(line, { bands, left: table.left }, isLowest);
    if (!cells) break;
    if (cells.some((cell) => cell.isDoubtful)) isSettled = false;
    rows.unshift({ cells, page: line.page });
    from = i;
  }
  // Lines that only stand over the labels at the top are a title, not a header.
  while (rows[0]?.cells.every((cell) => cell.column === 0)) {
    rows.shift();
    from++;
  }
  // What stands over several columns needs a line below it that tells them apart.
  const lowest = rows.findLast((row) => row.cells.some((cell) => cell.column > 0 && cell.isHeader));
  if (lowest?.cells.some((cell) => cell.column > 0 && cell.width > 1)) isSettled = false;
  return { rows, from, isSettled };
}

/** A header's cell; doubtful when words of several pieces fell into one column: then some belong to another. */
type HeaderCell = DraftCell & { isDoubtful?: boolean };

function headerCells(
  line: PdfLine,
  table: { bands: Band[]; left: number },
  isLowest: boolean,
): HeaderCell[] | undefined {
  const { bands } = table;
  const all = wordsOf(line);
  // A unit over the rows below it names them, wherever it stands.
  if (isUnitLine(all)) return [{ words: all, column: 0, width: 1, isHeader: false }];
  const cells: HeaderCell[] = [];
  const pieces = segmentsOf(line, line.size * 0.6);
  const segments =
    (isLowest ? oneForEach(pieces, bands) : undefined) ?? pieces.flatMap((piece) => datesApart(piece, bands));
  for (const segment of segments) {
    const words = wordsOf(segment);
    if (words.length > 60 || (/[.;]["”’)]?$/.test(words) && words.length > 25)) return undefined;
    const over = bandsUnder(segment, bands);
    if (segments.length === 1 && isTitle(segment, words, table)) return undefined;
    const column = over.length > 0 ? (over[0] ?? 0) + 1 : nearestColumn(segment, bands);
    if (column === undefined) return undefined;
    const before = cells.at(-1);
    if (before && before.column + before.width > column) {
      before.words += ` ${words}`;
      before.isDoubtful = column > 0;
    } else cells.push({ words, column, width: Math.max(1, over.length), isHeader: true });
    if (over.length === 1) widen(bands, column - 1, segment);
  }
  return cells.length > 0 ? cells : undefined;
}

const bandsUnder = (segment: Band, bands: readonly Band[]): number[] =>
  bands.flatMap((band, i) => (segment.left < band.right && segment.right > band.left ? [i] : []));

/** The column for words that stand over no value: the labels' column, or one whose middle is close. */
function nearestColumn(segment: PdfLine, bands: readonly Band[]): number | undefined {
  const [first] = bands;
  if (!first || segment.right <= first.left + segment.size) return 0;
  const middle = (segment.left + segment.right) / 2;
  const near = bands.findIndex(
    (band) => Math.abs((band.left + band.right) / 2 - middle) < Math.max(segment.size, 6) * 4,
  );
  return near < 0 ? undefined : near + 1;
}

/** Dates in one piece of text, each for the column that is nearest to it; the whole piece where that does not settle it. */
function datesApart(segment: PdfLine, bands: readonly Band[]): PdfLine[] {
  const items = headerItems(wordsOf(segment));
  if (!items || items.length < 2) return [segment];
  let at = 0;
  const parts: PdfLine["words"][] = items.map(() => []);
  for (const word of segment.words) {
    parts[
      Math.max(
        0,
        items.findLastIndex((item) => item.start <= at),
      )
    ]?.push(word);
    at += word.words.length + 1;
  }
  return placed(segment, parts, bands) ?? [segment];
}

/** The words of the lowest line by their nearest columns, when so every column has its own and else some had none. */
function oneForEach(pieces: readonly PdfLine[], bands: readonly Band[]): PdfLine[] | undefined {
  const start = (bands[0]?.left ?? 0) - (pieces[0]?.size ?? 0) * 3;
  const labels = pieces.filter((piece) => piece.right <= start);
  const heads = pieces.filter((piece) => piece.right > start);
  const [first] = heads;
  if (
    !first ||
    heads.length >= bands.length ||
    heads.some((piece) => headerItems(wordsOf(piece)) || isUnitLine(wordsOf(piece)))
  )
    return undefined;
  const parts: PdfLine["words"][] = bands.map(() => []);
  for (const word of heads.flatMap((piece) => piece.words))
    parts[nearest(bands, (word.left + word.right) / 2)]?.push(word);
  const found = parts.every((part) => part.length > 0) ? placed(first, parts, bands) : undefined;
  return found && [...labels, ...found];
}

/** Words as lines of their own, each over its nearest column; undefined when two would share one. */
function placed(segment: PdfLine, parts: PdfLine["words"][], bands: readonly Band[]): PdfLine[] | undefined {
  const taken = new Set<number>();
  const lines: PdfLine[] = [];
  for (const words of parts) {
    const left = words[0]?.left ?? 0;
    const right = words.at(-1)?.right ?? 0;
    const band = nearest(bands, (left + right) / 2);
    const { left: bandLeft = left, right: bandRight = right } = bands[band] ?? {};
    if (taken.has(band)) return undefined;
    taken.add(band);
    lines.push({ ...segment, words, left: bandLeft, right: bandRight });
  }
  return lines;
}

const nearest = (bands: readonly Band[], x: number): number =>
  bands.reduce((best, band, i) => (distance(band, x) < distance(bands[best], x) ? i : best), 0);

const distance = (band: Band | undefined, x: number): number =>
  band ? Math.abs((band.left + band.right) / 2 - x) : Number.POSITIVE_INFINITY;

/** Whether words over several columns name the table: they begin over its labels, or stand in its middle and not over its values. */
function isTitle(segment: PdfLine, words: string, { bands, left }: { bands: readonly Band[]; left: number }): boolean {
  const first = bands[0]?.left ?? 0;
  const right = bands.at(-1)?.right ?? 0;
  if (segment.right <= first) return false;
  if (segment.left < first - segment.size * (bands.length > 1 ? 1 : 4)) return true;
  const middle = (segment.left + segment.right) / 2;
  const isMiddle = Math.abs(middle - (left + right) / 2) < segment.size * 2.5;
  const isOverValues = Math.abs(middle - (first + right) / 2) < segment.size * 2.5;
  if (headerItems(words) || isUnitLine(words)) return false;
  return isMiddle && (!isOverValues || words.split(" ").length > 5);
}

/** A header makes its column as wide as its words, up to the next one. */
function widen(bands: Band[], i: number, segment: Band): void {
  const band = bands[i];
  if (!band) return;
  band.left = Math.max(Math.min(band.left, segment.left), (bands[i - 1]?.right ?? Number.NEGATIVE_INFINITY) + 0.1);
  band.right = Math.min(Math.max(band.right, segment.right), (bands[i + 1]?.left ?? Number.POSITIVE_INFINITY) - 0.1);
}
