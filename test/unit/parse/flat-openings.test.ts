import { strict as assert } from "node:assert";
import { assertCovered, assertSound, parsed, rowLabelled, rowsOf, wordsOf } from "./parsed.ts";

const labelled = async (text: string, row: string) => {
  const document = await parsed(text);
  assertSound(document);
  assertCovered(document);
  const { block, table, values } = rowLabelled(document, row);
  return { document, values, groups: (block.row?.groups ?? []).map((span) => wordsOf(document, span)), table };
};

describe("rows that share a line with what stands over them", () => {
  it("have the years before the first of them as their header", async () => {
    const { document, values, table } = await labelled(
      "HARLOW ROPES\n\nYear ended May 31,\n(In millions, except per share amounts) 2031 2030 2029 Net sales $ 11 $ 12 $ 13\nCost of sales 4 5 6\n\nGross margin 7 7 7\n",
      "Net sales",
    );
    assert.deepEqual(values, [
      ["Year ended May 31, 2031", "$ 11"],
      ["Year ended May 31, 2030", "$ 12"],
      ["Year ended May 31, 2029", "$ 13"],
    ]);
    assert.equal(table.unit && wordsOf(document, table.unit), "(In millions, except per share amounts)");
  });

  it("have their header though the name of the first rows ends it", async () => {
    const { document, values, groups, table } = await labelled(
      "For the Years Ended December 31,\nIn millions, except per share amounts 2031 2030 Revenues:\nRopes $ 183 $ 180\nAnchors 81 35\nTotal revenues 264 215\n",
      "Ropes",
    );
    assert.deepEqual(values[1], ["For the Years Ended December 31, 2030", "$ 180"]);
    assert.deepEqual(groups, ["Revenues:"]);
    assert.equal(table.unit && wordsOf(document, table.unit), "In millions, except per share amounts");
    assert.equal(table.caption, undefined);
  });

  it("keep their values, and name the next rows, where a name stands behind them", async () => {
    const text =
      "(in millions)\nDecember 31,\n2031 2030\nCash $ 1,411 $ 1,412\nGoodwill 1,421 1,422 Current liabilities:\nAccounts payable 31 32\nAccrued wages 1,041 1,042 Equity:\n\nThe office counts what is there.\n";
    const { document, values, groups } = await labelled(text, "Accounts payable");
    assert.deepEqual(groups, ["Current liabilities:"]);
    assert.deepEqual(values[0], ["December 31, 2031", "31"]);
    assert.deepEqual(
      rowsOf(document, 0).map(([label]) => label),
      ["Cash", "Goodwill", "Current liabilities:", "Accounts payable", "Accrued wages", "Equity:"],
    );
  });
});

describe("a line of many rows", () => {
  it("begins a table, though the name of the next rows ends it", async () => {
    const { document, values } = await labelled(
      "(In thousands)\nYears Ended\nMay 27,\n2031\nMay 28,\n2030\nCash flows:\nNet income ......... $ 629,551 $ 268,395 Adjustments to reconcile net income to net cash provided by operating activities:\nDepreciation ......... 339,473 313,590 Rents ......... 335,859 333,701 Gain on the sale of cranes ......... (21,415) — Changes in assets:\nReceivables ......... 3,473 3,590\n",
      "Net income",
    );
    assert.deepEqual(values, [
      ["Years Ended May 27, 2031", "$ 629,551"],
      ["Years Ended May 28, 2030", "$ 268,395"],
    ]);
    const [group] = rowLabelled(document, "Receivables").block.row?.groups ?? [];
    assert.equal(group && wordsOf(document, group), "Changes in assets:");
  });
});

describe("rows that are torn", () => {
  it("have the name above the mark of a note, also where they come first", async () => {
    const { values } = await labelled(
      "(in millions)\n2031 2030\nCrane hire\n(1) $ 1,577 $ 1,341\nBoat hire 1,149 1,103\nRents\n(a) 1,211 1,187\n",
      "Crane hire\n(1)",
    );
    assert.deepEqual(values[0], ["2031", "$ 1,577"]);
  });

  it("begin behind figures of another row that has fewer", async () => {
    const { values } = await labelled(
      "(in millions)\n2031 2030 2029\nRopes $ 1,577 $ 1,341 $ 1,211\nSeverance charges 13 (105) Net sales 11,303 11,503 11,290\nRents 3,211 3,187 3,001\n",
      "Net sales",
    );
    assert.deepEqual(values[2], ["2029", "11,290"]);
  });

  it("belong to the group of the row before where that is the other form of it", async () => {
    const { groups } = await labelled(
      "2031 2030\nNet income $ 1,577 $ 1,341\nEarnings per share:\nBasic $ 1.19 $ 2.56\n\nDiluted $ 1.17 $ 2.51\n\nRents $ 3,211 $ 3,187\n",
      "Diluted",
    );
    assert.deepEqual(groups, ["Earnings per share:"]);
  });
});

describe("digits that are no values", () => {
  it("are those of a note in a label", async () => {
    const { values } = await labelled(
      "(in millions)\n2031 2030\nCash and equivalents (Notes 1 and 2) $ 14,127 14,487\nInventories (Notes 1 and 3) 12,483 10,387\nGoodwill (Note 5) 45,231 35,246\n",
      "Cash and equivalents (Notes 1 and 2)",
    );
    assert.deepEqual(values[0], ["2031", "$ 14,127"]);
  });

  it("are those of a label's own amounts", async () => {
    const { values } = await labelled(
      "(in millions)\n2031 2030\nCash $ 14,127 $ 14,487\nReceivables, net of doubtful accounts - $46 and $41 2,133 1,836 Inventories 2,438 2,320\nGoodwill 45,231 35,246\n",
      "Inventories",
    );
    assert.deepEqual(values[1], ["2030", "2,320"]);
  });

  it("are those of a date in a sentence", async () => {
    const { tables } = await parsed(
      "Rates at which the harbours lend, in per cent, were set by the board on April 11, 2031,\nand those of the northern harbours by their own council, last on December 31, 2030,\nand of the southern ones on March 31, 2029.\n",
    );
    assert.deepEqual(tables, []);
  });
});
