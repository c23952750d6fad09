import type { Span } from "../parse/parsed-document.ts";
import { type Statement, WORTH_KEEPING } from "./select.ts";

/** Together no longer, in UTF-16 code units: short enough to check at a glance. */
export const MAX_EXCERPTS_LENGTH = 700;
const MAX_SENTENCES = 3;
/** A group this long says enough; another sentence joins only if it needs the one before it. */
const ENOUGH_WORDS = 72;

/** Fewer words are a torn line; boilerplate has none, since it is not read. */
const MIN_FALLBACK_TOKENS = 8;
/** Less than that of any group that was chosen for what it states. */
const FALLBACK_WORTH = 0.01;

/** A statement with its place: the first of a block needs nothing before it. */
export type PlacedStatement = Statement & { opensBlock: boolean; speaker?: string | undefined };

/** Sentences that belong together: they become the excerpt of one insight. */
export interface Group {
  statements: PlacedStatement[];
  /** The statement that the insight is about. */
  focus: PlacedStatement;
  worth: number;
}

/** Groups the sentences of a passage, in order. One that needs its predecessor is never without it. */
export function groupStatements(statements: readonly PlacedStatement[]): Group[] {
  const groups: Group[] = [];
  let open: PlacedStatement[] = [];
  const close = () => {
    const group = toGroup(open);
    if (group) groups.push(group);
    open = [];
  };
  for (const [index, statement] of statements.entries()) {
    if (statement.worth < WORTH_KEEPING) {
      close();
      continue;
    }
    if (open.length > 0 && joins(open, statement)) {
      open.push(statement);
      continue;
    }
    close();
    if (!statement.leaning.needsPrevious || statement.opensBlock) {
      open = [statement];
      continue;
    }
    const support = supportFor(statements, index);
    const group = support ? toGroup([...support, statement], statement) : toGroup([lessen(statement)]);
    if (group) groups.push(group);
  }
  close();
  return groups;
}

/**
 * For a passage that states nothing that somebody would look for: its worthiest sentence with those behind it, so that
 * the passage is found at all. Undefined where there is nothing but boilerplate.
 */
export function fallbackGroup(statements: readonly PlacedStatement[]): Group | undefined {
  let best = -1;
  for (const [index, { worth, tokens, text }] of statements.entries()) {
    if (tokens.length >= MIN_FALLBACK_TOKENS && isWhole(text) && worth > (statements[best]?.worth ?? -1)) best = index;
  }
  const focus = statements[best];
  if (!focus) return undefined;
  const kept = [focus];
  for (const next of statements.slice(best + 1, best + MAX_SENTENCES)) {
    if (next.tokens.length < MIN_FALLBACK_TOKENS || !isWhole(next.text) || next.end - focus.start > MAX_EXCERPTS_LENGTH)
      break;
    kept.push(next);
  }
  return { statements: kept, focus, worth: FALLBACK_WORTH };
}

/** A sentence with an end and a beginning: no question, no lead-in, no torn line, no line of a table. */
const isWhole = (text: string) =>
  (text.match(/\d+/g)?.length ?? 0) < 9 &&
  /[.!)”"’;]$/.test(text) &&
  (/^[^\p{Ll}]/u.test(text) || text === text.toLowerCase());

function joins(open: readonly PlacedStatement[], next: PlacedStatement): boolean {
  const first = open[0];
  if (!first || next.opensBlock || next.speaker !== first.speaker || open.length >= MAX_SENTENCES) return false;
  if (next.end - first.start > MAX_EXCERPTS_LENGTH) return false;
  const words = open.reduce((sum, one) => sum + countWords(one.text), countWords(next.text));
  return next.leaning.needsPrevious || words <= ENOUGH_WORDS;
}

/** The one or two sentences before that a sentence needs, if they are there and short enough. */
function supportFor(statements: readonly PlacedStatement[], index: number): PlacedStatement[] | undefined {
  const own = statements[index];
  const previous = statements[index - 1];
  if (!own || !previous || previous.worth <= 0 || own.end - previous.start > MAX_EXCERPTS_LENGTH) return undefined;
  return previous.leaning.byPronoun && !previous.opensBlock ? undefined : [previous];
}

function toGroup(statements: PlacedStatement[], focus?: PlacedStatement): Group | undefined {
  const best = focus ?? statements[0];
  if (!best) return undefined;
  return { statements, focus: best, worth: Math.max(...statements.map((one) => one.worth)) };
}

/** A sentence whose referent cannot be given is worth little. */
const lessen = (statement: PlacedStatement): PlacedStatement => ({ ...statement, worth: statement.worth * 0.4 });

/** The excerpt of a group: from its first sentence to its last. */
export function excerptOf(group: Group): Span[] {
  const first = group.statements[0];
  const last = group.statements.at(-1);
  return first && last ? [{ start: first.start, end: last.end }] : [];
}

const countWords = (text: string) => text.split(" ").length;
