/** Insights for each 1,000 words of a document at most, and what a short document may have in any case. */
const PER_1000_WORDS = 16;
const ALWAYS_ALLOWED = 20;

/** A passage whose best is worth less is no substance: a notice, a torn line, a signature. */
const LEAST_OF_A_PASSAGE = 0.45;

/** Something that may become an insight of a passage. */
export interface Candidate {
  passage: number;
  worth: number;
}

/**
 * Which candidates become insights, in their order: of each passage the best, whatever it is worth, so that nothing is
 * unfindable; then the worthiest of the document, as many as its length allows.
 */
export function chooseWithinBudget<C extends Candidate>(candidates: readonly C[], words: number, least: number): C[] {
  const best = new Map<number, C>();
  for (const candidate of candidates) {
    const top = best.get(candidate.passage);
    if (candidate.worth >= LEAST_OF_A_PASSAGE && (!top || candidate.worth > top.worth))
      best.set(candidate.passage, candidate);
  }
  const chosen = new Set<C>(best.values());
  const allowed = Math.max(ALWAYS_ALLOWED, Math.floor((words * PER_1000_WORDS) / 1000));
  const others = candidates
    .filter((candidate) => candidate.worth >= least && !chosen.has(candidate))
    .sort((a, b) => b.worth - a.worth);
  for (const candidate of others.slice(0, Math.max(0, allowed - chosen.size))) chosen.add(candidate);
  return candidates.filter((candidate) => chosen.has(candidate));
}
