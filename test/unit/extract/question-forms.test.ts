import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { withoutSpeaker } from "../../../services/document/extract/questions/questions.ts";
import { withArticles } from "../../../services/document/extract/questions/said-words.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const BANK: DocumentHead = {
  title: "Minutes of the Rate Board, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};

const CONTEXT = {
  attribution: "",
  entity: "the Bank of Northmark",
  document: "",
  period: "June 2031",
  year: 2031,
  company: undefined,
  isTranscript: false,
};

const asked = (text: string, head = BANK) =>
  extract(parseText(text), head)
    .insights.flatMap(({ questions }) => questions)
    .join("\n");

describe("the form of a question", () => {
  const cases: [string, string, RegExp][] = [
    [
      "asks what could happen if a condition holds",
      "If harbours raise their fees again, barley exports could shrink by 4 percent in 2032.",
      /^What could happen to barley exports in 2032 if harbours raise their fees again, according/m,
    ],
    [
      "asks of what had been done in the simple past, with its direction and of the year it is for",
      "Compared with March, barley inflation had been revised up by 0.2 percentage points for 2033, reflecting dearer feed.",
      /^Why was barley inflation revised up for 2033, according/m,
    ],
    [
      "asks why of what was helped by something, however much",
      "Ferry exports grew strongly in May, helped largely by dearer timber in the north.",
      /^Why did ferry exports grow strongly in May 2031, according/m,
    ],
    [
      "asks why of what rests on the back of something",
      "Barley lending continued to be subdued, on the back of two months of negative flows.",
      /^Why did barley lending continue to be subdued, according/m,
    ],
    [
      "asks of less of something not whether there is some",
      "There might be less harbour consolidation than expected thus far.",
      /^Could there be less harbour consolidation, according/m,
    ],
    [
      "asks how something changed without what it changed in line with",
      "Ferry spending had increased in line with harbour activity in the first quarter of 2031.",
      /^How did ferry spending change in the first quarter of 2031, according/m,
    ],
    [
      "asks when something would be appropriate that is not expected until then",
      "The Committee does not expect it will be appropriate to reduce the harbour fee range until it has gained greater confidence that rents are falling towards the target.",
      /^When would it be appropriate to reduce the harbour fee range, according to the Committee of the Bank of Northmark in June 2031\?$/m,
    ],
    [
      "asks under what conditions something could be so",
      "Ferry growth could be higher if fees came down more quickly than expected and rising rents meant that spending increased.",
      /^Under what conditions could ferry growth be higher, according/m,
    ],
    [
      "asks for the figure at which something was steady",
      "The unemployment rate in the northern towns was steady at 3.6 percent in May.",
      /^What was the unemployment rate in the northern towns in May 2031, according/m,
    ],
    [
      "asks at what level something was anchored",
      "Rent expectations across a range of measures were well anchored at about 2 percent.",
      /^At what level were rent expectations across a range of measures (?:well )?anchored, according/m,
    ],
    [
      "asks what pointed to something",
      "Recent indicators pointed to slower growth of ferry traffic and timber exports in May.",
      /^What pointed to slower growth of ferry traffic and timber exports in May 2031, according/m,
    ],
    [
      "asks for the figure that somebody judged to be appropriate",
      "Most participants agreed that it was appropriate to raise the harbour fee by 50 basis points.",
      /^By how much did most participants at the Bank of Northmark judge it appropriate to raise the harbour fee in June 2031\?$/m,
    ],
    [
      "asks for the level that is reached, not by how much",
      "Barley prices peaked above 130 crowns per tonne in 2028.",
      /^At what level did barley prices peak in 2028, according/m,
    ],
    [
      "keeps the clause that says of what there are signs",
      "There were tentative signs that conditions in the northern shipyards were stabilising.",
      /^Were there tentative signs that conditions in the northern shipyards were stabilising, according/m,
    ],
    [
      "says once over which year",
      "The June barley price index was up 8.3 percent year over year.",
      /^By how much was the June barley price index up year over year, according/m,
    ],
    [
      "asks what something reflected",
      "The weakness in timber exports reflected higher harbour fees and a shortage of crews.",
      /^What did the weakness in timber exports reflect, according/m,
    ],
    [
      "asks whether something stood at a level that is only described",
      "The unemployment rate in the northern towns had remained at a low level.",
      /^Did the unemployment rate in the northern towns remain at a low level, according/m,
    ],
    [
      "asks for uncertainty that remained as for what there was",
      "There remained considerable uncertainty around estimates of harbour traffic.",
      /^Was there considerable uncertainty around estimates of harbour traffic, according/m,
    ],
    [
      "takes the number in the name of an index for no figure",
      "Stock prices of northern shipyards outperformed the S&P 500 index in May 2031.",
      /^Did stock prices of northern shipyards outperform the S&P 500 index in May 2031, according/m,
    ],
    [
      "leaves out for whom, where that is only told by a clause",
      "Credit for northern shipyards remained broadly available for borrowers who met the harbour standards.",
      /^Did credit for northern shipyards remain broadly available, according/m,
    ],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.match(asked(text), expected));

  it("never takes a participle for what the sentence says", () => {
    for (const text of [
      "After-tax profits in the shipping sector, adjusted for port fees and expressed as a fraction of output, were 13 percent in May 2031.",
      "A foreman in the northern yards noted a fall in the supply of welders caused delays at one berth in May 2031.",
    ])
      assert.doesNotMatch(asked(text), /adjust for|welders caus/);
  });
});

