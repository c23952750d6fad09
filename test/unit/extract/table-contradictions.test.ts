import assert from "node:assert/strict";
import type { RowFact } from "../../../services/document/extract/tables/row-fact.ts";
import { uncontradicted } from "../../../services/document/extract/tables/table-contradictions.ts";

/** A row with one figure of a year. */
const rowOf = (table: number, value: string, said = `$${value} million`): RowFact => ({
  label: "ferry sales",
  subject: "ferry sales",
  theme: "",
  figures: [{ value, said, column: "", meaning: { kind: "during", phrase: "in 2031", stem: "", order: 1 } }],
  when: "",
  unit: "",
  caption: "",
  excerpts: [],
  table,
  worth: 1,
});
const kept = (...rows: RowFact[]) => rows.map((row) => uncontradicted(rows).has(row));

describe("rows of the same words", () => {
  it("that give other figures are silent but for the first", () =>
    assert.deepEqual(kept(rowOf(1, "412"), rowOf(2, "263"), rowOf(3, "388")), [true, false, false]));
  it("that give other figures in one table are all silent", () =>
    assert.deepEqual(kept(rowOf(1, "412"), rowOf(1, "263")), [false, false]));
  it("stay where one is rounded, or in another unit", () =>
    assert.deepEqual(kept(rowOf(1, "412.4"), rowOf(2, "412"), rowOf(3, "38", "38 percent of revenues")), [
      true,
      true,
      true,
    ]));
});
