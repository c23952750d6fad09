import { availableParallelism } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { spelledOut } from "../analysis/spelled-out.ts";
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
const shownAt = db.prepare(
  `select insight_id, i.title, insight, excerpts, questions, doc_id, d.title, document_url, source_name, published_date
   from search_insight i join search_document d on d.id = i.document where document = ? and ordinal = ?`,
);
// One statement and no names: with a statement for each table and an object for each row, reading took half as long again.
shownAt.setReturnArrays(true);

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
  const embedded = vector
    ? { vectors: [vector], inputTokens: 0 }
    : await embedder.embed([spelledOut(query.query).text]);
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
  // With `setReturnArrays` a row is a list, which the types do not know.
  const shown: unknown = shownAt.get(key, row - (columns.documentRow[document] ?? 0));
  if (!Array.isArray(shown)) return [];
  const [insightId, title, insight, excerpts, questions, docId, docTitle, sourceUrl, sourceName, publishedDate] = shown;
  return [
    {
      insightId: String(insightId),
      title: String(title),
      insight: String(insight),
      excerpts: JSON.parse(String(excerpts)),
      docId: String(docId),
      docTitle: String(docTitle),
      sourceUrl: String(sourceUrl),
      sourceName: String(sourceName),
      publishedDate: publishedDate === null ? null : String(publishedDate),
      score,
      matchedBy,
      matchedQuestion: matchedBy === "question" ? (JSON.parse(String(questions))[question] ?? null) : null,
      matchedWords,
    },
  ];
}
