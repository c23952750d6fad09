import { MONTHS } from "#kit/months.ts";
import { analyse } from "../analysis/analyse.ts";
import { otherNames } from "../analysis/other-names.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { withTitle } from "../embedding/embedder.ts";
import type { IndexedDocument } from "../ports.ts";
import type { AnalysedDocument, CodedVectors } from "./document-codec.ts";

/** Words that every insight of a document is found by: title, publisher, their other names, and the date as written and by its month's name. */
function describe({ title, sourceName, publishedDate }: IndexedDocument): string {
  const month = publishedDate === null ? "" : (MONTHS[Number(publishedDate.slice(5, 7)) - 1] ?? "");
  return `${title}\n${sourceName}\n${otherNames(sourceName)} ${otherNames(title)}\n${publishedDate ?? ""} ${month}`;
}

export function analyseDocument(document: IndexedDocument): AnalysedDocument {
  const numbers = new Map<string, number>();
  const tokens: number[] = [];
  const ends: number[] = [];
  const addField = (text: string) => {
    for (const word of analyse(text)) {
      const known = numbers.get(word) ?? numbers.size;
      if (known === numbers.size) numbers.set(word, known);
      tokens.push(known);
    }
    ends.push(tokens.length);
  };
  addField(describe(document));
  document.passages.forEach(addField);
  for (const { title, insight, excerpts, questions } of document.insights) {
    for (const field of [title, insight, excerpts.join("\n"), ...questions]) addField(field);
  }
  return {
    words: [...numbers.keys()],
    tokens: Uint32Array.from(tokens),
    ends: Uint32Array.from(ends),
    passages: document.passages.length,
    insightPassages: Uint32Array.from(document.insights, ({ passage }) => passage),
    insightQuestions: Uint32Array.from(document.insights, ({ questions }) => questions.length),
  };
}

/** How far the document's title draws the vectors of its passages and findings; measured with the model. */
const TITLE_WEIGHT = 0.6;

/**
 * One vector for each passage, and for each insight one for its title with its finding and one for each question. Passages
 * and findings are drawn towards the document's title: it says who and when, which they often do not repeat. Questions
 * are left as they are: they name what they ask for, and meet a query on its own terms.
 */
export async function embedDocument(
  document: IndexedDocument,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<{ vectors: CodedVectors; inputTokens: number }> {
  const { title, passages, insights } = document;
  const { prompts } = embedder;
  const texts = [title, ...passages.map((passage) => `${prompts.document}${title}\n${passage}`)];
  for (const insight of insights) {
    texts.push(`${prompts.document}${title}\n${insight.title}\n${insight.insight}`);
    // They meet queries, and are worded as these are.
    for (const question of insight.questions) texts.push(prompts.query + question);
  }
  const { vectors, inputTokens } = await embedder.embed(texts, signal);
  const [titleVector = new Float32Array(embedder.dim), ...rest] = vectors;
  let at = 0;
  const drawn = () => withTitle(rest[at++] ?? titleVector, titleVector, TITLE_WEIGHT);
  const rows = passages.map(drawn);
  for (const { questions } of insights) {
    rows.push(drawn());
    for (const _ of questions) rows.push(rest[at++] ?? titleVector);
  }
  return { vectors: quantise(rows, embedder.dim), inputTokens };
}

/** int8 codes with one scale a vector: its largest number becomes 127. */
export function quantise(vectors: Float32Array[], dim: number): CodedVectors {
  const codes = new Int8Array(vectors.length * dim);
  const scales = new Float32Array(vectors.length);
  for (const [row, vector] of vectors.entries()) {
    let largest = 0;
    for (let at = 0; at < dim; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
    if (largest === 0) continue;
    const scale = largest / 127;
    const from = row * dim;
    for (let at = 0; at < dim; at++) codes[from + at] = Math.round((vector[at] ?? 0) / scale);
    scales[row] = scale;
  }
  return { dim, codes, scales };
}
