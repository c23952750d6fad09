import assert from "node:assert/strict";
import { alignTable, counted, oneLine, wrap } from "../../../services/cli/table.ts";

describe("tables and texts for a terminal", () => {
  it("align columns by characters, numbers to the right, and leave no space at the end", () => {
    const table = alignTable(
      ["name", "n", "note"],
      [
        ["Überschuß", "1", ""],
        ["a", "1,000", "x"],
      ],
      ["left", "right"],
    );
    assert.equal(table, "name           n  note\nÜberschuß      1\na          1,000  x");
  });

  it("let no text from a document move the cursor or break a line", () => {
    assert.equal(oneLine("a\x1b[2Jb\r\nc\u2028d\u0085e"), "a [2Jb c d e");
  });

  it("break lines at spaces within the width", () => {
    const lines = wrap("the quick brown fox jumps over the lazy dog", 20, "  ").split("\n");
    assert.deepEqual(lines, ["  the quick brown", "  fox jumps over the", "  lazy dog"]);
  });

  it("hang the lines after the first under it", () => {
    assert.equal(wrap("what was the rate in May", 14, "  ", "? "), "? what was the\n  rate in May");
  });

  it("count things in words", () => {
    assert.deepEqual(
      [0, 1, 2_000].map((n) => counted(n, "document")),
      ["0 documents", "1 document", "2,000 documents"],
    );
  });
});
