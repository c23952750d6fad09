import assert from "node:assert/strict";
import { companyIn } from "../../../services/document/extract/company-name.ts";

describe("what a title calls a company", () => {
  const text =
    "Harlow Ferry sails. At Harlow Ferry, fares rose. Harlow Ferry’s dues fell, Harlow Ferry said. Harlow Ferry pays.";
  for (const [company, said, called] of [
    ["Tarn Corporation", "", "Tarn"],
    ["Tarn", "", "Tarn"],
    ["Corporation", "", "Corporation"],
    ["Harlow Ferry Lines", text, "Harlow Ferry"],
    ["Harlow Ferry Lines", text.replaceAll("Ferry", "Ferry Capital"), "Harlow Ferry Lines"],
    ["Harlow Ferry", "Harlow ".repeat(9), "Harlow Ferry"],
    ["Tarn & Tarn", "Tarn & Co. ".repeat(9), "Tarn & Tarn"],
  ] as const)
    it(`${company} is ${called}${said === "" ? "" : " where its document says so"}`, () =>
      assert.equal(companyIn(company, said), called));
});
