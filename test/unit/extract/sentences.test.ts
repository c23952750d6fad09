import assert from "node:assert/strict";
import { MAX_SENTENCE_LENGTH, splitSentences } from "../../../services/document/extract/grammar/sentences.ts";
import { processorMs } from "../../support/processor-time.ts";

const split = (text: string) => splitSentences(text, 0, text.length).map(({ start, end }) => text.slice(start, end));

describe("sentences", () => {
  const kept: [string, string][] = [
    ["a country's abbreviation", "Exports of the U.S. economy rose in May."],
    ["a title", "Mr. Olsen and Dr. Braun disagreed on rates."],
    ["initials", "The board elected Anna K. Holm as its chair."],
    ["a numbered thing", "Lot No. 7 was sold at a loss."],
    ["decimals and money", "Prices rose 2.5 percent to $3.75 a bushel."],
    ["a company's form", "Tarn Inc. reported lower sales."],
    ["examples", "Some grains, e.g. barley, were dearer."],
    ["a stretch of abbreviated months", "Receipts were up 11.2% in Jan.-Jul. 2031."],
    ["a clock time", "It was released at 8:30 a.m. on Friday."],
    ["a list number", "1. Rates were held."],
    [
      "a decimal with something in brackets behind it",
      "It was raised to INR 47.96 (USD 0.54) from INR 43.60 [USD 0.49].",
    ],
    ["a decimal before a name", "The gap widened to 1,204.75 Norden crowns."],
  ];
  for (const [what, text] of kept) it(`do not end at ${what}`, () => assert.deepEqual(split(text), [text]));

  const cut: [string, string, string[]][] = [
    ["after a percentage in words", "Rents rose 3 percent. Wages fell.", ["Rents rose 3 percent.", "Wages fell."]],
    [
      "after an abbreviation that closes one",
      "It trades with the U.S. The deficit grew.",
      ["It trades with the U.S.", "The deficit grew."],
    ],
    ["behind a closing quotation mark", "“We wait.” The vote was close.", ["“We wait.”", "The vote was close."]],
    ["at a one-word answer", "Will it last? No. Demand is weak.", ["Will it last?", "No.", "Demand is weak."]],
    ["before a footnote mark, which belongs to none", "Costs fell.3 Margins rose.", ["Costs fell.", "Margins rose."]],
    ["before the mark of a year", "Costs fell in 2023.3 The margin rose.", ["Costs fell in 2023.", "The margin rose."]],
    [
      "where a full stop stands alone in lower-case text",
      "the wing stalled . lift was lost .",
      ["the wing stalled .", "lift was lost ."],
    ],
    ["below a heading that has no full stop", "Labour Costs\nThe wage bill grew.", ["The wage bill grew."]],
  ];
  for (const [what, text, expected] of cut) it(`end ${what}`, () => assert.deepEqual(split(text), expected));

  it("have offsets into the whole text", () => {
    const text = "Skipped. First one. Second one. Skipped.";
    const spans = splitSentences(text, 9, 31);
    assert.deepEqual(
      spans.map(({ start, end }) => text.slice(start, end)),
      ["First one.", "Second one."],
    );
  });

  it("are cut at a semicolon when they run on, and never lose a word", () => {
    const text = `${"the lender shall pay the fee; ".repeat(100)}end.`;
    const pieces = split(text);
    assert.ok(pieces.every((piece) => piece.length <= MAX_SENTENCE_LENGTH));
    assert.equal(pieces.join(" "), text);
    assert.ok(pieces.slice(0, -1).every((piece) => piece.endsWith(";")));
  });

  for (const [what, text] of [
    ["one megabyte without a space", "a".repeat(1_000_000)],
    ["a hundred thousand sentences", "Rates rose. ".repeat(100_000)],
    ["a megabyte of full stops", ".".repeat(1_000_000)],
  ] as const) {
    it(`take time in proportion to the text: ${what}`, () => {
      assert.ok(processorMs(() => split(text)) < 3_000);
    });
  }
});
