import type { Statement } from "./select.ts";

/** Longest summary, in code points. */
export const MAX_SUMMARY_LENGTH = 400;
const MAX_SENTENCES = 3;

/** One to three central sentences in text order: the worthiest that stand alone and share most words with the rest. */
export function summarise(statements: readonly Statement[], fallback: string): string {
  const counts = new Map<string, number>();
  for (const statement of statements)
    for (const word of contentWords(statement.text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = statements
    .map((statement, position) => ({ statement, position, score: centrality(statement, counts) - position * 0.001 }))
    .filter(({ statement }) => statement.worth >= 1 && !statement.leaning.needsPrevious)
    .sort((a, b) => b.score - a.score);
  const chosen: typeof scored = [];
  let length = 0;
  for (const one of scored) {
    const size = [...one.statement.text].length + 1;
    if (length + size > MAX_SUMMARY_LENGTH) continue;
    chosen.push(one);
    length += size;
    if (chosen.length >= MAX_SENTENCES) break;
  }
  const text = chosen
    .sort((a, b) => a.position - b.position)
    .map(({ statement }) => statement.text)
    .join(" ");
  return text === "" ? [...fallback].slice(0, MAX_SUMMARY_LENGTH).join("") : text;
}

function centrality(statement: Statement, counts: Map<string, number>): number {
  const words = contentWords(statement.text);
  if (words.length === 0) return 0;
  const shared = words.reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0) / words.length;
  return statement.worth * shared;
}

const contentWords = (text: string) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
