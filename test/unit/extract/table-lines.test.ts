import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { pastOf } from "../../../services/document/extract/tables/table-subject.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const insightsOf = (text: string) => {
  const head = {
    title: "Tarn Form 10-K, 2031",
    sourceName: "SEC EDGAR filings",
    publishedDate: "2031-07-30",
    authors: ["Tarn"],
    documentUrl: "https://example.org/tarn",
  };
  const document = parseText(`Tarn builds boats and ropes for harbours all over the world.\n\n${text}`);
  return extract(document, head).insights.map(({ title, finding, questions, excerpts }) => ({
    title,
    questions,
    finding: finding.replace(/^[^:]*: /, ""),
    shown: excerpts.map(({ start, end }) => document.text.slice(start, end)),
  }));
};

describe("a line of a statement of cash flows", () => {
  const found = insightsOf(`TARN STATEMENTS OF OPERATIONS
(Amounts in millions)

For the Six Months Ended June 30,
2031 2030
Net income $ 328 $ 275
Changes in operating assets and liabilities, net of what was bought:
Accounts payable (104) (87)
Total cash provided by operating activities 224 188
Effect of exchange rate changes 12 (48)
Net cash used in financing activities (17) (21)
Cash paid during the period for:
Interest 21 22
Non-cash additions to equipment 41 39
`);
  const findingOf = (words: string) => found.find(({ finding }) => finding.includes(words));

  it("tells by how much a change moved the cash, not a level", () => {
    const one = findingOf("accounts payable");
    assert.match(one?.finding ?? "", /^Tarn's cash effect of the change in accounts payable was \$\(104\) million in /);
    assert.match(one?.title ?? "", /^Tarn change in accounts payable, /);
    assert.ok(one?.shown.some((text) => text.includes("Changes in operating assets")));
  });
  it("tells a sum below them as what it is", () =>
    assert.ok(findingOf("Tarn's total cash provided by operating activities was $224 million")));
  it("tells on what exchange rates had their effect", () =>
    assert.ok(findingOf("Tarn's effect of exchange rate changes on cash was $12 million")));
  it("tells as paid in cash only what was", () => {
    assert.ok(findingOf("Tarn's cash paid for interest was $21 million"));
    assert.equal(findingOf("cash paid for non-cash"), undefined);
  });
});

describe("a line of a balance sheet that may stand on either side", () => {
  const sheet = (total: string) =>
    insightsOf(`Tarn Balance Sheets
(in millions)

June 30, December 31,
2031 2030
${total} $ 709 $ 681
Deferred income taxes 83 73
Goodwill 10 10
`).find(({ finding }) => finding.includes("deferred income tax"));
  for (const side of ["assets", "liabilities"])
    it(`is told as ${side} below the current ones`, () => {
      const one = sheet(`Total current ${side}`);
      assert.match(one?.finding ?? "", new RegExp(`^Tarn's deferred income tax ${side} were \\$83 million at June 30`));
      assert.ok(one?.shown.some((text) => text.includes(`Total current ${side}`)));
    });
  it("is left out where nothing says which", () => assert.equal(sheet("Receivables"), undefined));
});

describe("a row of a part of the company", () => {
  const found = insightsOf(`ROPEWALK

(Dollars in millions) FISCAL 2031 FISCAL 2030
Revenues by:
Cordage $ 155 $ 94
Equipment (ii) 28 26
Sales to harbours 99 92
`);
  it("is of what is sold under revenues", () =>
    assert.ok(found.some(({ finding }) => /^Tarn's revenues for Equipment .*were \$28 million/.test(finding))));
  it("names the part in its title and questions", () => {
    const one = found.find(({ finding }) => finding.includes("revenues for Cordage"));
    assert.equal(one?.title, "Tarn Ropewalk revenues for Cordage, fiscal 2031");
    assert.ok(one?.questions.every((question) => question.includes("Ropewalk")));
  });
});

describe("the parts of an income tax", () => {
  const found =
    insightsOf(`The following table presents the current and deferred amounts of the provision for income taxes (in millions):

Year ended December 31,
2030 2029 2028
Current:
Foreign (250) (290) (203)
State and municipal (16) (13) (11)
Deferred:
Foreign (14) 88 10
State and municipal 8 (7) 3
Provision for income taxes $ (272) $ (222) $ (201)
`).map(({ finding }) => finding);
  it("are told with the whole of its name, once", () => {
    assert.ok(
      found.some((one) => one.startsWith("Tarn's current foreign provision for income taxes was $(250) million")),
    );
    assert.ok(
      found.some((one) => one.includes("deferred state and municipal provision for income taxes was $8 million")),
    );
  });
});

describe("the columns of a table of segments", () => {
  const found = insightsOf(`The following table presents net sales by segment (in millions):

For the Six Months Ended June 30,
2031 2030
Harbour Boats $ 412 $ 388
Fishing Ropes 120 131
River Services 98 90
Total net sales $ 630 $ 609

The following provides historical segment information (in millions):

Harbour
Boats
Fishing
Ropes
River
Services Total

For the year ended December 31, 2030
Segment net sales $ 1,560 $ 501 $ 372 $ 2,433
Depreciation $ 41 $ 12 $ 9 $ 62
Capital expenditures $ 80 $ 22 $ 14 $ 116

For the year ended December 31, 2029
Depreciation $ 39 $ 11 $ 8 $ 58
Capital expenditures $ 70 $ 21 $ 13 $ 104
`);
  it("add up to what the segments have, not the whole company", () => {
    const one = found.find(({ finding }) => finding.includes("$116 million"));
    assert.match(one?.finding ?? "", /^Tarn's segment capital expenditures were \$80 million for Harbour Boats/);
    assert.match(one?.title ?? "", /^Tarn segment capital expenditures, /);
  });
});

describe("a figure of a share", () => {
  it("is shown without the scale of other rows", () => {
    const [one] = insightsOf(`Q4 FY31 Q4 FY30 FY31 FY30
Revenue ($ in millions)
Harbours $ 13,531 $ 14,993 $ 42,794 $ 47,830
Fares per Share ("EPS")
GAAP diluted EPS $ 2.23 $ 2.62 $ 6.29 $ 9.84
`).filter(({ finding }) => finding.includes("EPS"));
    assert.deepEqual(one?.shown, ["Q4 FY31 Q4 FY30 FY31 FY30", "GAAP diluted EPS $ 2.23 $ 2.62 $ 6.29 $ 9.84"]);
  });
});

describe("the votes for a nominee", () => {
  const found = insightsOf(`(1) The following 2 persons were elected to serve as directors of Tarn:

Nominee For Against Abstain Broker Non-Votes
Ada Quay 1,005,178,935 12,334,137 2,634,817 172,969,325
Bert Mole 1,013,605,781 4,200,722 2,341,386 172,969,325
`);
  it("say for what", () => {
    const one = found.find(({ finding }) => finding.includes("Ada Quay"));
    assert.match(one?.finding ?? "", /^Tarn's nominee for director Ada Quay received 1,005,178,935 votes for/);
    assert.ok(one?.shown.some((text) => text.includes("elected to serve as directors")));
  });
});

describe("a row's verb", () => {
  for (const [label, verb] of [
    ["net income including noncontrolling interests", "was"],
    ["ferry taxes and amortization of pier credits", "were"],
    ["crew compensation and related expenses", "were"],
    ["right-of-use assets obtained in exchange for leases", "were"],
    ["proceeds from/(Repayments of) notes, net", "were"],
    ["fares declared and not paid", "were"],
    ["sales and marketing", "was"],
    ["loss on sale of boats and piers", "was"],
    ["net cash generated by/(used in) ferries", "was"],
  ] as const)
    it(`agrees with "${label}"`, () => assert.equal(pastOf(label), verb));
});
