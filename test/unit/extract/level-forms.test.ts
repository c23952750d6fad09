import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const asked = (text: string) =>
  extract(parseText(text), BANK)
    .insights.flatMap(({ questions }) => questions)
    .join("\n");

describe("a level", () => {
  const cases: [string, string, RegExp][] = [
    [
      "above another is asked for beside it",
      "Rents in the capital remained well above their prewar levels in May.",
      /^How did rents in the capital compare with their prewar levels in May/m,
    ],
    [
      "other than it was expected to be is asked for beside expectations",
      "Harbour fees in the capital were lower than expected in May.",
      /^How did harbour fees in the capital compare with expectations, according/m,
    ],
    [
      "of an earlier month is asked for beside that month",
      "Harbour fees in the capital were lower than in May 2030.",
      /^How did harbour fees in the capital compare with May 2030, according/m,
    ],
    [
      "that changed little is asked for by how it changed",
      "Harbour fees and credit spreads were little changed over the intermeeting period.",
      /^How did harbour fees and credit spreads change, according/m,
    ],
    [
      "that did not change is asked for",
      "The unemployment rate was unchanged at 6.4% in May, its lowest level since the start of the crown.",
      /^What was the unemployment rate in May 2031, according/m,
    ],
    [
      "that something came to from another is asked for at its own time",
      "The harbour fee increased from 3.2 percent in March to 3.9 percent in May 2031 because quays were closed.",
      /^To what level did the harbour fee increase in May 2031, according/m,
    ],
    [
      "that is a low is asked for as that",
      "The exchange rate of the crown had hit a low of 1.02, but its downward trend had been reversed.",
      /^What low did the exchange rate of the crown hit, according/m,
    ],
    [
      "that would be is asked for",
      "Bank staff continued to estimate that quarterly rope output for Q1 would be around 0.1 to 0.2 million tons.",
      /^What would quarterly rope output for Q1 2031 be, according/m,
    ],
  ];
  for (const [title, text, question] of cases) it(title, () => assert.match(asked(text), question));

  it("that is told with another of the same is compared with nothing", () => {
    const all = asked("Harbour fees in the capital were volatile and lower than in May 2030.");
    assert.doesNotMatch(all, /^How did harbour fees in the capital compare/m);
  });
});

describe("a question", () => {
  it("asks for the clause behind a bare 'and'", () => {
    const all = asked("Consumer confidence remained subdued and industrial production fell sharply in the spring.");
    assert.match(all, /^How did industrial production change in the spring/m);
  });

  it("asks what something depends on, and what was recommended", () => {
    assert.match(
      asked("The path of rents depends on many factors, including how the harbour war evolves."),
      /^What does the path of rents depend on, according/m,
    );
    assert.match(
      asked("The recommendation to the Board was to leave the harbour fee unchanged at 7.25 per cent."),
      /^What was the recommendation to the Board, according/m,
    );
  });

  it("asks whether a deed was viewed as appropriate", () => {
    const all = asked(
      "All members viewed it as appropriate to maintain the target range for the harbour fee at 4 to 5 percent.",
    );
    assert.match(
      all,
      /^Did all members at the Bank of Northmark view it as appropriate to maintain the target range for the harbour fee in June 2031\?$/m,
    );
  });

  it("asks for no cause of what is a cause, of what goes with it, and ends with no 'primarily'", () => {
    assert.doesNotMatch(
      asked("The lower rope margin was primarily driven by higher harbour fees on lower revenue."),
      /^Why/m,
    );
    assert.doesNotMatch(
      asked("Rope earnings increased 33.5 percent to 24 million, including a benefit due to harbour accounting."),
      /^Why/m,
    );
    assert.match(
      asked("Barley production was down primarily because of floods in the northern towns."),
      /^Why was barley production down, according/m,
    );
  });

  it("takes no second amount for the time of the first", () => {
    const all = asked(
      "Rope consumption falls by 0.1 million tons in 2031 before increasing by 0.2 million tons in 2032.",
    );
    assert.match(all, /^By how much does rope consumption fall in 2031, according/m);
  });

  it("is not of what is left open", () => {
    assert.doesNotMatch(
      asked("Contact reports suggested flat rope output in recent weeks in the north."),
      /^What did contact reports suggest/m,
    );
    assert.doesNotMatch(
      asked("Harbour rates came under additional upward pressure that day in the capital."),
      /that day/,
    );
    assert.doesNotMatch(asked("On the whole, sales of rope in the capital picked up modestly."), /for the whole/);
  });

  it("is of the one stretch that ends with the period", () => {
    const all = asked(
      "For the three months ended June 30, 2031, the Bank generated core net income of $388 million, compared to core net income for the three months ended June 30, 2030 of $489 million.",
    );
    assert.match(all, /^What core net income did the Bank .*in the three months ended June 30, 2031/);
  });
});
