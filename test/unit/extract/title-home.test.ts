import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { homeOf, isAtHome, namesAway } from "../../../services/document/extract/prose/country.ts";
import { atHome } from "../../../services/document/extract/titles/title-places.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const RIKSBANK = { ...BANK, sourceName: "Sveriges Riksbank" };

describe("the area of a central bank in a title", () => {
  const cases: [string, string, string][] = [
    ["stands in front of a measure that every economy has", "Wage growth, May 2031", "Swedish wage growth, May 2031"],
    ["and of what it makes", "Output deceleration, May 2031", "Swedish output deceleration, May 2031"],
    ["stands behind how much", "Slight retail sales pickup, 2031", "Slight Swedish retail sales pickup, 2031"],
    [
      "stands behind what it is a change in",
      "Decline in CPI inflation, 2031",
      "Decline in Swedish CPI inflation, 2031",
    ],
    [
      "stands in front of the letters of a survey",
      "LFS unemployment rate, 2031",
      "Swedish LFS unemployment rate, 2031",
    ],
    ["parts no measure", "Sharp food price inflation rise, 2031", "Sharp Swedish food price inflation rise, 2031"],
    ["parts no goods from their trade", "Weak ferry exports, 2031", "Weak ferry exports, 2031"],
    [
      "parts no measure from the noun in front",
      "Slight factory activity decline, 2031",
      "Slight Swedish factory activity decline, 2031",
    ],
    ["leaves a name its capitals", "GfK consumer confidence, 2031", "Swedish GfK consumer confidence, 2031"],
    ["parts no release", "May CPI release, June 2031", "Swedish May CPI release, June 2031"],
    ["parts no ratio", "Vacancies to unemployment ratio, 2031", "Vacancies to unemployment ratio, 2031"],
    ["stands in front of what loans are for", "Strong auto loan growth, 2031", "Strong Swedish auto loan growth, 2031"],
    ["is that on which something bears", "Fare effect on inflation, 2031", "Fare effect on Swedish inflation, 2031"],
    [
      "is that on which something is a drag",
      "Expected drag on output growth, 2031",
      "Expected drag on Swedish output growth, 2031",
    ],
    [
      "is that to which there are risks",
      "Fewer risks to economic recovery, 2031",
      "Fewer risks to Swedish economic recovery, 2031",
    ],
    [
      "is that whose outlook it is",
      "Doubts about economic outlook, 2031",
      "Doubts about Swedish economic outlook, 2031",
    ],
    ["parts no saving from whose it is", "High personal saving rate, 2031", "High Swedish personal saving rate, 2031"],
    ["is said of what is invested in", "Strong dwelling investment, 2031", "Strong Swedish dwelling investment, 2031"],
    ["is said of a survey of purchasers", "Flash PMI decline, May 2031", "Swedish flash PMI decline, May 2031"],
    ["is said of how credit grows", "Sluggish credit growth, 2031", "Sluggish Swedish credit growth, 2031"],
    ["stands there once", "Swedish economic recovery, 2031", "Swedish economic recovery, 2031"],
    ["is said of trade", "Decline in real imports, 2031", "Decline in Swedish real imports, 2031"],
    ["is said of what shops sell for", "Slight selling price rise, 2031", "Slight Swedish selling price rise, 2031"],
    ["is said of how good loans are", "Strong credit quality, 2031", "Strong Swedish credit quality, 2031"],
    [
      "is said of what it costs to borrow",
      "Further borrowing cost rise, 2031",
      "Further Swedish borrowing cost rise, 2031",
    ],
    [
      "parts no firms from what they are",
      "Solid nonfinancial corporate credit quality, 2031",
      "Solid Swedish nonfinancial corporate credit quality, 2031",
    ],
    ["parts no homes from their age", "Slight new home sales rise, 2031", "Slight new home sales rise, 2031"],
    ["takes no other word for one of trade", "Real test of a bank, 2031", "Real test of a bank, 2031"],
    ["is not said of what markets make", "Oil price decline, May 2031", "Oil price decline, May 2031"],
    ["is not said of another place", "Wage growth in Norden, May 2031", "Wage growth in Norden, May 2031"],
    ["is not said of what is called domestic", "High domestic inflation, 2031", "High domestic inflation, 2031"],
    ["is not said of a view", "Members’ views on wage growth, 2031", "Members’ views on wage growth, 2031"],
  ];
  for (const [name, title, told] of cases) it(name, () => assert.equal(atHome(title, "Swedish"), told));

  it("is that of the bank whose document it is", () => {
    for (const [publisher, area] of [
      ["FOMC Minutes, May 2031", "U.S."],
      ["European Central Bank, Account, May 2031", "euro area"],
      ["Bank of England, Minutes, May 2031", "UK"],
    ] as const)
      assert.equal(homeOf({ ...readContext(BANK), attribution: publisher }), area);
  });

  describe("is meant", () => {
    const attribution = "Sveriges Riksbank, Minutes, May 2031";
    for (const [name, text, before, told] of [
      ["where the sentence names it", "Unemployment in Sweden rose.", false, true],
      ["where it is the last that was named", "Unemployment rose.", true, true],
      ["not where no place was named", "Unemployment rose.", false, false],
      ["not where another is", "Unemployment in China rose.", true, false],
      ["not where both are", "Unemployment rose in China and Sweden.", true, false],
    ] as const)
      it(name, () => assert.equal(isAtHome(text, before, attribution), told));
  });

  describe("is not the place", () => {
    for (const [name, text, told] of [
      ["of a name behind a preposition", "Fares rose in Halden.", true],
      ["of a name's own", "Recently, Halden’s fares rose.", true],
      ["of a name's adjective", "Recently, Haldian fares rose.", true],
      ["of some other economies", "Fares rose abroad.", true],
    ] as const)
      it(name, () => assert.equal(namesAway(text, "Sveriges Riksbank"), told));
    for (const [name, text] of [
      ["but of a body", "Fares stood below the Committee’s goal, as the Board of Governors said."],
      ["and of its own name", "Fares rose in Sweden."],
    ] as const)
      it(name, () => assert.equal(namesAway(text, "Sveriges Riksbank"), false));
  });

  it("is known of the banks of many countries", () => {
    for (const [sourceName, area] of [
      ["Swiss National Bank", "Swiss"],
      ["Narodowy Bank Polski", "Polish"],
      ["Reserve Bank of India", "Indian"],
      ["South African Reserve Bank", "South African"],
      ["Monetary Authority of Singapore", "Singapore"],
    ] as const)
      assert.equal(homeOf(readContext({ ...BANK, sourceName, authors: [] })), area);
  });

  it("is that of a bank, and of no company", () => {
    assert.equal(homeOf(readContext(RIKSBANK)), "Swedish");
    assert.equal(homeOf(readContext({ ...RIKSBANK, title: "On Ferry Fares", authors: ["Anna Northmark"] })), "Swedish");
    assert.equal(homeOf(readContext(BANK)), "");
    assert.equal(homeOf(readContext(COMPANY)), "");
  });

  it("is what a governor speaks of", () => {
    const head = { ...RIKSBANK, title: "On Ferry Fares", authors: ["Anna Northmark"] };
    const titles = (text: string) => extract(parseText(text), head).insights.map(({ title }) => title);
    const rose = "Wage growth picked up to 3.4 percent in April.";
    assert.deepEqual(titles(`The economy of China is changing. Then that of Sweden is. ${rose}`), [
      "Swedish wage growth pickup to 3.4%, April 2031",
    ]);
    assert.deepEqual(titles(`The economy of China is changing. ${rose}`), ["Wage growth pickup to 3.4%, April 2031"]);
  });

  it("is said where the paragraph speaks of it, until another place is named", () => {
    const titles = (text: string) => extract(parseText(text), RIKSBANK).insights.map(({ title }) => title);
    const rose = "Wage growth picked up to 3.4 percent in April.";
    assert.deepEqual(titles(`The economy of Sweden is changing. ${rose}`), [
      "Swedish wage growth pickup to 3.4%, April 2031",
    ]);
    assert.deepEqual(titles(rose), ["Swedish wage growth pickup to 3.4%, April 2031"]);
    assert.deepEqual(titles(`The economy of China is changing. ${rose}`), ["Wage growth pickup to 3.4%, April 2031"]);
  });

  it("is meant again behind a sentence that names another place in passing, but not by its beginning", () => {
    const titles = (text: string) => extract(parseText(text), RIKSBANK).insights.map(({ title }) => title);
    const rose = "Wage growth picked up to 3.4 percent in April.";
    assert.deepEqual(
      titles(
        `The larger shipyards of the north were said to be as busy as ever, on account of ferries for China. ${rose}`,
      ),
      ["Swedish wage growth pickup to 3.4%, April 2031"],
    );
    assert.deepEqual(
      titles(
        `The shipyards of China were said to be as busy as ever, on account of the many ferries for Sweden. ${rose}`,
      ),
      ["Wage growth pickup to 3.4%, April 2031"],
    );
  });

  it("is meant again behind a heading that names no other place", () => {
    const titles = (heading: string) =>
      extract(
        parseText(
          `Review of Foreign Trade\n\n${"The ports of China are large and open every day. ".repeat(6)}\n\n${heading}\n\nWage growth picked up to 3.4 percent in April.`,
        ),
        RIKSBANK,
      ).insights.map(({ title }) => title);
    assert.deepEqual(titles("Review of the Economic Situation"), ["Swedish wage growth pickup to 3.4%, April 2031"]);
    assert.deepEqual(titles("Review of the International Situation"), ["Wage growth pickup to 3.4%, April 2031"]);
  });

  it("is what a board's members speak of where they name no other place", () => {
    const titles = (said: string) =>
      extract(
        parseText(`Participants' Views on Current Conditions\n\nThe economy of China is changing. ${said}`),
        RIKSBANK,
      ).insights.map(({ title }) => title);
    assert.deepEqual(titles("Participants noted that wage growth had picked up to 3.4 percent in April."), [
      "Swedish wage growth pickup to 3.4%, April 2031",
    ]);
    assert.deepEqual(titles("Participants noted that wage growth abroad had picked up to 3.4 percent in April."), [
      "Wage growth abroad pickup to 3.4%, April 2031",
    ]);
  });
});
