import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("a title of what somebody hopes or fears", () => {
  for (const [name, text, title] of [
    [
      'says so of a clause behind "that"',
      "Members were confident that ferry fares would fall in May 2031.",
      "Confidence in decline in ferry fares",
    ],
    [
      "says so of a clause that follows at once",
      "Members were hopeful ferry fares would fall in May 2031.",
      "Hope for decline in ferry fares, May 2031",
    ],
    [
      "tells what it is feared of",
      "Members were concerned that high fares would raise ferry prices by 2 percent in 2032.",
      "Concern about ferry price increase from high fares",
    ],
    [
      "is of a thing where no clause follows",
      "Members were concerned about high ferry fares in May 2031.",
      "Concern about high ferry fares, May 2031",
    ],
  ] as const)
    it(name, () => assert.equal(titleOf(text), title));

  it("is none of what only needs to be so", () => {
    const text = "Members were concerned that ferry fares still needed to be contained in May 2031.";
    assert.doesNotMatch(titleOf(text) ?? "", /contained/);
  });
});
