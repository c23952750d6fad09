import type { ReindexResponse } from "#gen/insights/search/v1/search_service_pb.ts";
import { span } from "../ingest/progress.ts";
import type { Shell } from "../shell.ts";
import { counted, grouped } from "../table.ts";

/** Where progress is not drawn on a terminal, a line this often. */
const LINE_EVERY_MS = 10_000;
const BAR_WIDTH = 24;

type Counts = Pick<ReindexResponse, "documents" | "documentsDone" | "bytes" | "bytesDone">;

/** Says how far it is, how fast, and how long the rest takes; the rate is that of this run, which may go on with another's. */
export function timedShare(now: () => number = Date.now): (progress: Counts) => string {
  let first: { ms: number; documents: number; bytes: number } | undefined;
  return ({ documents, documentsDone, bytes, bytesDone }) => {
    const done = Number(documentsDone);
    first ??= { ms: now(), documents: done, bytes: Number(bytesDone) };
    const seconds = Math.max(1, now() - first.ms) / 1_000;
    const bytesRun = Number(bytesDone) - first.bytes;
    const left = bytesRun > 0 ? ((Number(bytes) - Number(bytesDone)) / bytesRun) * seconds : undefined;
    const rate = ((done - first.documents) / seconds).toFixed(1);
    return [
      `${grouped(done)}/${counted(Number(documents), "document")}`,
      ...(left === undefined ? ["estimating"] : [`${rate} documents/s`, `${span(left)} left`]),
    ].join(", ");
  };
}

/** Progress on stderr: one line redrawn on a terminal, else a line every ten seconds. */
export function showLine(screen: Shell["screen"], now: () => number = Date.now) {
  let shownMs = now();
  let isDrawn = false;
  return {
    /** `share`: of the work, 0 to 1. */
    show(text: string, share: number): void {
      const columns = screen.columns();
      if (columns !== undefined) {
        isDrawn = true;
        const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
        const line = `[${"#".repeat(filled)}${".".repeat(BAR_WIDTH - filled)}] ${text}`;
        // The last column stays free: some terminals wrap when it is written.
        screen.write(`\r\x1b[2K${line.slice(0, Math.max(0, columns - 1))}`);
      } else if (now() - shownMs >= LINE_EVERY_MS) {
        shownMs = now();
        screen.write(`${text}\n`);
      }
    },
    /** Clears the line on a terminal, so that messages stand alone. */
    end(): void {
      if (isDrawn) screen.write("\r\x1b[2K");
      isDrawn = false;
    },
  };
}
