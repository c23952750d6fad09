import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { Block, ParsedDocument, Span, Table } from "../../../services/document/parse/parsed-document.ts";

const head = {
  title: "Tarn annual report, 2030",
  sourceName: "Tarn",
  publishedDate: "2031-02-01",
  authors: ["Tarn"],
  documentUrl: "https://example.org/tarn",
};

/** A table of lines of cells; the lines before the first figure are its header. */
function tableOf(rows: string[][], columns: string[], unit = ""): ParsedDocument {
  let text = unit === "" ? "" : `${unit}\n`;
  const table: Table = { columns: columns.map((label) => ({ label })), header: [] };
  if (unit !== "") table.unit = { start: 0, end: unit.length };
  const blocks: Block[] = [];
  for (const cells of rows) {
    const start = text.length;
    const spans: Span[] = [];
    for (const cell of cells) {
      if (text.length > start) text += " ";
      spans.push({ start: text.length, end: text.length + cell.length });
      text += cell;
    }
    const isHeader = blocks.length === 0;
    const span = { start, end: text.length };
    if (isHeader) table.header.push(span);
    blocks.push({ ...span, kind: "tableRow", row: { table: 0, isHeader, cells: spans } });
    text += "\n";
  }
  return { text, blocks, tables: [table], head: {}, repairs: [] };
}

describe("insights of a table", () => {
  const years = ["", "2030", "2029"];
  const document = tableOf(
    [
      ["Year ended", "2030", "2029"],
      ["Net sales", "$ 412", "$ 388"],
      ["Operating loss", "(17.5)", "(3.0)"],
    ],
    years,
    "(in millions)",
  );
  const { insights, passages } = extract(document, head);

  it("tell the row's label, its columns, unit and period", () => {
    assert.equal(
      insights[0]?.finding,
      "Tarn annual report, 2030: Net sales stood at $412 for 2030 and $388 for 2029 (in millions).",
    );
  });

  it("keep the brackets of a loss", () =>
    assert.match(insights[1]?.finding ?? "", /\(17\.5\) for 2030 and \(3\.0\) for 2029/));

  it("quote the header and the row", () => {
    const quoted = insights[0]?.excerpts.map(({ start, end }) => document.text.slice(start, end));
    assert.deepEqual(quoted, ["Year ended 2030 2029", "Net sales $ 412 $ 388"]);
  });

  it("have a title with the label and the period, and questions with the company", () => {
    assert.equal(insights[0]?.title, "Net sales, 2030 and 2029");
    assert.ok(insights[0]?.questions.includes("What were Tarn's net sales in 2030?"));
  });

  it("belong to the table's passage", () => {
    assert.equal(passages.length, 1);
    assert.deepEqual(
      insights.map(({ passage }) => passage),
      [0, 0],
    );
  });

  it("tell apart columns of the same year by what spans them", () => {
    const rows = [
      ["Three Months Ended June 30, Six Months Ended June 30,", "2030", "2029", "2030", "2029"],
      ["Net sales", "100", "90", "210", "180"],
    ];
    const { insights: found } = extract(tableOf(rows, ["", "2030", "2029", "2030", "2029"]), head);
    assert.match(
      found[0]?.finding ?? "",
      /100 for Three Months Ended June 30, 2030.* and 180 for Six Months Ended June 30, 2029/,
    );
  });

  it("show the header instead where it cannot be divided over the columns", () => {
    const rows = [
      ["Barley Supply Opening Stocks Output Domestic Use", "", "", ""],
      ["Northmark", "3.1", "44.7", "21.5"],
    ];
    const { insights: found } = extract(tableOf(rows, ["", "", "", ""]), head);
    assert.match(
      found[0]?.finding ?? "",
      /Northmark reads 3\.1, 44\.7 and 21\.5 in the table headed "Barley Supply Opening Stocks Output Domestic Use"/,
    );
  });

  it("name what stands over a row that does not stand alone", () => {
    const rows = [
      ["Sales by region", "2030", "2029"],
      ["Boats:", "", ""],
      ["Home", "7", "6"],
    ];
    const { insights: found } = extract(tableOf(rows, years), head);
    assert.match(found[0]?.finding ?? "", /Home \(Boats\) stood at 7/);
  });

  it("say nothing of a row without a label or figures", () => {
    const rows = [
      ["Year ended", "2030", "2029"],
      ["", "4", "5"],
      ["Notes", "", ""],
    ];
    assert.deepEqual(extract(tableOf(rows, years), head).insights, []);
  });

  it("are bounded for a hundred thousand rows", function () {
    this.timeout(20_000);
    const rows = [
      ["Year ended", "2030", "2029"],
      ...Array.from({ length: 100_000 }, (_row, at) => [`Harbour dues ${at}`, `${at}`, `${at + 1}`]),
    ];
    const start = performance.now();
    const { insights: found } = extract(tableOf(rows, years), head);
    assert.ok(performance.now() - start < 10_000);
    assert.ok(found.length < 20_000);
  });
});
