import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

/** Readers find hardly one insight good whose title could be any other's. */
describe("a title that hardly tells of what it is", () => {
  const poor =
    "A gradual approach to further steps allowed the Board to assess carefully the balance of risks, at a cost of 3 percent.";
  const good = "Timber exports to the islands rose sharply in May because ferry fares fell by 12 percent.";

  it("makes no insight where the document has a better one", () => {
    const made = titlesOf(`${good}\n\n${poor}`);
    assert.equal(made.length, 1, made.join("; "));
    assert.match(made[0] ?? "", /timber exports/i);
  });

  it("makes one where it has none", () => {
    assert.equal(titlesOf(poor).length, 1);
  });
});
