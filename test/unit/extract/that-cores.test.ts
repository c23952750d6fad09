import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("a title of what a source, a pattern or an assumption is", () => {
  for (const [name, text, title] of [
    [
      "tells what is so",
      "A second source of unrest is that ferry fares have risen by 4 percent.",
      "Increase of 4% in ferry fares, June 2031",
    ],
    [
      "tells how something is",
      "A general pattern was that ferry demand was weak at 4 percent.",
      "Weak ferry demand, June 2031",
    ],
    [
      "says that it is only a risk",
      "The main risk was that ferry traffic would fall by 4 percent in 2032.",
      "Risk of ferry traffic decline of 4%",
    ],
    [
      "says that it is assumed",
      "The main assumption was that ferry fares would fall by 4 percent in 2032.",
      "Assumption of decline of 4% in ferry fares",
    ],
    [
      "says that it is foreseen",
      "The staff forecast was that ferry fares would rise by 4 percent in 2032.",
      "Expected increase of 4% in ferry fares",
    ],
  ] as const)
    it(name, () => assert.equal(titleOf(text), title));

  it("is none of what is not so", () =>
    assert.doesNotMatch(
      titleOf("A second source of unrest is that ferry fares have not risen by 4 percent.") ?? "",
      /ncrease/,
    ));
});