describe("a question about who takes a stance", () => {
  const cases: [string, string, RegExp][] = [
    [
      "asks whether a person preferred it",
      "President Alder preferred at this meeting to raise the base rate by 0.5 percentage point in light of dearer barley.",
      /^Did President Alder prefer to raise the base rate, according/m,
    ],
    [
      "asks how many preferred it",
      "Five members preferred a reduction in the base rate at this meeting.",
      /^How many members at the Bank of Northmark preferred a reduction in the base rate/m,
    ],
    [
      "asks how a risk was seen",
      "The staff saw the risks to the forecasts for barley output as roughly balanced.",
      /^How did the staff at the Bank of Northmark see the risks to the forecasts for barley output in June 2031\?$/m,
    ],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.match(asked(text), expected));

  it("names the minutes, not the body that met, where nobody is said to hold it", () =>
    assert.match(
      asked("Barley exports declined sharply because harbours closed."),
      /according to the Bank of Northmark's minutes of June 2031\?/,
    ));

  it("names no theme that is open", () =>
    assert.doesNotMatch(
      asked("The main news was that a few harbours cut fees by 3 percent in May 2031."),
      /about (?:the )?main news in/,
    ));
});

describe("a question with two verbs", () => {
  it("is asked of the first, for the second would stay in the past", () => {
    const text = "Freight contacts reported flat demand and expected modest growth over the coming months.";
    assert.match(asked(text), /^Did freight contacts report flat demand, according/m);
  });

  it("has no half of a clause", () => {
    const text =
      "Barley output growth is projected to moderate as Halden, which grows 60 percent of it, approaches the ceiling of 2031.";
    assert.doesNotMatch(asked(text), /as Halden/);
  });
});

describe("a question about a company's figures", () => {
  const COMPANY = {
    ...BANK,
    title: "Best Barley Form 10-Q, 2031 (2031-07-26)",
    sourceName: "SEC filings",
    publishedDate: "2031-07-26",
    authors: ["Best Barley"],
  };

  it("names all the days of which the sentence gives one each", () =>
    assert.match(
      asked(
        "Total storage costs were $1.4 million and $1.3 million as of June 30, 2031 and December 31, 2030, respectively.",
        COMPANY,
      ),
      /^What were Best Barley's total storage costs as of June 30, 2031 and December 31, 2030\?$/m,
    ));

  it("never ends in a figure or a date", () => {
    const settled = asked(
      "Under the stipulation, we agreed to settle the lawsuits for $6,250,000 in cash, of which our insurers will pay $6,000,000.",
      COMPANY,
    );
    assert.match(settled, /^Did Best Barley agree to settle the lawsuits, according/m);
    assert.doesNotMatch(settled, /\$6,? /);
    assert.doesNotMatch(
      asked(
        "Best Barley has incurred recurring storage losses and as of June 30, 2031 had a deficit of $255.6 million.",
        COMPANY,
      ),
      /June 30, according/,
    );
  });

  it("asks how many of what was counted", () =>
    assert.match(
      asked("We repurchased 1.2 million shares of our stock for $45.6 million in the second quarter of 2031.", COMPANY),
      /^How many shares of its stock did Best Barley repurchase in the second quarter of 2031\?$/m,
    ));

  it("says of what a share is", () =>
    assert.match(
      asked("As a percentage of net sales, storage expenses decreased to 23.6% in 2031.", COMPANY),
      /^To what level did Best Barley's storage expenses as a percentage of net sales decrease/m,
    ));
});

