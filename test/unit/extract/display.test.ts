import assert from "node:assert/strict";
import { readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import {
  displayText,
  finishItem,
  headingLength,
  lengthBefore,
  ownWords,
  withoutAsides,
  withoutTies,
} from "../../../services/document/extract/prose/display.ts";
import { processorMs } from "../../support/processor-time.ts";

describe("whom a speaker addresses", () => {
  for (const [said, told] of [
    ["As you know, rents rose.", "Rents rose."],
    ["As many of you are well aware, rents rose.", "Rents rose."],
    ["But as we all recall, rents rose.", "Rents rose."],
    ["As you know them, rents never rise.", "As you know them, rents never rise."],
  ] as const)
    it(`is no part of "${said}"`, () => assert.equal(withoutTies(said), told));
});

describe("where a sentence begins", () => {
  for (const [raw, sentence] of [
    ["13: In the spring prices rose.", "In the spring prices rose."],
    ["(a) Prices rose in the spring.", "Prices rose in the spring."],
    ["• Prices rose in the spring.", "Prices rose in the spring."],
    ["Harbour traffic The latest survey shows growth.", "The latest survey shows growth."],
    ["Base rate held at 3.5 per cent To slow prices, the board waits.", "To slow prices, the board waits."],
    ["Harbours and Ferries Harbours and ferries earned more.", "Harbours and ferries earned more."],
    ["Harbour fees and other income of piers Harbour fees were 4 crowns.", "Harbour fees were 4 crowns."],
    ["Harbour fees rose as other harbour fees fell.", "Harbour fees rose as other harbour fees fell."],
    ["BARLEY: The outlook is for larger stocks.", "The outlook is for larger stocks."],
    ["Northern Crop Report May 2031 Early in the year prices rose.", "Early in the year prices rose."],
    ["SPRING 2031 COMPARED TO SPRING 2030 Boat sales rose.", "Boat sales rose."],
    [
      "[Cited 1 May 2031]. https://www.norden.example/data Global timber trade In 2031, timber trade rose.",
      "In 2031, timber trade rose.",
    ],
    ["PORT ELM – In May, boat sales rose.", "In May, boat sales rose."],
    ["ELMHAVEN, Ost., May 3, 2031 -- Boat sales rose.", "Boat sales rose."],
    ["PORT ELM, Ost. — May 3, 2031 — Boat sales rose.", "Boat sales rose."],
    ["— May 3, 2031 — Boat sales rose.", "Boat sales rose."],
    ["Port Elm, NO, May 3, 2031—Boat sales rose.", "Boat sales rose."],
    ["May 3, 2031 — Boat sales rose.", "Boat sales rose."],
    ["GDP – Prices of boats rose.", "GDP – Prices of boats rose."],
    ['The report was issued today by Ada Quay, head of the Office: "Boat sales rose.', "Boat sales rose."],
    ['Ada Quay said: "Boat sales rose."', 'Ada Quay said: "Boat sales rose."'],
    ["Ferries Ninth District ferry traffic fell.", "Ninth District ferry traffic fell."],
    ["Trade in the Ninth District ferry yards fell.", "Trade in the Ninth District ferry yards fell."],
    ["Residential Real Estate Completed sales of flats fell.", "Completed sales of flats fell."],
    ["Harbour Dues — As of May 31, harbour dues were $4 million.", "As of May 31, harbour dues were $4 million."],
    ["Northmark — The harvest was small.", "Northmark — The harvest was small."],
    ["US LNG Exports rose.", "US LNG Exports rose."],
    ["The board met in The Wick in 2031.", "The board met in The Wick in 2031."],
    ["Prices were raised in May.", "Prices were raised in May."],
    ["3.5 per cent of all boats were sold.", "3.5 per cent of all boats were sold."],
  ] as const) {
    it(`"${raw}"`, () => assert.equal(raw.slice(lengthBefore(raw)), sentence));
  }

  it("is behind the name of who speaks", () => {
    const raw = "Ada Varn: Prices rose.";
    assert.equal(raw.slice(lengthBefore(raw, "Ada Varn")), "Prices rose.");
  });

  it("is found in linear time", () => {
    for (const raw of [
      "A a ".repeat(200_000),
      `${"Aa ".repeat(200_000)}The a`,
      "1.".repeat(200_000),
      "A".repeat(500_000),
    ])
      assert.ok(processorMs(() => lengthBefore(raw)) < 1_000);
  });
});

describe("a heading that only a document's capitals tell from the sentence behind it", () => {
  const vocabulary = readVocabulary("Each harbour has its loan, a loan and no loan of Varn. ".repeat(4));
  for (const [raw, heading] of [
    ["Harbour Services Loan demand rose in May.", "Harbour Services "],
    ["Fees and\nDues Loan demand rose in May.", "Fees and\nDues "],
    ["Northern Varn exports rose in May.", ""],
    ["The Loan demand rose in May.", ""],
    ["Harbour Loan Board fees rose in May.", ""],
  ] as const)
    it(`is "${heading}" of "${raw}"`, () => assert.equal(raw.slice(0, headingLength(raw, vocabulary)), heading));
});

describe("a sentence as it is read", () => {
  for (const [raw, read] of [
    ["Prices\nrose by 4 per cent.", "Prices rose by 4 per cent."],
    ["Prices3 rose[12] by 4 per cent.", "Prices rose by 4 per cent."],
    ["Prices are 4 percent (±8 percent)* above those of May.", "Prices are 4 percent (±8 percent) above those of May."],
    ["The Norden PMI® and the Varn Index™ rose.", "The Norden PMI and the Varn Index rose."],
    ["Prices rose by 4%(1) in May(2).", "Prices rose by 4% in May."],
    ["Prices rose 4%1 to $3.2 billion.", "Prices rose 4% to $3.2 billion."],
    ["The ba\u200bse ra\u200cte rose.", "The base rate rose."],
    ["The 401(k) plan and section 3(1) stay.", "The 401(k) plan and section 3(1) stay."],
    ["Prices rose by 4 per cent (figure 3.B).", "Prices rose by 4 per cent."],
    ["Prices rose by 4 per cent (from 3 in May).", "Prices rose by 4 per cent (from 3 in May)."],
    ["For example, as shown in table 1, prices rose by 4 per cent.", "For example, prices rose by 4 per cent."],
  ] as const) {
    it(`"${raw.replace("\n", " / ")}"`, () => assert.equal(displayText(raw), read));
  }
});

describe("a sentence without what ties it to another", () => {
  for (const [raw, read] of [
    ["Silver prices are also expected to rise.", "Silver prices are expected to rise."],
    ["Some firms, however, reported little change.", "Some firms reported little change."],
    ["Exports were then expected to recover.", "Exports were expected to recover."],
    ["They also judged that risks rose.", "They also judged that risks rose."],
    ["The supply of oats was therefore uncertain.", "The supply of oats was uncertain."],
    ["Ferry rents nonetheless remain high.", "Ferry rents remain high."],
    ["Rents fell, but they nonetheless remain high.", "Rents fell, but they nonetheless remain high."],
    ["Although rents fell, fees had likewise risen.", "Although rents fell, fees had likewise risen."],
    ["Rents fell and therefore sales rose.", "Rents fell and therefore sales rose."],
    ["Rents fell with the changes in wages, outlined above.", "Rents fell with the changes in wages."],
    ["Rents rose not only in Halden but also in Varn.", "Rents rose not only in Halden but also in Varn."],
    ["If rents fall, prices would then ease.", "If rents fall, prices would then ease."],
    ["Turning to fees, there had been a rise in May.", "Regarding fees, there had been a rise in May."],
    ["As regards the labour market, wages rose.", "Regarding the labour market, wages rose."],
    ["Turning to rents, rents rose.", "Turning to rents, rents rose."],
    ["Turning to the monetary analysis, rents rose.", "Turning to the monetary analysis, rents rose."],
  ] as const) {
    it(`"${raw}"`, () => assert.equal(withoutTies(raw), read));
  }
});

describe("an item of a list", () => {
  it("is the sentence that it states", () => {
    assert.equal(finishItem("Rents rose by 4 per cent; and"), "Rents rose by 4 per cent.");
    assert.equal(finishItem("Rents rose by 4 per cent."), "Rents rose by 4 per cent.");
  });
});

describe("what a company is quoted with", () => {
  for (const [raw, read] of [
    ["“Our outlook assumes growth of 3%.”", "Our outlook assumes growth of 3%."],
    ["we expect 8 percent,” said Ada Varn.", "we expect 8 percent, said Ada Varn."],
    ["“We grew by 5%.", "We grew by 5%."],
    ["Varn said that “we grew by 5%” again.", "Varn said that “we grew by 5%” again."],
  ] as const) {
    it(`"${raw}"`, () => assert.equal(ownWords(raw), read));
  }
});

describe("what a contract calls somebody", () => {
  const cases = {
    "Tarn Works (the “Works”) sold the yard (the “Sale” and, with the dock, the “Sales”).": "Tarn Works sold the yard.",
    'The Norden Harbour Union (the "NHU") agreed.': "The Norden Harbour Union (NHU) agreed.",
    "As shown in table 2, sales grew in May.": "Sales grew in May.",
    "The board adopted the Rules for Ferries, as shown below.": "The board adopted the Rules for Ferries.",
    "Sales grew 3.9%* in May**, as r* rose.": "Sales grew 3.9% in May, as r* rose.",
  };
  for (const [text, shown] of Object.entries(cases)) it(text, () => assert.equal(displayText(text), shown));
});

describe("a sentence without its asides", () => {
  it("has the year that is meant", () =>
    assert.equal(withoutAsides("Stocks hold steady on last year [2030]."), "Stocks hold steady on 2030."));

  it("does not say how its figures are adjusted", () =>
    assert.equal(
      withoutAsides("Dock sales, adjusted for the season and for days of trade, but not for prices, were $4 million."),
      "Dock sales were $4 million.",
    ));
});
