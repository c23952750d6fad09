import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead } from "../../../services/document/extract/extraction.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const CPI: DocumentHead = { ...BANK, title: "Consumer Price Index, June 2031", sourceName: "Norland Statistics" };
const insightsOf = (text: string, head = BANK) => extract(parseText(text), head).insights;
const titlesOf = (text: string, head = BANK) => insightsOf(text, head).map(({ title }) => title);

/** "Timber price increase" is told of every month; by how much is told of one. */
describe("a title says by how much or to what something moved", () => {
  const cases: [string, string, string, DocumentHead?][] = [
    ["by how much", "Timber prices rose by 3.6 percent in May.", "Timber price increase of 3.6%, May 2031"],
    [
      "to what, with its other figure left to the finding",
      "The rental vacancy rate edged up to 4.2 percent in May, from 3.9 percent in April.",
      "Rental vacancy rate increase to 4.2%, May 2031",
    ],
    ["about how much", "Coal output fell by about 12 per cent in May.", "Coal output decline of around 12%, May 2031"],
    [
      "as a forecast where it is one",
      "Tin prices are forecast to increase by 3 percent in 2032, as mines close.",
      "Projected increase of 3% in tin prices, 2032",
    ],
    [
      "over which span, or not at all",
      "The consumer price index rose 1.9 percent over the 12 months ending in May, the most in a decade.",
      "Annual increase of 1.9% in CPI, May 2031",
    ],
    [
      "at what price it stood",
      "The island gas price averaged $3.20/MMBtu in May, as the winter was mild.",
      "Island gas price at $3.20/MMBtu, May 2031",
    ],
    [
      "as the growth of an economy",
      "The Nordish economy expanded by 0.2 percent in the first quarter of 2031.",
      "Nordish economic expansion of 0.2%, Q1 2031",
    ],
    [
      "as an estimate where it is likely to have been",
      "The economy is likely to have grown in the first quarter of 2031, and mills have shown signs of recovery.",
      "Estimated economic growth, first quarter of 2031",
    ],
    [
      "as an estimate where it has probably been",
      "Ferry traffic growth had probably slowed in the first quarter of 2031 as fares rose.",
      "Estimated ferry traffic growth slowdown, Q1 2031",
    ],
  ];
  for (const [what, text, title, head] of cases)
    it(what, () => {
      assert.deepEqual(titlesOf(text, head), [title]);
    });

  for (const [what, text, head] of [
    [
      "of a part of what moved",
      "The herring, cod, and eel index increased 0.2 percent in May, as boats stayed in port.",
      CPI,
    ],
    ["over another time than the title's", "Timber prices rose by 3.6 percent over the past year.", BANK],
    ["over one told before", "Over the 12 months ending in May, timber stocks increased 3.2 percent.", BANK],
    ["where it moved by several", "Timber prices rose by 3.6 percent in May and by 2.1 percent in June.", BANK],
  ] as const)
    it(`but not ${what}`, () => {
      assert.doesNotMatch(titlesOf(text, head).join(), /%/);
    });

  it("and its questions ask for the figure", () => {
    const [one] = insightsOf("Timber prices rose by 3.6 percent in May.");
    assert.ok(one?.questions.every((question) => !question.includes("3.6")));
  });
});
