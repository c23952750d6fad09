import assert from "node:assert/strict";
import { scoreWords } from "../../../services/search/engine/bm25.ts";
import { fieldsOf } from "../../../services/search/engine/fields.ts";
import { keywordField } from "../../../services/search/engine/keyword-field.ts";
import { planSegments } from "../../../services/search/engine/postings.ts";
import type { View } from "../../../services/search/engine/view.ts";
import { document, imageOf, storedOf } from "./documents.ts";

describe("keyword scores", () => {
  it("are BM25 over the keyword field of each insight", async () => {
    const image = await imageOf(Array.from({ length: 30 }, (_, at) => document(at)));
    const view = image.view(true);
    const words = view.words.split("\n");
    for (const word of ["copper", "7", "fell", "wool"]) {
      const term = words.indexOf(word);
      const { scores, idf } = scored(view, term);
      const expected = naive(view, term);
      assert.ok(Math.abs(idf - expected.idf) < 1e-6, word);
      for (const [row, score] of expected.scores.entries()) {
        assert.ok(Math.abs((scores[row] ?? 0) - score) < 1e-4, `${word} in row ${row}`);
      }
    }
  });

  it("stay what they are when documents come one by one instead of together", async () => {
    const documents = Array.from({ length: 40 }, (_, at) => document(at));
    const together = (await imageOf(documents)).view(true);
    const oneByOne = await imageOf([]);
    for (const [at, one] of documents.entries()) {
      oneByOne.add(await storedOf(one, at + 1));
      oneByOne.index();
    }
    const later = oneByOne.view(true);
    assert.ok(later.segments.length > 1 && later.segments.length < 16);
    assert.equal(later.words, together.words);
    for (const term of [0, 5, 10]) assert.deepEqual(scored(later, term), scored(together, term));
  });

  it("count neither the words nor the rows of documents that were replaced", async () => {
    const documents = Array.from({ length: 12 }, (_, at) => document(at));
    const image = await imageOf(documents);
    for (let key = 1; key <= 6; key++) image.remove(key);
    const view = image.view(true);
    const rest = (await imageOf(documents.slice(6))).view(true);
    const term = (of: View, word: string) => of.words.split("\n").indexOf(word);
    for (const word of ["copper", "fell", "9"]) {
      const before = scored(view, term(view, word));
      const after = scored(rest, term(rest, word));
      assert.equal(before.idf, after.idf);
      assert.deepEqual([...before.scores].slice(-rest.rows), [...after.scores]);
    }
  });

  it("join small segments into few larger ones", () => {
    const sizes: number[] = [];
    for (let at = 0; at < 5000; at++) {
      sizes.push(50);
      const joined = planSegments(sizes);
      sizes.push(sizes.splice(-joined).reduce((sum, size) => sum + size, 0));
      assert.ok(sizes.length < 40);
    }
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      250_000,
    );
  });
});

function scored(view: View, term: number) {
  const aliveRows = Uint8Array.from(
    { length: view.rows },
    (_, row) => view.alive[view.columns.rowDocument[row] ?? 0] ?? 0,
  );
  const scores = new Float32Array(view.rows);
  const [idf = 0] = scoreWords(view, [term], { admitted: aliveRows, aliveRows, scores });
  return { scores, idf };
}

/** The formula, word by word. */
function naive(view: View, term: number) {
  const fields = Array.from({ length: view.rows }, (_, row) => {
    const words: number[] = [];
    keywordField(fieldsOf(view.columns, row), (word) => words.push(word));
    return words;
  });
  const average = fields.reduce((sum, { length }) => sum + length, 0) / fields.length;
  const holding = fields.filter((words) => words.includes(term)).length;
  const idf = Math.log(1 + (fields.length - holding + 0.5) / (holding + 0.5));
  const scores = fields.map((words) => {
    const count = words.filter((word) => word === term).length;
    return (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
  });
  return { idf, scores };
}
