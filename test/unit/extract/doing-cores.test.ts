import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

/** "Mooring facility" of how it worked: each sentence on it could be called so. */
describe("a title says what something does", () => {
  for (const [says, text, title] of [
    [
      "to what",
      "The pilot strikes overshadowed the ferry traffic outlook, as few boats came.",
      "Pilot strikes overshadowing ferry traffic outlook, June 2031",
    ],
    [
      "and how",
      "The mooring facility continued to work as intended over the summer, as few boats came.",
      "Mooring facility working as intended, June 2031",
    ],
    [
      "and that it does not",
      "The mooring subsidy did not cover the winter repair costs, as few boats came.",
      "Mooring subsidy not covering winter repair costs, 2031",
    ],
    [
      "as it is seen",
      "Participants viewed the restrictive mooring policy as having a restraining effect on ferry traffic.",
      "Restrictive mooring policy restraining ferry traffic, June 2031",
    ],
    [
      "as the staff sees it",
      "The staff saw the pilot strikes as adding to the winter repair costs.",
      "Pilot strikes adding to winter repair costs, 2031",
    ],
  ] as const)
    it(says, () => assert.deepEqual(titlesOf(text), [title]));
});
