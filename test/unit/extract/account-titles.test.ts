import assert from "node:assert/strict";
import { accountLetters, shorterForms } from "../../../services/document/extract/titles/account-titles.ts";
import { effectForms } from "../../../services/document/extract/titles/object-cores.ts";
import { withEntity } from "../../../services/document/extract/titles/title-places.ts";

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
    ["Northern Ferries segment share of net sales", false, "Northern Ferries share of net sales"],
    ["ferry segment share of net sales", false, undefined],
    ["aggregate amount of contracted fares", false, "contracted fares"],
  ] as const)
    it(`${first ? `may be "${first}"` : "is left as it is"} of "${text}"${isOwnDeed ? "" : " that others did"}`, () =>
      assert.equal(shorterForms({ text, worth: 1 }, isOwnDeed)[1]?.text, first));

  it("names the company as others are named where it measures something of its own", () => {
    const core = { text: "Acmecorp's ferry revenues", worth: 1 };
    assert.ok(shorterForms(core, true, "", true).some(({ text, isNamed }) => text === "ferry revenues" && isNamed));
    assert.deepEqual(shorterForms(core, true), [core]);
  });

  it("tells by which rules a figure is counted", () => {
    const said = "On a non-GAAP basis, the effective tax rate was 26.6%.";
    assert.equal(accountLetters("effective tax rate", said), "non-GAAP effective tax rate");
    assert.equal(accountLetters("ferry fares", said), "ferry fares");
  });

  it("tells of cash that was used as of an outflow", () => {
    const text = "investing cash flow increase";
    assert.equal(
      accountLetters(text, "cash used in investing activities increased"),
      "investing cash outflow increase",
    );
    assert.equal(accountLetters(text, "cash provided by investing activities increased"), text);
  });

  for (const text of ["movements in foreign exchange rates", "GAAP and Non-GAAP"])
    it(`is not "${text}", which says nothing of what was moved or counted`, () =>
      assert.deepEqual(shorterForms({ text, worth: 1 }, true), []));

  it("tells in few words what foreign currencies did to a figure", () => {
    const forms = (cause: string) => effectForms(cause, "Harlow's consolidated net sales");
    assert.ok(forms("movements in foreign exchange rates").includes("currency effect on net sales"));
    assert.ok(!forms("movements in freight rates").includes("currency effect on net sales"));
  });

  it("has its company in front of what it has, not of what befalls it", () => {
    const named = (text: string) => withEntity(text, { text, worth: 1 }, "Harlow", "at", false);
    assert.ok(named("allowance for ferry losses").includes("Harlow allowance for ferry losses"));
    assert.ok(named("currency effect on net sales").includes("Harlow currency effect on net sales"));
    assert.ok(named("Northern Ferries share of sales").includes("Harlow Northern Ferries share of sales"));
    assert.deepEqual(named("weakness in ferry fares"), ["weakness in ferry fares at Harlow"]);
  });
});
