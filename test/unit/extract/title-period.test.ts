import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { periodIn, periodOfClause } from "../../../services/document/extract/prose/period.ts";
import { titlesOf } from "../../../services/document/extract/titles/title.ts";
import { datedAs, stretchOver } from "../../../services/document/extract/titles/title-period.ts";
import type { Topic } from "../../../services/document/extract/titles/topic.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const SPEECH: DocumentHead = {
  title: "Banks and the Harbour Towns",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Anna Halden"],
  documentUrl: "https://example.org/speech",
};
const MONITOR: DocumentHead = {
  title: "Island Grain Monitor",
  sourceName: "Grain Council of the Isles",
  publishedDate: "2031-06-06",
  authors: [],
  documentUrl: "https://example.org/monitor",
};

describe("the period of a title", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "is the season, which is not named twice",
      "Global rye production in the 2031-32 season is expected to rise by 1 percent, slower than consumption growth.",
      "Expected global rye production increase, 2031-32",
    ],
    [
      "is the document's of risks, which come from what they include",
      "Downside risks include high ferry fares in the north and a weaker rye harvest on the islands.",
      "Downside risks from high ferry fares, June 2031",
    ],
    [
      "is the half year that stands behind its year",
      "Demand for ferry berths in 2031H1 was lifted by a cold spring in the northern towns.",
      "Ferry berth demand increase in northern towns, 2031H1",
    ],
    [
      "is the decade that it tells of",
      "Despite rising fares during the early 1990s, barley trade remained strong.",
      "Strong barley trade despite rising fares, early 1990s",
    ],
    [
      "is all of a stretch of years",
      "Between 1986 and 1999, barley prices averaged 18 crowns a bushel in the northern towns.",
      "Barley prices in northern towns, 1986–1999",
    ],
    [
      "is not that of a level which something is held against",
      "Five-year lending rates have increased by more than 80 basis points and are now at levels last seen in late 2027.",
      "Five-year lending rate increase, June 2031",
    ],
    [
      "is not that of the time behind what it rose from",
      "Ferry fares rose to 108 crowns from 101 crowns at the last review in March 2029.",
      "Increase in ferry fares, June 2031",
    ],
    [
      "is not that of the event which it followed",
      "Sales of ropes in the northern towns declined 31% following the loss of a patent in March 2030.",
      "Rope sales decline in northern towns, June 2031",
    ],
    [
      "is not that of a peak from which something declined",
      "Orders for heavy ferries continued to decline from their peak last year.",
      "Decline in orders for heavy ferries, June 2031",
    ],
    [
      "is not that of what it followed",
      "Following a slowdown in 2030, harbour traffic increased by 4 percent.",
      "Harbour traffic increase of 4%, June 2031",
    ],
    [
      "is not that of a peak that was reached before",
      "Prices of barley in the northern towns were below the peaks reached in March.",
      "Prices of barley in northern towns, June 2031",
    ],
    [
      "is not that of a schedule which something follows",
      "Members preferred to continue to reduce the bond holdings of the Board according to the schedule announced in December.",
      "Continued reduction in Board bond holdings, June 2031",
    ],
    [
      "is not that of a figure which something has fallen from",
      "Growth in ferry fares had slowed further in the first quarter of the year, to 3.8%, from 4.1% in the last quarter of 2030.",
      "Slowdown in growth in ferry fares, Q1 2031",
    ],
    [
      "is that of the figure behind what is claimed",
      "Timber exports continued to rise gradually, growing by an annual rate of 2.6% in April after 2.4% in March.",
      "Gradual increase in timber exports, April 2031",
    ],
    [
      "is that at the end of which something stood",
      "Ferry loans of the island banks fell to 4.2 billion crowns at the end of March 2031 because fares rose by 2 percent.",
      "Island bank ferry loan decline, March 2031",
    ],
    [
      "is that of the level which is told behind a change",
      "The average rate on new ferry loans had barely changed over the past year and had stood at 3.3% in April.",
      "Average rate on new ferry loans, April 2031",
    ],
    [
      "is not that of a peak which a level is below",
      "Island bank reserves had continued to decline and stood 33% below their peak of 4.7 billion in November 2029.",
      "Decline in island bank reserves, June 2031",
    ],
    [
      "is the month by which a price is called, once",
      "The May monthly barley price averaged about 240 crowns per tonne, up 45% from the same month last year.",
      "Monthly barley price, May 2031",
    ],
    [
      "is not that for which a figure behind what is claimed is foreseen",
      "Ferry fares continued to rise gradually, with an annual growth rate of 3.7% in October 2031.",
      "Gradual increase in ferry fares, June 2031",
    ],
    [
      "is what it began with where something has gone on up to now",
      "Since March, the Board has raised the harbour lending rate three times for a cumulative 150 basis points.",
      "Increase in harbour lending rate since March 2031",
    ],
    [
      "has the year in which that was, before the document's where that month is to come",
      "Sales of barley had been roughly flat since late September before falling.",
      "Flat sales of barley since late September 2030",
    ],
    [
      "is not what a record is the highest since",
      "Sales of ferry tickets rose to their highest level since March.",
      "Increase in sales of ferry tickets, June 2031",
    ],
    [
      "is not that since which something has gone on",
      "Since the runoff began in January 2030, the holdings of harbour bonds had declined by 40 percent.",
      "Decline in holdings of harbour bonds, June 2031",
    ],
    [
      "is the month in which something began again, not that in which it had ended",
      "Ferry construction in Velden restarted in early May after being suspended in late March.",
      "Ferry construction in Velden, May 2031",
    ],
    [
      "is not the document's month where the quarter before is spoken of",
      "In the quarter, there had been further strong growth of timber exports, while growth in consumption picked up a little.",
      "Strong growth of timber exports",
    ],
    [
      "is not the document's month where ten years are",
      "The staff noted that the market value of the island shipyards had grown significantly over the past decade.",
      "Significant growth in market value of island shipyards",
    ],
    [
      "is that of the deed, not the year by which a case is called",
      "In response to the law, on January 27, 2032, Harlow's island subsidiary filed an updated application requesting the commission to consider a plan in its pending 2030 general rate case.",
      "Harlow updated application filing, January 2032",
      COMPANY,
    ],
    [
      "is of a company's figures the date behind them",
      "The fair value of Harlow's ferry notes, including the current portion, was $789 million and $893 million as of May 31, 2031 and 2030, respectively.",
      "Fair value of Harlow's ferry notes, May 2031",
      COMPANY,
    ],
    [
      "is the year of several that end then",
      "Total ferry maintenance expense was $460 million, $450 million and $414 million for the years ended May 31, 2031, 2030 and 2029, respectively.",
      "Harlow total ferry maintenance expense, fiscal 2031",
      COMPANY,
    ],
    [
      "is the year that is compared, not the day that it is compared with",
      "The effective tax rate for the fiscal year ended May 31, 2031 was lower than the effective tax rate for the fiscal year ended May 31, 2030.",
      "Lower effective tax rate at Harlow, fiscal 2031",
      COMPANY,
    ],
    [
      "is a company's quarter, where the months up to its end are told with it",
      "Ferry net sales decreased during the third quarter and first nine months of 2031 compared to the same periods in 2030 due to lower fares.",
      "Harlow ferry net sales decrease, Q3 2031",
      COMPANY,
    ],
    [
      "is short of a company's first months of a year",
      "Harlow's effective tax rate for the first nine months of 2031 was lower compared to the same period in 2030 due to lower ferry duties.",
      "Harlow's lower effective tax rate, nine months 2031",
      COMPANY,
    ],
    [
      "is not that of a speech for what it tells in the past",
      "The Harbour Fund issued a request for information on the merger of ferry companies.",
      "Harbour Fund’s issuance of request for information",
      SPEECH,
    ],
    [
      "is not that of a report of the first days of a month, which tells of the month before",
      "Barley quotations eased slightly on higher output in the south.",
      "Slight easing in barley quotations on higher output",
      MONITOR,
    ],
  ];
  for (const [name, text, title, head = BANK] of cases)
    it(name, () => assert.equal(extract(parseText(text), head).insights[0]?.title, title));

  for (const than of [
    "from the same month last year [2030]",
    "on the same quarter of the previous year [2030]",
    "below its peak of 4.7 million in May 2029",
    "to 3.8 percent, from 4.1 percent in the last quarter of 2030",
    "from the unusually high growth rates of 2030",
    "and outperforming those of the same ports last year [2030]",
  ])
    it(`is not told by "${than}"`, () =>
      assert.equal(periodOfClause(`shipments were up ${than}.`, readContext(MONITOR), true), ""));

  it("is every year of several, but for those of a filing, which has its last one first", () => {
    const of = (text: string) => periodOfClause(text, readContext(MONITOR), true);
    assert.equal(of("in 2012, 2019, and 2027, the board raised the rate."), "2012, 2019, and 2027");
    assert.equal(of("in fiscal 2031, 2030, and 2029 sales rose."), "fiscal 2031");
  });

  it("is not last year's month of a name that is soon to come", () => {
    const of = (text: string) => periodOfClause(text, readContext({ ...MONITOR, title: "Monitor, June 2031" }), true);
    for (const text of [
      "markets attached a 35 percent probability to a further cut in August.",
      "yields on bills that mature in July had become elevated.",
    ])
      assert.equal(of(text), "", text);
    assert.equal(of("prices had fallen in November."), "November 2030");
  });

  it("is asked for as the quarter that a release's title names, but for what is to come", () => {
    const release = { ...COMPANY, title: "Harlow Reports 2031 Third Quarter Results", publishedDate: "2031-10-20" };
    const asked = (text: string) =>
      extract(parseText(`${text} Harlow has four ferries and 310 quays in the islands of the north.`), release)
        .insights.flatMap(({ questions }) => questions)
        .join("\n");
    assert.match(
      asked(
        "Harlow reported a net loss of $4.2 million, compared to a net loss of $6.1 million in the prior year period.",
      ),
      /What net loss did Harlow report in the third quarter of 2031\?/,
    );
    assert.doesNotMatch(asked("Harlow expects net sales to be between $4 million and $5 million."), /third quarter/);
  });

  it("is the quarter of a call where that is named without its year", () => {
    const call = { ...COMPANY, title: "Harlow Q3 2031 Earnings Call Transcript", publishedDate: "2032-01-20" };
    const text =
      "Net revenues of the ferries in the third quarter were $1,058.4 million, up 6.1% year over year, despite the closure of all piers.";
    assert.match(extract(parseText(text), call).insights[0]?.title ?? "", /(?:third quarter of|Q3) 2031$/);
  });

  it("is the quarter of a release whose first line has its year in front", () => {
    const text =
      "Harlow Reports 2031 Third Quarter Financial Results\n\nNet loss for the three months ended September 30, 2031 was high.\n\n" +
      "Reflecting fuel, the Company reported an adjusted net income of $30.0 million, or $0.59 per share, compared to $28.5 million in the prior year period.";
    const asked = extract(parseText(text), { ...COMPANY, title: "Harlow results", publishedDate: "2031-10-20" });
    assert.match(asked.insights.flatMap(({ questions }) => questions).join("\n"), /in the third quarter of 2031\?/);
  });

  it("leaves nothing of a quarter in front of what it is of", () => {
    const text =
      "Third quarter net sales were $3.4 billion, compared to $3.1 billion in the third quarter of 2030, as traffic increased.";
    assert.equal(extract(parseText(text), COMPANY).insights[0]?.title.includes("quarter net"), false);
  });

  it("is also a quarter whose year stands in front of it, and not one that is compared with", () => {
    const of = (text: string) => periodOfClause(text, readContext(MONITOR), true);
    assert.equal(of("fares for the 2031 third quarter were 4 crowns."), "third quarter of 2031");
    assert.equal(of("fares rose to 4 crowns, compared with 3 crowns in the 2030 third quarter."), "");
  });

  it("is not that at which what is told of ends, nor that of whose prices it is told in", () => {
    for (const text of ["the leases expire between 2035 and 2041.", "in terms of 2010 dollars."])
      assert.equal(periodOfClause(text, readContext(MONITOR), true), "");
  });

  describe("of what a report of today tells of long ago", () => {
    const outlook = { ...MONITOR, title: "Grain Outlook, June 2031" };
    const NOW = "Stocks are high. Fares are low. Mills have orders.";
    const titlesOf = (text: string) =>
      extract(parseText(`${NOW}\n\n${text}`), outlook).insights.map(({ title }) => title);

    it("is the year that stands behind its name", () =>
      assert.ok(
        titlesOf("The Northern Barley Agreement (1954) introduced export quotas for the islands.").includes(
          "Northern Barley Agreement and export quotas, 1954",
        ),
      ));

    it("is not told by the years of an index, nor by when somebody wrote", () =>
      assert.ok(
        ["(1982-84=100)", "(Halden 1996)"].every((aside) =>
          titlesOf(`The island mills adopted an export target for barley ${aside}.`).some((one) =>
            one.includes("2031"),
          ),
        ),
      ));

    it("is not the document's month", () => {
      const old = "In 1961, nine ports signed a pact on barley. The island mills adopted an export target for barley.";
      assert.ok(titlesOf(old).every((title) => !title.includes("2031")));
      assert.ok(titlesOf(old.replace("1961", "2030")).some((title) => title.includes("2031")));
    });
  });

  describe("of a sentence that names none", () => {
    const told = { period: "June 2031", isOwn: false, namesTime: false, measured: "rate" };
    const before = { period: "May 2031", isOwn: true, namesTime: true, measured: "rate" };
    it("is that of the sentence before it that tells of the same measure", () =>
      assert.equal(datedAs(told, before).period, "May 2031"));
    for (const [name, other] of [
      ["another measure", { ...told, measured: "wages" }],
      ["what is not told in the past", { ...told, measured: "" }],
      ["a time of its own", { ...told, namesTime: true }],
    ] as const)
      it(`is its own where it has ${name}`, () => assert.equal(datedAs(other, before).period, "June 2031"));
  });

  describe("of what a release tells in the past", () => {
    const titlesIn = (opening: string, text: string) =>
      extract(parseText(`${opening}\n\nFinancial Highlights\n\n${text}`), {
        ...COMPANY,
        title: "Harlow earnings release, 2031",
      })
        .insights.map(({ title }) => title)
        .join("; ");
    it("is the quarter that its finding is said to be of", () =>
      assert.match(
        titlesIn(
          "Harlow Mills of Norden today announced results for second-quarter 2031, which ended in June.",
          "Ferry revenue was $2.5 billion, or 12 percent of the revenue of all harbours in Norden.",
        ),
        /(?:second quarter of|Q2) 2031/,
      ));
    it("is the quarter that ended then, where it only says which", () =>
      assert.match(
        titlesIn(
          "Harlow Mills of Norden today announced its first quarter results, for the quarter ended November 20, 2030.",
          "Net sales for the first quarter increased 8.1 percent, to $53.44 billion from $49.42 billion a year earlier.",
        ),
        /November[ -](?:2030 quarter|quarter 2030)/,
      ));
  });

  it("is the stretch that the line over a list gives", () => {
    const [first = "", six = ""] = ["three", "six"].map((count) => stretchOver(`${count} months ended June 30, 2031`));
    assert.deepEqual([first, six, stretchOver("")], ["June 2031 quarter", "six months to June 2031", ""]);
  });

  it("is a half or so many months of a year in a company's report", () => {
    const titles = (period: string) =>
      titlesOf(
        {
          cores: [{ text: "net sales increase", worth: 1.5 }],
          ...{ questions: [], sides: [], halves: [], besides: [], whole: "", who: "", says: "", scope: "" },
          ...{ period, isOwn: true, namesTime: true, measured: "" },
        },
        undefined,
        readContext(COMPANY),
      ).map(({ title }) => title);
    assert.ok(titles("six months to June 2031").includes("Net sales increase, H1 2031"));
    assert.ok(titles("nine months to June 2031").includes("Net sales increase, nine months 2031"));
  });

  describe("where the month leaves no room", () => {
    const topic: Topic = {
      cores: [{ text: "expansion in state and local ferry payrolls", worth: 1.5 }],
      ...{ questions: [], sides: [], halves: [], besides: [], whole: "", who: "", says: "", scope: "" },
      ...{ period: "May 2031", isOwn: true, namesTime: true, measured: "" },
    };
    const titles = (head: DocumentHead) => titlesOf(topic, undefined, readContext(head)).map(({ title }) => title);
    it("may be the year", () => assert.ok(titles(BANK).includes("Expansion in state and local ferry payrolls, 2031")));
    it("is none in a company's report, where the year is another period", () =>
      assert.deepEqual(titles(COMPANY), ["Expansion in state and local ferry payrolls"]));
  });
});

describe("a clause that speaks of several years, or compares with one", () => {
  const of = (text: string) => periodOfClause(text, readContext(BANK), true);

  it("is of the whole of a stretch from its beginning through its end", () =>
    assert.equal(
      of("berths moved up 22 percent from the end of the strike in mid-2009 through late 2014"),
      "2009–2014",
    ));

  it("is not of the months that it measures its figures against", () =>
    assert.equal(of("the deficit increased by 4 crowns from the three months ending in May 2030"), ""));
});

describe("the period that a text names", () => {
  for (const [text, period] of [
    ["Output fell by 3% in Quarter 2 (Apr to June) 2031 compared with Quarter 1 (Jan to Mar) 2031", "Q2 2031"],
    ["Orders fell in Quarter 3 2031", "Q3 2031"],
    ["Output in Q1 2031-32 was 40 million crowns, as against 37 million in Q1 2030-31", "Q1 2031-32"],
    ["Output in Q1 2031 was 40 million crowns", "Q1 2031"],
    ["Sales for the April 2031 through June 2031 period were up 8 percent", "April–June 2031"],
    ["The December 2030 to January 2031 percent change was revised", "January 2031"],
  ] as const)
    it(`${period} of "${text}"`, () => assert.equal(periodIn(text), period));
});
