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

const titlesOf = (text: string) => extract(parseText(text), MINUTES).insights.map(({ title }) => title);

/** Verbs that move nothing by themselves still tell what is foreseen. */
describe("a title says what is foreseen of something", () => {
  const cases: [string, string, string][] = [
    [
      "that it may surprise, and which way",
      "By contrast, fare inflation may surprise on the downside if the new ferries arrive before the summer.",
      "Possible U.S. downside fare inflation surprise, June 2031",
    ],
    [
      "that it did",
      "Timber orders surprised to the upside in May, as the harbour works began earlier than planned.",
      "Upside timber order surprise, May 2031",
    ],
    [
      "that it is to go on",
      "Participants generally expected strong timber sales to continue over the coming months, supported by the canal works.",
      "Expected continued strong timber sales, June 2031",
    ],
    [
      "that it is to begin",
      "Members expected a ferry strike to begin in July 2031, which would raise fares.",
      "Expected start of ferry strike, July 2031",
    ],
    [
      "what somebody is expected to do, and not who",
      "The manager noted that investors expected island banks to continue to reduce their policy rates in 2032.",
      "Expected policy rate reduction by island banks, 2032",
    ],
    [
      "what somebody fears would come",
      "A few participants raised the concern that low base rates could lead to excessive harbour lending.",
      "Concern about excessive harbour lending, June 2031",
    ],
  ];
  for (const [what, text, title] of cases) it(what, () => assert.deepEqual(titlesOf(text), [title]));

  it("but not that it goes on where it only did", () => {
    const text = "Strong dock hiring continued over the spring, supported by 400 new berths in the canal.";
    assert.doesNotMatch(titlesOf(text).join(), /[Cc]ontinued/);
  });

  it("nor what nobody fears", () => {
    const text =
      "Participants did not express the concern that low base rates could lead to excessive harbour lending.";
    assert.doesNotMatch(titlesOf(text).join(), /^Concern/);
  });
});
