import assert from "node:assert/strict";
import * as formulas from "../../../services/document/extract/grammar/formulas.ts";

describe("the patterns of formulas", () => {
  // Without it a pattern looks for the letters "p{L}", and nobody notices. With it and the flag i it takes twice as long.
  it("have the flag u where they name a property of characters", () => {
    for (const [name, pattern] of Object.entries(formulas))
      if (/\\p\{/.test(pattern.source)) assert.ok(pattern.unicode, `${name} needs the flag u, or a-zà-öø-ɏ for \\p{L}`);
  });
});
