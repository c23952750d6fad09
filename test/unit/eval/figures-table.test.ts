import assert from "node:assert/strict";
import { figuresTable, namesOf } from "../../../services/cli/eval/figures-table.ts";

describe("the table of figures", () => {
  it("has a row for each ablation, and a column for each benchmark and each part of one", () => {
    const documents = { "ndcg@10": 0.5, "recall@10": 1, "recall@100": 1, "mrr@10": 1, queries: 3, ms_p50: 1 };
    const rates = { "success@1": 0.25, "success@10": 0.5, "success@100": 1, queries: 4 };
    const quotes = { ...rates, ms_p50: 2, parts: { T: { ...rates, queries: 1 } } };
    const table = figuresTable({ pages: { dense: documents, all: documents }, quotes: { all: quotes } });
    assert.deepEqual(table.split("\n"), [
      "|  | pages nDCG@10 | quotes success@1 / @10 / @100 | quotes T (1) |",
      "| --- | --- | --- | --- |",
      "| dense | .500 |  |  |",
      "| all | .500 | .250 / .500 / 1.000 | .250 / .500 / 1.000 |",
    ]);
  });

  it("calls a folder by its name, and by its path where another has the same", () => {
    const names = namesOf(["sets/pages/", "one/dev", "two/dev"]);
    assert.deepEqual([...names.values()], ["pages", "one/dev", "two/dev"]);
  });
});
