import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Market monitor",
  sourceName: "Norland Farm Service",
  publishedDate: "2030-11-07",
  authors: [],
  documentUrl: "https://example.org/monitor",
};
const factsOf = (text: string) => extract(parseText(text), head).insights;
const freight = `Northern Dry Index (NDI) 1996.0 -6.0% +19.8%
sub-indices:
Largeboat 2947.4 -7.8% +16.9%
Midboat 1804.1 -3.0% +36.7%
Northern Handyboat Index (NHI) 871.9 +7.8% +21.0%

Oct-30
average
Change

M/M Y/Y

Source: Northern Exchange.
`;

describe("averages whose header stands below them", () => {
  it("are told of indices, with both changes and the month", () => {
    const facts = factsOf(freight);
    const found = facts.find(({ finding }) => finding.includes("(NDI)"));
    assert.match(
      found?.finding ?? "",
      /The Northern Dry Index \(NDI\) averaged 1996\.0 in October 2030, with a monthly change of -6\.0% and an annual change of \+19\.8%\.$/,
    );
    assert.equal(found?.title, "Northern Dry Index monthly average, October 2030");
    assert.match(
      found?.excerpts.map(({ start, end }) => freight.slice(start, end)).join("|") ?? "",
      /\|Oct-30\naverage/,
    );
    assert.ok(facts.some(({ finding }) => finding.includes("(NHI) averaged 871.9")));
    const part = facts.find(({ finding }) =>
      finding.includes("The NDI Largeboat sub-index averaged 2947.4 in October 2030"),
    );
    assert.deepEqual(part?.excerpts.map(({ start, end }) => freight.slice(start, end)).slice(0, 2), [
      "Northern Dry Index (NDI) 1996.0 -6.0% +19.8%",
      "Largeboat 2947.4 -7.8% +16.9%",
    ]);
  });

  it("are told of an index whose name fills two lines above its figures, and of its parts", () => {
    const text = freight.replace(
      "Northern Dry Index (NDI) 1996.0",
      "Norland Freight and Harbour\nIndex (NOFI)\n1996.0",
    );
    const facts = factsOf(text).map(({ finding }) => finding);
    assert.ok(
      facts.some((one) => one.includes("The Norland Freight and Harbour Index (NOFI) averaged 1996.0 in October")),
    );
    assert.ok(facts.some((one) => one.includes("The NOFI Midboat sub-index averaged 1804.1 in October 2030")));
  });

  it("are told of an index and its parts that are named with their month below the rows", () => {
    const text = `M/M Y/Y

NOI 213.1 -0.5% -6.0%

Rye 190.4 -0.9% -9.0%

Lentils 155.0 -3.5% -30.4%

Norland Grain Council (NGC) Rye and
Lentils Index (NOI) and NOI sub-Indices

Oct 30
Average*
Change

*Jan 2010=100
`;
    const facts = factsOf(text);
    const whole = facts.find(({ finding }) => finding.includes("Lentils Index (NOI) averaged 213.1 in October 2030"));
    assert.match(whole?.finding ?? "", /a monthly change of -0\.5% and an annual change of -6\.0%\.$/);
    assert.equal(text.slice(whole?.excerpts[0]?.start, whole?.excerpts[0]?.end), "M/M Y/Y");
    assert.ok(facts.some(({ finding }) => finding.includes("The NOI lentil sub-index averaged 155.0 in October 2030")));
  });

  it("are told of currencies by the dollar", () => {
    const [found] = factsOf(`Arden ARD 1432.8 -2.2% -31.6%
Quale QUD 1.5 -0.8% -2.4%
Rep. of Velden VLW 1,121.7 -0.2% 2.2%

AMIS countries' currencies against US Dollar
AMIS
Countries
Currency
Oct 30
Average
Monthly
Change
Annual
Change
`);
    assert.match(
      found?.finding ?? "",
      /The currency of Arden \(ARD\) averaged 1432\.8 per U\.S\. dollar in October 2030, with a monthly change of -2\.2% and an annual change of -31\.6%\.$/,
    );
    assert.equal(found?.title, "Arden currency per U.S. dollar, October 2030");
    assert.match(
      found?.questions[0] ?? "",
      /^What did the currency of Arden average per U\.S\. dollar in October 2030/,
    );
  });

  it("are not read where something else stands between them and the header", () => {
    const text = freight.replace("\nOct-30", "\nOther freight markets were calm\n\nOct-30");
    assert.ok(!factsOf(text).some(({ finding }) => /averaged/.test(finding)));
  });
});

