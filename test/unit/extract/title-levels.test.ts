import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { isWorded, type TakenTitles, takeTitle } from "../../../services/document/extract/titles/title-taken.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const CPI: DocumentHead = { ...BANK, title: "Consumer Price Index, June 2031", sourceName: "Norland Statistics" };
const FED: DocumentHead = { ...BANK, title: "FOMC Minutes, June 17-18, 2031", sourceName: "Federal Reserve (FOMC)" };

const titlesOf = (text: string, head = BANK) => extract(parseText(text), head).insights.map(({ title }) => title);

/** A measure alone is every sentence's: what is said of it makes it this one's. */
describe("a title says of a measure what its sentence says of it", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "how high it stood",
      "The rental vacancy rate stood at 4.2 percent in May.",
      "Rental vacancy rate at 4.2%, May 2031",
    ],
    [
      "how high it stood, and not how it came there",
      "The dock vacancy rate stood at 4.2 percent, down 0.6 percentage point from the April reading of 4.8 percent.",
      "Dock vacancy rate at 4.2%, June 2031",
    ],
    [
      "above or below what",
      "Mortgage arrears remained below 2 percent in May, as incomes rose.",
      "Mortgage arrears below 2%, May 2031",
    ],
    [
      "how high it is expected to be",
      "Food price inflation is expected to be 2.1% in 2032, because harvests were good.",
      "Expected food price inflation of 2.1%, 2032",
    ],
    [
      "by how much it grew, with the word that growth takes",
      "Harbour wage growth was 0.3 percent in the first quarter of 2031.",
      "Harbour wage growth of 0.3%, Q1 2031",
    ],
    [
      "behind a colon, where nothing in front of it is a measure",
      "Boatmen were still as thrifty as they had ever been: in the first quarter the repair rate had stood at 15.5%, well above the usual share.",
      "Repair rate at 15.5%, first quarter of 2031",
    ],
    [
      "that it held steady",
      "The overnight lending rate held steady throughout the month despite larger issuance.",
      "Steady overnight lending rate, June 2031",
    ],
    [
      "that it was at high levels",
      "Dock tariff rates had remained at elevated levels since the autumn storms.",
      "Elevated dock tariff rates, June 2031",
    ],
    [
      "how somebody saw it",
      "Members continued to see the uncertainty surrounding the timber outlook as elevated.",
      "Elevated uncertainty surrounding timber outlook, June 2031",
    ],
    [
      "how it was considered to be",
      "The ferry investment outlook was considered fragile, given the weak orders.",
      "Fragile ferry investment outlook, June 2031",
    ],
    [
      "how it moved",
      "Timber exports rose sharply in May, led by sales of planks to the islands.",
      "Sharp increase in timber exports, May 2031",
    ],
    [
      "at what pace it moved",
      "Ferry traffic has been expanding at a solid pace, supported by low fares.",
      "Solid ferry traffic expansion, June 2031",
    ],
    [
      "that it moved more than was expected",
      "Timber output had grown more strongly than had been expected because of new mills.",
      "Stronger-than-expected timber output growth, June 2031",
    ],
    [
      "that it was lower than expected, which is no decline",
      "Timber inflation had been slightly lower than expected because of the new mills.",
      "Lower-than-expected timber inflation, June 2031",
    ],
    [
      "what it is to something else",
      "Harbour strikes remained a major source of uncertainty.",
      "Harbour strikes as major source of uncertainty, 2031",
    ],
    [
      "what it gave to something else",
      "Timber exports made a small positive contribution to GDP growth in May.",
      "Timber export contribution to GDP growth, May 2031",
    ],
    [
      "what the first of many did",
      "Share prices, bond yields, and risk spreads in the northern harbours declined in May because of the strikes.",
      "Share price decline, May 2031",
    ],
    [
      "what falls are",
      "Ferry shares had recorded large falls over the past month because of the strikes.",
      "Large ferry share decline, June 2031",
    ],
    [
      "that the economies are others than the document's own",
      "Energy price inflation increased in many foreign economies because of the storms.",
      "Energy price inflation increase abroad, June 2031",
      FED,
    ],
    [
      "that an index is of consumer prices",
      "The shelter index increased 3.7 percent in May, led by rents in the harbour.",
      "Shelter CPI increase of 3.7%, May 2031",
      CPI,
    ],
    [
      "that what rose in consumer prices is a price",
      "Transport increased by 7.0 percent year-on-year in May and contributed 1.0 percentage point.",
      "Transport price increase, May 2031",
      CPI,
    ],
    [
      "that something is deferred, not that somebody defers it",
      "As of June 30, 2031, Harlow had deferred revenue of approximately $840 million.",
      "Harlow deferred revenue, June 2031",
      COMPANY,
    ],
    [
      "in the later of two quarters",
      "Timber output had been weak in both the second and third quarters.",
      "Weak timber output, third quarter of 2030",
    ],
  ];
  for (const [what, text, title, head] of cases) it(what, () => assert.equal(titlesOf(text, head)[0], title));

  it("is no level where the figure is a difference, a share of something else or one of several", () => {
    for (const text of [
      "The vacancy rate in the harbour towns was 0.2 percentage points lower in May.",
      "Timber sales were 10% of harbour exports in May because of the strikes.",
      "The vacancy rate in the harbour towns was 4 percent and 5 percent in April and May, respectively.",
    ])
      assert.doesNotMatch(titlesOf(text)[0] ?? "", /\d%/);
  });

  it("calls no decision what some members only voted for", () => {
    assert.match(titlesOf("Four members voted to reduce the base rate to 4%.")[0] ?? "", /^Vote to reduce base rate, /);
    assert.match(
      titlesOf("The Committee voted to reduce the base rate to 4%.")[0] ?? "",
      /^(?:Decision to reduce base rate|Base rate reduction|Reduction in base rate), /,
    );
  });

  it("knows another insight's title in other words, and without its month", () => {
    const taken: TakenTitles = new Map();
    takeTitle("Increase in timber prices, May 2031", taken);
    for (const same of ["Timber price increase, May 2031", "Timber price increase, 2031", "Increase in timber price"])
      assert.equal(isWorded(same, taken), true, same);
    for (const other of ["Timber price increase, April 2031", "Timber price decline, May 2031"])
      assert.equal(isWorded(other, taken), false, other);
  });
});
