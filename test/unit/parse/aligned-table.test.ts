import assert from "node:assert/strict";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { processorMs } from "../../support/processor-time.ts";
import { assertSound, parsed, rowsOf, wordsOf } from "./parsed.ts";

const columnsOf = async (text: string) => {
  const document = await parsed(text);
  assertSound(document);
  return document.tables.map(({ columns }) => columns.map(({ label }) => label));
};

describe("tables in lines of text that kept their columns", () => {
  it("have the words over each column as its label, those over several for all of them", async () => {
    const text = `Results of the half-year

                       Six months to June
                       2031       2030      Change
                       £m         £m        %
Sales                  1,350      1,260     7.1
Loss before tax        (14)       21        n/m
`;
    const document = await parsed(text);
    assert.deepEqual(
      document.tables[0]?.columns.map(({ label }) => label),
      ["", "Six months to June 2031", "Six months to June 2030", "Change %"],
    );
    assert.deepEqual(rowsOf(document), [
      ["Sales", "1,350", "1,260", "7.1"],
      ["Loss before tax", "(14)", "21", "n/m"],
    ]);
    assert.equal(document.tables[0]?.unit && wordsOf(document, document.tables[0].unit), "£m");
  });

  it("have three levels of header where each divides the columns evenly", async () => {
    const text = `             Employed                    Unemployed
             Men           Women         Men           Women
             2030   2031   2030   2031   2030   2031   2030   2031
Tarn         2,110  2,134  1,870  1,921   6.1    5.8    7.0    6.4
North          640    645    571    580   5.2    5.1    6.1    5.9
`;
    assert.deepEqual((await columnsOf(text))[0]?.slice(1), [
      "Employed Men 2030",
      "Employed Men 2031",
      "Employed Women 2030",
      "Employed Women 2031",
      "Unemployed Men 2030",
      "Unemployed Men 2031",
      "Unemployed Women 2030",
      "Unemployed Women 2031",
    ]);
  });

  it("keep their empty cells, broken labels and figures with what belongs to them", async () => {
    const text = `                          2030        2031          Change
Revenue                 $ 1,840     $ 1,905
Net income (loss) of
  common holders            142         (23)
Margin                    18.4%       16.9%         (15) bps
Forecast growth             1.1     1.8 (1.5)
`;
    assert.deepEqual(rowsOf(await parsed(text)), [
      ["Revenue", "$ 1,840", "$ 1,905", ""],
      ["Net income (loss) of\n  common holders", "142", "(23)", ""],
      ["Margin", "18.4%", "16.9%", "(15) bps"],
      ["Forecast growth", "1.1", "1.8 (1.5)", ""],
    ]);
  });

  it("have the marks of notes beside years in their header, and no row of years", async () => {
    const text = `                      Year ended May 31,
                   2031           2030 (1)        2029
Total revenue    $ 918,442      $ 842,110       $ 790,034
Goodwill            62,500             —               —
`;
    const document = await parsed(text);
    assert.deepEqual(
      document.tables[0]?.columns.map(({ label }) => label),
      ["", "Year ended May 31, 2031", "Year ended May 31, 2030 (1)", "Year ended May 31, 2029"],
    );
    assert.equal(rowsOf(document).length, 2);
  });

  it("have a column of words where each row says its unit", async () => {
    const text = `Crop       Unit     2030/31     2031/32
Rye        kt       4,210       3,985
Area       000 ha   812         798
`;
    const document = await parsed(text);
    assert.deepEqual(await columnsOf(text), [["Crop", "Unit", "2030/31", "2031/32"]]);
    assert.deepEqual(rowsOf(document)[1], ["Area", "000 ha", "812", "798"]);
  });

  it("end the group of a line above with the first row that does not stand further in", async () => {
    const text = `                     2030/31     2031/32
Major exporters
  Tarn                   4.1         9.2
  Halden                32.3        22.7
Others                  28.0        26.4
`;
    const { blocks } = await parsed(text);
    const groups = blocks.flatMap(({ row }) => (row && !row.isHeader ? [row.groups?.length ?? 0] : []));
    assert.deepEqual(groups, [0, 1, 1, 0]);
  });

  it("do not say under which column two figures of one place stand", async () => {
    const { blocks } = await parsed(`            2031          2030
Sales       1,350         1,260
Costs       902           861
Margin        1.2  0.9    0.8
`);
    const ragged = blocks.flatMap(({ row }) => (row && !row.isHeader ? [row.isRagged ?? false] : []));
    assert.deepEqual(ragged, [false, false, true]);
  });

  it("are looked for in linear time", () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `Of ${at}.\nTarn    12.${at % 10}    n/a    a${at}`);
    assert.ok(processorMs(() => parseText(rows.join("\n"))) < 4_000);
  });

  it("take the unit over the labels for all", async () => {
    const document = await parsed(`Key figures

USD million         2Q31     1Q31
Gross revenue      187.4    172.9
Net debt           512.0    548.3
`);
    assert.equal(document.tables[0]?.unit && wordsOf(document, document.tables[0].unit), "USD million");
  });
});
