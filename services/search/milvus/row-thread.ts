import { parentPort } from "node:worker_threads";
import { unpacked } from "../checked-document.ts";
import { analyseDocument } from "../engine/analyse-document.ts";
import type { CodedVectors } from "../engine/document-codec.ts";
import { serveThread } from "../engine/thread.ts";
import type { IndexedDocument, PackedDocument } from "../ports.ts";
import { keywordCounts } from "./keyword-counts.ts";
import { type InsightRow, toRows, type VectorRow } from "./rows.ts";

/** A thread that makes rows of documents: analysing a long filing takes longer than an event loop may be held up. */
export interface RowTask {
  document: IndexedDocument | PackedDocument;
  vectors: CodedVectors;
  key: number;
  source: number;
}

export interface RowAnswer {
  document: IndexedDocument;
  insights: InsightRow[];
  vectors: VectorRow[];
  /** Words of all keyword fields together, and in how many each stands. */
  words: number;
  counts: Map<string, number>;
}

serveThread<RowTask, RowAnswer>(parentPort, async ({ document: given, vectors, key, source }) => {
  const document = unpacked(given);
  const made = toRows(document, analyseDocument(document), vectors, { key, source });
  return { document, ...made, ...keywordCounts(made.insights) };
});
