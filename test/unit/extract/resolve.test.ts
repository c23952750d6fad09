import assert from "node:assert/strict";
import type { Context } from "../../../services/document/extract/context.ts";
import { resolve } from "../../../services/document/extract/resolve.ts";

const nobody: Context = {
  attribution: "",
  entity: "",
  document: "",
  period: "",
  year: undefined,
  company: undefined,
  speaker: undefined,
  isTranscript: false,
};
const tarn: Context = { ...nobody, company: "Tarn" };

describe("who and when of a sentence", () => {
  for (const [given, resolved] of [
    ["The Company closed two plants.", "Tarn closed two plants."],
    ["The plants belong to the Company’s subsidiary.", "The plants belong to Tarn's subsidiary."],
    ["We expect our sales to grow.", "Tarn expects its sales to grow."],
    ["We are closing plants.", "Tarn is closing plants."],
    ["We’ll close plants.", "Tarn will close plants."],
    ["We've closed our plants and are selling boats.", "Tarn has closed its plants and is selling boats."],
    ["We may not sell our plants.", "Tarn may not sell its plants."],
    ["Demand for our boats fell.", "Demand for Tarn's boats fell."],
    ["We design and sell boats.", "Tarn designs and sells boats."],
  ] as const) {
    it(`"${given}" names the company`, () => assert.equal(resolve(given, tarn), resolved));
  }

  it("leaves a quotation as it was said", () => {
    const said = "“We expect our sales to grow,” said the founder.";
    assert.equal(resolve(said, tarn), said);
  });

  it("gives last year its number in brackets, and no other word changes", () => {
    assert.equal(resolve("Rents rose last year.", { ...nobody, year: 2031 }), "Rents rose last year [2030].");
  });

  it("changes nothing in a document that says nothing of itself", () => {
    const said = "The Company expects our sales to grow this year.";
    assert.equal(resolve(said, nobody), said);
  });
});
