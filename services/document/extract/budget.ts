/** Insights of prose for each 1,000 words of a document at most, and of tables. */
const PROSE_PER_1000_WORDS = 24;
const ROWS_PER_1000_WORDS = 36;
/** What a short document may have of either kind in any case. */
const ALWAYS_ALLOWED = 30;

/** Something that may become an insight of a passage. */
export interface Candidate {
  passage: number;
  worth: number;
  /** Present when it comes of a table. */
  row?: { table: number } | undefined;
}

/** How many insights of either kind a document of so many words may have. */
const allowanceFor = (words: number, isRow: boolean) =>
  Math.max(ALWAYS_ALLOWED, Math.floor((words * (isRow ? ROWS_PER_1000_WORDS : PROSE_PER_1000_WORDS)) / 1000));

/**
 * Which candidates become insights, in their order: of each passage the best, so that little is unfindable; then the
 * worthiest of the document, as many as its length allows, and of tables alike as many of each.
 */
export function chooseWithinBudget<C extends Candidate>(candidates: readonly C[], words: number, least: number): C[] {
  const best = new Map<number, C>();
  for (const candidate of candidates) {
    const top = best.get(candidate.passage);
    if (candidate.worth > 0 && (!top || candidate.worth > top.worth)) best.set(candidate.passage, candidate);
  }
  const chosen = new Set<C>(best.values());
  for (const isRow of [false, true]) {
    const same = candidates.filter((candidate) => (candidate.row !== undefined) === isRow);
    const open = same.filter((candidate) => candidate.worth >= least && !chosen.has(candidate));
    const room = allowanceFor(words, isRow) - (same.length - same.filter((candidate) => !chosen.has(candidate)).length);
    const turns = turnsOf(open);
    const byWorth = (a: C, b: C) => b.worth - a.worth || (turns.get(a) ?? 0) - (turns.get(b) ?? 0);
    for (const candidate of open.sort(byWorth).slice(0, Math.max(0, room))) chosen.add(candidate);
  }
  return candidates.filter((candidate) => chosen.has(candidate));
}

/** How many of a table's rows of the same worth come before each of them. */
function turnsOf<C extends Candidate>(candidates: readonly C[]): Map<C, number> {
  const seen = new Map<string, number>();
  const turns = new Map<C, number>();
  for (const candidate of candidates) {
    if (!candidate.row) continue;
    const key = `${candidate.row.table} ${candidate.worth}`;
    turns.set(candidate, seen.get(key) ?? 0);
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return turns;
}
