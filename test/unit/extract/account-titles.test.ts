import assert from "node:assert/strict";
import { accountLetters, thingFirst } from "../../../services/document/extract/account-titles.ts";
import { withEntity } from "../../../services/document/extract/title-places.ts";

describe("a company's title", () => {
  it("has what readers of accounts call by its letters", () => {
    const said = "Selling, general and administrative expenses rose.";
    assert.equal(accountLetters("general and administrative expense increase", said), "SG&A expense increase");
    assert.equal(
      accountLetters("general and administrative expense increase", ""),
      "general and administrative expense increase",
    );
    assert.equal(accountLetters("Diluted earnings per common share increase", ""), "diluted EPS increase");
  });

  for (const [text, isOwnDeed, first] of [
    ["termination of ferry leases", true, "ferry lease termination"],
    ["termination of ferry leases", false, undefined],
    ["sale of Tarn's ferries", true, undefined],
    ["sale of ferries in Norden", true, undefined],
    ["total notional amount of ferry hedges", false, "ferry hedge notional amount"],
  ] as const)
    it(`${first ? `may be "${first}"` : "is left as it is"} of "${text}"${isOwnDeed ? "" : " that others did"}`, () =>
      assert.equal(thingFirst({ text, worth: 1 }, isOwnDeed)[1]?.text, first));

  it("has its company in front of what it has, not of what befalls it", () => {
    const named = (text: string) => withEntity(text, { text, worth: 1 }, "Harlow", "at", false);
    assert.ok(named("allowance for ferry losses").includes("Harlow allowance for ferry losses"));
    assert.deepEqual(named("weakness in ferry fares"), ["weakness in ferry fares at Harlow"]);
  });
});
