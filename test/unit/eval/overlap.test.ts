import assert from "node:assert/strict";
import { createOverlap } from "../../../services/cli/eval/overlap.ts";

const url = "https://example.org/minutes";
const text =
  "The mills of Northmark were busy all year.\nOutput rose by 12 percent, and prices\n  fell.  Nobody had expected that of the mills in spring.";
const overlaps = createOverlap(new Map([[url, text]]));
const quote = { documentUrl: url, text: "Output rose by 12 percent, and prices fell." };

describe("whether an excerpt answers", () => {
  it("yes when it is the quote, whatever the white space", () => {
    assert.ok(overlaps("Output rose by 12 percent, and prices\n  fell.", url, quote));
  });

  it("yes with 30 characters of it, no with fewer of a long one", () => {
    assert.ok(overlaps("busy all year.\nOutput rose by 12 percent, and pr", url, quote));
    assert.ok(!overlaps("The mills of Northmark were busy all year.\nOutput rose", url, quote));
  });

  it("yes with half of the shorter of the two", () => {
    assert.ok(overlaps("prices fell.", url, quote));
    assert.ok(!overlaps("fell. Nobody had expected", url, quote));
  });

  it("no when it stands elsewhere, even with the same words", () => {
    const mills = { documentUrl: url, text: "The mills of Northmark" };
    assert.ok(!overlaps("of the mills in spring.", url, mills));
  });

  it("no in another document, and never when empty", () => {
    assert.ok(!overlaps(quote.text, "https://example.org/other", quote));
    assert.ok(!overlaps(" \n", url, quote));
  });

  it("compares words where the document does not hold them", () => {
    assert.ok(overlaps("It said: Output rose by 12 percent, and prices fell, it seems", url, quote));
    assert.ok(!overlaps("It said: Output was flat and nothing else happened at all", url, quote));
  });
});
