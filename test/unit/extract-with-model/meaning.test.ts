import assert from "node:assert/strict";
import { changedMeaning } from "../../../services/document/extract-with-model/meaning.ts";
import { readWords, unknownName } from "../../../services/document/extract-with-model/words.ts";

const changed = (told: string, ...source: string[]) => changedMeaning([readWords(told)], source.map(readWords));

describe("the meaning of a finding", () => {
  const source = [
    "The board did not raise the discount rate in March.",
    "Some members noted that freight demand may weaken further.",
    "Grain exports rose sharply while coal imports fell.",
  ];

  it("is the source's when it says the same in other words", () => {
    for (const told of [
      "The board did not raise its discount rate in March.",
      "The board left the discount rate unchanged in March.",
      "Some board members noted that demand for freight may weaken further.",
      "Freight demand could weaken further, some members noted.",
      "Grain exports rose, and coal imports fell.",
      "Coal imports decreased while grain exports increased sharply.",
    ]) {
      assert.equal(changed(told, ...source), undefined, told);
    }
  });

  for (const [what, told] of [
    ["negation", "The board did raise the discount rate in March."],
    ["negation", "The board raised the discount rate in March."],
    ["negation", "Grain exports did not rise sharply while coal imports fell."],
    ["certainty", "Some members noted that freight demand weakens further."],
    ["portion", "Members noted that freight demand may weaken further."],
    ["direction", "Grain exports fell sharply."],
    ["direction", "Coal imports rose."],
    ["strength", "Grain exports will always be sharp."],
  ] as const) {
    it(`is another when it says: ${told}`, () => assert.equal(changed(told, ...source), what));
  }

  it("knows names by their words, their initials and the months, and no others", () => {
    const known = "The Open Market Board of Halden met in Sundhaven. Bureau of Labor Statistics. Governors' report.";
    for (const told of [
      "The board met in January.",
      "The OMB met.",
      "Figures of the BLS rose.",
      "All Governors of Halden met.",
    ]) {
      assert.equal(unknownName(told, known), undefined, told);
    }
    assert.equal(unknownName("The board met with Acme in Sundhaven.", known), "Acme");
    assert.equal(unknownName("The ECB met.", known), "ECB");
  });
});
