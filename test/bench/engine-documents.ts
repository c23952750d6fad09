import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { IndexedDocument } from "../../services/search/ports.ts";

/** What an insight and its surroundings look like in a sample of documents. */
export interface Shape {
  /** Insights of the whole sample. */
  insights: number;
  insightsPerDocument: number;
  passagesPerDocument: number;
  questionsPerInsight: number;
}

const PASSAGE_WORDS = 150;

const row = z.object({
  source_name: z.string(),
  article_title: z.string(),
  published_date: z.string().nullable(),
  text: z.string(),
});

/**
 * Documents of any number, resampled from the real ones under `corpusDir`: stretches of their text at random places, cut
 * into passages, sentences of these as findings. The same documents each time.
 */
export function* sampleDocuments(corpusDir: string, shape: Shape): Generator<IndexedDocument> {
  const lines = readFileSync(join(corpusDir, "corpus", "documents.jsonl"), "utf8")
    .trim()
    .split("\n");
  const originals = lines.map((line) => row.parse(JSON.parse(line)));
  const words = originals.map(({ text }) => text.split(/\s+/));
  const random = generator(20_261_120);
  const upTo = (most: number) => Math.floor(random() * most);
  const documents = Math.ceil(shape.insights / shape.insightsPerDocument);
  for (let number = 0; number < documents; number++) {
    const of = upTo(originals.length);
    const original = originals[of];
    const all = words[of] ?? [];
    if (!original) return;
    const cut = (count: number) => {
      const start = upTo(Math.max(1, all.length - count));
      return all.slice(start, start + count).join(" ");
    };
    const passages = Array.from({ length: shape.passagesPerDocument }, () => cut(PASSAGE_WORDS));
    const insights = Array.from({ length: shape.insightsPerDocument }, (_, at) => {
      const passage = at % passages.length;
      const own = (passages[passage] ?? "").split(" ");
      const stretch = (count: number) => {
        const start = upTo(Math.max(1, own.length - count));
        return own.slice(start, start + count).join(" ");
      };
      const finding = stretch(28);
      return {
        insightId: `ins_${number}_${at}`,
        title: stretch(6),
        insight: finding,
        excerpts: [finding, stretch(12)],
        questions: Array.from({ length: shape.questionsPerInsight }, () => `What was said of ${stretch(8)}?`),
        passage,
      };
    });
    yield {
      docId: `doc_${number}`,
      version: 1,
      title: original.article_title,
      documentUrl: `https://example.org/${number}`,
      sourceName: original.source_name,
      publishedDate: original.published_date,
      passages,
      insights,
    };
  }
}

/** The queries of insightqa. */
export function sampleQueries(corpusDir: string): string[] {
  const lines = readFileSync(join(corpusDir, "retrieval", "insightqa", "queries.jsonl"), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => z.object({ text: z.string() }).parse(JSON.parse(line)).text);
}

/** Uniform numbers from 0 to 1, the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
