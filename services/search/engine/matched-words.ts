import type { Candidate, ResolvedQuery } from "../ranking/candidate.ts";
import { createTermTable } from "../ranking/term-table.ts";

/** Which words of the query, as they were typed, stand in what an insight is found by. In the query's order. */
export function createMatchedWords(query: ResolvedQuery): (candidate: Candidate) => string[] {
  const table = createTermTable(query);
  const seen = new Uint8Array(query.terms.length);
  return ({ title, finding, excerpts, bestQuestion, passage, document }) => {
    seen.fill(0);
    for (const words of [title, finding, excerpts, bestQuestion, passage, document]) {
      for (let at = 0; at < words.length; at++) {
        const position = table.positionOf(words[at] ?? -1);
        if (position >= 0) seen[position] = 1;
      }
    }
    return query.typed.filter((_, position) => seen[position] === 1);
  };
}
