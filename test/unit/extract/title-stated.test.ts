import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("a title says what its sentence says, and no more", () => {
  for (const [name, text, title] of [
    [
      "of what nobody expects",
      "No member expected inflation to be over 3 percent in 2032.",
      "Lack of expected inflation above 3%, 2032",
    ],
    [
      "of what somebody does not expect",
      "Many ports did not expect ferry fares to rise by 2 percent in 2032.",
      "Expected lack of increase in ferry fares, 2032",
    ],
    [
      "of what only tends to be so",
      "A strong currency tends to reduce ferry import prices by about 2 percent.",
      "Strong currency effect on ferry import prices, 2031",
    ],
    [
      "of a projection, which is of something",
      "The harbour projection shows ferry inflation at 4 percent in 2032.",
      "Harbour projection of ferry inflation, 2032",
    ],
    [
      "of a revision",
      "Members marked down their projections for ferry traffic by 2 percent.",
      "Downward revision to ferry traffic projections, June 2031",
    ],
    [
      "of what a projection in a summary is for",
      "The median projection in the SEP for the vacancy rate is 4 percent for 2032.",
      "Median projection for vacancy rate at 4%, 2032",
    ],
    [
      "of something behind an aside",
      "The harbour price index, HPI, fell by 3 percent in May 2031.",
      "Harbour price index decline of 3%, May 2031",
    ],
    [
      "of what is somebody's, which moved in some manner",
      "China's ferry traffic grew strongly in May 2031.",
      "China's strong ferry traffic growth, May 2031",
    ],
  ] as const)
    it(name, () => assert.equal(titleOf(text), title));
});
