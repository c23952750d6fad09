import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { marksAgainst } from "../../../services/document/extract/titles/title-marks.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const titlesOf = (text: string, head = BANK) => extract(parseText(text), head).insights.map(({ title }) => title);
const titleOf = (text: string, head = BANK) => titlesOf(text, head)[0];

describe("a title", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "says what happened to the whole subject",
      "The unemployment rate in the northern towns fell to 5.1 percent because shipyards hired more welders.",
      "Unemployment rate decline in northern towns, June 2031",
    ],
    [
      "says what effect is expected sooner than that effects are",
      "The combined effects of the measures announced in the Harvest Budget are provisionally expected to boost the level of GDP by around 1%, relative to the May projections.",
      "Expected boost to GDP from measures, June 2031",
    ],
    [
      "tells the main clause of a sentence that opens with another, also where it begins with half a word",
      "Although some ferry fares had moved up by 4 percent, longer-term rents were little changed.",
      "Little-changed longer-term rents, June 2031",
    ],
    [
      "takes what is estimated to have happened for no forecast",
      "Timber exports are estimated to have risen by 4 percent in May 2031.",
      "Estimated increase in timber exports, May 2031",
    ],
    [
      "tells what there could be as possible",
      "There could be increases of 4 percent in ferry and tram fares.",
      "Possible increases in ferry and tram fares, 2031",
    ],
    [
      "names a risk that there would be as that risk",
      "There would be a risk of shortages of 4 percent at northern shipyards.",
      "Risk of shortages at northern shipyards, June 2031",
    ],
    [
      "names the turn that something spurred",
      "Doubts about harbour repairs spurred a sell-off in shipyard bonds, which fell by 4 percent.",
      "Sell-off in shipyard bonds, June 2031",
    ],
    [
      "keeps two kinds of one thing together before a participle",
      "Surveys of 40 harbours pointed to some deterioration in shipyard and commuter sentiment amid heightened uncertainty about fares.",
      "Deterioration in shipyard and commuter sentiment, June 2031",
    ],
    [
      "takes no letter from gas",
      "Global supply of natural gas expanded by 4 percent in May 2031.",
      "Global natural gas supply expansion, May 2031",
    ],
    [
      "keeps a list of words before a noun",
      "Research, development and engineering expenses increased by $52 million, or 5 percent, in 2031.",
      "Increase in research, development and engineering expenses, 2031",
      COMPANY,
    ],
    [
      "keeps what cash is of",
      "Net cash provided by operating activities decreased by $72 million in 2031 because inventories grew.",
      "Harlow operating cash flow decrease, 2031",
      COMPANY,
    ],
    [
      "puts a noun behind what completes it where that is shorter",
      "Prices of imported heating oil rose by 12 percent in May 2031.",
      "Imported heating oil price increase, May 2031",
    ],
    [
      "puts it there behind loose adjectives too, so that the month has room",
      "Market-implied paths for deposit rates across the northern economies declined.",
      "Decline in market-implied deposit rate paths, June 2031",
    ],
    [
      "keeps an adjective that belongs to the noun beside it",
      "Wholesale prices for dried island fruit in the northern towns fell sharply in May.",
      "Dried island fruit wholesale price decline, May 2031",
    ],
    [
      "keeps a deed behind its cost",
      "The cost of mending old ferries had come down to 3 crowns in May.",
      "Decline in cost of mending old ferries, 2031",
    ],
    [
      "dates what went on over two months by the later",
      "Exports of heating oil rose strongly over March and April.",
      "Strong increase in heating oil exports, April 2031",
    ],
    [
      "dates what is measured over three months by the last",
      "Wages of skilled welders grew by 5 percent in the three months to April.",
      "Growth in wages of skilled welders, April 2031",
    ],
    [
      "is of its document's month where the text only cites what was held or published earlier",
      "The outlook for wheat exports was weaker than in the March projections.",
      "Weaker outlook for wheat exports, June 2031",
    ],
    [
      "names the adjective before a comparison",
      "Barge freight rates were very low relative to their average.",
      "Low barge freight rates, June 2031",
    ],
    [
      "keeps what a difficulty is, and names it rather than who reports it",
      "Many contacts reported difficulties finding skilled welders because apprenticeships were cut.",
      "Difficulties finding skilled welders, June 2031",
    ],
    [
      "keeps the way of what is reported",
      "Several shipyards reported rising insurance costs, the highest on record.",
      "Rising insurance costs, June 2031",
    ],
    [
      "tells a deed that goes on",
      "The Board will continue reducing its holdings of harbour bonds and canal bonds and railway bonds.",
      "Continued harbour and canal holdings reduction, June 2031",
    ],
    [
      "is of its document's month where only another clause has a time",
      "Demand for heating oil remained strong, and imports of coal rose by 3 percent in the first quarter.",
      "Strong demand for heating oil, June 2031",
    ],
    [
      "is of the time of what shows it",
      "The housing market in the northern towns weakened further, with rents falling by 2 percent in April.",
      "Housing market weakening in northern towns, April 2031",
    ],
    [
      "tells by how little something rose as its increase",
      "Bond and equity values rose a bit, while volatility was as before.",
      "Increase in bond and equity values, June 2031",
    ],
    [
      "names an adjective's noun",
      "Members noted that the market for skilled welders remained very tight in the spring.",
      "Tight market for skilled welders, June 2031",
    ],
    [
      "tells a decision",
      "The Board decided to raise the base rate by 0.25 percentage points, to 3.5 percent.",
      "Decision to raise base rate, June 2031",
    ],
    [
      "tells an effect of one thing on another",
      "Higher port fees weighed on grain exports in the first quarter, by about 4 percent.",
      "Drag on grain exports from higher port fees",
    ],
    [
      "tells what drove it",
      "Dearer rents were offset by cheaper heating oil, which fell by 8 percent in May.",
      "Dearer rents offset by cheaper heating oil",
    ],
    [
      "tells what is forecast as a forecast",
      "Wheat stocks in Halden are forecast to rise by 2.2 percent in 2032/33.",
      "Projected increase in wheat stocks in Halden, 2032/33",
    ],
    [
      "tells what may be as what may be",
      "Grain exports could fall by a tenth because harbours remain closed.",
      "Possible decline in grain exports, June 2031",
    ],
    [
      "tells what there is",
      "There were signs of weaker demand for mortgages in May, when new loans fell by 4 percent.",
      "Signs of weaker demand for mortgages, May 2031",
    ],
    [
      "names where or for whom a sentence opens",
      "For commercial harbours, lending conditions remained tight over the summer.",
      "Tight lending conditions for commercial harbours, June 2031",
    ],
    [
      "names the sector at the end of a sentence",
      "Selling prices declined slightly in the restaurant sector, but were expected to rise.",
      "Selling price decline in restaurant sector, June 2031",
    ],
    [
      "tells to which side risks are tilted",
      "Members considered that the risks to foreign trade remained tilted to the downside.",
      "Downside risks to foreign trade, June 2031",
    ],
    [
      "tells what somebody made vary, not what it made",
      "Local frost caused prices to vary across ports, but barley was typically cheaper.",
      "Variation in prices from local frost, June 2031",
    ],
    [
      "tells a share as a share",
      "Ferries accounted for about 40 percent of harbour traffic.",
      "Ferries share of harbour traffic, June 2031",
    ],
    [
      "tells what firms reported with who reported it",
      "Furniture stores reported a drop in sales over the past weeks.",
      "Drop in sales at furniture stores, June 2031",
    ],
    [
      "tells what firms feel with what it is about",
      "Firms remained optimistic about spring freight volumes.",
      "Optimism about spring freight volumes, June 2031",
    ],
    [
      "names a company's own measure as its own",
      "Gross margin declined by 4 percent.",
      "Harlow gross margin decline, 2031",
      COMPANY,
    ],
    [
      "tells an unchanged decision as unchanged",
      "The Board decided to maintain the target range for the base rate at 3 percent.",
      "Unchanged target range for base rate, June 2031",
    ],
  ];
  for (const [what, text, title, head] of cases) it(what, () => assert.equal(titleOf(text, head), title));

  it("is of the period that the sentence tells of, never of one that it compares with", () => {
    assert.match(titleOf("Revenue per berth increased by 5 percent when compared to 2029.", COMPANY) ?? "", /, 2031$/);
    assert.equal(
      titleOf("Since June 2029, barley stocks had declined by 7 percent."),
      "Decline in barley stocks since June 2029",
    );
    assert.match(titleOf("Compared with 2029, barley stocks declined by 7 percent in 2030.") ?? "", /, 2030$/);
  });

  it("is of the quarter that a sentence leaves without its year, or that a quarterly report is of", () => {
    assert.match(
      titleOf("Grain exports fell by 5 percent in the first quarter.") ?? "",
      /, (?:first quarter of|Q1) 2031$/,
    );
    const report = { ...COMPANY, title: "Harlow 10-Q, 2031" };
    const text = "For the quarter ended June 30, 2031\n\nGross margin declined by 4 percent because steel was dear.";
    assert.match(titleOf(text, report) ?? "", /, June 2031 quarter$/);
  });

  it("is of no month where the sentence tells of a time that is not the document's", () => {
    assert.equal(
      titleOf("Barley output was 4 percent higher, as dear oats in 2029Q1 had led farms to sow more."),
      "Barley output increase of 4%",
    );
    assert.equal(
      titleOf("Grain stocks have fallen by 5 percent since the middle of 2029."),
      "Decline in grain stocks since middle of 2029",
    );
    assert.match(
      titleOf("Grain exports fell by 5 percent in the first half of 2030.") ?? "",
      /, H1 2030$|half of 2030$/,
    );
  });

  it("takes no turn of phrase into what it names", () => {
    assert.doesNotMatch(
      titleOf(
        "In support of its goals, the Board decided to maintain the target range for the base rate at 3 percent.",
      ) ?? "",
      /in support/,
    );
  });

  it("keeps what its subject excludes, and what two words before a noun share", () => {
    assert.match(
      titleOf("Consumer lending (excluding car loans) rose by 3 percent in May 2031.") ?? "",
      /excluding car loans/,
    );
    assert.match(
      titleOf("Prices excluding energy and food rose by 2.4 percent in May 2031.") ?? "",
      /prices excluding energy and food/i,
    );
    assert.doesNotMatch(
      titleOf("The number of active oil and gas rigs continued to edge down in May 2031.") ?? "",
      /active oil decline/i,
    );
  });

  it("takes no clause without its verb for what goes along with something", () => {
    assert.doesNotMatch(
      titleOf("The labour market had remained very tight, with the vacancy rate near its peak and wages high.") ?? "",
      /with/,
    );
    // What brings it down is no cause of it.
    assert.doesNotMatch(
      titleOf("A stronger crown could bring inflation down further in the spring.") ?? "",
      /inflation from/,
    );
    assert.doesNotMatch(titleOf("There can be little doubt that dear bread hurts poor towns.") ?? "", /lack of/i);
  });

  it("is of the district whose report a document is", () => {
    const head = { ...BANK, title: "Beige Book, 2031-05: Chicago", sourceName: "Federal Reserve System (Beige Book)" };
    assert.match(titleOf("Retail sales of bicycles rose by 4 percent in May 2031.", head) ?? "", /Chicago/);
  });

  it("says more where other sentences of the document say the same", () => {
    const many = Array.from({ length: 8 }, (_, at) => `The labour market of port ${at + 2} was busy and tight.`);
    const text = [...many, "The labour market remained tight with strong demand for welders."].join("\n\n");
    assert.ok(titlesOf(text).some((title) => /^Tight labour market with strong welder demand/.test(title)));
  });

  it("takes no turn of phrase for where something is", () => {
    assert.equal(
      titleOf("In contrast, prices of heating oil fell by 2 percent in May 2031."),
      "Heating oil price decline of 2%, May 2031",
    );
    assert.doesNotMatch(
      titleOf("Lending was less tight than in the previous survey of harbours.") ?? "",
      /in previous survey/,
    );
  });

  it("never pairs or likens what a sentence only sets beside each other", () => {
    const text =
      "Inflation is a threat to the growth of ferries. Anecdotal reports suggest that the hiring of welders is improving.";
    for (const title of titlesOf(text)) assert.doesNotMatch(title, / as |reports and/);
  });

  it("names the place with which a sentence opens, and what a noun has behind it", () => {
    assert.match(
      titleOf("In Halden, barley output rose by 7 percent in 2030.") ?? "",
      /^Barley output increase of 7% in Halden, 2030$/,
    );
    assert.match(titleOf("Economic growth abroad slowed to 1.2 percent in 2030.") ?? "", /growth abroad/);
  });

  it("says whose view it is where its document speaks of the theme over and over", () => {
    const often = Array.from(
      { length: 12 },
      (_, at) => `Wages of welders rose while inflation in town ${at} was high. `,
    );
    const [title] = titlesOf(`Several members noted that inflation remained elevated. ${often.join("")}`);
    assert.equal(title, "Members on elevated inflation, June 2031");
  });

  it("tells a denied change as none", () => {
    assert.match(
      titleOf("Wages in shipyards did not rise in May 2031, unlike those on farms.") ?? "",
      /^Lack of increase in wages/,
    );
  });

  it("does not name what an adjective takes back", () => {
    assert.doesNotMatch(
      titleOf("The contribution of exports became less negative in May 2031, at -0.2 percent.") ?? "",
      /^Negative/,
    );
  });

  it("loses most where it names no thing at all, also behind who says it", () => {
    for (const [empty, told] of [
      ["support for proposal", "support for tariff"],
      ["Harlow on current indications", "Harlow on timber exports"],
      ["different reasonable considerations at Harlow", "different seasonal considerations at Harlow"],
    ] as const)
      assert.ok(marksAgainst(empty) >= marksAgainst(told) + 0.65, empty);
  });

  it("has neither a number at its end nor a hanging word, and 3 to 8 words", () => {
    const text = Array.from(
      { length: 6 },
      (_, at) => `Exports of barley from Northmark rose by ${at + 3} percent in May 2031.`,
    );
    const titles = titlesOf(text.join("\n\n"));
    assert.ok(titles.length > 0);
    for (const title of titles) {
      assert.doesNotMatch(title, /\(\d+\)$|\b(?:and|or|of|in|on|for|to|the|by)$/i);
      const words = title.split(" ").length;
      assert.ok(words >= 3 && words <= 8, title);
    }
    assert.equal(new Set(titles).size, titles.length);
  });
});
