import assert from "node:assert/strict";
import { isWide, narrow } from "../../../services/document/extract/prose/narrow.ts";

describe("narrow", () => {
  it("leaves a text as it is, whatever characters it has", () => {
    for (const text of [
      "",
      "Rents rose by 4 %.",
      "Naïve cafés paid £3.50 ½ ÿ",
      "“Rents” rose – by 4 €",
      "Growth 📈 rose",
    ])
      assert.equal(narrow(`“Over” ${text}`.slice(7)), text);
  });

  it("tells what needs two bytes a character", () => {
    assert.equal(isWide("Café ÿ"), false);
    assert.equal(isWide("Rents – unlike wages"), true);
    assert.equal(isWide("📈"), true);
  });
});
