import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const BOARD: DocumentHead = {
  title: "Minutes of the Rate Board, June 2031",
  sourceName: "Bank of Northmark",
  publishedDate: "2031-06-20",
  authors: ["Rate Board"],
  documentUrl: "https://example.org/minutes",
};
const FIRM: DocumentHead = {
  title: "Harlow Form 10-Q, 2031 (2031-08-03)",
  sourceName: "SEC EDGAR filings",
  publishedDate: "2031-08-03",
  authors: ["Harlow"],
  documentUrl: "https://example.org/harlow",
};
const ANNUAL: DocumentHead = { ...FIRM, title: "Harlow Form 10-K, 2031 (2032-02-03)", publishedDate: "2032-02-03" };
const SPEAKER: DocumentHead = {
  title: "Inflation and the Coast",
  sourceName: "Federal Reserve Board",
  publishedDate: "2031-05-03",
  authors: ["Mary K. Tarn"],
  documentUrl: "https://example.org/tarn",
};
const asked = (text: string, head: DocumentHead) =>
  extract(parseText(text), head)
    .insights.flatMap(({ questions }) => questions)
    .filter((one) => one.endsWith("?"));

/** What is asked of a sentence, and what is not. */
const CASES: readonly (readonly [string, DocumentHead, string, RegExp | undefined, RegExp | undefined])[] = [
  [
    "ask what plays a part that is named",
    BOARD,
    "The baseline assumption of the June 2031 exercise was that tariffs on timber would remain at the May 2031 level.",
    /^What was the baseline assumption of the June 2031 exercise,/,
    undefined,
  ],
  [
    "ask at what level something is put",
    BOARD,
    "The Board left the base rate unchanged at 3.5 percent.",
    /^At what level did the Board of the Bank of Northmark leave the base rate unchanged/,
    undefined,
  ],
  [
    "ask by how much something was moved whose amount stands behind it",
    FIRM,
    "Harlow reduced its outstanding share count by approximately 191 million in the second quarter of 2031.",
    /^By how much did Harlow reduce its outstanding share count in the second quarter of 2031\?/,
    undefined,
  ],
  [
    "ask which rate, not whether there is one",
    FIRM,
    "The income tax expense of $291 million for the six months ended June 30, 2031 reflects an effective tax rate of 18%.",
    /^What effective tax rate does /,
    /^Does|^What does/,
  ],
  [
    "ask at what rate something grows",
    BOARD,
    "Surveys suggested that the shipbuilding economy was growing at around ¼% per quarter.",
    /^At what rate was the shipbuilding economy growing/,
    /^To what level/,
  ],
  [
    "keep a target that is called by its figure",
    BOARD,
    "Inflation was running persistently below the Board's 2 percent target.",
    /^Was inflation running persistently below the Board's 2 percent target,/,
    undefined,
  ],
  [
    "keep the condition that ends the sentence",
    BOARD,
    "Participants noted that rents in the capital could turn out higher if wages or profits increased by more than expected.",
    /^Could rents in the capital turn out higher if wages or profits increased by more than expected,/,
    undefined,
  ],
  [
    "keep what something is compared with",
    BOARD,
    "Output growth was faster over the second half of 2031 than in the first half.",
    /^Was output growth faster over the second half of 2031 than in the first half,/,
    undefined,
  ],
  [
    "leave out a clause of when or why that would make them too long",
    BOARD,
    "Yields on timber bonds in the capital rose sharply in May as investors reacted to the government's sudden announcement of additional tariffs on timber and grain from the northern coast of the island.",
    /^Did yields on timber bonds in the capital rise sharply in May 2031, according/,
    undefined,
  ],
  [
    "say of which sector or countries the sentence speaks",
    BOARD,
    "In the coastal foreign economies (CFEs), data suggested that retail activity had slowed sharply.",
    /^Did retail activity in the coastal foreign economies slow sharply,/,
    undefined,
  ],
  [
    "say of which sector the sentence speaks",
    BOARD,
    "In the business sector, data on lending suggested that borrowing had slowed sharply.",
    /^Did borrowing in the business sector slow sharply,/,
    undefined,
  ],
  [
    "take what is estimated to have happened for no forecast",
    BOARD,
    "Household consumption was estimated to have grown by 2 percent in April.",
    /^By how much was household consumption estimated to have grown/,
    /expected/,
  ],
  [
    "do not cut a predicate in front of what it points to",
    BOARD,
    "Members recognized losses related to certain of the timber loans which the bank had sold in May 2031.",
    undefined,
    /related to certain/,
  ],
  [
    "do not ask whether a figure's name is so",
    FIRM,
    "As of June 30, 2031, Harlow had customer deposits of approximately $1.2 billion and $1.3 billion, respectively.",
    undefined,
    /^Did Harlow have customer deposits\b/,
  ],
  [
    "say the year once",
    ANNUAL,
    "The net carrying amount of timber rights decreased during the year, primarily driven by amortization of $123 million.",
    /decrease in fiscal 2031,/,
    /during the year in fiscal/,
  ],
  [
    "ask for a stance as of when it was taken",
    SPEAKER,
    "I support tightening policy by another 50 basis points for several meetings.",
    /^Does Mary K\. Tarn support tightening policy .*as of May 2031\?/,
    undefined,
  ],
  [
    "do not ask what points to what was said before",
    BOARD,
    "Participants continued to see the uncertainty surrounding that outlook for coastal rents as elevated.",
    undefined,
    /that outlook/,
  ],
  [
    "do not ask whether nobody did it",
    FIRM,
    "During the three months ended June 30, 2031, none of Harlow's officers or directors adopted, modified or terminated any plan for the sale of shares.",
    undefined,
    /^Did none/,
  ],
  [
    "do not ask for a burden that is nobody's",
    SPEAKER,
    "High inflation places a burden on working families who worry about how far their wages will stretch.",
    undefined,
    /place a burden,/,
  ],
  [
    "name a speaker once",
    SPEAKER,
    "I am focusing most of my attention on rents in the north.",
    /focusing most of their attention on rents in the north as of May 2031\?/,
    /Tarn's/,
  ],
  [
    "do not ask for what a speech turns to",
    SPEAKER,
    "I will address the outlook for rents in the coastal economy and the effects of higher fees.",
    undefined,
    /^Will/,
  ],
];

describe("questions of which, at what level and by how much", () => {
  for (const [what, head, text, isAsked, isNot] of CASES)
    it(what, () => {
      const all = asked(text, head);
      assert.ok(isAsked === undefined || all.some((one) => isAsked.test(one)), all.join("\n"));
      assert.ok(isNot === undefined || !all.some((one) => isNot.test(one)), all.join("\n"));
    });
});
