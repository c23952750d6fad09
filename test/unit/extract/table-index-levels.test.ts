import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Commodity Outlook, October 2030",
  sourceName: "Bank of Norland",
  publishedDate: "2030-10-29",
  authors: [],
  documentUrl: "https://example.org/commodities",
};
const TABLE = `TABLE 1 Commodity price forecast

Commodity 2028 2029 2030f 2031f
INDEXES (in nominal crowns, 2020 = 100)
Total 1 108.0 105.1 97.4 90.7
Energy 2 106.9 101.5 88.9 79.9
Metals and Minerals 104.0 106.7 109.8 110.1

PRICES (in nominal crowns)
Coal 172.8 136.1 107.0 100.0
Peat 12.8 13.1 10.0 10.1
`;
const toldOf = (text: string) =>
  extract(parseText(text), head).insights.map(
    ({ title, finding }) => `${title} | ${finding.replace(/^.*?2030: /, "")}`,
  );

describe("indices under the line that gives their base", () => {
  it("are told without a unit, the total among them", () => {
    const told = toldOf(TABLE);
    for (const one of [
      "The total commodity price index",
      "The energy price index",
      "The price index of metals and minerals",
    ])
      assert.ok(
        told.some((finding) => finding.includes(`| ${one} (in nominal crowns, 2020 = 100) is put at 10`)),
        one,
      );
    assert.ok(
      told.some((one) => /\b101\.5 in 2029, a projected 88\.9 in 2030 and a projected 79\.9 in 2031\./.test(one)),
    );
  });

  it("end where prices begin, which have a unit", () => {
    assert.ok(toldOf(TABLE).every((one) => !/(?:coal|peat) price index/i.test(one)));
  });

  it("are silent where their base is not given", () => {
    assert.ok(toldOf(TABLE.replace(", 2020 = 100", "")).every((one) => !/price index/.test(one)));
  });
});
