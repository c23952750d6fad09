import assert from "node:assert/strict";
import { mendHyphens, readVocabulary } from "../../../services/document/extract/vocabulary.ts";

const mended = (text: string, document = text) => mendHyphens(text, readVocabulary(document));

describe("a word that a line break tore", () => {
  const document = "The financial year ended. Small economies grew. It used 30 terawatthours.";

  it("is joined where the document writes the whole word elsewhere", () => {
    assert.equal(
      mended("In the finan-\ncial year and of econo- \r\n mies", document),
      "In the financial year and of economies",
    );
  });

  it("stays torn where the second half is a word of the document", () => {
    assert.equal(mended("a long-\nterm", "longterm plans and term loans"), "a long-\nterm");
  });

  it("is not made of a compound within a line", () => {
    for (const text of ["31 terawatt-hours", "short- and long-term rates"]) assert.equal(mended(text, document), text);
  });

  it("is joined where the lines were put together and the hyphen was left", () => {
    const torn = "The pur- chases of Septem-ber rose particu-larly, reflect-ing ship- ments of small economies";
    assert.equal(
      mended(torn, `${torn}. Shipments fell.`),
      "The purchases of September rose particularly, reflecting shipments of small economies",
    );
  });

  it("is looked for in linear time", () => {
    const start = performance.now();
    mended("ab-\n".repeat(250_000));
    mended(`ab-${" ".repeat(1_000_000)}`);
    assert.ok(performance.now() - start < 2_000);
  });
});
