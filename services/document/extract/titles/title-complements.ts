import { CHANGE_NOUNS } from "../grammar/changes.ts";
import { TIMES } from "../grammar/claim.ts";
import type { Token } from "../grammar/language.ts";
import { stemOf } from "./telling.ts";

/** A noun of a sentence, by its stem, with what it is of there: of "yields on coastal bonds" the bonds. */
interface Completed {
  noun: string;
  /** The stems of what completes it, wherever it stands; a title that has one of them says of what it is. */
  of: ReadonlySet<string>;
  cost: number;
}

/** What a title loses that has a noun without what completes it: of readers' verdicts "of" and "between" weigh most. */
const COSTS: Readonly<Record<string, number>> = {
  of: 0.4,
  between: 0.4,
  on: 0.35,
  for: 0.3,
  around: 0.3,
  about: 0.3,
  regarding: 0.3,
  surrounding: 0.3,
  to: 0.12,
};
/** "a trend in", "interest in": of what. Elsewhere "in" says where. */
const IN_WHAT = 0.25;
const MOVES = /^(?:trends?|swings?|shifts?|movements?|fluctuations?|progress|interest|participation)$/;
const FURTHEST = 9;

/** The nouns of a sentence that are completed wherever it has them. */
export function completedIn(tokens: readonly Token[]): Completed[] {
  const found = new Map<string, Completed & { of: Set<string> }>();
  const alone = new Set<string>();
  const named = new Map<string, string>();
  for (const [at, { text, pos }] of tokens.entries()) {
    // "the number of permits for harbours" says of what it is without the harbours.
    if (pos !== "NOUN" || tokens[at - 1]?.text === "of") continue;
    const noun = stemOf(text);
    const cost = costOf(tokens, at);
    const behind = cost === 0 ? [] : behindOf(tokens, at + 2);
    if (behind.length === 0) {
      // What stands in front of another noun is completed by that, "yield curve", and what another stands before by that.
      const before = tokens[at - 1];
      if (/^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.pos ?? "")) continue;
      if (before && /^(?:NOUN|PROPN|ADJ)$/.test(before.pos)) named.set(noun, stemOf(before.text));
      else alone.add(noun);
      continue;
    }
    const known = found.get(noun) ?? { noun, of: new Set<string>(), cost };
    for (const one of behind) known.of.add(one);
    found.set(noun, known);
  }
  for (const [noun, before] of named) found.get(noun)?.of.add(before);
  return [...found.values()].filter(({ noun }) => !alone.has(noun));
}

function costOf(tokens: readonly Token[], at: number): number {
  const preposition = tokens[at + 1]?.text ?? "";
  const noun = tokens[at]?.text.toLowerCase() ?? "";
  // "growth" of a title may be that of another verb: "lending grew".
  if (CHANGE_NOUNS.has(noun) || CHANGE_NOUNS.has(noun.replace(/s$/, ""))) return 0;
  return preposition === "in" ? (MOVES.test(noun) ? IN_WHAT : 0) : (COSTS[preposition] ?? 0);
}

/** The stems of the noun group that stands at a token; none where it says when or how much, or leaves none out: "all firms". */
function behindOf(tokens: readonly Token[], from: number): string[] {
  const found: string[] = [];
  let last = "";
  for (let at = from; at < from + FURTHEST; at += 1) {
    const token = tokens[at];
    if (!token || /^(?:NUM|SYM)$/.test(token.pos) || token.text === "all") break;
    const isNoun = /^(?:NOUN|PROPN)$/.test(token.pos);
    // "of emerging economies (EMEs)"
    if (token.text === "(" && last !== "") {
      found.push(stemOf(tokens[at + 1]?.text ?? ""));
      break;
    }
    const isPart = isNoun || token.pos === "ADJ" || (token.pos === "VERB" && !last && /(?:ed|ing)$/.test(token.text));
    if (isNoun) last = token.text.toLowerCase();
    if (isPart && token.text.length > 2) found.push(stemOf(token.text));
    // "for a number of builders", "for the end of the sale": either will do.
    else if (!isPart && token.pos !== "DET" && !/^(?:[-–‑]|['’]s?|and|or|,|of|its|their)$/.test(token.text)) break;
  }
  return last === "" || TIMES.test(last) ? [] : found;
}

/** What a title loses that leaves out what its nouns are of; half of it where it names whose they are. `stems` are its words'. */
export function incompleteCost(stems: ReadonlySet<string>, completed: readonly Completed[], title: string): number {
  let most = 0;
  for (const { noun, of, cost } of completed)
    if (cost > most && stems.has(noun) && !stems.values().some((stem) => stem !== noun && of.has(stem))) most = cost;
  return most > 0 && /\p{Lu}\S*['’]s? /u.test(title) ? most / 2 : most;
}
