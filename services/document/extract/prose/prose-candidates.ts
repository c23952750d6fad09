import type { Context } from "../context.ts";
import type { Draft } from "../draft.ts";
import { type Group, joined, type PlacedStatement, parted } from "../excerpts.ts";
import { chanceOfGood } from "../titles/chances.ts";
import { WORTH_FINDING } from "./select.ts";

/** A draft with the passage that it comes of. */
export interface ProseCandidate {
  passage: number;
  /**
   * By what is chosen: how likely a reader finds it good. From `WORTH_FINDING` on only what is likely enough and states
   * enough; less is an insight only where its passage has no better one.
   */
  worth: number;
  /** How much it states. */
  stated: number;
  /** It states so much, or a decision, that somebody will look for it. */
  isSought: boolean;
  draft: Draft;
}

/**
 * The least likelihood of being found good, that of what is sought, and that of what is told only where its passage has
 * nothing better, by whose document it is. Chosen on 865 verdicts and the development sets: of what these leave out readers
 * found one in five good, and of insightqa's 80 answers two fewer are among the first ten. What a company does its tables tell
 * too, and what a speaker argues leans on what was argued before: of their prose readers found .39 and .27 good, of a bank’s
 * .49. Of a short document nothing else may tell what is left out.
 */
const LEAST_CHANCE = {
  company: [0.6, 0.45, 0.2],
  speaker: [0.45, 0.35, 0.35],
  other: [0.4, 0.15, 0.1],
  short: [0.3, 0.05, 0],
} as const;
/** What states so much is sought. */
const MUCH = 2.2;
/** What counts of how much is stated, beside a likelihood of 0 to 1: a document of many findings has room for the most telling. */
const STATED = 0.1;
/** A finding of more worth stands by itself. */
const ALONE = WORTH_FINDING + 0.9;
/** What two findings that are badly named may lose when they go together. */
const LOST = 0.05;
/** Of what cannot be named. */
const NO_CHANCE = 0.02;

export function toCandidate(passage: number, group: Group, draft: Draft, context: Context): ProseCandidate {
  const chance = draft.best ? chanceOfGood(draft.best, draft.said, context.attribution) : NO_CHANCE;
  const stated = group.worth;
  const isSought = stated >= MUCH || group.statements.some(({ states }) => states.includes("decision"));
  const [least, leastOfSought, leastOfSpare] = LEAST_CHANCE[kindOf(context)];
  const isWorthy = stated >= WORTH_FINDING && chance >= (isSought ? leastOfSought : least);
  const spare = chance >= leastOfSpare ? chance : 0;
  const worth = isWorthy ? WORTH_FINDING + chance + stated * STATED : spare;
  return { passage, worth, stated, isSought, draft };
}

const kindOf = ({ company, speaker, isShort }: Context): keyof typeof LEAST_CHANCE => {
  if (isShort) return "short";
  if (company !== undefined) return "company";
  return speaker !== undefined ? "speaker" : "other";
};

/** Whether an insight of its own can be made of it wherever it stands. */
const isMade = ({ draft, worth }: ProseCandidate) =>
  worth >= WORTH_FINDING && draft.questions.length > 0 && draft.topic.cores.length > 0;

interface Placed {
  group: Group;
  candidate: ProseCandidate;
}

/**
 * The candidates of a passage. What readers would hardly find good by itself goes with the statement beside it that says more
 * of the same: it is found there, and the other is told more fully. `toAnew` makes a candidate of a group, `toFuller` that
 * of a group which is called and asked by what it was before.
 */
export function joinLeft(
  groups: readonly Group[],
  statements: readonly PlacedStatement[],
  toAnew: (group: Group) => ProseCandidate,
  toFuller: (group: Group, draft: Draft) => ProseCandidate,
): ProseCandidate[] {
  const own: Placed[] = groups.map((group) => ({ group, candidate: toAnew(group) }));
  const gone = new Set<Placed>();
  for (const one of [...own].sort((a, b) => a.candidate.worth - b.candidate.worth)) {
    if (isMade(one.candidate) && one.candidate.worth >= ALONE) continue;
    const at = own.indexOf(one);
    let best: (Placed & { beside: Placed }) | undefined;
    for (const beside of [own[at - 1], own[at + 1]]) {
      if (!beside || gone.has(beside) || beside.candidate.worth < one.candidate.worth) continue;
      const group = joined(beside.group, one.group, statements);
      if (!group) continue;
      const isGood = isMade(beside.candidate);
      const candidate = isGood ? toFuller(group, beside.candidate.draft) : toAnew(group);
      const least = isGood ? WORTH_FINDING : beside.candidate.worth - LOST;
      if (candidate.worth >= Math.max(least, best?.candidate.worth ?? 0)) best = { beside, group, candidate };
    }
    if (best) {
      best.beside.group = best.group;
      best.beside.candidate = best.candidate;
      gone.add(one);
    } else if (one.candidate.stated >= WORTH_FINDING && !isMade(one.candidate))
      takeFromPair(one, own, gone, statements, toAnew);
  }
  return own.filter((one) => !gone.has(one)).map(({ candidate }) => candidate);
}

/** What nothing better can be made of is told with the nearer of two statements beside it, the other of which is told by itself. */
function takeFromPair(
  one: Placed,
  own: readonly Placed[],
  gone: ReadonlySet<Placed>,
  statements: readonly PlacedStatement[],
  toAnew: (group: Group) => ProseCandidate,
): void {
  const at = own.indexOf(one);
  for (const beside of [own[at - 1], own[at + 1]]) {
    const parts = beside && !gone.has(beside) ? parted(beside.group, one.group, statements) : undefined;
    if (!beside || !parts) continue;
    const kept = toAnew(parts.kept);
    const grown = isMade(kept) ? toAnew(parts.grown) : undefined;
    if (!grown || !isMade(grown)) continue;
    beside.group = parts.kept;
    beside.candidate = kept;
    one.group = parts.grown;
    one.candidate = grown;
    return;
  }
}
