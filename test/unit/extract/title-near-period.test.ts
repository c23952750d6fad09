import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { periodOfClause } from "../../../services/document/extract/prose/period.ts";
import { nearPeriod } from "../../../services/document/extract/titles/title-near-period.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("the time that a board's minutes leave to their date", () => {
  const bank = readContext(BANK);
  for (const [text, period] of [
    ["ferry fares rose in March to their highest level in a decade", "March 2031"],
    ["ferry fares rose in December and stayed there", "December 2030"],
    ["ferry fares fell between February and April", "April 2031"],
    ["the ferry fee was raised on May 3", "May 2031"],
    ["ferry fares rose by 4 percent over the year to the March quarter", "March 2031 quarter"],
    ["ferry fares slowed in the first half of the year", "first half of 2031"],
    ["ferry fares slowed in the second half of the year", "second half of 2030"],
    ["ferry fares slowed over the first half", "first half of 2031"],
    ["ferry fares slowed in the first half of the voyage", ""],
    ["ferry fares rose faster than wages in the first quarter", "first quarter of 2031"],
    ["ferry fares rose faster than their pace in the first quarter", ""],
    ["ferry fares fell, partly undoing changes observed between January and March", ""],
    ["the Board decided to end the ferry grants on July 1", ""],
  ] as const)
    it(`is "${period}" of "${text}"`, () => assert.equal(periodOfClause(`${text}.`, bank, true), period));

  for (const [text, period] of [
    ["rebound in the third quarter and grow from there", "third quarter of 2031"],
    ["rise in the March quarter", "March 2031 quarter"],
    ["slow in the second half of the year", "second half of 2031"],
    ["be raised in September", "September 2031"],
    ["slow from its pace in the first quarter", ""],
    ["rise in the third and fourth quarters", ""],
    ["rise in the third quarter and ease in November", ""],
    ["ease in December", ""],
  ] as const)
    it(`is "${period}" of what is to "${text}"`, () => assert.equal(nearPeriod(text, bank), period));
  it("is none of a company's, whose year may end in any month", () =>
    assert.equal(nearPeriod("rise in the third quarter", readContext(COMPANY)), ""));

  const titles = [
    [
      "is that of what is foreseen",
      "The staff anticipated that ferry trade would rebound in the third quarter and grow steadily after that.",
      "Expected ferry trade rebound, third quarter of 2031",
    ],
    [
      "is that of what is decided and not of a year ago",
      "The Board decided to begin reducing its holdings of ferry bonds on July 1.",
      "Reduction in holdings of ferry bonds, July 2031",
    ],
    [
      "is that of what is only estimated, and told as such",
      "Island ferry trade is estimated to have picked up in the first quarter from a subdued pace.",
      "Estimated island ferry trade pickup, Q1 2031",
    ],
    [
      "goes before the estimated figure",
      "Total island ferry fare inflation was estimated to have been 2.5 percent in April, based on the fares of the ports.",
      "Estimated total island ferry fare inflation, April 2031",
    ],
    [
      "is that of what should have happened by then",
      "Ferry trade was expected to have eased in the March quarter after a strong result in the December quarter.",
      "Estimated ferry trade easing, March 2031 quarter",
    ],
    [
      "is not that of a reason",
      "One member preferred to lower the ferry loan rate in light of weaker trade over the first half of the year.",
      "Preference to lower ferry loan rate",
    ],
    [
      "is not that of one of two figures",
      "The quality of ferry loans remained strong, with few defaults in April and fewer late payments in May.",
      "Strong quality of ferry loans, June 2031",
    ],
  ] as const;
  for (const [name, text, title] of titles) it(`in a title ${name}`, () => assert.equal(titleOf(text), title));
});
