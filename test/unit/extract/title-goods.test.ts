import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const REPORT = {
  title: "Commodity Outlook, June 2031",
  sourceName: "Norden Trade Office",
  publishedDate: "2031-06-20",
  authors: [],
  documentUrl: "https://example.org/commodities",
};
const titlesOf = (text: string, head: typeof BANK = REPORT) =>
  extract(parseText(text), head).insights.map(({ title }) => title);

describe("a title of a report on goods says of which good its measure is", () => {
  const cases: [string, string, string][] = [
    [
      "where its sentence names one",
      "If bans result in a large reduction in coal purchases from Sandovia, they could cause a steeper drop in production than the office is forecasting.",
      "Possible steeper drop in coal production, June 2031",
    ],
    [
      "as all of what the measure is called has it behind",
      "Key risks to the price outlook include higher-than-expected coal demand for power generation in Norden and greater-than-expected coal output in Sandovia.",
      "Key risks to coal price outlook, June 2031",
    ],
    [
      "where the sentence before it names one",
      "Low levels of natural gas storage in Norden will require gas imports to remain high in the winter. Production in Sandovia shrank by 3.2 percent in 2030, owing to recent reductions in pipeline capacity.",
      "Contraction in natural gas production in Sandovia, 2030",
    ],
    [
      "and leaves it out where there are several",
      "If bans result in a large reduction in coal and copper purchases from Sandovia, they could cause a steeper drop in production than the office is forecasting.",
      "Possible steeper drop in production, June 2031",
    ],
  ];
  for (const [what, text, title] of cases)
    it(what, () => assert.ok(titlesOf(text).includes(title), titlesOf(text).join("; ")));
  it("and of none where a bank tells of the economy", () => {
    const titles = titlesOf(
      "If bans result in a large reduction in coal purchases from Sandovia, they could cause a steeper drop in production than members had forecast.",
      BANK,
    );
    assert.ok(titles.length > 0 && !titles.some((title) => /coal production/.test(title)), titles.join("; "));
  });
});
