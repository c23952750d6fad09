import assert from "node:assert/strict";
import { createColumn } from "../../../services/search/engine/columns.ts";

describe("a column of the index", () => {
  it("grows where it lies: what a search was shown before holds no memory of its own", () => {
    const column = createColumn("rowGroup");
    column.push(1);
    const shown = column.array;
    for (let value = 2; value <= 100_000; value++) column.push(value);
    assert.equal(column.length, 100_000);
    assert.deepEqual([...column.array.subarray(99_998, 100_000)], [99_999, 100_000]);
    assert.equal(column.array.buffer, shown.buffer);
    column.set(0, 7);
    assert.equal(shown[0], 7);
  });

  it("sets aside an eighth at most", () => {
    const column = createColumn("tokens");
    column.append(new Uint32Array(1_000_000), (value) => value);
    column.push(1);
    assert.ok(column.array.length <= 1_125_001);
  });
});
