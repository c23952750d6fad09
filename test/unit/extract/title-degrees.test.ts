import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK } from "./heads.ts";

const NORTH = { ...BANK, title: "Beige Book, 2031-05: Chicago", sourceName: "Federal Reserve System (Beige Book)" };
const titleOf = (text: string, head = NORTH) => extract(parseText(text), head).insights[0]?.title;

describe("a title says how something moved", () => {
  it("with the place behind it", () => {
    assert.equal(titleOf("Ferry sales fell sharply."), "Sharp ferry sales decline in Chicago, May 2031");
  });

  it("with the place before it, where that needs a word less", () => {
    assert.equal(
      titleOf("Ferry sales rose slightly.", { ...NORTH, title: "Beige Book, 2031-05: Kansas City" }),
      "Slight Kansas City ferry sales increase, May 2031",
    );
  });

  it("where it is only expected to", () => {
    assert.equal(
      titleOf("Demand is expected to rise modestly."),
      "Expected modest demand increase in Chicago, May 2031",
    );
  });

  it("but not how something else did", () => {
    assert.equal(titleOf("Ferry sales fell, and harbor fees rose sharply."), "Chicago ferry sales decline, May 2031");
  });

  it("nor that it was faster, without than what", () => {
    assert.equal(titleOf("Ferry sales fell at a faster pace."), "Chicago ferry sales decline, May 2031");
  });
});
