import { strict as assert } from "node:assert";
import { columnUnit, isUnitLine } from "../../../services/document/parse/unit.ts";
import { parsed, wordsOf } from "./parsed.ts";

/** Labels and unit of the last table. */
const readTable = async (text: string) => {
  const document = await parsed(text);
  const table = document.tables.at(-1);
  const unit = table?.unit && wordsOf(document, table.unit);
  const own = document.blocks.findLast(({ row }) => row?.unit)?.row?.unit;
  return { labels: table?.columns.map(({ label }) => label), unit, own: own && wordsOf(document, own) };
};

const ROWS = "Wages | $1,840 | $1,770\nRents | 212 | 198\n";

describe("the unit of a table", () => {
  it("stands in a line of its own below the header", async () => {
    for (const line of ["(in thousands)", "(inthousands)", "(Dollars in millions, except per share data)"])
      assert.equal((await readTable(`2031 | 2030\n${line}\n${ROWS}`)).own, line);
  });

  it("stands under every period, or behind it", async () => {
    const expected = { labels: ["", "2031", "2030"], unit: "€m", own: undefined };
    assert.deepEqual(await readTable(`2031 | 2030\n€m | €m\n${ROWS}`), expected);
    assert.deepEqual(await readTable(`2031 €m | 2030 €m\n${ROWS}`), expected);
    assert.equal((await readTable(`2031 | 2030\nUS$’000 | US$’000\n${ROWS}`)).unit, "US$’000");
  });

  it("stands over the labels", async () => {
    for (const unit of ["£m", "In € millions"])
      assert.equal((await readTable(`${unit} | 2031 | 2030\n${ROWS}`)).unit, unit);
  });

  it("stands above it, scale behind currency, in brackets or at the end", async () => {
    for (const unit of [
      "(in £ millions, except per share amounts)",
      "(€m)",
      "(figures in EUR million)",
      "(US$ billion, end of period)",
      "[in US$ thousands]",
    ])
      assert.equal((await readTable(`Income statement ${unit}\n\n2031 | 2030\n${ROWS}`)).unit, unit);
    assert.equal((await readTable(`Exports, thousand tonnes\n\n2031 | 2030\n${ROWS}`)).unit, "thousand tonnes");
    assert.equal((await readTable(`Income statement, £ million\n\n2031 | 2030\n${ROWS}`)).unit, "£ million");
    assert.equal((await readTable(`Wages were (£5 million) more, as was £m.\n\n2031 | 2030\n${ROWS}`)).unit, undefined);
  });

  it("is that of the sentence that leads to it, though notes stand between", async () => {
    const lead = "Wages consisted of the following (in thousands):\n\n(1) Without what was paid in kind.\n\n";
    assert.equal((await readTable(`${lead}2031 | 2030\n${ROWS}`)).unit, "(in thousands)");
  });

  it("is not that of a figure in a sentence above it", async () => {
    const lead = "Wages were higher (by $3 in millions of cases) than the office thought.\n\nAll were paid.\n\n";
    assert.equal((await readTable(`${lead}2031 | 2030\n${ROWS}`)).unit, undefined);
  });

  it("is that of the notes' running head where money is shown", async () => {
    const head = "NOTES TO THE ACCOUNTS (in thousands, except per share data)\n\nNote 4. Wages\n\nAll were paid.\n\n";
    assert.equal((await readTable(`${head}2031 | 2030\n${ROWS}`)).unit, "(in thousands, except per share data)");
    assert.equal((await readTable(`${head}2031 | 2030\nCranes | 11 | 12\nBoats | 21 | 22\n`)).unit, undefined);
  });

  it("is told from other words", () => {
    for (const line of ["$ million", "RMB’Million", "(In thousands)"]) assert.ok(isUnitLine(line), line);
    for (const line of ["Total", "in the thousands of cases", "m"]) assert.ok(!isUnitLine(line), line);
    assert.equal(columnUnit("31 March 2031 $M"), "$M");
    assert.equal(columnUnit("31 March 2031"), undefined);
  });
});

describe("names over several columns with bars", () => {
  it("stand over the empty cells that follow them", async () => {
    const { labels } = await readTable(
      "Sales |  | Costs\n2031 | 2030 | 2031 | 2030\nRopes | 11 | 12 | 13 | 14\nBoats | 21 | 22 | 23 | 24\n",
    );
    assert.deepEqual(labels, ["", "Sales 2031", "Sales 2030", "Costs 2031", "Costs 2030"]);
  });
});
