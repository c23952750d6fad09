import assert from "node:assert/strict";
import { readAnswer } from "../../../services/document/extract-with-model/read-answer.ts";
import { insightOf, toAnswer } from "../../support/model-server.ts";
import { processorMs } from "../../support/processor-time.ts";

const one = insightOf(1, "Exports rose by 4 percent.");
const two = insightOf(2, 'Imports "fell" by 5 percent {in all}.');
const answer = toAnswer([one, two]);

describe("a model's answer", () => {
  it("is read plain, in a code fence, and behind words of politeness", () => {
    assert.deepEqual(readAnswer(answer), [one, two]);
    assert.deepEqual(readAnswer(`\`\`\`json\n${answer}\n\`\`\``), [one, two]);
    assert.deepEqual(readAnswer(`Certainly! Here it is:\n\n${answer}\n\nI hope this helps.`), [one, two]);
  });

  it("is read behind thoughts and their drafts, and behind braces that are none of it", () => {
    const draft = '{"insights": [{"passage": 1, "title": "A draft {of it}"';
    assert.deepEqual(readAnswer(`<think>\nMaybe ${draft}, or not?\n</think>\n${answer}`), [one, two]);
    assert.deepEqual(readAnswer(`For the passage {Tarn}: ${answer}`), [one, two]);
  });

  it("that breaks off is read up to its last whole insight", () => {
    assert.deepEqual(readAnswer(answer.slice(0, -10)), [one]);
    assert.deepEqual(readAnswer(`{"insights": [${JSON.stringify(one)}, {"passage": 2, "title": "Im`), [one]);
  });

  it("that says nothing is an empty one; what is no answer is none", () => {
    assert.deepEqual(readAnswer('{"insights": []}'), []);
    for (const text of [
      "",
      "I cannot help with that.",
      "{",
      '{"insights": "none"}',
      "[1, 2]",
      '{"tool_calls": []}',
      "null",
    ]) {
      assert.equal(readAnswer(text), undefined, text);
    }
  });

  it("with an insight out of shape keeps the others", () => {
    const mixed = JSON.stringify({ insights: [{ passage: "one" }, one, { ...two, excerpts: "all of it" }, 7] });
    assert.deepEqual(readAnswer(mixed), [one]);
  });

  it("of any length or depth costs little: at most 40 insights are read", () => {
    assert.equal(readAnswer(toAnswer(Array.from({ length: 500 }, () => one)))?.length, 40);
    for (const text of ['{"insights":['.repeat(5_000), "{".repeat(60_000), `{"insights": [${'"\\'.repeat(20_000)}`]) {
      assert.ok(processorMs(() => assert.equal(readAnswer(text), undefined)) < 500);
    }
  });
});
