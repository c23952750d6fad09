import { availableParallelism } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { openBundledEmbedder } from "../embedding/bundled-embedder.ts";
import type { FoundInsight, IndexQuery } from "../ports.ts";
import { explained } from "./explained.ts";
import { createFinder, type Hit } from "./find.ts";
import { openScanHelper } from "./scan-helper.ts";
import { serveThread } from "./thread.ts";
import type { View } from "./view.ts";

/** One search thread: embeds the query, searches the columns, reads what the answer shows. One round trip a search. */
export type SearchTask = { search: SearchRequest } | { show: View };

export interface SearchRequest {
  query: IndexQuery;
  /** Which collection the caller takes for the active one. */
  collection: number;
  /** The query's; absent for the bundled model, which the thread has. */
  vector: Float32Array | undefined;
}

export type SearchAnswer =
  | { insights: FoundInsight[]; inputTokens: number }
  /** Another collection is the active one now. */
  | { isStale: true };

export interface SearchThreadData {
  path: string;
  /** From 0. */
  thread: number;
}

const { path, thread } = workerData as SearchThreadData;
const embedder = openBundledEmbedder();
const finder = createFinder(thread, availableParallelism() > 1 ? openScanHelper(thread) : undefined);
const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
const insightAt = db.prepare(
  "select insight_id, title, insight, excerpts, questions from search_insight where document = ? and ordinal = ?",
);
const documentAt = db.prepare(
  "select doc_id, title, document_url, source_name, published_date from search_document where id = ?",
);

serveThread<SearchTask, SearchAnswer | undefined>(parentPort, async (task) => {
  if ("show" in task) {
    finder.show(task.show);
    return undefined;
  }
  return explained(path, () => search(task.search));
});

async function search({ query, collection, vector }: SearchRequest): Promise<SearchAnswer> {
  // Vectors of two models have nothing to say to each other.
  if (finder.view()?.collection !== collection) return { isStale: true };
  const embedded = vector ? { vectors: [vector], inputTokens: 0 } : await embedder.embed([query.query]);
  const hits = finder.find(query, embedded.vectors[0] ?? new Float32Array(0));
  const insights = hits.flatMap(read);
  // Byte order: ids are compared as bytes everywhere.
  insights.sort((a, b) => b.score - a.score || Buffer.compare(Buffer.from(a.insightId), Buffer.from(b.insightId)));
  return { insights: insights.slice(0, query.limit), inputTokens: embedded.inputTokens };
}

/** What an answer shows of a hit. Rows of a view that a thread still shows are not collected. */
function read({ row, score, matchedBy, question, matchedWords }: Hit): FoundInsight[] {
  const columns = finder.view()?.columns;
  if (!columns) return [];
  const document = columns.rowDocument[row] ?? 0;
  const key = columns.documentKey[document] ?? 0;
  const insight = insightAt.get(key, row - (columns.documentRow[document] ?? 0));
  const source = documentAt.get(key);
  if (!insight || !source) return [];
  return [
    {
      insightId: String(insight["insight_id"]),
      title: String(insight["title"]),
      insight: String(insight["insight"]),
      excerpts: JSON.parse(String(insight["excerpts"])),
      docId: String(source["doc_id"]),
      docTitle: String(source["title"]),
      sourceUrl: String(source["document_url"]),
      sourceName: String(source["source_name"]),
      publishedDate: source["published_date"] === null ? null : String(source["published_date"]),
      score,
      matchedBy,
      matchedQuestion: matchedBy === "question" ? (JSON.parse(String(insight["questions"]))[question] ?? null) : null,
      matchedWords,
    },
  ];
}
