import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { spelledOut } from "../../../services/document/extract/prose/segments.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { COMPANY } from "./heads.ts";

const FIRST = "Northern Isles revenues increased 18% in fiscal 2031, primarily due to higher fares in the summer.";
const insightsOf = (...items: string[]) =>
  extract(parseText(`FISCAL 2031 COMPARED TO FISCAL 2030\n\n${items.map((item) => `• ${item}`).join("\n")}`), COMPANY)
    .insights;

describe("what a list tells of a part of a company", () => {
  const left = "Cargo revenues increased 22% in fiscal 2031, primarily due to higher prices of timber.";

  it("is told of that part where a later item leaves it to the first", () => {
    const found = insightsOf(FIRST, left).find(({ finding }) => finding.includes("Cargo"));
    assert.match(found?.finding ?? "", /, Northern Isles: Cargo revenues increased/);
    assert.equal(found?.title, "Harlow Northern Isles cargo revenue increase, fiscal 2031");
  });

  it("is told of the company where the first item names no part", () => {
    const all = insightsOf(FIRST.replace("Northern Isles", "Ticket"), left);
    assert.ok(all.every(({ finding }) => !finding.includes("Ticket: ") && !finding.includes("Northern")));
  });

  it("is told of another part where it names that", () => {
    const other = left.replace("Cargo", "Southern Isles");
    assert.ok(insightsOf(FIRST, other).every(({ finding }) => !finding.includes("Northern Isles: ")));
  });

  it("is told of the whole name where the document gives it for the letters", () => {
    const named = { start: 0, end: 9 };
    const letters = new Map([["NWI", "North and West Isles"]]);
    assert.equal(spelledOut({ name: "NWI", named }, letters), "North and West Isles (NWI)");
    assert.equal(spelledOut({ name: "Southern Isles", named }, letters), "Southern Isles");
  });
});
