import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { leadOf, NO_SETTING, seasonOf, settingOf } from "../../../services/document/extract/prose/setting.ts";

const contextOf = (title: string, sourceName: string) =>
  readContext({
    title,
    sourceName,
    publishedDate: "2031-11-09",
    authors: [],
    documentUrl: "https://example.org/a",
  });
const outlook = contextOf("Food Outlook, November 2031", "Northmark Food Agency");

describe("what is said in front of a forecast whose paragraph opens with one for a year", () => {
  const opening = "World meat production is forecast to reach 384 million tonnes in 2031, up 1.4 percent from 2030.";
  const leadBehind = (text: string, first = opening, context = outlook) =>
    leadOf(text, settingOf(first, NO_SETTING), context);

  it("is that year", () => {
    assert.equal(leadBehind("Duck meat production is projected to expand."), "2031 outlook");
    assert.equal(seasonOf("2031 outlook"), "2031");
  });

  it("is nothing where it has a term of its own, or is no forecast", () => {
    assert.equal(leadBehind("Goose meat output in 2031/32 is expected to fall."), "");
    assert.equal(leadBehind("Goose meat output is expected to fall over the next two years."), "");
    assert.equal(leadBehind("Goose meat output has fallen."), "");
  });

  it("is nothing where two years are named, or a season in a way of its own", () => {
    assert.equal(leadBehind("Rye output is set to grow.", "Grain output is forecast to rise in 2031 and in 2032."), "");
    assert.equal(leadBehind("Rye output is set to grow.", "Grain supply is forecast to rise in 2031-32."), "");
  });

  it("is nothing in a document of no goods", () =>
    assert.equal(
      leadBehind("Exports are projected to expand.", opening, contextOf("Minutes, November 2031", "Northmark Bank")),
      "",
    ));
});
