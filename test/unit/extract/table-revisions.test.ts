import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Grain outlook",
  sourceName: "Norland Farm Service",
  publishedDate: "2030-04-12",
  authors: [],
  documentUrl: "https://example.org/grain",
};
const factsOf = (text: string) =>
  extract(parseText(text), head).insights.map(({ title, finding, excerpts }) => ({
    title,
    insight: finding,
    excerpts: excerpts.map(({ start, end }) => text.slice(start, end)),
  }));

const goods = `TRADE CHANGES IN 2030/31 (1,000 MT)

Country Commodity Attribute Previous Current Change Reason

Arden
Meal, Soybean Imports 2,200 2,600 400
Increased trade
from Velden

Oil, Palm Imports 400 250 -150

Reduced supplies from
Velden

Oilseed,
Soybean
Imports 4,800 4,100 -700
Smaller crop Norland Corn Exports 900 1,250 350 Larger crop Ostmark
Republic
Barley Exports 500 700 200
Corn Exports 300 350 60

Quale Corn Imports 800 900 100 Larger herds
Peria Corn Imports 810 900 90 Larger herds
`;

describe("revised forecasts", () => {
  it("are told from what to what, with the goods and the country of the row or above it", () => {
    const said = factsOf(goods).map(({ title, insight }) => `${title}: ${insight}`);
    const has = (words: string) =>
      assert.ok(
        said.some((one) => one.includes(words)),
        `${words}\n${said.join("\n")}`,
      );
    has(
      "Arden's soybean meal imports are put at 2,600 thousand metric tons for 2030/31, revised up from 2,200 thousand metric tons",
    );
    has("Downward revision to Arden palm oil imports, 2030/31:");
    has(
      "Norland's corn exports are put at 1,250 thousand metric tons for 2030/31, revised up from 900 thousand metric tons",
    );
    has("Ostmark Republic's barley exports are put at 700 thousand metric tons");
  });

  it("are not taken for those of a country that only a reason names", () => {
    const said = factsOf(goods)
      .map(({ insight }) => insight)
      .join("\n");
    assert.match(said, /Arden's soybean imports are put at 4,100 thousand/);
    assert.doesNotMatch(said, /Velden's/);
  });

  it("stay silent where the figures do not differ by the change, or the countries are out of order", () => {
    const said = factsOf(goods)
      .map(({ insight }) => insight)
      .join("\n");
    assert.doesNotMatch(said, /Ostmark Republic's corn/);
    assert.match(said, /Quale's corn/);
    assert.doesNotMatch(said, /Peria's/);
  });

  it("are of the goods that head their part, each table of its own year", () => {
    const facts = factsOf(`RICE

OVERVIEW FOR 2030/31
Global rice production is up as harvests in Norland were larger than had been expected in the spring of the year.

TRADE CHANGES IN 2031 (1,000 MT)

Country Attribute Previous Current Change Reason

Arden Imports 600 500 -100 Reduced purchases from Norland

Korea, South Imports 400 600 200 Growing consumption

Norland Exports 1,800 2,200 400
Increased sales to core markets to
grow

TRADE CHANGES IN 2030 (1,000 MT)

Country Attribute Previous Current Change Reason

Arden Imports 550 450 -100 Reduced purchases from Norland

Quale Imports 150 250 100 Growing consumption
Norland Exports 1,900 2,100 200 Large sales
`);
    const said = facts.map(({ title, insight, excerpts }) => `${title}: ${insight} ${excerpts.join(" / ")}`).join("\n");
    assert.match(said, /South Korea's rice imports are put at 600 thousand metric tons in 2031, revised up from 400/);
    assert.match(
      said,
      /Quale's rice imports are put at 250 thousand metric tons in 2030, revised up .*RICE \/ TRADE CHANGES IN 2030/s,
    );
    assert.match(said, /Norland's rice exports are put at 2,100 thousand metric tons in 2030/);
  });

  it("leave no word out of the document's blocks", () => {
    const { blocks } = parseText(goods);
    const held = blocks.map(({ start, end }) => goods.slice(start, end)).join(" ");
    for (const words of ["Increased trade", "supplies from", "Smaller crop", "Larger herds"])
      assert.ok(held.includes(words));
    assert.match(held, /Peria Corn Imports 810 900 90\s+Larger herds$/);
  });
});
