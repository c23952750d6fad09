import { strict as assert } from "node:assert";
import { phraseLabels } from "../../../services/document/parse/header-words.ts";
import { assertSound, parsed, rowLabelled, wordsOf } from "./parsed.ts";

const labelsOf = async (text: string, row: string) => {
  const document = await parsed(text);
  assertSound(document);
  return rowLabelled(document, row).values;
};

describe("headers of tables that lost their columns", () => {
  it("put days over their years", async () => {
    const values = await labelsOf(
      "BALANCE SHEETS\n(in millions)\nJune 30, December 31,\n2031 2030\nInventories $ 11 $ 12\nGoodwill 21 22\nDeposits 31 32",
      "Goodwill",
    );
    assert.deepEqual(values, [
      ["June 30, 2031", "21"],
      ["December 31, 2030", "22"],
    ]);
  });

  it("keep what the line below says of how sure a column is, or give no label", async () => {
    const rows = "Rope 4,300 4,100 3,950\nTar 1,250 310 290\nNets 11 12 13";
    const labels = async (header: string) =>
      (await labelsOf(`Exports\n\n${header}\n${rows}`, "Tar")).map(([label]) => label);
    const marked = ["2029/30", "2030/31 est.", "2031/32 proj."];
    assert.deepEqual(
      await labels("          2029/30    2030/31    2031/32\n                      est.      proj."),
      marked,
    );
    assert.deepEqual(await labels("2029/30 2030/31 2031/32\nActual est. proj."), [
      "2029/30 Actual",
      ...marked.slice(1),
    ]);
    assert.deepEqual(await labels("2029/30 2030/31 2031/32\nest. proj."), ["", "", ""]);
  });

  it("are read as days in digits", async () => {
    const values = await labelsOf(
      "Key figures (EUR thousand)\n\n31.12.2031 31.12.2030\nRopes 11 12\nNets 21 22\nTar 31 32",
      "Nets",
    );
    assert.deepEqual(values, [
      ["31.12.2031", "21"],
      ["31.12.2030", "22"],
    ]);
  });

  it("are read where narrow columns break every date", async () => {
    const values = await labelsOf(
      "13 Weeks Ended 52 Weeks Ended\nJanuary\n28,\nJanuary\n29,\nJanuary\n28,\nJanuary\n29,\n(Dollars in millions) 2033 2032 2033 2032\nNet sales $ 1.1 $ 1.2 $ 1.3 $ 1.4\nGross profit 2.1 2.2 2.3 2.4\nRent 3.1 3.2 3.3 3.4",
      "Gross profit",
    );
    assert.deepEqual(
      values.map(([label]) => label),
      [
        "13 Weeks Ended January 28, 2033",
        "13 Weeks Ended January 29, 2032",
        "52 Weeks Ended January 28, 2033",
        "52 Weeks Ended January 29, 2032",
      ],
    );
  });

  it("give no label when half a date is left over", async () => {
    const values = await labelsOf(
      "January\n28,\nMarch\n(Dollars in millions) 2033 2032\nNet sales $ 1.1 $ 1.2\nGross profit 2.1 2.2\nRent 3.1 3.2",
      "Gross profit",
    );
    assert.deepEqual(
      values.map(([label]) => label),
      ["", ""],
    );
  });

  it("end where the first row's label begins, though in the same line", async () => {
    const values = await labelsOf(
      "Three Months Ended Six Months Ended\nHarbour Segment Results June 30, 2031 June 30, 2030 June 30, 2031 June 30, 2030 Revenue $ 11 $ 12 $ 13 $ 14\nGross profit $ 21 $ 22 $ 23 $ 24\nRent 31 32 33 34",
      "Revenue",
    );
    assert.deepEqual(values[2], ["Six Months Ended June 30, 2031", "$ 13"]);
  });

  it("name the table by the words before their dates", async () => {
    const document = await parsed(
      "(in millions)\nHarbour Segment Results June 30, 2031 June 30, 2030\nRevenue $ 11 $ 12\nGross profit $ 21 $ 22\nRent 31 32",
    );
    const { caption } = rowLabelled(document, "Rent").table;
    assert.equal(caption && wordsOf(document, caption), "Harbour Segment Results");
  });

  it("hold for the rows below the name of a section", async () => {
    const values = await labelsOf(
      "BALANCE SHEETS\n(in millions)\nJune 30, 2031 December 31, 2030\nInventories $ 11 $ 12\nGoodwill 21 22\nTotal assets $ 32 $ 34\nLIABILITIES AND EQUITY\nCurrent liabilities:\nAccounts payable $ 41 $ 42\nAccrued wages 51 52\nEquity 61 62",
      "Accrued wages",
    );
    assert.deepEqual(values[1], ["December 31, 2030", "52"]);
  });

  it("are not taken for the mark of a note among the figures", async () => {
    const values = await labelsOf(
      "(in millions)\nThree Months Ended June 30,\n2031 2030 2029\nNet revenues $ 11 $ 12 $ 13\nCost of revenues (1) 21 22 23\nSales and marketing (1) 31 32 33\nGross profit 41 42 43",
      "Cost of revenues",
    );
    assert.deepEqual(
      values.map(([, value]) => value),
      ["21", "22", "23"],
    );
  });

  it("put changes over the years they lie between", async () => {
    const values = await labelsOf(
      "(in millions)\nYear ended May 31, $ change % change\n2031 2030 31 vs. 30 31 vs. 30\nRopes $ 5,023 $ 4,349 $ 674 15%\nBoats 3,306 3,700 (394) (11)%\nRent 2,002 2,008 (6) 0%",
      "Boats",
    );
    assert.deepEqual(
      values.map(([label]) => label),
      ["Year ended May 31, 2031", "Year ended May 31, 2030", "$ change 31 vs. 30", "% change 31 vs. 30"],
    );
  });

  it("hold for a figure and its share", async () => {
    const values = await labelsOf(
      "(in millions)\n52 Weeks Ended\nJanuary 28, January 29,\n2033 2032\nNet sales $ 10,208 100.0% $ 8,630 100.0%\nCost of sales 6,164 60.4% 5,262 61.0%\nRent 44 0.4% 33 0.4%",
      "Cost of sales",
    );
    assert.deepEqual(values[2], ["52 Weeks Ended January 29, 2032", "5,262"]);
    assert.deepEqual(values[1], ["52 Weeks Ended January 28, 2033 share", "60.4%"]);
  });

  it("hold for the rows behind some with empty cells", async () => {
    const values = await labelsOf(
      "(in millions)\n2031 2030 2029\nBalance at January 1 $ 10 $ 11 $ 12\nWages paid (54) (27) (48)\nRefunds 101\nGoodwill written off 217\nGain, net (498)\nRents paid (55) (28) (49)",
      "Rents paid",
    );
    assert.deepEqual(values[2], ["2029", "(49)"]);
  });

  it("divide words that break off anywhere, when they are known phrases", async () => {
    const text =
      "World Rye Supply and Use 1/\n(Million Metric Tons)\n\n2030/31\nBeginning\nStocks Production Imports\nDomestic\nFeed\nDomestic\nTotal 2/ Exports\nEnding\nStocks\nWorld 3/ 10.1 20.1 30.1 40.1 50.1 60.1 70.1\nNorthmark 10.2 20.2 30.2 40.2 50.2 60.2 70.2\n2031/32 Proj.\nBeginningStocks Productio n Imports DomesticFeed DomesticTotal Exports EndingStocks\nWorld 3/ May 11.1 21.1 31.1 41.1 51.1 61.1 71.1\nJun 12.1 22.1 32.1 42.1 52.1 62.1 72.1\n";
    const document = await parsed(text);
    const { values, table } = rowLabelled(document, "Northmark");
    assert.deepEqual(
      values.map(([label]) => label),
      ["Beginning Stocks", "Production", "Imports", "Domestic Feed", "Domestic Total 2/", "Exports", "Ending Stocks"],
    );
    const later = rowLabelled(document, "World 3/ May");
    assert.deepEqual(later.values[6], ["EndingStocks", "71.1"]);
    assert.deepEqual([later.table.caption, later.table.unit], [table.caption, table.unit]);
    const { block } = rowLabelled(document, "Jun");
    assert.deepEqual(
      block.row?.groups?.map((group) => wordsOf(document, group)),
      ["World 3/"],
    );
  });

  it("may begin with the area that they are of, which also begins a table of the same columns", async () => {
    const document = await parsed(
      "Rye 1/\n\nWorld Output\nTotal\nSupply\nTrade 2/\nEnding\nStocks\n\nWinter rye 10.1 20.1 30.1 40.1\nSpring rye 10.2 20.2 30.2 40.2\nUnited States Output TotalSupply Trade 2/ EndingStocks\n\nSummer rye 11.1 21.1 31.1 41.1\nAutumn rye 11.2 21.2 31.2 41.2\n",
    );
    const { values, table } = rowLabelled(document, "Winter rye");
    assert.deepEqual(
      values.map(([label]) => label),
      ["Output", "Total Supply", "Trade 2/", "Ending Stocks"],
    );
    const later = rowLabelled(document, "Summer rye");
    assert.deepEqual(later.values[1], ["TotalSupply", "21.1"]);
    assert.notEqual(later.table, table);
    assert.deepEqual(
      later.table.header.map((span) => wordsOf(document, span)),
      ["United States Output TotalSupply Trade 2/ EndingStocks"],
    );
  });

  it("may have marks of several notes behind a phrase, and a word over the labels", async () => {
    const values = await labelsOf(
      "U.S. Ropes\n\nItem\nBeginning\nstocks\nProduction\n1/ Total\nSupply\nPer Capita\n2/ 3/\nMillion Pounds /4\nHemp 638 27,051 4,635 59.1\nSisal 602 25,892 5,364 58.5",
      "Hemp",
    );
    assert.deepEqual(
      values.map(([label]) => label),
      ["Beginning stocks", "Production 1/", "Total Supply", "Per Capita 2/ 3/"],
    );
  });

  it("put months under years that come in runs, where each run has the same", async () => {
    const labels = async (years: string, months: string) => {
      const rows = "Rope 4,300 4,100 3,950 3,900 3,850\nTar 1,250 310 290 280 270\nNets 11 12 13 14 15";
      const values = await labelsOf(`Exports\n\nCommodity\n${years}\n\n${months}\n${rows}`, "Tar");
      return values.map(([label]) => label);
    };
    const years = "2030 2031 Proj. 2031 Proj. 2032 Proj. 2032 Proj.";
    assert.deepEqual(await labels(years, "Sep Nov Sep Nov"), [
      "2030",
      "2031 Proj. Sep",
      "2031 Proj. Nov",
      "2032 Proj. Sep",
      "2032 Proj. Nov",
    ]);
    const undated = years.split(/ (?=2)/);
    assert.deepEqual(await labels(years, "Sep Nov Sep Oct"), undated);
    assert.deepEqual(await labels("2030 2031 Proj. 2032 Proj. 2032 Proj. 2032 Proj.", "Sep Nov Sep Nov"), [
      "2030",
      "2031 Proj.",
      "2032 Proj.",
      "2032 Proj.",
      "2032 Proj.",
    ]);
  });

  it("take the word over the labels, which is no name of the table", async () => {
    const document = await parsed("U.S. Ropes\n\nCommodity\n2030 2031\nRope 4,300 4,100\nTar 1,250 310\nNets 11 12");
    const { table } = rowLabelled(document, "Tar");
    assert.equal(table.caption && wordsOf(document, table.caption), "U.S. Ropes");
  });

  it("leave words alone that can be divided in two ways, or not into known phrases", () => {
    for (const [words, values] of [
      ["Total Domestic Use", 2],
      ["Boats Ropes Anchors", 3],
      ["Beginning Stocks Production", 3],
    ] as const)
      assert.equal(phraseLabels(words, 0, words.length, values), undefined, words);
  });

  it("read several rows in one line", async () => {
    const row = (name: string, at: number) =>
      `${name} Sep ${[1, 2, 3, 4].map((n) => `${at}.${n}0`).join(" ")} Nov ${[5, 6, 7, 8].map((n) => `${at}.${n}0`).join(" ")}`;
    const line = ["World", "Northmark", "Southmark", "Eastmark", "Westmark"]
      .map((name, at) => row(name, at + 1))
      .join(" ");
    const values = await labelsOf(
      `2030/31 Proj.\nBeginning\nStocks Production Exports\nEnding\nStocks\n\n${line}\n`,
      "Southmark Sep",
    );
    assert.deepEqual(values, [
      ["Beginning Stocks", "3.10"],
      ["Production", "3.20"],
      ["Exports", "3.30"],
      ["Ending Stocks", "3.40"],
    ]);
  });
});
