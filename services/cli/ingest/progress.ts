import type { Shell } from "../shell.ts";
import { counted, grouped } from "../table.ts";

/** How far an ingestion is. */
export interface Progress {
  /** Documents found. */
  documents: number;
  /** Bytes of their content, as far as it was known before reading. */
  bytes: number;
  /** Documents taken in. */
  complete: number;
  /** Documents that were there already. */
  unchanged: number;
  failed: number;
  /** Insights extracted so far. */
  insights: number;
  /** Bytes of the documents that were worked on. */
  workedBytes: number;
  /** Bytes of the documents that were there already: no work, so they tell nothing of the speed. */
  unchangedBytes: number;
}

/** Where progress is not drawn on a terminal, a line this often. */
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 24;
const LEAST_BAR = "[########] ";

/** Shows progress on stderr: one line redrawn on a terminal, else a line every ten seconds. */
export function showProgress(screen: Shell["screen"], now: () => number = Date.now) {
  const startedMs = now();
  let shownMs = startedMs;
  let isDrawn = false;
  return {
    show(progress: Progress): void {
      const columns = screen.columns();
      const line = progressLine(progress, now() - startedMs, columns);
      if (columns !== undefined) {
        isDrawn = true;
        screen.write(`\r\x1b[2K${line}`);
      } else if (now() - shownMs >= LINE_EVERY_MS) {
        shownMs = now();
        screen.write(`${line}\n`);
      }
    },
    /** Clears the line on a terminal, so that messages stand alone. */
    end(): void {
      if (isDrawn) screen.write("\r\x1b[2K");
      isDrawn = false;
    },
  };
}

/**
 * One line of at most `columns` characters: how much is done, how fast, and how long the rest takes. The last of these
 * must not be what falls off at 80 columns.
 */
export function progressLine(progress: Progress, elapsedMs: number, columns?: number): string {
  const { documents, unchanged, failed, insights, workedBytes } = progress;
  const finished = finishedOf(progress);
  const share = shareOf(progress);
  const seconds = Math.max(elapsedMs, 1) / 1_000;
  // What is left out first on a narrow terminal has the highest number; what has none stays.
  const parts: { text: string; goes?: number }[] = [
    { text: `${grouped(finished)}/${counted(documents, "document")}` },
    ...(unchanged > 0 ? [{ text: `${grouped(unchanged)} unchanged`, goes: 5 }] : []),
    ...(failed > 0 ? [{ text: `${grouped(failed)} failed`, goes: 2 }] : []),
    { text: `${grouped(insights)} insights`, goes: 4 },
    { text: `${(workedBytes / 1e6 / seconds).toFixed(2)} MB/s`, goes: 3 },
    { text: `${grouped(Math.round(insights / seconds))} insights/s`, goes: 1 },
    ...(finished < documents
      ? [{ text: share > 0.005 ? `${span((seconds / share) * (1 - share))} left` : "estimating" }]
      : []),
  ];
  const textWithout = (level: number) =>
    parts
      .filter(({ goes = 0 }) => goes < level)
      .map(({ text }) => text)
      .join(", ");
  if (columns === undefined) return textWithout(Number.POSITIVE_INFINITY);
  // The last column stays free: some terminals wrap when it is written.
  const room = columns - 1;
  const levels = [6, 5, 4, 3, 2, 1];
  const text = textWithout(levels.find((level) => textWithout(level).length + LEAST_BAR.length <= room) ?? 1);
  const width = Math.min(BAR_WIDTH, room - text.length - "[] ".length);
  const filled = Math.round(share * width);
  const bar = width > 0 ? `[${"#".repeat(filled)}${".".repeat(width - filled)}] ` : "";
  return (bar + text).slice(0, Math.max(0, room));
}

const finishedOf = ({ complete, unchanged, failed }: Progress): number => complete + unchanged + failed;

/** Of the work; by bytes where they are known, for documents differ in length a thousandfold; else by documents. */
function shareOf(progress: Progress): number {
  const { documents, bytes, unchanged, workedBytes, unchangedBytes } = progress;
  const finished = finishedOf(progress);
  if (finished >= documents) return 1;
  const work = bytes - unchangedBytes;
  return Math.min(0.999, work > 0 ? workedBytes / work : (finished - unchanged) / (documents - unchanged));
}

/** A time span for people: "40 s", "3 min", "2 h 5 min". */
export function span(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