describe("a question about a measure", () => {
  it("asks at what rate it moved", () =>
    assert.match(
      asked("Barley output expanded at an annual rate of 2.9 percent in May 2031."),
      /^At what annual rate did barley output expand in May 2031, according/m,
    ));

  it("is dated by the stretch that ends in its month", () => {
    assert.match(
      asked("Growth in weekly barley wages declined to 4.9 percent in the three months to May."),
      /^To what level did growth in weekly barley wages decline in the three months to May 2031, according/m,
    );
    assert.match(
      asked("Over the 12 months ending in May, ferry fares rose 6.6 percent."),
      /^By how much did ferry fares rise over the 12 months ending in May 2031, according/m,
    );
    assert.match(
      asked("Ferry fares rose 4.9 percent in the year to August 2030."),
      /^By how much did ferry fares rise in the year to August 2030, according/m,
    );
  });

  it("asks not whether somebody did do", () =>
    assert.doesNotMatch(
      asked(
        "The Rate Board did not, at its meeting on 7 June 2031, change the base rate, which remains at 4.25 per cent.",
      ),
      /^Did .* do\b/m,
    ));

  it("is not dated by the event that was followed", () =>
    assert.doesNotMatch(
      asked("Sales of ropes in the northern towns declined 31% following the loss of a patent in March 2030."),
      /in March 2030/,
    ));

  it("counts what is no money, and asks for no figure where another stands behind it", () => {
    assert.match(
      asked("Harlow Ferries carried 9.4 million passengers in the first quarter of 2031, up 6% from a year earlier."),
      /^How many passengers did Harlow Ferries carry in the first quarter of 2031, according/m,
    );
    assert.match(
      asked("In fiscal 2031, Harlow purchased 14.3 million shares of its common stock for $56 million.", COMPANY),
      /^How many shares of its common stock did Harlow purchase for \$56 million/m,
    );
    assert.doesNotMatch(
      asked(
        "As of May 31, 2031, the harbour had 340 million crowns outstanding and 660 million crowns available under the facility.",
      ),
      /^How (?:much|many) .*outstanding and/m,
    );
  });

  it("says its month once", () => {
    const all = asked("Barley merchants' expectations for fares had resumed their downward momentum in May.");
    assert.doesNotMatch(all, /in May in May/);
    assert.match(all, /momentum in May 2031/);
  });

  it("has the articles that its sentence has wherever it says the words", () => {
    const said = "A slower pace of dredging in the northern harbour eased the demand for barges and demand for tugs.";
    assert.equal(withArticles("case for slower pace of dredging", said), "case for a slower pace of dredging");
    assert.equal(withArticles("fall in demand", said), "fall in demand");
  });

  it("keeps that it is true of most", () =>
    assert.match(
      asked("Most northern currencies depreciated against the crown in May 2031, in part because harbours closed."),
      /^Why did most northern currencies depreciate/m,
    ));

  it("is about what somebody tells, not about who tells it", () => {
    const told = asked("Boat dealers experienced a robust surge in new ferry sales ahead of the end of the subsidy.");
    assert.doesNotMatch(told, /say about boat dealers/i);
    assert.match(told, /robust surge in new ferry sales/);
  });
});

describe("a theme", () => {
  it("does not say again who spoke", () => {
    const context = { ...CONTEXT, speaker: "Anna Tarn" };
    assert.equal(withoutSpeaker("Tarn on the threshold for fees", context), "the threshold for fees");
    assert.equal(withoutSpeaker("Tarn's attention on rents", context), "attention on rents");
    assert.equal(withoutSpeaker("Tarnholm ferries", context), "Tarnholm ferries");
  });
});

describe("a question why", () => {
  it("is not asked of what hardly responded, nor of what another thing responded to", () => {
    assert.doesNotMatch(asked("Rope prices moved up very little in response to the rise in harbour fees."), /^Why/m);
    assert.doesNotMatch(
      asked("Rope prices have fallen throughout May, a decline interrupted by spikes in response to storms."),
      /^Why/m,
    );
  });
});