describe("the futures of exchanges", () => {
  const text = `Oct 30 M/M Y/Y

Rye 4 122 +22.2% -3.3%

Maize 251.9 +69.6% +17.1%

NORX futures volumes and price evolution
Average daily volume
(1000 tonnes)

Oct 30 M/M Y/Y

Rye 220.6 +1.0% -10.3%

Maize 213.9 -2.2% -7.2%

Prices (USD/t)

Oct 30 M/M Y/Y

Rye 16 667.1 +38.1% +2.3%

Maize 50 726.5 +47.3% -3.0%

VDX futures volumes and prices evolution
Average daily volume
(1000 tonnes)

Oct 30 M/M Y/Y

Rye 187.7 -0.5% -12.7%

Maize 166.2 +2.1% +1.4%

Prices (USD/t)
`;
  const told = (words: string) => factsOf(words).map(({ finding }) => finding.replace(/^.*?2030: /, ""));

  it("are told under the exchange that is named below their volumes, in their own unit", () => {
    const found = told(text);
    for (const one of [
      "The daily volume of NORX rye futures averaged 4 122 thousand tonnes in October 2030, with a monthly change of +22.2% and an annual change of -3.3%.",
      "The price of NORX maize futures was USD 213.9 per tonne in October 2030, with a monthly change of -2.2% and an annual change of -7.2%.",
      "The daily volume of VDX maize futures averaged 50 726.5 thousand tonnes in October 2030, with a monthly change of +47.3% and an annual change of -3.0%.",
      "The price of VDX rye futures was USD 187.7 per tonne in October 2030, with a monthly change of -0.5% and an annual change of -12.7%.",
    ])
      assert.ok(found.includes(one), one);
  });

  it("are not told where their prices do not stand directly below a volume", () => {
    const apart = text.replaceAll("(1000 tonnes)\n\nOct", "(1000 tonnes)\n\nTrade was calm.\n\nOct");
    assert.ok(told(apart).every((one) => !/The price of/.test(one)));
  });
});

describe("prices between their high and low", () => {
  const text = `Natural gas - US (USD/MMBtu) 3.4 0.4 +14.0 +55.5 4.1 2.2

Urea (USD/tonnes Nitrogen) 926.0 27.2 -4.4 +15.6 1068.1 759.4

Potash (USD/tonnes K2O) 567.7 - -0.1 +24.1 575.5 459.9

Fertilizer prices
Oct-30
average
Oct-30
std. dev.
% change
last month*
% change
last year*
12 month
high
12-month
low
`;

  it("are told with their own unit, and the changes in per cent that their header names", () => {
    const facts = factsOf(text);
    const urea = facts.find(({ title }) => title === "Urea price monthly average, October 2030");
    assert.match(
      urea?.finding ?? "",
      /The price of urea averaged USD 926\.0 per tonne of nitrogen in October 2030, with a monthly change of -4\.4 percent and an annual change of \+15\.6 percent\.$/,
    );
    assert.ok(
      facts.some(({ finding }) => /natural gas in the US averaged USD 3\.4 per MMBtu in October/.test(finding)),
    );
  });

  it("are not read where one lies outside of them", () => {
    assert.ok(factsOf(text.replace("1068.1", "868.1")).every(({ finding }) => !/The price of/.test(finding)));
  });
});

describe("a price by the million British thermal units", () => {
  it("is said with its unit", () => {
    const facts = factsOf(`Energy market indicators 2029 2030 2031
Crude oil price (dollars per barrel) $81 $68 $52
Natural gas price at Arden (dollars per million British thermal units) $2.20 $3.50 $4.00
Coal price at Quale (dollars per million British thermal units) $2.40 $2.50 $2.60
`);
    assert.ok(facts.some(({ finding }) => /Arden is put at \$2\.20 per million Btu in 2029/.test(finding)));
  });
});
