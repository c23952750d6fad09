import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { belowTold, ofSector, sectorTold } from "../../../services/document/extract/titles/sector-cores.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const NORTH = { ...BANK, title: "Beige Book, 2031-05: Chicago", sourceName: "Federal Reserve System (Beige Book)" };
const titleOf = (text: string) => extract(parseText(text), NORTH).insights[0]?.title;

describe("the sector that a regional report tells of", () => {
  for (const [says, teller, clause, heading, sector] of [
    [
      "is that of those who tell it",
      "Most brick producers",
      "Most brick producers saw prices rise",
      "",
      "brick producer",
    ],
    ["is called as one calls it", "Some small wholesalers", "Some small wholesalers saw sales rise", "", "wholesale"],
    ["may stand behind them", "Contacts at ferry yards", "Contacts at ferry yards saw demand fall", "", "ferry yard"],
    ["is no kind of activity", "Legal firms", "Legal firms saw activity fall", "", "legal-sector"],
    ["may be told in the clause", "Prices", "Prices fell in the bakery sector", "", "bakery"],
    ["is the heading's where neither tells it", "Orders", "Orders fell", "Energy", "energy"],
    [
      "is that of the whole heading's estates",
      "Outlooks",
      "Outlooks fell",
      "Construction and Real Estate",
      "real estate",
    ],
    ["is not told by all firms", "Most firms", "Most firms saw prices rise", "", ""],
    ["is none where all sectors are meant", "Prices", "Prices fell in most sectors", "", ""],
    ["is none under what is bought", "Outlays", "Outlays fell", "Business Spending", ""],
    ["is that of stores and of organizations", "Toy stores", "Toy stores saw sales rise", "", "toy"],
    ["is what they make", "Makers of sail cloth", "Makers of sail cloth saw sales rise", "", "sail cloth"],
    [
      "is their own trade where they make several things",
      "Some manufacturers of sails, ropes, and masts",
      "Some manufacturers of sails, ropes, and masts saw sales rise",
      "",
      "manufacturing",
    ],
    ["is none where there are two", "Bakery and brick firms", "Bakery and brick firms saw prices rise", "", ""],
  ] as const)
    it(says, () => assert.equal(sectorTold(teller, clause, heading), sector));

  it("stands in front of a measure that names none", () => {
    const texts = (text: string, sector: string) => ofSector([{ text, worth: 1 }], sector).map((core) => core.text);
    assert.ok(texts("slight demand growth", "bakery").includes("slight bakery demand growth"));
    assert.ok(texts("slight growth in sales", "bakery").includes("slight bakery sales growth"));
    assert.ok(texts("optimistic outlook", "bakery").includes("optimistic bakery outlook"));
    assert.deepEqual(texts("bakery demand growth", "bakery"), ["bakery demand growth"]);
    assert.deepEqual(texts("rye price growth", "bakery"), ["rye price growth"]);
  });

  it("is no theme where it only tells", () => {
    const worth = (text: string) => belowTold([{ text, worth: 1 }])[0]?.worth ?? 0;
    for (const text of ["regional airport", "staffing firm with many offices", "bakery owners"])
      assert.ok(worth(text) < 0);
    for (const text of ["prices paid by farmers", "weak demand at firms", "firm demand"]) assert.equal(worth(text), 1);
  });

  it("has what is said to be of firms or contacts, whoever they are", () => {
    const texts = [
      "slight firms’ price increase",
      "contacts' outlook weakening",
      "decline in firm’s fares",
      "firms’ fares",
    ];
    assert.deepEqual(
      belowTold(texts.map((text) => ({ text, worth: 1 }))).map(({ text }) => text),
      ["slight price increase", "outlook weakening", "decline in fares", "firms’ fares"],
    );
  });

  it("is in the title", () => {
    assert.equal(
      titleOf("Manufacturers reported that orders increased by 4 percent in May 2031."),
      "Manufacturing order increase in Chicago, May 2031",
    );
    assert.equal(
      titleOf("Input and selling prices declined slightly in the bakery sector in May 2031."),
      "Slight bakery price decline in Chicago, May 2031",
    );
  });
});
