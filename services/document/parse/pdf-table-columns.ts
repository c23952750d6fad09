import type { DraftCell, DraftRow } from "./document-builder.ts";
import { type PdfLine, segmentsOf, wordsOf } from "./pdf-lines.ts";
import type { RowLine } from "./pdf-table.ts";

/** Where the values of one column stand. */
export interface Band {
  left: number;
  right: number;
}

/** The columns of values, left to right: the stretches that the values of all rows cover. */
export function bandsOf(rows: readonly RowLine[]): Band[] {
  const size = rows[0]?.line.size ?? 10;
  const spans = rows.flatMap((row) => row.values.map(({ left, right }) => ({ left, right })));
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
  bands: readonly Band[],
): { rows: DraftRow[]; from: number } {
  const wide = bands.map((band) => ({ ...band }));
  const rows: DraftRow[] = [];
  let from = at;
  for (let i = at - 1; i >= floor; i--) {
    const line = lines[i];
    const below = lines[i + 1];
    if (!line || !below || below.y - line.y > line.size * 3.2 || below.y < line.y) break;
    const cells = headerCells(line, wide);
    if (!cells) break;
    rows.unshift({ cells, page: line.page });
    from = i;
  }
  // Lines that only stand over the labels at the top are a title, not a header.
  while (rows[0]?.cells.every((cell) => cell.column === 0)) {
    rows.shift();
    from++;
  }
  return { rows, from };
}

function headerCells(line: PdfLine, bands: Band[]): DraftCell[] | undefined {
  const segments = segmentsOf(line, line.size * 0.7);
  const [firstBand] = bands;
  const lastBand = bands.at(-1);
  if (!firstBand || !lastBand) return undefined;
  const cells: DraftCell[] = [];
  for (const segment of segments) {
    const words = wordsOf(segment);
    if (words.length > 60 || (/[.;]["”’)]?$/.test(words) && words.length > 25)) return undefined;
    const over = bands
      .map((band, i) => ({ band, i }))
      .filter(({ band }) => segment.left < band.right && segment.right > band.left);
    const isLabel = segment.right <= firstBand.left + line.size;
    if (over.length === 0) {
      if (!isLabel) {
        const near = bands.findIndex(
          (band) => Math.abs((band.left + band.right) / 2 - (segment.left + segment.right) / 2) < line.size * 4,
        );
        if (near < 0) return undefined;
        cells.push({ words, column: near + 1, width: 1, isHeader: true });
      } else cells.push({ words, column: 0, width: 1, isHeader: true });
      continue;
    }
    // A line that begins over the labels and reaches over the values is the table's title or a sentence.
    if (segment.left < firstBand.left - line.size * 4 && segments.length === 1) return undefined;
    const column = (over[0]?.i ?? 0) + 1;
    const before = cells.at(-1);
    if (before && before.column + before.width > column) before.words += ` ${words}`;
    else cells.push({ words, column, width: over.length, isHeader: true });
    if (over.length === 1) {
      const band = over[0]?.band;
      const next = bands[column];
      const previous = bands[column - 2];
      if (band) {
        band.left = Math.max(Math.min(band.left, segment.left), (previous?.right ?? Number.NEGATIVE_INFINITY) + 0.1);
        band.right = Math.min(Math.max(band.right, segment.right), (next?.left ?? Number.POSITIVE_INFINITY) - 0.1);
      }
    }
  }
  return cells.length > 0 ? cells : undefined;
}
