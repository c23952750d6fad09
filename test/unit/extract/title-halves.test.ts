import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { tieHalves, tieThings } from "../../../services/document/extract/titles/title-halves.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;
const moved = (text: string) => ({ text, isMove: true, thing: text.split(" ").slice(0, -1).join(" ") });
const seen = (text: string) => ({ text, isMove: false, thing: text.split(" ").slice(1).join(" ") });

describe("a title of two clauses", () => {
  it("says a word once that both end in", () =>
    assert.equal(tieHalves(moved("oat price decline"), moved("rye price decline")), "oat and rye price decline"));

  it("has what only is so behind what moved, whose adjective it would be read with", () =>
    assert.equal(tieHalves(seen("tight credit"), moved("oat price decline")), "oat price decline and tight credit"));

  it("names both things where the first is only said to be so, and not one of them twice", () => {
    assert.equal(tieThings(seen("tight ferry credit"), moved("oat price decline")), "ferry credit and oat price");
    assert.equal(tieThings(moved("oat price decline"), seen("tight ferry credit")), "");
    assert.equal(tieThings(seen("tight ferry credit"), moved("ferry traffic decline")), "");
  });

  it("says a word once that both things end in, and no growth of both where only one grew", () => {
    assert.equal(tieThings(seen("tight ferry credit"), moved("harbour credit decline")), "ferry and harbour credit");
    assert.equal(
      tieThings(moved("ferry traffic decline"), moved("oat sales growth slowdown")),
      "oat sales growth and ferry traffic",
    );
  });

  it("begins with the one whose own words would not be read with the other's", () =>
    assert.equal(
      tieThings(moved("short ferry price expectations increase"), moved("longer expectations decline")),
      "longer and short ferry price expectations",
    ));

  it("says no other word twice, and names no state of a thing for the thing", () => {
    assert.equal(tieThings(moved("long ferry fare decline"), moved("short ferry dock fare increase")), "");
    assert.equal(tieThings(moved("oat price decline"), moved("modest softness easing")), "");
  });

  it("tells what befell both with the year where the month would leave room for their names alone", () => {
    assert.equal(
      titleOf("Ferry credit remained tight, and harbour traffic was weak."),
      "Tight ferry credit and weak harbour traffic, 2031",
    );
    // In January what has been is of the year before.
    const january = { ...BANK, title: "Minutes of the Rate Board, January 2031", publishedDate: "2031-01-29" };
    const { insights } = extract(parseText("Ferry credit remained tight, and harbour traffic was weak."), january);
    assert.doesNotMatch(insights[0]?.title ?? "", /, 2031$/);
    // And who says so again has not the names for his.
    const text = `Ferry credit remained tight, and harbour traffic was weak, as many owners told the board in May.

Members saw that cod prices had risen by 3 percent in May.

Ferry credit has remained tight, and harbour traffic has been weak, because few crews could be hired in the north.`;
    assert.equal(extract(parseText(text), BANK).insights.at(-1)?.title, "Tight ferry credit, June 2031");
  });

  it("names two that moved in two ways where there is no room for the ways", () =>
    assert.equal(
      titleOf("Feed barley prices fell sharply in the north, while malting barley prices rose to 6 dollars."),
      "Feed and malting barley prices, June 2031",
    ));

  it("tells of both", () =>
    assert.equal(
      titleOf("Oat prices fell by 4 percent, while rye prices fell by 6 percent."),
      "Oat and rye price decline, June 2031",
    ));

  it("tells of two sentences of one time", () =>
    assert.equal(
      titleOf("Flour prices rose by 4 percent. As a result, bread prices rose by 2 percent."),
      "Flour and bread price increase, June 2031",
    ));

  it("names both where there is no room for more", () =>
    assert.equal(
      titleOf("Ferry lending terms remained strict, but harbour credit remained ample, at 4 percent."),
      "Ferry lending terms and harbour credit, June 2031",
    ));

  it("tells no other of a time or certainty of its own", () => {
    for (const text of [
      "Oat prices fell by 4 percent, while rye prices are expected to fall.",
      "Oat prices fell by 4 percent in May 2031, while rye prices fell in April 2030.",
      "Oat prices fell by 4 percent, while some rye prices fell by 6 percent.",
    ])
      assert.doesNotMatch(titleOf(text) ?? "", / and /);
  });
});

describe("a title of what is meant, pressed on or held back", () => {
  for (const [text, title] of [
    ["The Rate Board is committed to lowering ferry fares by 4 percent.", /ommitment to lowering ferry fares/],
    ["The Rate Board is resolved to bring ferry fares down by 4 percent.", /esolve to bring ferry fares down/],
    [
      "Higher harbour fees put downward pressure on ferry margins, which fell by 4 percent.",
      /^Downward pressure on ferry margins/,
    ],
    [
      "Ferry traffic was held back by higher tariffs in May 2031, at 4 percent.",
      /^Ferry traffic held back by higher tariffs/,
    ],
    [
      "The recent softening in a number of harbour indicators lowered growth to 4 percent.",
      /oftening in harbour indicators/,
    ],
    ["Activity in the ferry repair sector rose by 4 percent.", /^Ferry repair sector activity increase/],
    ["Starts of new ferry terminals were higher in May 2031, by 4 percent.", /starts/],
  ] as const)
    it(`of "${text}"`, () => assert.match(titleOf(text) ?? "", title));
});
