import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { awayFromDistrict, withoutOwnDistrict } from "../../../services/document/extract/titles/own-district.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const NORTH = { ...BANK, title: "Beige Book, 2031-05: Chicago", sourceName: "Federal Reserve System (Beige Book)" };

describe("the District that a regional report is of", () => {
  for (const [text, bare] of [
    ["Seventh District bakery sales", "bakery sales"],
    ["weak District bakery sales", "weak bakery sales"],
    ["Chicago District bakery sales", "bakery sales"],
    ["bakery sales in the Seventh District", "bakery sales"],
    ["bakery sales across most of the District", "bakery sales"],
    ["growth of bakeries in District towns by size", "growth of bakeries in towns by size"],
    ["School District bonds", "School District bonds"],

    ["District economy", "District economy"],
  ] as const)
    it(`leaves "${bare}" of "${text}"`, () => assert.equal(withoutOwnDistrict(text, "Chicago"), bare));

  it("is no place in which something hangs on a verb", () => {
    const adjuncts = [
      { texts: ["in Seventh District"], rank: 1 },
      { texts: ["at bakeries"], rank: 2 },
    ];
    assert.deepEqual(awayFromDistrict(adjuncts, "Chicago"), [adjuncts[1]]);
    assert.deepEqual(awayFromDistrict(adjuncts, ""), adjuncts);
  });

  it("is called by its city in the title, once", () => {
    const { insights } = extract(
      parseText("Bicycle sales in the Seventh District rose by 4 percent in May 2031."),
      NORTH,
    );
    assert.match(insights[0]?.title ?? "", /Chicago/);
    assert.doesNotMatch(insights[0]?.title ?? "", /District/);
  });

  it("is none in the summary of all, which tells of the nation", () => {
    const all = { ...NORTH, title: "Beige Book, 2031-05: National Summary" };
    const { insights } = extract(parseText("Auto sales rose by 4 percent in May 2031."), all);
    assert.match(insights[0]?.title ?? "", /U\.S\. auto sales/);
  });
});
