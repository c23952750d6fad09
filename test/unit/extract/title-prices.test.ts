import assert from "node:assert/strict";
import { readContext } from "../../../services/document/extract/context.ts";
import { tidy } from "../../../services/document/extract/grammar/headline.ts";
import { ofPrices } from "../../../services/document/extract/titles/title-prices.ts";
import { BANK } from "./heads.ts";

const release = readContext({ ...BANK, title: "Consumer Price Index, June 2031", sourceName: "Norland Statistics" });

describe("a title in a release of consumer prices", () => {
  for (const [text, sentence, title] of [
    ["annual items index increase", "The all items index rose 2.7 percent.", "annual all items CPI increase"],
    ["items index increase", "The index for many items rose 2.7 percent.", "items CPI increase"],
    ["annual food index increase at home", "The index for food at home rose.", "annual food at home CPI increase"],
    ["lodging index decline away from home", "The lodging index fell.", "lodging away from home CPI decline"],
  ] as const)
    it(`is "${title}"`, () => assert.equal(ofPrices(text, release, sentence), title));
});

describe("a resolution", () => {
  it("is not called by what stands before its number", () => assert.equal(tidy("Resolution no"), "Resolution"));
});
