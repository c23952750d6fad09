import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const titlesOf = (text: string) => extract(parseText(text), BANK).insights.map(({ title }) => title);

describe("a title says where a measure stands to what is aimed at", () => {
  const cases: [string, string, string][] = [
    [
      "how far it has come",
      "Inflation has made progress toward the Council's 3 percent goal but is still somewhat high.",
      "Inflation progress toward 3 percent goal",
    ],
    [
      "that it has come no further",
      "Inflation has made no progress toward the Council's 3 percent goal since winter.",
      "No inflation progress toward 3 percent goal",
    ],
    [
      "that it is there",
      "Inflation is currently at around the Council's three per cent medium-term target, after 4.1% in April.",
      "Inflation around three per cent target",
    ],
    [
      "that it is expected there",
      "Inflation is expected to settle at the 3% medium-term target in 2033, as fuel becomes cheaper.",
      "Expected inflation at 3% target",
    ],
    [
      "that it might come back",
      "Inflation might return to the 3% target by 2032 because fuel has become 8% cheaper.",
      "Possible return of inflation to 3% target",
    ],
    [
      "where the aim is told behind it",
      "Inflation remained well above the Council's longer-run goal of 3 percent in May, and fuel was the reason.",
      "Inflation above 3 percent goal",
    ],
    [
      "that somebody is determined to have it there",
      "Members stressed that the Council was determined to ensure that inflation would stabilise at its 3% target by 2033.",
      "Commitment to inflation at 3% target",
    ],
  ];
  for (const [what, text, title] of cases)
    it(what, () => {
      const [first = ""] = titlesOf(text);
      assert.equal(first.replace(/, (?:\w+ )?20\d\d$/, ""), title);
    });

  it("and not that it is there where it only is on its way", () => {
    const titles = titlesOf(
      "In May 2031, inflation was on course for the 3% target, and was 4.1% after 5.2% in April.",
    );
    assert.doesNotMatch(titles.join("; "), /at 3% target/);
  });

  it("and does not where it is not so", () => {
    const titles = titlesOf("Inflation was not at the Council's 3% target in May, and fuel was the reason.");
    assert.doesNotMatch(titles.join("; "), /(?:at|around) 3% target/);
  });
});
