import type { Context } from "../context.ts";
import { moves } from "../grammar/changes.ts";
import { mainClause, word } from "../grammar/clause.ts";
import type { Token } from "../grammar/language.ts";
import { actionForm } from "../grammar/verb-forms.ts";
import type { Statement } from "../prose/select.ts";
import type { Reading } from "../titles/reading.ts";
import { questionsOf } from "./questions.ts";

/** A clause of more words tells too much to be asked for. */
const MOST_TOKENS = 34;
const LEAST_TOKENS = 3;
const CONTRASTS = /^(?:while|whereas|although|though)$/;
const JOINS = /^(?:while|whereas|although|though|but|and|with)$/;
/** Whose subject is said in another clause. */
const POINTS =
  /^(?:it|its|they|their|he|she|his|her|this|that|these|those|such|both|some|many|most|others?|another|each|all|one|there|which|who|what|neither|the (?:former|latter))\b/i;

type Read = (statement: Statement) => Reading | undefined;

/** The other clauses of a sentence that say something by themselves. */
export const sidesOf = (reading: Reading, read: Read): Reading[] =>
  sideStatements(reading).flatMap((statement) => {
    const side = read(statement);
    return !side || side.claim.isInfinitive ? [] : [side];
  });

/** What else a sentence answers: of each of its other clauses what it says, not that somebody speaks of it. */
export function sideQuestions(reading: Reading, sides: readonly Reading[], context: Context): string[] {
  const { holder, holds, place, ownPeriod, claim } = reading;
  return sides.flatMap((side) => {
    // What the sentence dates at its end it may date only there.
    const isOfAnother =
      side.claim.tense !== claim.tense ||
      side.claim.expected !== claim.expected ||
      (isBefore(side) && !isBefore(reading));
    if (side.ownPeriod === "" && ownPeriod !== "" && isOfAnother) return [];
    // "grew in May, although data were scarce": they were scarce when it was told.
    const isConceded = /though $/.test(reading.plain.slice(0, Math.max(0, reading.plain.indexOf(side.plain))));
    // "though contacts were content": they are whom it is told of, and not who tells it.
    const who = side.holder === "" ? { holder, holds } : {};
    const whole = { ...side, ...who, place, ownPeriod: side.ownPeriod || (isConceded ? "" : ownPeriod) };
    return questionsOf(whole, context).filter((one) => ASKS_CLAIM.test(one));
  });
}

/** "had risen", before another thing came. */
const isBefore = ({ claim, tokens }: Reading) => word(tokens, claim.finite) === "had";

const ASKS_CLAIM =
  /^(?:Did|Do|Does|Is|Are|Was|Were|Has|Have|Had|By how much|Why|How (?:did|does|do|is|are|was|were|has|have) .* chang)/;

/**
 * The other clauses of a sentence that say something by themselves, as statements: "loan rates were unchanged" of "Card
 * rates rose, while loan rates were unchanged". None of a sentence that says what would be.
 */
function sideStatements({ statement, tokens, plain, claim }: Reading): Statement[] {
  if (/\b(?:if|unless|would|whether)\b/i.test(plain)) return [];
  const found: Statement[] = [];
  const add = (from: number, to: number) => {
    const side = asStatement(statement, tokens.slice(from, to), plain);
    if (side) found.push(side);
  };
  if (CONTRASTS.test(word(tokens, 0)) && claim.subject) {
    const comma = tokens.findIndex(({ text }) => text === ",");
    if (comma > 0 && comma < claim.subject.from) add(1, comma);
  }
  // "and orders fell" behind a clause that is as short: where it ends, another begins.
  const isJoined = /^(?:and|but|while|whereas)$/.test(word(tokens, claim.end));
  const ends = [...(isJoined ? [claim.end - 1] : []), ...boundaries(tokens, claim.finite + 1), tokens.length];
  for (const [at, from] of ends.slice(0, -1).entries()) {
    const start = JOINS.test(word(tokens, from + 1)) ? from + 2 : from + 1;
    if (word(tokens, from + 1) !== "with") add(start, ends[at + 1] ?? tokens.length);
  }
  return found;
}

/** The commas and semicolons behind a token that may end a clause: those in front of a word that joins one, and all semicolons. */
const boundaries = (tokens: readonly Token[], from: number): number[] =>
  tokens.flatMap(({ text }, at) =>
    at > from && (text === ";" || (text === "," && JOINS.test(tokens[at + 1]?.text.toLowerCase() ?? ""))) ? [at] : [],
  );

/** Words as a sentence of their own, if they have a subject that is named and a verb close behind it. */
function asStatement(whole: Statement, words: readonly Token[], text: string): Statement | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || words.length < LEAST_TOKENS || words.length > MOST_TOKENS) return undefined;
  const plain = text.slice(first.start, last.end);
  if (POINTS.test(plain) || /["“”(]/.test(plain)) return undefined;
  const tokens = words.map((token) => ({ ...token, start: token.start - first.start, end: token.end - first.start }));
  const clause = mainClause(tokens);
  if (!clause || clause.reported || clause.subject.from > 0 || isReduced(tokens, clause.head)) return undefined;
  // "and, in France, wages": what stands between is no subject.
  const subject = tokens.slice(clause.subject.from, clause.subject.to);
  if (!subject.some(({ pos }) => /^(?:NOUN|PROPN)$/.test(pos)) || subject.some(({ text: one }) => /^[,;:—]$/.test(one)))
    return undefined;
  return { ...whole, text: plain, plain, tokens, clause };
}

/** "the assessments made in the report": a participle that no auxiliary makes a verb, of what does not move by itself. */
const isReduced = (tokens: Token[], head: number) =>
  tokens[head]?.pos === "VERB" &&
  tokens[head + 1]?.pos === "ADP" &&
  !/^(?:AUX|ADV|PART)$/.test(tokens[head - 1]?.pos ?? "") &&
  !moves(actionForm(word(tokens, head)));
