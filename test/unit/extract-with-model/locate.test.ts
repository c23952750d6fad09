import assert from "node:assert/strict";
import { createLocator, toExcerpts } from "../../../services/document/extract-with-model/locate.ts";

const TEXT =
  "The “staff” judged that in\nﬂation — measured monthly — would not rise. It fell to −2.5 percent in Q3.\n\nExports  (12)   1,234.5\nImports 40 50\n\nNai\u0308ve fore\u00adcasts were cut by ½ point.";
const sentences = [
  "The “staff” judged that in\nﬂation — measured monthly — would not rise.",
  "It fell to −2.5 percent in Q3.",
  "Exports  (12)   1,234.5",
  "Imports 40 50",
  "Nai\u0308ve fore\u00adcasts were cut by ½ point.",
];
const units = sentences.map((sentence) => {
  const start = TEXT.indexOf(sentence);
  return { start, end: start + sentence.length, isRow: false, opensBlock: false };
});
const found = (quote: string) => {
  const at = createLocator(TEXT, units).find(quote);
  return (
    at &&
    toExcerpts(
      TEXT,
      at.flatMap((one) => units[one] ?? []),
    ).map(({ start, end }) => TEXT.slice(start, end))
  );
};

describe("quotations of a model", () => {
  it("are found whatever happened to white space, quotation marks, dashes, ligatures, accents and case", () => {
    assert.deepEqual(found('the "staff" judged that inflation - measured monthly - would not rise'), [sentences[0]]);
    assert.deepEqual(found("It fell to -2.5 percent in Q3"), [sentences[1]]);
    assert.deepEqual(found("| Exports | (12) | 1,234.5 |"), [sentences[2]]);
    assert.deepEqual(found("Naive forecasts were cut by ½ point."), [sentences[4]]);
  });

  it("become whole sentences and rows, so that nothing at their edge is hidden", () => {
    assert.deepEqual(found("measured monthly — would"), [sentences[0]]);
    assert.deepEqual(found("would not rise. It fell to"), [`${sentences[0]} ${sentences[1]}`]);
  });

  it("may leave something out between parts that both stand there", () => {
    assert.deepEqual(found("The staff judged that inflation … fell to −2.5 percent"), [
      `${sentences[0]} ${sentences[1]}`,
    ]);
    assert.equal(found("The staff judged that inflation … fell to −3.5 percent"), undefined);
  });

  it("are not found when a word or a digit is another", () => {
    assert.equal(found("The staff judged that inflation would rise"), undefined);
    assert.equal(found("It fell to 25 percent in Q3"), undefined);
    assert.equal(found("Exports (12) 12,345"), undefined);
    assert.equal(found(""), undefined);
    assert.equal(found("…"), undefined);
  });

  it("that are short must be a whole sentence or row", () => {
    assert.deepEqual(found("Imports 40 50"), [sentences[3]]);
    assert.equal(found("Imports"), undefined);
    assert.equal(found("percent"), undefined);
  });

  it("with nothing but white space between them are one excerpt, others are several", () => {
    assert.deepEqual(
      toExcerpts(
        TEXT,
        [units[1], units[0]].flatMap((unit) => unit ?? []),
      ).length,
      1,
    );
    assert.deepEqual(
      toExcerpts(
        TEXT,
        [units[0], units[4]].flatMap((unit) => unit ?? []),
      ).length,
      2,
    );
  });
});
