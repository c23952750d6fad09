import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Declares tests that need the real documents or benchmarks under CORPUS_DIR. Without them the suite is skipped in plain
 * sight; under REQUIRE_BACKENDS=1, which CI sets, it fails.
 */
export function withCorpus(title: string, needed: string, suite: (path: string) => void): void {
  const folder = process.env["CORPUS_DIR"];
  const path = folder && join(folder, needed);
  if (path && existsSync(path)) {
    describe(title, () => suite(path));
  } else if (process.env["REQUIRE_BACKENDS"] === "1") {
    describe(title, () => {
      it("has its corpus", () => {
        throw new Error(`CORPUS_DIR must hold ${needed}; it is ${folder ?? "not set"}`);
      });
    });
  } else {
    describe.skip(`${title} (set CORPUS_DIR to the folder that holds ${needed})`, () => {
      it("runs on the real documents");
    });
  }
}

/** A row of `corpus/documents.jsonl`. */
export interface CorpusRow {
  source_name: string;
  article_title: string;
  document_url: string;
  published_date: string | null;
  authors: string[];
  text: string;
}

/** A row as it is submitted to the document service. */
export const toSubmitted = (row: CorpusRow, batchId: string) => ({
  batchId,
  content: new TextEncoder().encode(row.text),
  mediaType: "text/plain",
  documentUrl: row.document_url,
  sourceName: row.source_name,
  articleTitle: row.article_title,
  publishedDate: row.published_date,
  authors: row.authors,
  summary: "",
});
