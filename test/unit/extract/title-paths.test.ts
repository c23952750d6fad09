import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string, head: DocumentHead = BANK) =>
  extract(parseText(text), head).insights.map(({ title }) => title);

/** "Outlook for fare inflation" is a dozen sentences' title: where it is going is this one's. */
describe("a title says where something goes", () => {
  const cases: [string, string, string][] = [
    [
      "back to what is aimed at, as somebody expects",
      "The Council expects fare inflation to return to its 3 percent objective and the ferry market to stay firm.",
      "Expected fare inflation return to 3% objective, 2031",
    ],
    [
      "back to it, as is projected",
      "Fare inflation is projected to fall back towards the 3 per cent target over 2032, as new ferries arrive.",
      "Projected fare inflation decline towards 3% target, 2032",
    ],
    [
      "where it will settle",
      "Most gauges of island trade suggest that fare inflation will settle at around the 3% target on a lasting basis.",
      "Expected fare inflation around 3% target, June 2031",
    ],
    [
      "how it will stand to what it could be",
      "However, harbour output was expected to remain well above potential throughout the projection period.",
      "Expected harbour output above potential, June 2031",
    ],
    [
      "and that somebody trusts that it will",
      "Members indicated that they remained confident that fare inflation was moving sustainably toward 3 percent.",
      "Confidence in fare inflation move toward 3%, 2031",
    ],
    [
      "or means to see to it",
      "Members reiterated that the Council remained determined to ensure that fare inflation would stabilise at its 3% target.",
      "Determination to stabilise fare inflation at 3% target",
    ],
  ];
  for (const [what, text, title] of cases) it(what, () => assert.deepEqual(titlesOf(text), [title]));

  it("but not by how much something else was higher", () => {
    assert.doesNotMatch(titlesOf("The harbour crown was about 6 per cent higher over the past year.").join(), /around/);
  });

  it("nor where some of it goes, as if all did", () => {
    const text = "Some freight rates were expected to return to their pre-crisis averages by the summer, brokers said.";
    assert.doesNotMatch(titlesOf(text).join(), /freight rate return/);
  });
});
