import { analyseQuery } from "../analysis/analyse.ts";
import { createKinFinder } from "../analysis/kin.ts";
import { kindOfWord, type WordKind } from "../analysis/word-kinds.ts";
import { toScale } from "../embedding/cosine-scale.ts";
import type { IndexQuery, Match } from "../ports.ts";
import type { Candidate, ResolvedQuery } from "../ranking/candidate.ts";
import { createScorer, DENSE_SHARE, LEAST_SCORE, LIST_LENGTH, nearest, selectCandidates } from "../ranking/rank.ts";
import { createBetterSiblings } from "./better-siblings.ts";
import { scoreWords } from "./bm25.ts";
import { cosinesOf, evidenceOf, nearestPart } from "./evidence.ts";
import { type Admitted, admit, foldName } from "./filter.ts";
import { openHalvedKernel } from "./halved-kernel.ts";
import type { Kernel } from "./kernel.ts";
import { createMatchedWords } from "./matched-words.ts";
import { nearestRows } from "./nearest.ts";
import type { ScanHelper } from "./scan-helper.ts";
import { createTopRows } from "./top-rows.ts";
import type { View } from "./view.ts";

/** A row that a search found. */
export interface Hit {
  row: number;
  score: number;
  matchedBy: Match;
  /** The question that is nearest to the query, from 0; -1 when the insight has none. */
  question: number;
  /** Words of the query that the insight is found by, as they were typed. */
  matchedWords: string[];
}

/** Searches the columns: one query at a time, without waiting for anything. */
export interface Finder {
  /** From now on searches see this state. Views arrive in their order. */
  show(view: View): void;
  /** Best first; when more than `limit` tie with the last, all of them. `vector` is the query's, of length 1 or 0. */
  find(query: IndexQuery, vector: Float32Array): Hit[];
  /** What a search scores, with all that the score is made of: the best guesses at what answers the query, first the best. */
  candidates(query: IndexQuery, vector: Float32Array): Candidates;
  /** The state that searches see. */
  view(): View | undefined;
}

export interface Candidates {
  resolved: ResolvedQuery;
  rows: FoundRow[];
}

interface FoundRow {
  row: number;
  candidate: Candidate;
  /** Its question that is nearest to the query, from 0; -1 when it has none. */
  question: number;
}

