import { type Statement, WORTH_FINDING } from "./prose/select.ts";

/** Longest summary, in code points. */
export const MAX_SUMMARY_LENGTH = 400;
const MAX_SENTENCES = 3;

/** One to three central sentences in text order: the worthiest that stand alone and share most words with the rest. */
export function summarise(statements: readonly Statement[], fallback: string): string {
  const counts = new Map<string, number>();
  const words = statements.map(({ text }) => contentWords(text));
  for (const one of words) for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  const titleWords = new Set(contentWords(fallback));
  const scored = [...statements.entries()]
    .filter(
      ([, { worth, leaning, clause }]) => worth >= WORTH_FINDING && !leaning.needsPrevious && clause !== undefined,
    )
    .map(([position, statement]) => {
      // What a document is about stands in its title and near its beginning.
      const lead = Math.max(0, 1 - position / 60) * 0.6;
      const own = words[position] ?? [];
      const named = own.filter((word) => titleWords.has(word)).length * 0.15;
      const decided =
        statement.states.includes("decision") && /\b(?:decided|voted|declared|announced|agreed)\b/i.test(statement.text)
          ? 0.5
          : 0;
      return {
        statement,
        position,
        score: brevity(statement) * (statement.worth * centrality(own, counts)) * (1 + lead + named + decided),
      };
    })
    .sort((a, b) => b.score - a.score);
  const chosen: typeof scored = [];
  let length = 0;
  for (const one of scored.slice(0, 60)) {
    const size = [...one.statement.text].length + 1;
    if (length + size > MAX_SUMMARY_LENGTH || chosen.some((other) => repeats(other.statement, one.statement))) continue;
    chosen.push(one);
    length += size;
    if (chosen.length >= MAX_SENTENCES) break;
  }
  const text = chosen
    .sort((a, b) => a.position - b.position)
    .map(({ statement }) =>
      statement.text.slice(statement.leaning.connective).replace(/^./u, (first) => first.toUpperCase()),
    )
    .join(" ");
  return text === "" ? [...fallback].slice(0, MAX_SUMMARY_LENGTH).join("") : text;
}

function centrality(words: readonly string[], counts: Map<string, number>): number {
  if (words.length === 0) return 0;
  return words.reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0) / words.length;
}

/** More than half of its words stand in the other already. */
function repeats(one: Statement, other: Statement): boolean {
  const seen = new Set(contentWords(one.text));
  const words = contentWords(other.text);
  return words.filter((word) => seen.has(word)).length > words.length / 2;
}

const contentWords = (text: string) => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** A summary of one sentence that fills it tells less than one of three. */
const brevity = ({ text }: Statement) => (text.length > 220 ? 0.7 : 1);
