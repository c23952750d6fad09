/**
 * The one keyword field of an insight: the words of all that it is found by, weighted by how often they are repeated. An
 * engine that sees a single field (a BM25 function of Milvus, our posting columns) then ranks as any other.
 */
export const KEYWORD_REPEATS = {
  /** The insight's title: a handful of words chosen to tell it from its neighbours. */
  title: 2,
  finding: 1,
  excerpts: 1,
  questions: 1,
  passage: 1,
  /** Document title, publisher and date. */
  document: 1,
} as const;

export type KeywordFields<Word> = Record<keyof typeof KEYWORD_REPEATS, ArrayLike<Word>>;

/** Calls `visit` for each word of the field, as often as it counts. */
export function keywordField<Word>(fields: KeywordFields<Word>, visit: (word: Word) => void): void {
  for (const name of NAMES) {
    const words = fields[name];
    for (let repeat = 0; repeat < KEYWORD_REPEATS[name]; repeat++) {
      for (let at = 0; at < words.length; at++) {
        const word = words[at];
        if (word !== undefined) visit(word);
      }
    }
  }
}

const NAMES = ["title", "finding", "excerpts", "questions", "passage", "document"] as const;
