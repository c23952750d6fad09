import type { Span } from "../parse/parsed-document.ts";
import type { Token } from "./grammar/language.ts";
import { sizeOf } from "./grammar/shape.ts";
import { isHalf, isOneHand, isOtherHand } from "./prose/antecedents.ts";
import type { TimeTold } from "./prose/carried-time.ts";
import { type Label, namesHolder } from "./prose/headed.ts";
import { type Statement, WORTH_FINDING } from "./prose/select.ts";

/** Together no longer, in UTF-16 code units: short enough to check at a glance. */
export const MAX_EXCERPTS_LENGTH = 700;
/** With the sentences themselves, three excerpts. */
const MOST_LABELS = 2;
/** Two sentences of more words are two findings. */
const MAX_PAIR_WORDS = 75;
/** A pair that shares its theme may be this long: longer ones are found better apart. */
const MAX_THEME_WORDS = 48;

/**
 * A statement with its place: the first of a block needs nothing before it; `lead` is what its paragraph says for it;
 * `named` is where the text names the district, the speaker or the theme that its finding borrows.
 */
export type PlacedStatement = Statement & {
  opensBlock: boolean;
  speaker?: string | undefined;
  lead?: string;
  named: Span[];
  /** Where the text names the good that it speaks of and leaves out. */
  good?: Span | undefined;
  /** Whose view it is, as what stands above says: "staff outlook". */
  holder?: Label | undefined;
  /** The month or quarter that only the sentence before it tells. */
  carried?: TimeTold | undefined;
  /** Where the document tells the period that is said in front of it. */
  periodTold?: Span | undefined;
};

/** One or two sentences that make one finding; they are its excerpt too. */
export interface Group {
  /** In order, beside each other. */
  statements: PlacedStatement[];
  /** The statement that the finding is about. */
  focus: PlacedStatement;
  worth: number;
}

/**
 * The findings of a passage: each statement that stands alone, with the next one where that needs it or goes on with the
 * same theme. A statement that needs its predecessor is never without it.
 */
export function groupStatements(statements: readonly PlacedStatement[]): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < statements.length; at += 1) {
    const here = statements[at];
    const first = here && byItself(here);
    if (!first || first.worth === 0 || first.leaning.needsPrevious) continue;
    const next = statements[at + 1];
    const isPair = next !== undefined && follows(first, next);
    if (isHalf(first.text) && !isPair) continue;
    if (next && isPair && !isWanted(next, statements[at + 2])) {
      const group = toGroup([first, next]);
      if (group) groups.push(group);
      at += 1;
    } else {
      const group = toGroup([first]);
      if (group) groups.push(group);
    }
  }
  return groups;
}

/** What was left by the sentence before it, as it can be said without. */
const byItself = (statement: PlacedStatement): PlacedStatement =>
  statement.leaning.needsPrevious && statement.alone ? { ...statement, ...statement.alone } : statement;

/** What goes on with the same theme is left to the statement behind it that cannot do without it. */
const isWanted = (next: PlacedStatement, after: PlacedStatement | undefined) =>
  after !== undefined &&
  !next.leaning.needsPrevious &&
  (after.leaning.needsPrevious || areHands(next, after)) &&
  follows(next, after);

const areHands = (one: PlacedStatement, other: PlacedStatement) => isOneHand(one.text) && isOtherHand(other.text);

function follows(first: PlacedStatement, next: PlacedStatement): boolean {
  if (next.worth === 0 || next.opensBlock || next.speaker !== first.speaker) return false;
  if (next.end - first.start > MAX_EXCERPTS_LENGTH) return false;
  const words = sizeOf(first.text) + sizeOf(next.text);
  // What one side has for itself goes with the other, or not at all.
  if (isHalf(next.text)) return false;
  if (areHands(first, next)) return words <= MAX_PAIR_WORDS;
  if (isHalf(first.text)) return false;
  const { pointedAt, wants } = next.leaning;
  if (pointedAt !== undefined && !first.text.toLowerCase().includes(pointedAt)) return false;
  if (wants !== undefined && !wants.test(first.text)) return false;
  if (next.leaning.needsPrevious) return words <= MAX_PAIR_WORDS;
  return words <= MAX_THEME_WORDS && shareTheme(first, next);
}

/** Both say something of the same thing: their subjects share a noun. */
function shareTheme(first: PlacedStatement, next: PlacedStatement): boolean {
  const subject = subjectWords(first);
  return [...subjectWords(next)].some((word) => subject.has(word));
}

/**
 * A finding of one statement with the statement beside it, about which none of its own can be made. Undefined where they
 * are not beside each other, or not of the same things.
 */
