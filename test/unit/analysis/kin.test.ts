import assert from "node:assert/strict";
import { analyse } from "../../../services/search/analysis/analyse.ts";
import { createKinFinder } from "../../../services/search/analysis/kin.ts";

/** Whether a text's word is found for a query's, as both are analysed. */
function isFound(asked: string, written: string): boolean {
  const finder = createKinFinder();
  const [[term = ""], [word = ""]] = [analyse(asked), analyse(written)];
  assert.notEqual(term, word, "stemming does it");
  finder.add(word);
  return finder.kinOf(term).includes(word);
}

describe("words of one root", () => {
  for (const [asked, written] of [
    ["theory", "theoretical"],
    ["theoretical", "theory"],
    ["stability", "stable"],
    ["economic", "economy"],
    ["analytical", "analysis"],
    ["inflation", "inflationary"],
  ] as const)
    it(`${written}, where ${asked} is asked for`, () => assert.ok(isFound(asked, written)));

  for (const [asked, written] of [
    ["interest", "international"],
    ["contract", "contribution"],
    ["rate", "ratio"],
    ["tax", "taxi"],
    ["2031", "20315"],
    ["20315", "2031"],
    ["transfer", "transit"],
  ] as const)
    it(`not ${written}, where ${asked} is asked for`, () => assert.ok(!isFound(asked, written)));

  it("are never the word itself", () => {
    const finder = createKinFinder();
    finder.add("theori");
    assert.deepEqual(finder.kinOf("theori"), []);
  });
});
