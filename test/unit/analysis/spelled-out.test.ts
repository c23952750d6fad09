import assert from "node:assert/strict";
import { analyseQuery } from "../../../services/search/analysis/analyse.ts";
import { spelledOut } from "../../../services/search/analysis/spelled-out.ts";

describe("a query's months and quarters", () => {
  for (const [query, text] of [
    ["minutes Mar. 2031", "minutes March 2031"],
    ["ferry dues, sept 3, 2031", "ferry dues, September 3, 2031"],
    ["minutes Jan 28-29, 2031", "minutes January 28-29, 2031"],
    ["minutes 3/2031", "minutes March 2031"],
    ["ferry dues 12/2031 and 01/2032", "ferry dues December 2031 and January 2032"],
    ["margin in the last quarter of 2031", "margin in the fourth quarter of 2031"],
    ["final quarter 2031 margin", "fourth quarter 2031 margin"],
  ] as const) {
    it(`are spelled out: ${query}`, () => assert.equal(spelledOut(query).text, text));
  }

  it("stay as they are where no year follows", () => {
    for (const query of [
      "mar the finish",
      "last quarter",
      "Dec",
      "Jan Smith 12 ferries",
      "March 2031",
      "3/3/2031",
      "13/2031",
      "1.3/2031",
      "3/2031/4",
      "the last 2031",
    ])
      assert.equal(spelledOut(query).text, query);
  });

  it("are read as what they stand for, and told as they were typed", () => {
    const { terms, typed, time } = analyseQuery("minutes Mar. 2031");
    assert.deepEqual(terms, analyseQuery("minutes March 2031").terms);
    assert.deepEqual(time, analyseQuery("minutes March 2031").time);
    assert.deepEqual(typed, ["minutes", "Mar", "2031"]);
    const last = analyseQuery("last quarter of 2031");
    assert.deepEqual(last.time, analyseQuery("fourth quarter of 2031").time);
    assert.equal(last.typed[0], "last");
  });
});
