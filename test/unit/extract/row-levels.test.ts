import assert from "node:assert/strict";
import { readColumn } from "../../../services/document/extract/tables/column-meaning.ts";
import type { RowFigure } from "../../../services/document/extract/tables/row-fact.ts";
import { atItsEnd } from "../../../services/document/extract/tables/row-levels.ts";

const COLUMNS = [
  "Three months ended June 30, 2031",
  "Six months ended June 30, 2031",
  "Six months ended June 30, 2030",
] as const;

const figures = COLUMNS.flatMap((column): RowFigure[] => {
  const meaning = readColumn(column);
  return meaning ? [{ value: "645", said: "$645 million", column, meaning }] : [];
});
const told = (label: string, over = "Key figures") =>
  atItsEnd(label, figures, [over]).map(({ meaning }) => meaning.phrase);

describe("a level under stretches of time", () => {
  it("is that of the days on which they end, each once", () => {
    assert.deepEqual(told("Net debt"), ["at June 30, 2031", "at June 30, 2030"]);
    assert.deepEqual(told("Total assets (restated)"), ["at June 30, 2031", "at June 30, 2030"]);
  });

  it("is none where it flows, or is an average", () => {
    assert.equal(told("Net sales").length, COLUMNS.length);
    assert.equal(told("Repayment of net debt").length, COLUMNS.length);
    assert.equal(told("Net debt", "Average for the trailing five quarters").length, COLUMNS.length);
  });
});
