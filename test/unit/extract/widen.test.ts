import assert from "node:assert/strict";
import { widen } from "../../../services/document/extract/prose/widen.ts";

const part = (start: number, end: number) => ({ start, end, headings: [] });
const bounds = (passages: { start: number; end: number }[]) => passages.map(({ start, end }) => [start, end]);

describe("a part of a document without insights", () => {
  const parts = [part(0, 100), part(102, 200), part(202, 300), part(302, 400)];

  it("is found with the passage before it, else with the one after it", () => {
    const [, second, , fourth] = parts;
    assert.ok(second && fourth);
    const numbers = new Map([
      [1, 0],
      [3, 1],
    ]);
    assert.deepEqual(bounds(widen([second, fourth], parts, numbers)), [
      [0, 300],
      [302, 400],
    ]);
  });

  it("is left out where the passage would become too long, as is all that lies behind it", () => {
    const far = [part(0, 100), part(102, 5_000), part(5_002, 5_100)];
    assert.deepEqual(bounds(widen([part(0, 100)], far, new Map([[0, 0]]))), [[0, 100]]);
  });

  it("changes nothing where every part has insights, nor what it was given", () => {
    const given = [part(0, 100)];
    widen(given, [part(0, 100), part(102, 200)], new Map([[0, 0]]));
    assert.deepEqual(bounds(given), [[0, 100]]);
    assert.deepEqual(widen([], parts, new Map()), []);
  });
});
