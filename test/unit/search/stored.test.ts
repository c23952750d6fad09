import assert from "node:assert/strict";
import fc from "fast-check";
import { analyse } from "../../../services/search/analysis/analyse.ts";
import { analyseDocument, quantise } from "../../../services/search/engine/analyse-document.ts";
import {
  decodeVectors,
  decodeWords,
  encodeVectors,
  encodeWords,
} from "../../../services/search/engine/document-codec.ts";
import { fieldsOf, questionWords } from "../../../services/search/engine/fields.ts";
import { createTopRows } from "../../../services/search/engine/top-rows.ts";
import type { View } from "../../../services/search/engine/view.ts";
import { document, imageOf } from "./documents.ts";

describe("stored documents", () => {
  it("come back as they were", () => {
    for (const number of [0, 3, 7]) {
      const words = analyseDocument(document(number));
      assert.deepEqual(decodeWords(encodeWords(words)), words);
    }
    const empty = analyseDocument({
      ...document(0),
      title: "",
      sourceName: "",
      publishedDate: null,
      passages: [],
      insights: [],
    });
    assert.deepEqual(decodeWords(encodeWords(empty)), empty);
    const many = analyseDocument({
      ...document(0),
      passages: [Array.from({ length: 70_000 }, (_, at) => `w${at}w`).join(" ")],
    });
    assert.ok(many.words.length > 65_536);
    assert.deepEqual(decodeWords(encodeWords(many)), many);
    const vectors = quantise([Float32Array.of(1, -0.5), Float32Array.of(0, 0), Float32Array.of(0.1, 0.2)], 2);
    assert.deepEqual(decodeVectors(encodeVectors(vectors), 2), vectors);
  });

  it("are refused with a remedy when they cannot be read", () => {
    const words = encodeWords(analyseDocument(document(1)));
    words[0] = 9;
    assert.throws(() => decodeWords(words), { kind: "unavailable", message: /reindex/ });
    assert.throws(() => decodeVectors(new Uint8Array(7), 2), { kind: "unavailable" });
  });

  it("keep int8 codes within half a step of the numbers", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }), (numbers) => {
        const { codes, scales } = quantise([Float32Array.from(numbers)], 4);
        const [scale = 0] = scales;
        for (const [at, number] of numbers.entries()) {
          assert.ok(Math.abs(number - scale * (codes[at] ?? 0)) <= scale * 0.501 + 1e-6);
        }
      }),
    );
  });
});

describe("columns", () => {
  it("hold the words of each field of each insight", async () => {
    const documents = [document(3), document(6)];
    const view: View = (await imageOf(documents)).view(true);
    const words = view.words.split("\n");
    const read = (numbers: ArrayLike<number>) => Array.from(numbers, (number) => words[number]);
    let row = 0;
    for (const { insights, passages, sourceName } of documents) {
      for (const { title, insight, excerpts, questions, passage } of insights) {
        const fields = fieldsOf(view.columns, row);
        assert.deepEqual(read(fields.title), analyse(title));
        assert.deepEqual(read(fields.finding), analyse(insight));
        assert.deepEqual(read(fields.excerpts), analyse(excerpts.join("\n")));
        assert.deepEqual(read(fields.questions), questions.flatMap(analyse));
        assert.deepEqual(read(fields.passage), analyse(passages[passage] ?? ""));
        assert.ok(analyse(sourceName).every((word) => read(fields.document).includes(word)));
        for (const [at, question] of questions.entries()) {
          assert.deepEqual(read(questionWords(view.columns, row, at)), analyse(question));
        }
        row += 1;
      }
    }
    assert.equal(row, view.rows);
  });

  it("give the best rows, of equals the first, in any order of offers", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        (scores, most) => {
          const all = scores.map((score, row) => ({ row, score }));
          const betterFirst = (a: { row: number; score: number }, b: typeof a) => b.score - a.score || a.row - b.row;
          const expected = [...all].sort(betterFirst).slice(0, most);
          for (const order of [all, [...all].reverse()]) {
            const top = createTopRows(most);
            for (const { row, score } of order) top.offer(row, score);
            const { rows, scores } = top.best();
            const best = Array.from(rows, (row, at) => ({ row, score: scores[at] ?? 0 }));
            assert.deepEqual(best.sort(betterFirst), expected);
          }
        },
      ),
    );
  });
});
