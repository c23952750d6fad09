import { setImmediate as turn } from "node:timers/promises";
import { analyse, analyseQuery } from "../../search/analysis/analyse.ts";
import type { Embedder } from "../../search/embedding/embedder.ts";
import type { IndexedDocument } from "../../search/ports.ts";

/** A question whose own insight is not among this many of its document asks for something else. */
const FIRST = 10;

/**
 * The document without the questions that do not find their own insight among the first ten of the document: by the words
 * and the vectors of titles, findings and passages, not by the question's own row. Left out of the product: on the
 * development sets it drops 0 to 3 % of the questions and changes no figure, and takes longer than all else of indexing.
 */
export async function withoutLostQuestions(document: IndexedDocument, embedder: Embedder): Promise<IndexedDocument> {
  const { insights, passages } = document;
  if (insights.length <= FIRST) return document;
  const vectorsOf = async (texts: string[]) => (await embedder.embed(texts)).vectors;
  const own = await vectorsOf(insights.map(({ title, insight }) => `${title}\n${insight}`));
  const contexts = await vectorsOf(passages);
  const words = insights.map(
    ({ title, insight, passage }) => new Set(analyse(`${title}\n${insight}\n${passages[passage]}`)),
  );
  const holding = new Map<string, number>();
  for (const held of words) for (const word of held) holding.set(word, (holding.get(word) ?? 0) + 1);
  const idf = (word: string) => Math.log(1 + (insights.length + 0.5) / ((holding.get(word) ?? 0) + 0.5));

  const findsItsOwn = (question: string, vector: Float32Array | undefined, wanted: number) => {
    const { terms } = analyseQuery(question);
    const all = terms.reduce((sum, term) => sum + idf(term), 0) || 1;
    const score = (at: number) => {
      const covered = terms.reduce((sum, term) => sum + (words[at]?.has(term) ? idf(term) : 0), 0);
      return covered / all + 0.6 * dot(vector, own[at]) + 0.4 * dot(vector, contexts[insights[at]?.passage ?? -1]);
    };
    const reached = score(wanted);
    let better = 0;
    for (let at = 0; at < insights.length && better < FIRST; at++) if (score(at) > reached) better++;
    return better < FIRST;
  };

  const kept = [];
  for (const [at, insight] of insights.entries()) {
    const vectors = await vectorsOf(insight.questions);
    const questions = insight.questions.filter((question, number) => findsItsOwn(question, vectors[number], at));
    kept.push({ ...insight, questions });
    // A long document takes seconds: its lease must be prolonged meanwhile.
    await turn();
  }
  return { ...document, insights: kept };
}

function dot(one: Float32Array | undefined, other: Float32Array | undefined): number {
  let sum = 0;
  if (one && other) for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
