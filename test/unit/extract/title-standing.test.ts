import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

/** "Mooring fees" of what mooring fees were: each sentence on them could be called so. */
describe("a title says where something stands and what it is", () => {
  for (const [says, text, title] of [
    [
      "in which range",
      "Mooring balances remained within their usual range, as few boats came.",
      "Mooring balances within usual range, June 2031",
    ],
    [
      "at what level",
      "The dock vacancy rate stayed at its historical low in May, as few boats came.",
      "Dock vacancy rate at historical low, May 2031",
    ],
    [
      "what it is for something else",
      "Pilot subsidies were the main driver of dock income, as few boats came.",
      "Pilot subsidies as main driver of dock income",
    ],
    [
      "on what it is a drag, in few words",
      "Ferry repairs were a drag on harbour output growth, as few boats came.",
      "Ferry repair drag on harbour output growth, 2031",
    ],
    [
      "what it is expected to be",
      "Ferry repairs would remain the largest burden on harbour budgets, as few boats came.",
      "Expected ferry repair burden on harbour budgets, 2031",
    ],
  ] as const)
    it(says, () => assert.deepEqual(titlesOf(text), [title]));

  for (const [says, text] of [
    ["what may be", "The dock vacancy rate could stay at its historical low, as few boats came."],
    ["what is not", "The dock vacancy rate was not at its historical low in May, as few boats came."],
    ["what some are", "Several dock vacancy rates were at their historical low in May, as few boats came."],
    ["where somebody else's is", "The dock vacancy rate remained at that low level in May, as few boats came."],
  ] as const)
    it(`and does not tell ${says}`, () => assert.doesNotMatch(titlesOf(text).join("; "), /at (?:historical )?low/));
});
