import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title ?? "";

describe("a title of what comes of something", () => {
  for (const [text, title] of [
    [
      "A widening of the gap between foreign and domestic ferry fares contributed to a 4 percent decline in harbour traffic.",
      /^(?:Decline in harbour traffic|Harbour traffic decline)/,
    ],
    [
      "Concerns about the health of the largest shipyards in Norden weighed on ferry traffic, which fell by 4 percent.",
      /^Drag on ferry traffic/,
    ],
    [
      "Concerns about the health of the largest shipyards in Norden weighed on barley prices, which fell by 4 percent.",
      /^Downward pressure on barley prices/,
    ],
    [
      "The long closure of the largest shipyards in Norden could raise the cost of ferry repairs by 4 percent.",
      /^Possible (?:increase in cost of ferry repairs|ferry repair cost increase)/,
    ],
    [
      "Generous grants to the owners of older shipyards supported ferry traffic in May 2031, which rose by 4 percent.",
      /^Support for ferry traffic/,
    ],
    [
      "Lower coal prices will continue to push down northern timber and barley prices in the United Islands in 2032.",
      /^Expected northern timber and barley price decline/,
    ],
    [
      "Increases in coal prices in Sandovia drive forecast increases in northern barley prices in 2032.",
      /^(?:Forecast increases in northern barley prices|Projected northern barley price increase)/,
    ],
    [
      "Surveys suggested that lower coal fares had pushed down on ferry charges.",
      /^Downward pressure on ferry charges/,
    ],
    [
      "Firmer coal values, steady demand, and limited trader selling underpinned ferry fares.",
      /^Support for ferry fares|^Limited trader selling effect on ferry fares/,
    ],
    [
      "Dearer coal lifted the cost of ferry repairs by 4 percent.",
      /^(?:Ferry repair cost increase|Increase in cost of ferry repairs) from dearer coal/,
    ],
    [
      "Long closures of the largest shipyards in Norden impeded ferry traffic, which fell by 4 percent.",
      /^Drag on ferry traffic/,
    ],
    [
      "Long closures of the largest shipyards in Norden are likely to exacerbate ferry shortages by 4 percent.",
      /^Expected worsening of ferry shortages/,
    ],
    [
      "Generous grants to the owners of older shipyards spurred demand for ferries, which rose by 4 percent.",
      /^Boost to (?:demand for ferries|ferry demand)/,
    ],
    [
      "An increase in the budget of the largest shipyards could add to growth by 4 percent.",
      /^Possible boost to growth/,
    ],
    ["Generous grants to the owners of older shipyards helped support ferry traffic.", /^Support for ferry traffic/],
    [
      "Generous grants to the owners of older shipyards would help reduce ferry fares by 4 percent.",
      /^Expected (?:ferry fare decline|decline in ferry fares)/,
    ],
  ] as const)
    it(`of "${text}"`, () => assert.match(titleOf(text), title));

  it("is none of what only gives a reason, is needed or is denied", () => {
    for (const text of [
      "New figures on ferry traffic supported the view that demand for barley had fallen by 4 percent.",
      "The cut in ferry fares needed to raise harbour traffic was lower than 4 percent.",
      "The closure of the northern shipyards did not reduce ferry traffic, which rose by 4 percent.",
    ])
      assert.doesNotMatch(titleOf(text), /^(?:Support for view|Harbour traffic increase|.*traffic decline)/);
  });

  it("leaves what moves in a place or a time its place before what happened", () =>
    assert.doesNotMatch(
      titleOf("The pact of the seven growers lowered barley stocks during the long drought by 4 percent."),
      /drought decline/,
    ));
});
