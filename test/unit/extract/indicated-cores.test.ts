import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title ?? "";

describe("a title of what indicators tell", () => {
  for (const [text, title] of [
    [
      "Indicators of shipyard output pointed to modest growth of 2 percent.",
      "Signs of modest shipyard output growth, June 2031",
    ],
    [
      "Preliminary indicators for ferry fares suggested a further moderation to 3 percent.",
      "Signs of moderation in ferry fares, June 2031",
    ],
    [
      "The latest data on ferry fares indicated growth of 4 percent over the year to May 2031.",
      "Growth in ferry fares, May 2031",
    ],
  ] as const)
    it(`of "${text}"`, () => assert.equal(titleOf(text), title));

  it("is none of a change that is denied, may be or is of another thing", () => {
    for (const text of [
      "Indicators of shipyard output pointed to little growth, which was 0.2 percent.",
      "Indicators of shipyard output might point to modest growth of 2 percent.",
      "Indicators of shipyard output pointed to modest growth of ferry traffic.",
      "Indicators of shipyard expectations pointed to modest growth of 2 percent.",
    ])
      assert.doesNotMatch(titleOf(text), /shipyard (?:output|expectations?) growth|growth in shipyard/i);
  });
});
