import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const MINUTES: DocumentHead = {
  ...BANK,
  title: "FOMC Minutes, June 17-18, 2031",
  sourceName: "Federal Reserve (FOMC)",
};

const titlesOf = (text: string, head = MINUTES) => extract(parseText(text), head).insights.map(({ title }) => title);

/** "Outlook for timber orders" says neither what is expected of them nor that it is. */
describe("a title says what somebody expects or goes on with", () => {
  const cases: [string, string, string][] = [
    [
      "what is to happen, by its own noun",
      "Over the winter, contacts expected strong growth in timber orders, driven by the harbour works.",
      "Expected strong growth in timber orders, June 2031",
    ],
    [
      "by how much",
      "Market participants almost universally expected a 25 basis point cut in the base rate at the next meeting.",
      "Expected 25-basis-point base rate cut, June 2031",
    ],
    [
      "as unlikely what will hardly come",
      "As the year begins with low stocks, ferry traffic will unlikely recover fully to the record level reached before 2028.",
      "Unlikely ferry traffic recovery, June 2031",
    ],
    [
      "as possible what only would be, on a condition",
      "Ferry growth would slow if the harbour closed.",
      "Possible ferry growth slowdown, June 2031",
    ],
    [
      "as possible what another turn than the one foreseen would bring",
      "Weaker harbour trade would weigh on output.",
      "Possible weaker harbour trade effect on output, 2031",
    ],
    [
      "as expected what would come of something in any case",
      "Ferry growth would slow over the winter, even if the harbour stayed open.",
      "Expected ferry growth slowdown, June 2031",
    ],
    [
      "at what rate",
      "Bank staff now expected ferry traffic growth of 0.4% in 2032, weaker than the May Report had said.",
      "Expected ferry traffic growth of 0.4%, 2032",
    ],
    [
      "what some of them prefer",
      "A couple of participants indicated their preference for a 50 basis point increase in the base rate at this meeting.",
      "Preference for 50-basis-point base rate increase, June 2031",
    ],
    [
      "what a body goes on with, of two kinds by what tells them apart",
      "The Committee will continue reducing its holdings of Harbour securities and timber debt and timber paper.",
      "Continued Harbour and timber holdings reduction, June 2031",
    ],
  ];
  for (const [what, text, title] of cases) it(what, () => assert.deepEqual(titlesOf(text), [title]));

  it("but not what is expected of a thing as if the thing were", () => {
    const text = "Members expected demand for timber to fall over the summer, as the harbour works ended.";
    assert.doesNotMatch(titlesOf(text).join(), /^Expected demand/);
  });

  it("nor goes on with what it only may", () => {
    const text = "The Committee may continue reducing its holdings of Harbour securities and timber debt this year.";
    assert.doesNotMatch(titlesOf(text).join(), /^Continued/);
  });
});
