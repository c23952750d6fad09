import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titleOf = (text: string) => extract(parseText(text), BANK).insights[0]?.title;

describe("a title has what its noun is of, and where", () => {
  const cases: [string, string, string][] = [
    [
      "what a spread is between",
      "The spread between the yields on nominal 10- and 2-year harbour securities was little changed over the period.",
      "Little-changed spread between harbour securities yields, June 2031",
    ],
    [
      "to what something contributes, sooner than how it is reckoned",
      "The average monthly contribution from core freight to total ferry inflation in 2031 was 1.6 percent.",
      "Contribution from core freight to ferry inflation, 2031",
    ],
    [
      "to whom is lent, before the loans",
      "Default rates on loans to coastal traders remained slightly above pre-war levels.",
      "Coastal trader loan default rates, June 2031",
    ],
    [
      "to whom, sooner than that it moved",
      "Growth in ferry lending to traders rose to 2.0 percent in May, up from 1.7 percent in April.",
      "Growth in ferry lending to traders, May 2031",
    ],
    [
      "and not what was read",
      "Recent readings on survey-based measures of longer-run fare expectations were little changed, on balance.",
      "Little-changed survey-based longer-run fare expectation measures, June 2031",
    ],
    [
      "the place behind the subject",
      "Market freight rates in the United States had decreased after the January meeting.",
      "U.S. market freight rate decrease, June 2031",
    ],
    [
      "and the place in which it moved",
      "Near-term timber barge rates declined notably in Japan.",
      "Notable Japanese timber barge rate decline, June 2031",
    ],
    [
      "where no word of it is lost that tells a list",
      "Default rates on loans to traders and shipowners remained slightly above pre-war levels.",
      "Loan default rates above prewar levels, June 2031",
    ],
    [
      "nor of one told member by member",
      "The uncertainty associated with outlooks for ferry traffic, the timber market, and freight was high.",
      "High uncertainty associated with outlooks, June 2031",
    ],
    [
      "and none of another's noun",
      "Trade uncertainty had increased, and the effects of an increase in tolls on ports would depend on their size.",
      "Trade uncertainty increase, June 2031",
    ],
  ];
  for (const [name, text, title] of cases) it(name, () => assert.equal(titleOf(text), title));
});