/** `thread`: which scratches of the shared memory are this thread's. Searches find the same with a helper and without. */
export function createFinder(thread: number, helper?: ScanHelper): Finder {
  let view: View | undefined;
  let kernel: Kernel | undefined;
  let dictionary = new Map<string, number>();
  /** Of each word of the dictionary. */
  let wordKinds: WordKind[] = [];
  let kinFinder = createKinFinder();
  /** The view's publishers, folded. */
  let sources: string[] = [];
  /** What an unfiltered search of the view may look at; made at the first search, because views come in quick succession. */
  let everything: Admitted | undefined;
  let scores = new Float32Array(0);
  let cosines = new Float32Array(0);

  const candidatesOf = (seen: View, scan: Kernel, query: IndexQuery, vector: Float32Array): Candidates => {
    const idOf = (word: string) => dictionary.get(word) ?? -1;
    const analysed = analyseQuery(query.query);
    const termIds = analysed.terms.map(idOf);
    const sameIds = analysed.same.map((words) => words.map(idOf));
    const kinIds = analysed.terms.map((term) => kinFinder.kinOf(term).map(idOf));
    const isFiltered = query.sourceName !== undefined || query.since !== undefined;
    everything ??= admit(seen, {}, sources);
    const admitted = isFiltered ? admit(seen, query, sources) : everything;
    const kinds = wordKinds;
    if (admitted.isEmpty)
      return { resolved: { ...analysed, termIds, sameIds, kinIds, idf: termIds.map(() => 0), idOf, kinds }, rows: [] };
    scores.fill(0);
    const idf = scoreWords(seen, termIds, { admitted: admitted.rows, aliveRows: everything.rows, scores });
    const words = bestScored(scores, seen.rows);
    const { vectors } = admitted;
    const near = nearestRows(seen, scan, { query: vector, vectors, most: LIST_LENGTH, scores: cosines });

    // Both sides say what they think of each other's rows, so that the fusion compares like with like.
    const known = new Map<number, number>();
    for (const [at, row] of near.rows.entries()) known.set(row, toScale(near.scores[at] ?? 0, seen.cosines));
    for (const row of words) if (!known.has(row)) known.set(row, nearest(cosinesOf(seen, scan, row)));
    const keyword = [...known.keys()].map((row) => ({ row, bm25: scores[row] ?? 0 }));
    const dense = [...known].map(([row, cosine]) => ({ row, cosine }));
    const selected = selectCandidates(
      query.evidence === "dense" ? [] : keyword,
      query.evidence === "keyword" ? [] : dense,
      (row) => seen.columns.rowPassage[row] ?? 0,
      DENSE_SHARE[seen.kind],
    );
    const resolved = { ...analysed, termIds, sameIds, kinIds, idf, idOf, kinds };
    const betterSiblings = createBetterSiblings(seen, resolved);
    const rows = selected.map((row) => {
      const cosines = cosinesOf(seen, scan, row);
      const evidence = { bm25: scores[row] ?? 0, cosines, betterSiblings: betterSiblings(row) };
      return { row, candidate: evidenceOf(seen, row, evidence), question: cosines.question };
    });
    return { resolved, rows };
  };

  const find = (seen: View, scan: Kernel, query: IndexQuery, vector: Float32Array): Hit[] => {
    const { resolved, rows } = candidatesOf(seen, scan, query, vector);
    const score = createScorer(resolved, query.evidence);
    const scored = rows.map((found) => ({ ...found, score: score(found.candidate) }));
    scored.sort((a, b) => b.score - a.score);
    const isProbability = query.evidence !== "keyword" && query.evidence !== "dense";
    if (isProbability) while ((scored.at(-1)?.score ?? LEAST_SCORE) < LEAST_SCORE) scored.pop();
    const last = scored[query.limit - 1]?.score;
    const shown = last === undefined ? scored : scored.filter(({ score }) => score >= last);
    const matchedWords = createMatchedWords(resolved);
    return shown.map(({ row, score, candidate, question }) => ({
      row,
      score,
      matchedBy: nearestPart(candidate),
      question,
      matchedWords: matchedWords(candidate),
    }));
  };

  return {
    view: () => view,
    show(next) {
      if (next.firstWord === 0) [dictionary, wordKinds, kinFinder] = [new Map(), [], createKinFinder()];
      if (next.words !== "") {
        for (const [at, word] of next.words.split("\n").entries()) {
          dictionary.set(word, next.firstWord + at);
          wordKinds[next.firstWord + at] = kindOfWord(word);
          kinFinder.add(word);
        }
      }
      if (next.image !== view?.image) {
        kernel = openHalvedKernel(next.vectors, thread, helper);
        sources = [];
      }
      for (const name of next.sources.slice(sources.length)) sources.push(foldName(name));
      view = next;
      everything = undefined;
      if (scores.length < next.rows) {
        scores = new Float32Array(Math.ceil(next.rows * 1.5));
        cosines = new Float32Array(scores.length);
      }
    },
    find: (query, vector) => (view && kernel ? find(view, kernel, query, vector) : []),
    candidates(query, vector) {
      if (!view || !kernel) throw new Error("no view was shown yet");
      return candidatesOf(view, kernel, query, vector);
    },
  };
}

/** The best rows, in no particular order. No score is negative. */
function bestScored(scores: Float32Array, rows: number): Uint32Array {
  const top = createTopRows(LIST_LENGTH);
  // The bits of such numbers, taken as integers, are in the same order, and compared faster.
  const bits = new Int32Array(scores.buffer);
  const least = new Float32Array(1);
  const leastBits = new Int32Array(least.buffer);
  for (let row = 0; row < rows; row++) {
    // Rows come in ascending order: of equal scores the earlier one stays.
    if ((bits[row] ?? 0) > (leastBits[0] ?? 0)) least[0] = Math.max(0, top.offer(row, scores[row] ?? 0));
  }
  return top.best().rows;
}
