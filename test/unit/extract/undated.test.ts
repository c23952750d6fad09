import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { withYears } from "../../../services/document/extract/undated.ts";

const minutes = (month: string) =>
  readContext({
    title: `Minutes of the Norden Board, ${month}`,
    sourceName: "Bank of Norden",
    publishedDate: null,
    authors: [],
    documentUrl: "https://example.org/a",
  });

describe("a quarter without its year", () => {
  const cases: [month: string, text: string, dated: string][] = [
    ["June 2031", "Rents rose in the first quarter.", "Rents rose in the first quarter [of 2031]."],
    ["January 2031", "Rents rose in the fourth quarter.", "Rents rose in the fourth quarter [of 2030]."],
    ["June 2031", "Rents will rise in the third quarter.", "Rents will rise in the third quarter [of 2031]."],
    ["June 2031", "Rents fell by 2% in Q1, in the end.", "Rents fell by 2% in Q1 [2031], in the end."],
    [
      "May 2031",
      "Rents have risen since the start of the year.",
      "Rents have risen since the start of the year [2031].",
    ],
  ];
  for (const [month, text, dated] of cases)
    it(`is given it in ${month}: ${text}`, () => assert.equal(withYears(text, minutes(month), "Rents moved. "), dated));

  it("is left as it is where it may be of two years, where a year was named, and where somebody looks back", () => {
    const left = [
      ["January 2031", "Rents are expected to rise in the fourth quarter.", ""],
      ["January 2031", "Surveys suggested that rents rose in the fourth quarter.", ""],
      ["June 2031", "Rents rose in the first quarter.", "The crisis of 2019 began in harbours. "],
      ["June 2031", "Rents rose in the first quarter of last year.", ""],
      ["June 2031", "Rents rose in the second half of the year.", ""],
    ] as const;
    for (const [month, text, before] of left) assert.equal(withYears(text, minutes(month), before), text);
    assert.equal(withYears(left[2][1], { ...minutes("June 2031"), speaker: "Ada Norden" }, ""), left[2][1]);
  });
});
