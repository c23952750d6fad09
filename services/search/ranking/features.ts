import type { Candidate, ResolvedQuery } from "./candidate.ts";

/** Names of what `featuresOf` measures, in its order. */
export const FEATURES = [
  "cosineFinding",
  "cosineQuestion",
  "cosinePassage",
  "idfOwn",
  "idfPassage",
  "idfDocument",
  "bm25",
  "bigrams",
  "numbers",
  "years",
  "names",
  "proximity",
] as const;

/** Absolute evidence, each about 0 to 1, that a candidate answers the query: nothing here depends on other candidates. */
export function featuresOf(query: ResolvedQuery, candidate: Candidate): number[] {
  const own = new Uint8Array(query.terms.length);
  const passage = new Uint8Array(query.terms.length);
  const document = new Uint8Array(query.terms.length);
  const position = new Map(query.termIds.map((id, at) => [id, at]));
  const mark = (words: ArrayLike<number>, seen: Uint8Array) => {
    for (let i = 0; i < words.length; i++) {
      const at = position.get(words[i] ?? -1);
      if (at !== undefined && words[i] !== -1) seen[at] = 1;
    }
  };
  for (const words of [candidate.title, candidate.finding, candidate.excerpts, candidate.bestQuestion])
    mark(words, own);
  mark(candidate.passage, passage);
  mark(candidate.document, document);
  const anywhere = query.terms.map((_, at) => ((own[at] ?? 0) | (passage[at] ?? 0) | (document[at] ?? 0)) === 1);
  const total = query.idf.reduce((sum, idf) => sum + idf, 0) || 1;
  const idfShare = (seen: Uint8Array) => query.idf.reduce((sum, idf, at) => sum + (seen[at] ? idf : 0), 0) / total;
  const share = (positions: number[], has: (at: number) => boolean) =>
    positions.length === 0 ? 0 : positions.filter(has).length / positions.length;
  return [
    candidate.cosine.finding,
    candidate.cosine.bestQuestion,
    candidate.cosine.passage,
    idfShare(own),
    idfShare(passage),
    idfShare(document),
    candidate.bm25 / (candidate.bm25 + 20),
    bigramShare(query, candidate),
    share(query.numbers, (at) => anywhere[at] === true),
    share(query.years, (at) => document[at] === 1),
    share(query.names, (at) => document[at] === 1),
    0,
  ];
}

function bigramShare(query: ResolvedQuery, candidate: Candidate): number {
  if (query.bigrams.length === 0) return 0;
  const found = query.bigrams.filter(([first, second]) =>
    [candidate.passage, candidate.finding, candidate.title].some((words) =>
      hasPair(words, query.termIds[first] ?? -1, query.termIds[second] ?? -1),
    ),
  );
  return found.length / query.bigrams.length;
}

function hasPair(words: ArrayLike<number>, first: number, second: number): boolean {
  if (first === -1 || second === -1) return false;
  for (let i = 1; i < words.length; i++) if (words[i - 1] === first && words[i] === second) return true;
  return false;
}
