import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { leadOf, movedBy, NO_SETTING, seasonOf, settingOf } from "../../../services/document/extract/prose/setting.ts";

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

describe("what is said in front of a forecast behind one that opens with its year", () => {
  const behind = (...sentences: string[]) => {
    const text = sentences.pop() ?? "";
    return leadOf(
      text,
      sentences.reduce((setting, one) => movedBy(one, setting), NO_SETTING),
      outlook,
    );
  };
  const opening = "For 2032, goose and duck prices are lowered on larger flocks.";

  it("is that year, where none other was named since", () => {
    assert.equal(behind(opening, "The down price forecast is raised on strong demand."), "2032 outlook");
    assert.equal(behind(opening, "The down price is raised, as demand is expected to last into 2032."), "2032 outlook");
    assert.equal(behind(opening, "Eggs are unchanged from 2031.", "The down price forecast is raised."), "");
  });

  it("is nothing where it names the year itself, or changes no forecast", () => {
    assert.equal(behind(opening, "The 2032 down price forecast is raised."), "");
    assert.equal(behind(opening, "The down price rose in the autumn."), "");
  });
});
