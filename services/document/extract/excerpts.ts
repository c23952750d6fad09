import type { Span } from "../parse/parsed-document.ts";
import type { Statement } from "./select.ts";

/** Together no longer, in UTF-16 code units: short enough to check at a glance. */
export const MAX_EXCERPTS_LENGTH = 700;
const MAX_SENTENCES = 3;
/** A group this long says enough; another sentence joins only if it leans on it. */
const ENOUGH_WORDS = 45;

/** Sentences that belong together: they become the excerpt of one insight. */
export interface Group {
  statements: Statement[];
  worth: number;
}

/** Groups the sentences of a passage, in order: a sentence that leans on the one before it stays with it. */
export function groupStatements(statements: readonly (Statement & { opensBlock: boolean })[]): Group[] {
  const groups: Group[] = [];
  let open: Statement[] = [];
  const close = () => {
    if (open.length > 0) groups.push({ statements: open, worth: Math.max(...open.map((one) => one.worth)) });
    open = [];
  };
  for (const statement of statements) {
    const first = open[0];
    if (first) {
      const length = statement.end - first.start;
      const words = open.reduce((sum, one) => sum + one.text.split(" ").length, 0);
      const fits = open.length < MAX_SENTENCES && length <= MAX_EXCERPTS_LENGTH;
      const belongs = statement.leansBack || words + statement.text.split(" ").length <= ENOUGH_WORDS;
      if (!fits || !belongs || statement.opensBlock || statement.worth < 0.2) close();
    }
    if (statement.worth >= 0.2) open.push(statement);
  }
  close();
  return groups;
}

/** The excerpt of a group: from its first sentence to its last. */
export function excerptOf(group: Group): Span[] {
  const first = group.statements[0];
  const last = group.statements.at(-1);
  return first && last ? [{ start: first.start, end: last.end }] : [];
}
