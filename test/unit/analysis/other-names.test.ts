import assert from "node:assert/strict";
import { analyse, analyseQuery } from "../../../services/search/analysis/analyse.ts";
import { otherNames } from "../../../services/search/analysis/other-names.ts";

const names = (name: string) => otherNames(name).split(" ");

describe("other names", () => {
  const cases: [name: string, other: string][] = [
    ["Bank of England", "BOE"],
    ["Bank of England", "MPC"],
    ["European Central Bank", "ECB"],
    ["Federal Reserve Board (FOMC)", "Fed"],
    ["U.S. Energy Information Administration", "EIA"],
    ["U.S. Department of Agriculture", "USDA"],
    ["Food and Agriculture Organization", "FAO"],
    ["Organisation for Economic Co-operation and Development", "OECD"],
    ["World Agricultural Supply and Demand Estimates (No. 5), May 2031", "WASDE"],
    ["Short-Term Energy Outlook, May 2031", "STEO"],
    ["Consumer Price Index news release", "CPI"],
    ["Pine & Pine Form 10-K 2031", "PP"],
    ["Pine & Pine Form 10-K 2031", "PnP"],
  ];
  for (const [name, other] of cases) {
    it(`of ${name}: ${other}`, () => assert.ok(names(name).includes(other), otherNames(name)));
  }

  it("are none of a single word, of acronyms, and of small letters", () => {
    for (const name of ["Riksbank", "WASDE 665", "minutes of the meeting", "", "A", "& & &"]) {
      assert.equal(otherNames(name), "", name);
    }
  });

  it("take any text in bounded time", () => {
    assert.ok(otherNames("Aa of ".repeat(20_000)).length < 1_000);
  });
});

describe("names of forms", () => {
  it("are one word, with the hyphen and without", () => {
    assert.deepEqual(analyse("Form 10-K, 10-Q, 8-K and 20-F"), ["form", "10k", "10q", "8k", "and", "20f"]);
    assert.deepEqual(analyseQuery("10K 10-k").terms, ["10k"]);
  });

  it("leave other hyphens as they are", () => {
    assert.deepEqual(analyse("5-year 100-K COVID-19 1-2"), ["5", "year", "100", "k", "covid", "19", "1", "2"]);
  });
});