export function joined(group: Group, left: Group, statements: readonly PlacedStatement[]): Group | undefined {
  const [first, second] = group.focus.start < left.focus.start ? [group.focus, left.focus] : [left.focus, group.focus];
  if (group.statements.length > 1 || left.statements.length > 1) return undefined;
  if (statements[statements.indexOf(first) + 1] !== second) return undefined;
  if (second.opensBlock || second.speaker !== first.speaker || second.end - first.start > MAX_EXCERPTS_LENGTH)
    return undefined;
  if (sizeOf(first.text) + sizeOf(second.text) > MAX_PAIR_WORDS) return undefined;
  if (!shareThing(first, second) || borrowsMore(second, first)) return undefined;
  return { statements: [first, second], focus: group.focus, worth: Math.max(group.worth, left.worth) };
}

/**
 * Two statements that went together by their theme alone, apart again: the one beside `left` together with that, the other by
 * itself. Undefined where one of them cannot do without the other.
 */
export function parted(
  pair: Group,
  left: Group,
  statements: readonly PlacedStatement[],
): { kept: Group; grown: Group } | undefined {
  const [first, second] = pair.statements;
  if (!first || !second || second.leaning.needsPrevious) return undefined;
  const [near, far] = first.start < left.focus.start ? [second, first] : [first, second];
  const grown = joined(alone(near), left, statements);
  return grown && { kept: alone(far), grown };
}

const alone = (statement: PlacedStatement): Group => ({
  statements: [statement],
  focus: statement,
  worth: statement.worth,
});

/** What stands in front of a finding is said of its first sentence, and quoted for that. */
const borrowsMore = (second: PlacedStatement, first: PlacedStatement) =>
  (second.holder !== undefined && first.holder?.name !== second.holder.name && !namesHolder(first.text)) ||
  (second.theme ?? "") !== (first.theme ?? "") ||
  (second.lead ?? "") !== (first.lead ?? "") ||
  second.segment?.name !== first.segment?.name ||
  second.named.some((span) => !first.named.some(({ start, end }) => start === span.start && end === span.end));

function shareThing(first: PlacedStatement, second: PlacedStatement): boolean {
  const things = thingsOf(first.tokens);
  return [...thingsOf(second.tokens)].some((word) => things.has(word));
}

const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/(?:ies|es|s|ed|ing|ly)$/, "")
    .slice(0, 9);
const COMMON =
  /^(?:the|and|that|with|from|this|than|were|have|been|more|also|some|over|which|would|their|there|percent|quarter|year|month|recent|continu\w*|remain\w*|expect\w*|increas\w*|decreas\w*|declin\w*|participants?|members?|market|economic|economy|committee|noted|judged|several|many|most|growth|rate|rates|level|levels|higher|lower|period|board|council|governing|staff|federal|reserve)$/i;

function subjectWords({ tokens, clause }: PlacedStatement): Set<string> {
  let inner = clause;
  while (inner?.reported) inner = inner.reported;
  return thingsOf(inner ? tokens.slice(inner.subject.from, inner.subject.to) : []);
}

/** The nouns that tell one finding from others. */
function thingsOf(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens
      .filter(({ pos, text }) => /^(?:NOUN|PROPN)$/.test(pos) && text.length > 3 && !COMMON.test(text))
      .map(({ text }) => stem(text)),
  );
}

function toGroup(statements: PlacedStatement[]): Group | undefined {
  const [first, second] = statements;
  if (!first) return undefined;
  if (!second) return { statements, focus: first, worth: first.worth };
  // What only leads up to the second sentence is not what the finding is about.
  const isLeadIn = first.worth < WORTH_FINDING && second.worth > first.worth * 1.3 && !second.leaning.byPronoun;
  return { statements, focus: isLeadIn ? second : first, worth: Math.max(first.worth, second.worth) };
}

/** Where the goods that the sentences leave out are named, unless one of them is told in front, and quoted for that. */
const goodsOf = (statements: readonly PlacedStatement[]): Span[] => {
  const [good] = statements.flatMap(({ good }) => good ?? []);
  return good && !statements[0]?.named.some(({ start }) => start === good.start) ? [good] : [];
};

/** The excerpts of a group: from its first sentence to its last, and the labels over it that its finding borrows from. */
export function excerptsOf({ statements }: Group): Span[] {
  const [first, last] = [statements[0], statements.at(-1)];
  if (!first || !last) return [];
  const said = { start: first.start, end: last.end };
  let room = MAX_EXCERPTS_LENGTH - (said.end - said.start);
  const labels = [
    ...(first.holder ? [first.holder.named] : []),
    ...(first.carried ? [first.carried.named] : []),
    ...(first.periodTold ? [first.periodTold] : []),
    ...new Set(statements.flatMap(({ event }) => event ?? [])),
    ...goodsOf(statements),
    ...first.named,
  ].filter(({ start, end }) => {
    const fits = (end <= said.start || start >= said.end) && end - start <= room;
    if (fits) room -= end - start;
    return fits;
  });
  return [...labels.slice(0, MOST_LABELS), said].sort((a, b) => a.start - b.start);
}
