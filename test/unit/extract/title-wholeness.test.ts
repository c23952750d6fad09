import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { tag } from "../../../services/document/extract/grammar/language.ts";
import { readPhrase } from "../../../services/document/extract/grammar/phrase.ts";
import { tornCost } from "../../../services/document/extract/titles/title-marks.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const SPEECH: DocumentHead = { ...BANK, title: "Prices and Prudence", authors: ["Anna Alder"] };

const titleOf = (text: string, head = BANK) => extract(parseText(text), head).insights[0]?.title;

/** Titles that lost a word without which they name another thing, or nothing. */
describe("a title leaves out nothing that makes it another", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "the share, of a part that represents one",
      "The Coastal Ferries segment represented 8% of Harlow's total segment net sales in 2031.",
      "Harlow Coastal Ferries share of net sales, 2031",
      COMPANY,
    ],
    [
      "of which price something makes up a share",
      "For heating oil, refining is expected to make up 53% of the price in 2031 and 44% in 2032.",
      "Expected refining share of heating oil price, 2031",
    ],
    [
      "whose something is",
      "Privately owned ferries totaled 1,127,000 crowns in May 2031, down 4 percent.",
      "Privately owned ferries, May 2031",
    ],
    [
      "in what way something is adjusted, unless it leaves that out whole",
      "Seasonally adjusted ferry output rose by 0.2% in May 2031.",
      "Ferry output increase of 0.2%, May 2031",
    ],
    [
      "the goods of the balance of goods and services",
      "The goods and services deficit increased 4 percent in May 2031.",
      "Increase in goods and services deficit, May 2031",
    ],
    [
      "that something is slower",
      "Slower island growth was driven in part by weaker timber exports.",
      "Slower island growth from weaker timber exports, 2031",
    ],
    [
      "that the number of something declined",
      "There was a decline in the number of permits for timber houses.",
      "Decline in number of permits, June 2031",
    ],
    [
      "what a proposal is for that somebody supports",
      "I support the proposal to leave the base rate unchanged at this meeting.",
      "Alder’s support for unchanged base rate, June 2031",
      SPEECH,
    ],
    [
      "which way holdings go that are further reduced",
      "Members agreed to continue to reduce the holdings of harbour bonds.",
      "Continued reduction in harbour bond holdings, June 2031",
    ],
    [
      "the month of a rate decision with a long name",
      "The Board decided to raise the target range for the harbour funds rate to 3 percent.",
      "Harbour funds rate target range increase, June 2031",
    ],
    [
      "the month of a measure that all know by its letters",
      "Monthly core personal consumption expenditures inflation slowed in April 2031.",
      "Monthly core PCE inflation slowdown, April 2031",
    ],
    [
      "what one thing does to another where no noun ties them",
      "Mill closures had kept timber prices high.",
      "Mill closures keeping timber prices high, June 2031",
    ],
  ];
  for (const [what, text, expected, head] of cases) it(what, () => assert.equal(titleOf(text, head), expected));

  it("and takes no year that something is only compared with for that of what happened", () => {
    assert.equal(
      titleOf("Island bond yields declined to their lowest levels since mid 2029."),
      "Island bond yield decline, June 2031",
    );
  });

  it("says across how many something is told, and not that it is in them", () => {
    assert.equal(
      titleOf("Ferry fares rose markedly in many countries."),
      "Increase in ferry fares across countries, June 2031",
    );
    assert.equal(titleOf("Ferry fares rose markedly in a few countries."), "Marked increase in ferry fares, June 2031");
  });

  it("nor the particles of what a gerund brings", () => {
    const tokens = tag("a contribution to bringing timber inflation back down");
    assert.equal(readPhrase(tokens, 0, tokens.length)?.to, tokens.length);
  });

  it("costs what ends inside a list", () => {
    const torn = tag("The decrease in cash, cash equivalents and restricted cash was small.");
    assert.ok(tornCost("decrease in cash, cash equivalents", torn) > 0);
    const clause = tag("The decrease in cash equivalents and rose.");
    assert.equal(tornCost("decrease in cash equivalents", clause), 0);
  });

  it("tells what is expected of a whole year as that of the year, in the report of a quarter", () => {
    const release: DocumentHead = { ...COMPANY, title: "Harlow earnings release, 2031", publishedDate: "2031-07-13" };
    const text =
      "Harlow reports second-quarter 2031 results. Harlow now expects its full-year organic revenue to increase 10 percent.";
    assert.match(titleOf(text, release) ?? "", /revenue.*, 2031$/);
  });
});
