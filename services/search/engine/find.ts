import { analyseQuery } from "../analysis/analyse.ts";
import type { IndexQuery, Match } from "../ports.ts";
import type { ResolvedQuery } from "../ranking/candidate.ts";
import { scoreCandidate, selectCandidates } from "../ranking/rank.ts";
import { scoreWords } from "./bm25.ts";
import { gatherEvidence, nearestPart } from "./evidence.ts";
import { type Admitted, admit, foldName } from "./filter.ts";
import { type Kernel, openKernel } from "./kernel.ts";
import { nearestRows } from "./nearest.ts";
import { createTopRows } from "./top-rows.ts";
import type { View } from "./view.ts";

/** A row that a search found. */
export interface Hit {
  row: number;
  score: number;
  matchedBy: Match;
}

/** Searches the columns: one query at a time, without waiting for anything. */
export interface Finder {
  /** From now on searches see this state. Views arrive in their order. */
  show(view: View): void;
  /** Best first; when more than `limit` tie with the last, all of them. `vector` is the query's, of length 1 or 0. */
  find(query: IndexQuery, vector: Float32Array): Hit[];
  /** The state that searches see. */
  view(): View | undefined;
}

/** How many candidates each side puts forward. */
const CANDIDATES = 100;

/** `thread`: which scratch of the shared memory is this thread's. */
export function createFinder(thread: number): Finder {
  let view: View | undefined;
  let kernel: Kernel | undefined;
  let dictionary = new Map<string, number>();
  let sources: string[] = [];
  let everything: Admitted = { rows: new Uint8Array(), vectors: [], isEmpty: true };
  let scores = new Float32Array(0);
  let cosines = new Float32Array(0);

  const find = (seen: View, scan: Kernel, query: IndexQuery, vector: Float32Array): Hit[] => {
    const isFiltered = query.sourceName !== undefined || query.since !== undefined;
    const admitted = isFiltered ? admit(seen, query, sources) : everything;
    if (admitted.isEmpty) return [];
    const idOf = (word: string) => dictionary.get(word) ?? -1;
    const analysed = analyseQuery(query.query);
    const termIds = analysed.terms.map(idOf);
    scores.fill(0);
    const idf = scoreWords(seen, termIds, { admitted: admitted.rows, aliveRows: everything.rows, scores });
    const resolved: ResolvedQuery = { ...analysed, termIds, idf, idOf };
    const words = bestScored(scores, seen.rows);
    const near = nearestRows(seen, scan, {
      query: vector,
      vectors: admitted.vectors,
      most: CANDIDATES,
      scores: cosines,
    });

    // Both sides say what they think of each other's rows, so that the fusion compares like with like.
    const rows = [...new Set([...words, ...near].map(({ row }) => row))];
    const candidates = new Map(rows.map((row) => [row, gatherEvidence(seen, scan, row, scores[row] ?? 0)]));
    const keyword = [...candidates].map(([row, { bm25 }]) => ({ row, bm25 }));
    const dense = [...candidates].map(([row, { cosine }]) => ({
      row,
      cosine: Math.max(cosine.finding, cosine.bestQuestion, cosine.passage),
    }));
    const hits: Hit[] = [];
    for (const row of selectCandidates(keyword, dense)) {
      const candidate = candidates.get(row);
      if (!candidate) continue;
      hits.push({ row, score: scoreCandidate(resolved, candidate), matchedBy: nearestPart(candidate) });
    }
    hits.sort((a, b) => b.score - a.score);
    const last = hits[query.limit - 1]?.score;
    return last === undefined ? hits : hits.filter(({ score }) => score >= last);
  };

  return {
    view: () => view,
    show(next) {
      if (next.firstWord === 0) dictionary = new Map();
      if (next.words !== "") {
        for (const [at, word] of next.words.split("\n").entries()) dictionary.set(word, next.firstWord + at);
      }
      if (next.image !== view?.image) kernel = openKernel(next.vectors, thread);
      view = next;
      sources = next.sources.map(foldName);
      everything = admit(next, {}, sources);
      if (scores.length < next.rows) {
        scores = new Float32Array(Math.ceil(next.rows * 1.5));
        cosines = new Float32Array(scores.length);
      }
    },
    find: (query, vector) => (view && kernel ? find(view, kernel, query, vector) : []),
  };
}

function bestScored(scores: Float32Array, rows: number): { row: number; score: number }[] {
  const top = createTopRows(CANDIDATES);
  let least = 0;
  for (let row = 0; row < rows; row++) {
    const score = scores[row] ?? 0;
    // Rows come in ascending order: of equal scores the earlier one stays.
    if (score > least) least = Math.max(0, top.offer(row, score));
  }
  return top.sorted();
}
