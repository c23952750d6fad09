import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const COMPANY: DocumentHead = {
  title: "Best Barley Form 10-Q, 2031 (2031-07-26)",
  sourceName: "SEC filings",
  publishedDate: "2031-07-26",
  authors: ["Best Barley"],
  documentUrl: "https://example.org/barley",
};

describe("a finding with a figure is asked for it", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    [
      "where it stayed as it was",
      "Annual growth in the wide measure of money had remained robust at 3.6%.",
      "What was annual growth in the wide measure of money, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "of when it came to what it is asked for, and not of when it was what it had been",
      "Rent inflation is projected to decline from 3.4 percent in 2031 to 2.9 percent in 2032.",
      "To what level is rent inflation projected to decline in 2032, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "of what it was for, with the year of its month",
      "Ferry sales for May 2031 were $680.6 million, an increase of 1.0 percent from April.",
      "What were ferry sales for May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "and not with the time of what it followed",
      "Dock fees fell by 64.2 million crowns following 112.6 million crowns of increases in the previous two months.",
      "By how much did dock fees fall, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where it held steady",
      "Services inflation held steady at 4 percent in May.",
      "What was services inflation in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where it came in at a level",
      "Headline rent inflation for May came in at 6.4 percent on a 12-month basis.",
      "What was headline rent inflation for May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where it picked up",
      "Growth in mortgage lending had picked up to 2.4% in May, from 2.2% in April.",
      "To what level did growth in mortgage lending pick up in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "at the later of the times that are compared",
      "The confidence index rose from 1.8 points in April to 6.8 points in May.",
      "To what level did the confidence index rise in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "with the particle of its verb",
      "Consumption of barley went up by 3 percent in May.",
      "Did consumption of barley go up in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where its subject is a share",
      "About 57 percent of Norden's gas output was shipped to Halden in the first five months of 2031.",
      "What share of Norden's gas output was shipped to Halden in the first five months of 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where its subject is a share of many",
      "Two thirds of the firms surveyed reported higher freight costs in May.",
      "What share of the firms surveyed reported higher freight costs in May 2031, according to the Bank of Northmark's minutes of June 2031?",
    ],
    [
      "where a company has something of an amount",
      "As of May 31, 2031, Best Barley had product purchase obligations of $6.4 billion, all of which are payable within the next 12 months.",
      "What amount of product purchase obligations did Best Barley have in May 2031?",
      COMPANY,
    ],
    [
      "where a company has an amount of something",
      "As of June 30, 2031, Best Barley had $3.7 billion of gross unsecured senior notes outstanding.",
      "What amount of gross unsecured senior notes outstanding did Best Barley have in June 2031?",
      COMPANY,
    ],
    [
      "and not for the next one of a list",
      "Best Barley generated $605 million of operating cash flow and $492 million of free cash flow during the second quarter of 2031.",
      "How much operating cash flow did Best Barley generate in the second quarter of 2031?",
      COMPANY,
    ],
    [
      "where something ended at it",
      "Current remaining performance obligation ended at $24.1 billion, an increase of 12% Y/Y.",
      "What was Best Barley's current remaining performance obligation, according to its July 2031 Form 10-Q?",
      COMPANY,
    ],
  ];
  for (const [how, text, question, head = BANK] of cases)
    it(how, () => {
      const asked = extract(parseText(text), head).insights.flatMap(({ questions }) => questions);
      assert.ok(asked.includes(question), asked.join("\n"));
    });

  it("but not where it is denied, or only may be", () => {
    const asked = (text: string) => extract(parseText(text), BANK).insights.flatMap(({ questions }) => questions);
    for (const text of [
      "Services inflation did not hold steady at 4 percent in May.",
      "Services inflation could remain steady at 4 percent in May.",
    ])
      assert.deepEqual(
        asked(text).filter((question) => question.startsWith("What was services inflation")),
        [],
        text,
      );
  });
});
