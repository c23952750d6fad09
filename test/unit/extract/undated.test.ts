import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { withYears } from "../../../services/document/extract/prose/undated.ts";

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
    ["March 2031", "Rents rose more than expected last October.", "Rents rose more than expected last October [2030]."],
    ["January 2031", "Rents rose by 2% in December.", "Rents rose by 2% in December [2030]."],
    [
      "February 2031",
      "Rents fell in both October, November and December, as in ports.",
      "Rents fell in both October, November and December [2030], as in ports.",
    ],
    ["March 2031", "Rents have risen since last autumn.", "Rents have risen since last autumn [2030]."],
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
      ["January 2031", "Rents are likely to rise in December.", ""],
      ["January 2031", "Leases are set to expire in December.", ""],
      ["January 2031", "Rents rose in December.", "The crisis of 2019 began in harbours. "],
      ["June 2031", "Rents fell in July.", ""],
    ] as const;
    for (const [month, text, before] of left) assert.equal(withYears(text, minutes(month), before), text);
  });

  it("is given to a month where its paragraph named that year and no other", () => {
    const text = "Rents rose by 2% in December.";
    assert.equal(
      withYears(text, minutes("January 2031"), "Rents moved in 2030. "),
      "Rents rose by 2% in December [2030].",
    );
    assert.equal(withYears(text, minutes("January 2031"), "Rents moved in 2029 and 2030. "), text);
  });

  it("is given it where its paragraph named no year that was past by then", () => {
    const text = "Rents rose in the first quarter.";
    const dated = "Rents rose in the first quarter [of 2031].";
    assert.equal(withYears(text, minutes("June 2031"), "Rents are to rise by 2% in 2032. "), dated);
    assert.equal(withYears(text, minutes("June 2031"), "Rents fell in 2030. "), text);
  });

  it("is given it in a speech where that quarter is over and its paragraph names no year", () => {
    const speech = { ...minutes("June 2031"), speaker: "Ada Norden" };
    assert.equal(
      withYears("Rents rose in the first quarter.", speech, ""),
      "Rents rose in the first quarter [of 2031].",
    );
    const left = [
      ["Rents rose in the first quarter.", "Rents are to rise by 2% in 2032. "],
      ["Rents rose in the second quarter.", ""],
      ["Rents will rise in the third quarter.", ""],
    ] as const;
    for (const [text, before] of left) assert.equal(withYears(text, speech, before), text);
  });
});

describe("a month or season of the year before", () => {
  it("has none where this year's may be meant, where it is a fall of something, and where seasons are the south's", () => {
    const left = [
      ["June 2031", "Rents have risen since last March."],
      ["November 2031", "Rents have risen since last summer."],
      ["March 2031", "Rents have risen since the last fall in prices."],
    ] as const;
    for (const [month, text] of left) assert.equal(withYears(text, minutes(month), ""), text);
    const south = { ...minutes("March 2031"), institution: "the Reserve Bank of Australia" };
    const text = "Rents have risen since last autumn.";
    assert.equal(withYears(text, south, ""), text);
  });
});
