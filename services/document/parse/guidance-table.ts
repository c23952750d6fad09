import type { Grid, GridRow } from "./grid.ts";
import type { Line } from "./lines.ts";
import type { Span } from "./parsed-document.ts";

const HEAD = /\b(?:guidance|outlook)\b/i;
const HEAD_AGAIN = /\b(guidance|outlook)\b.*\b\1\b/i;
const LOW_HIGH = /\blow high$/i;
const PERIOD =
  /\b((?:Q[1-4]|first[ -]quarter|second[ -]quarter|third[ -]quarter|fourth[ -]quarter)(?: of)? (?:fiscal )?(?:FY ?)?(?:20)?\d\d|(?:FY ?|fiscal (?:year )?|full[- ]year (?:fiscal )?)(?:20)?\d\d|20\d\d)(?!\d)/i;
const NUMBER = "(?:\\(?[$€£]? ?\\(?\\d[\\d,]*(?:\\.\\d+)?\\)?(?: ?%)?(?: (?:million|billion|thousand)(?!\\p{L}))?)";
const ROW = new RegExp(
  `^(\\p{Lu}[\\p{L}\\d ,&()/.'’-]{2,70}?(?<=[\\p{L}).’])) ((?:(?:approximately|about|~) ?)?${NUMBER}(?:(?: to | [-–] |[-–])${NUMBER})?)$`,
  "u",
);
const LOW_HIGH_ROW = new RegExp(
  `^(\\p{Lu}[\\p{L}\\d ,&()/.'’-]{2,70}?(?<=[\\p{L}).’])) (~ ?(?=[$€£])${NUMBER} ~ ?${NUMBER})$`,
  "u",
);
/** Not what is, but what is expected. */
const IS_ROUGH = /approximately|about|~|\d[)%]? ?(?:to|[-–]|(?:million|billion|thousand) (?:to|[-–])) ?[$€£(]?\d/i;
const MOST_ROWS = 40;
const MAX_LINE = 170;
/** Lines between what calls it guidance and the first row. */
const MAX_BETWEEN = 2;

/** What the second column of such a table is called: with the period that all rows are of. */
export const GUIDANCE = "guidance for ";

/**
 * A company's guidance: lines of a measure and what is expected of it, "Operating margin 14.7% to 15.0%", or from low to high,
 * below a line that calls it so. Undefined unless a period is named, and most of three rows at least are no plain figures.
 */
export function guidanceTableAt(
  text: string,
  lines: readonly Line[],
  at: number,
): { grid: Grid; from: number; to: number } | undefined {
  const head = lines[at];
  if (!head || head.end - head.start > MAX_LINE || !HEAD.test(text.slice(head.start, head.end))) return undefined;
  // "Prior outlook Updated outlook": of two columns.
  if (HEAD_AGAIN.test(text.slice(head.start, head.end))) return undefined;
  const rows: GridRow[] = [];
  let headEnd = head.end;
  let isLowHigh = false;
  let to = at;
  for (let i = at; i < Math.min(lines.length, at + MOST_ROWS); i++) {
    const line = lines[i];
    if (!line || (i > at && line.gap > 2) || line.end - line.start > MAX_LINE) break;
    const words = text.slice(line.start, line.end);
    if (rows.length === 0 && LOW_HIGH.test(words)) isLowHigh = true;
    const found = rowIn(text, rows.length === 0 ? afterHead(text, line, i === at) : line, isLowHigh);
    if (found) {
      if (found.start > line.start) headEnd = text.slice(0, found.start).trimEnd().length;
      rows.push({ ...found, page: line.page });
      to = i + 1;
    } else if (rows.length === 0 && i <= at + MAX_BETWEEN) headEnd = line.end;
    else if (!isLowHigh) break;
    else rows.push({ start: line.start, end: line.end, kind: "noise", cells: [], page: line.page });
  }
  while (rows.at(-1)?.kind === "noise") rows.pop();
  const data = rows.filter(({ kind }) => kind === "data");
  const rough = data.filter(({ start, end }) => IS_ROUGH.test(text.slice(start, end)));
  const period = periodOver(text, lines, at, headEnd);
  if (data.length < (isLowHigh ? 2 : 3) || rough.length * 2 < data.length || period === "") return undefined;
  const header: GridRow = { start: head.start, end: headEnd, kind: "header", cells: [], page: head.page };
  return { grid: { rows: [header, ...rows], columnCount: 2, labels: ["", `${GUIDANCE}${period}`] }, from: at, to };
}

/** A first row in the line that calls it guidance begins behind that word. */
function afterHead(text: string, { start, end }: Span, isHead: boolean): Span {
  const found = /^.*\b(?:[Gg]uidance|GUIDANCE|[Oo]utlook|OUTLOOK) (?=\p{Lu})/u.exec(text.slice(start, end));
  return { start: found ? start + found[0].length : isHead ? end : start, end };
}

function rowIn(text: string, { start, end }: Span, isLowHigh: boolean): GridRow | undefined {
  const [, label, amount] = (isLowHigh ? LOW_HIGH_ROW : ROW).exec(text.slice(start, end)) ?? [];
  if (!label || !amount) return undefined;
  return {
    start,
    end,
    kind: "data",
    cells: [
      { start, end: start + label.length, column: 0, width: 1 },
      { start: end - amount.length, end, column: 1, width: 1 },
    ],
  };
}

/** The period that the head names, else the two lines above it; of two different ones none can be told. */
function periodOver(text: string, lines: readonly Line[], at: number, end: number): string {
  for (let from = at; from >= Math.max(0, at - MAX_BETWEEN); from--) {
    const line = lines[from];
    if (!line || (from < at && (lines[from + 1]?.gap ?? 9) > 1) || line.end - line.start > 300) return "";
    const words = text.slice(line.start, from === at ? end : line.end);
    const named = new Set([...words.matchAll(new RegExp(PERIOD, "gi"))].map(([, period = ""]) => plain(period)));
    if (named.size > 0) return named.size === 1 ? ([...named][0] ?? "") : "";
  }
  return "";
}

/** "FY23", "full-year fiscal 2023" and "Fiscal 2023" as "fiscal 2023". */
const plain = (period: string): string =>
  period
    .replace(/\s+/g, " ")
    .replace(/^full[- ]year /i, "")
    .replace(
      /\bFY ?(?:20)?(\d\d)$|\bfiscal (?:year )?(?:20)?(\d\d)$/i,
      (_all, one: string, two: string) => `fiscal 20${one ?? two}`,
    )
    .replace(
      /^((?:first|second|third|fourth))[ -](quarter)(?: of)? /i,
      (_all, which: string) => `the ${which.toLowerCase()} quarter of `,
    );
