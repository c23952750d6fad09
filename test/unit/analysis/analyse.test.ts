import assert from "node:assert/strict";
import fc from "fast-check";
import { analyse, analyseQuery } from "../../../services/search/analysis/analyse.ts";
import { processorMs } from "../../support/processor-time.ts";

describe("analyse", () => {
  for (const [guarantee, text, words] of [
    ["lower-cases, stems and drops the possessive", "The Bank's forecasts", ["the", "bank", "forecast"]],
    ["writes fiscal years one way", "FY2031 FY31 fy 2031", ["fy", "2031", "fy", "2031", "fy", "2031"]],
    [
      "spaces quarters and years",
      "Q32031 3Q31 2031Q3 FY2031Q3 Q3 2031",
      [...["q3", "2031", "q3", "2031", "2031", "q3", "fy", "2031", "q3", "q3", "2031"]],
    ],
    ["drops thousands commas and trailing zeros", "1,234,567.50 and 3.00", ["1234567.5", "and", "3"]],
    ["keeps a list of numbers apart", "2030, 2031,2032", ["2030", "2031", "2032"]],
    ["writes per cent one way", "5% 5 percent 5 per cent", ["5", "pct", "5", "pct", "5", "pct"]],
    ["joins what an ampersand joins", "AT&T, S&P", ["att", "sp"]],
    [
      "writes out the initials of analysts",
      "R&D, capex and EPS; 25bps",
      [
        ...["research", "and", "develop", "capit", "expenditur", "and", "earn", "per", "share"],
        ...["25", "basi", "point"],
      ],
    ],
    ["joins the letters of an abbreviation", "U.S. e.g.", ["us", "eg"]],
    ["parts a number from its unit", "3.5x 10bn 2nd", ["3.5", "x", "10", "bn", "2nd"]],
    ["folds accents, composed or not", "México México", ["mexico", "mexico"]],
    [
      "sees through marks of where a word may be divided",
      "fore\u00adcasts wa\u00adre\u2060house",
      ["forecast", "warehous"],
    ],
    ["keeps a fraction or raised number apart from the figure before it", "4¼ 2031³", ["4", "1", "4", "2031", "3"]],
    ["keeps a raised number in a unit", "m² CO₂", ["m2", "co2"]],
    [
      "spells words as Americans do",
      "labour unfavourable programmes centred stabilisation organised modelling defence",
      ["labor", "unfavor", "program", "center", "stabil", "organ", "model", "defens"],
    ],
    [
      "leaves protection, roads and an oil company as they are",
      "PPE, Quay Rd and BP",
      ["ppe", "quai", "rd", "and", "bp"],
    ],
    ["leaves words of another root alone", "hour arise exercise promised", ["hour", "aris", "exercis", "promis"]],
    ["keeps tonnes and tons apart", "tonnes tons", ["tonn", "ton"]],
    ["splits scripts without spaces into characters", "金利", ["金", "利"]],
    ["finds nothing in punctuation", "— … !?", []],
  ] as const) {
    it(guarantee, () => assert.deepEqual(analyse(text), words));
  }

  it("takes any text, halves of characters too, and gives words of bounded length", () => {
    const anyText = fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyText, (text) => {
        const words = analyse(text);
        assert.ok(words.every((word) => word !== "" && word.length <= 64));
        assert.deepEqual(analyse(text), words);
      }),
    );
  });

  it("takes time in proportion to the text, also of what has no end of joints", () => {
    const time = (text: string) => processorMs(() => analyse(text));
    for (const unit of ["a.", "1,", "ab'", "é.", "1q", "9.", "\ud800"]) {
      time(unit.repeat(5_000));
      assert.ok(time(unit.repeat(100_000)) < 1_000, unit);
    }
  });
});

describe("analyseQuery", () => {
  it("drops stop words and question words, and names a term once", () => {
    const { terms, sequence } = analyseQuery("What is the rate, the policy rate?");
    assert.deepEqual(terms, ["rate", "polici"]);
    assert.deepEqual(sequence, ["what", "is", "the", "rate", "the", "polici", "rate"]);
  });

  it("keeps stop words when nothing else is left", () => {
    assert.deepEqual(analyseQuery("What is it?").terms, ["what", "is", "it"]);
  });

  it("pairs words across stop words", () => {
    const { terms, bigrams } = analyseQuery("increase in the revenue of services");
    assert.deepEqual(
      bigrams.map(([first, second]) => `${terms[first]} ${terms[second]}`),
      ["increas revenu", "revenu servic"],
    );
  });

  it("tells numbers, years and names from other words", () => {
    const { terms, numbers, years, names } = analyseQuery("Which of the 12 Northmark mills closed in FY2031 or FY30?");
    const words = (positions: number[]) => positions.map((at) => terms[at]);
    assert.deepEqual(words(numbers), ["12", "2031", "2030"]);
    assert.deepEqual(words(years), ["2031", "2030"]);
    assert.deepEqual(words(names), ["northmark", "fy", "2031", "2030"]);
  });

  it("takes the first word of a sentence for a name only when it is an acronym", () => {
    assert.deepEqual(analyseQuery("Prices rose. ECB acted").names.length, 1);
  });

  it("takes an empty text", () => {
    assert.deepEqual(analyseQuery("…").terms, []);
  });
});
