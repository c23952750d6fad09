import assert from "node:assert/strict";
import { chooseWithinBudget } from "../../../services/document/extract/budget.ts";

describe("the rows for which a document has room", () => {
  const rowsOf = (table: number, count: number, worth: number) =>
    Array.from({ length: count }, (_, at) => ({ passage: table, worth, row: { table }, name: `${table}.${at}` }));

  it("are of tables alike, as many of each", () => {
    const chosen = chooseWithinBudget([...rowsOf(0, 40, 2), ...rowsOf(1, 40, 2)], 100, 1);
    assert.equal(chosen.length, 30);
    assert.equal(chosen.filter(({ row }) => row.table === 0).length, 15);
  });

  it("are the worthiest first, wherever they stand", () => {
    const chosen = chooseWithinBudget([...rowsOf(0, 40, 2), ...rowsOf(1, 40, 2.4)], 100, 1);
    assert.equal(chosen.filter(({ row }) => row.table === 1).length, 29);
  });
});
