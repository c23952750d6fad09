import assert from "node:assert/strict";
import { lowerStart, mendHyphens, readVocabulary } from "../../../services/document/extract/grammar/vocabulary.ts";
import { processorMs } from "../../support/processor-time.ts";

const mended = (text: string, document = text) => mendHyphens(text, readVocabulary(document));

describe("a word that a line break tore", () => {
  const document = "The financial year ended. Small economies grew. It used 30 terawatthours.";

  it("is joined where the document writes the whole word elsewhere", () => {
    assert.equal(
      mended("In the finan-\ncial year and of econo- \r\n mies", document),
      "In the financial year and of economies",
    );
  });

  it("keeps the hyphen of what is written as one word too, and not by the author", () => {
    assert.equal(mended("in the run-up to the vote"), "in the run-up to the vote");
    assert.equal(mended("a one-time benefit"), "a one-time benefit");
  });

  it("keeps its hyphen and loses the break where both halves are words", () => {
    assert.equal(mended("a long-\nterm", "longterm plans and term loans"), "a long-term");
    assert.equal(mended("since mid-\n2031"), "since mid-2031");
    assert.equal(mended("slower-than- expected and price- sensitive"), "slower-than-expected and price-sensitive");
  });

  it("is joined where English has the whole and not the halves, whatever the document writes", () => {
    assert.equal(mended("stem- ming from re-newed and in-tense trade"), "stemming from renewed and intense trade");
  });

  it("is not made of a compound within a line", () => {
    for (const text of ["31 terawatt-hours", "short- and long-term rates", "year-end", "a multi-year plan"])
      assert.equal(mended(text, document), text);
  });

  it("is joined where the lines were put together and the hyphen was left", () => {
    const torn = "The pur- chases of Septem-ber rose particu-larly, reflect-ing ship- ments of small economies";
    assert.equal(
      mended(torn, `${torn}. Shipments fell.`),
      "The purchases of September rose particularly, reflecting shipments of small economies",
    );
  });

  it("is looked for in linear time", () => {
    const took = processorMs(() => {
      mended("ab-\n".repeat(250_000));
      mended(`ab-${" ".repeat(1_000_000)}`);
    });
    assert.ok(took < 2_000);
  });
});

describe("the first word of a sentence", () => {
  for (const [text, plain] of [
    ["China supports growth.", "China supports growth."],
    ["German exports rose.", "German exports rose."],
    ["Global growth is slowing.", "global growth is slowing."],
    ["Ferries were late.", "ferries were late."],
  ] as const)
    it(`of "${text}" is small unless it is a name`, () =>
      assert.equal(lowerStart(text, readVocabulary("The Ferry Board met. It is a Global Board.")), plain));
});
