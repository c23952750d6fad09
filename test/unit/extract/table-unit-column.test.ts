import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseHtml } from "../../../services/document/parse/parse-html.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const head = {
  title: "Outlook of Northmark, 2031",
  sourceName: "Northmark Ministry",
  publishedDate: "2032-02-01",
  authors: [],
  documentUrl: "https://example.org/outlook",
};

const tableOf = (rows: string[][], caption = "") => {
  const lines = rows.map((cells, at) => {
    const tag = at === 0 ? "th" : "td";
    return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  });
  const named = caption === "" ? "" : `<caption>${caption}</caption>`;
  return parseHtml(`<html><body><h1>Outlook</h1><table>${named}${lines.join("")}</table></body></html>`);
};
const findingsOf = (rows: string[][], caption?: string) =>
  extract(tableOf(rows, caption), head).insights.map(({ finding }) => finding.replace(/^.*?: /, ""));

describe("a column that gives each row's unit", () => {
  const years = ["Variable", "Unit", "2031", "2030"];
  for (const [row, said] of [
    [
      ["Unemployment rate", "%", "4.4", "4.9"],
      "The unemployment rate was 4.4 percent in 2031, against 4.9 percent in 2030.",
    ],
    [["Net debt", "EUR bn", "1.2", "(0.4)"], "Net debt was €1.2 billion in 2031, against €(0.4) billion in 2030."],
    [
      ["Oil price", "$/bbl", "71.20", "80.15"],
      "The oil price was $71.20 per barrel in 2031, against $80.15 per barrel in 2030.",
    ],
    [
      ["Wheat production", "1,000 tonnes", "3,210", "2,998"],
      "Wheat production was 3,210 thousand tonnes in 2031, against 2,998 thousand tonnes in 2030.",
    ],
    [["Power generation", "TWh", "41.2", "40.6"], "Power generation was 41.2 TWh in 2031, against 40.6 TWh in 2030."],
    [
      ["Government debt", "bn crowns", "510", "540"],
      "Government debt was 510 bn crowns in 2031, against 540 bn crowns in 2030.",
    ],
    [
      ["Dividend per share", "cents", "32.50", "28.00"],
      "Dividend per share was 32.50 cents in 2031, against 28.00 cents in 2030.",
    ],
    [
      ["Budget balance", "% of GDP", "-3.1", "-2.4"],
      "Budget balance was -3.1 percent of GDP in 2031, against -2.4 percent of GDP in 2030.",
    ],
    [
      ["Real GDP", "% y/y", "1.1", "(0.4)"],
      "The change in real GDP from a year earlier was 1.1 percent in 2031, against (0.4) percent in 2030.",
    ],
  ] as const) {
    it(`holds for its row alone: ${row[1]}`, () => {
      assert.ok(findingsOf([years, [...row], ["Crane turnover", "index", "7", "8"]]).includes(said));
    });
  }

  it("leaves a row untold whose unit it does not give", () => {
    const said = findingsOf([
      years,
      ["Exports", "", "41", "40"],
      ["Price index", "2025=100", "7", "8"],
      ["Imports", "TWh", "1", "2"],
    ]);
    assert.deepEqual(said, [
      "Imports were 1 TWh in 2031, against 2 TWh in 2030.",
      "A table under “Outlook” lists Exports and price index.",
    ]);
  });
});

describe("the unit in brackets behind a table's name", () => {
  const months = ["", "May 2031", "April 2031"];

  it("is no part of the name", () => {
    const said = findingsOf(
      [months, ["Mortgage rate", "4.2", "4.3"], ["Policy rate", "3.25", "3.50"]],
      "Lending rates (percent)",
    );
    assert.deepEqual(said, [
      "Mortgage rate (Lending rates) was 4.2 percent in May 2031, against 4.3 percent in April 2031.",
      "Policy rate (Lending rates) was 3.25 percent in May 2031, against 3.50 percent in April 2031.",
    ]);
  });

  it("tells figures that are changes as changes", () => {
    const rows = [months, ["Food prices", "-0.1", "3.0"], ["Unemployment rate", "4.1", "4.0"]];
    assert.deepEqual(findingsOf(rows, "Prices and work (percent change from a year earlier)"), [
      "The change in food prices (prices and work) from a year earlier was -0.1 percent in May 2031, against 3.0 percent in April 2031.",
      "Unemployment rate (prices and work) was 4.1 percent in May 2031, against 4.0 percent in April 2031.",
    ]);
  });
});

describe("a line over a table that is nothing but a unit", () => {
  it("is no name of what the table lists", () => {
    const text = "Trade\n\nThousands of crowns\n\nQuay | a | b\nPier | c | d\nBerth | e | f";
    const said = extract(parseText(text), head).insights.map(({ title, finding }) => `${title} ${finding}`);
    assert.doesNotMatch(said.join(" "), /Thousands/);
  });
});

describe("signs over a change and its share", () => {
  it("head a column each, and not the year beside them", () => {
    const page = `<html><body><p>Sales (in millions)</p><table><tr><th></th><th colspan=2>Year</th><th colspan=2>Change</th></tr>
      <tr><th></th><th>2031</th><th>2030</th><th>$</th><th>%</th></tr>
      <tr><td>Net sales</td><td>$ 412.3</td><td>$ 401.8</td><td>10.5</td><td>2.6 %</td></tr></table></body></html>`;
    const { tables } = parseHtml(page);
    assert.deepEqual(
      tables[0]?.columns.map(({ label }) => label),
      ["", "Year 2031", "Year 2030", "Change $", "Change %"],
    );
  });
});

describe("rows that two cells name", () => {
  const years = ["Region", "Crop", "2030", "2029"];
  const body = (cells: string[][]) => findingsOf([years, ...cells], "Grain production (thousand tonnes)");

  it("are told by both of them", () => {
    const found = body([
      ["North", "Wheat", "510", "530"],
      ["North", "Barley", "210", "190"],
      ["South", "Wheat", "310", "330"],
    ]);
    assert.deepEqual(found, [
      "Grain production for North Wheat was 510 thousand tonnes in 2030, against 530 thousand tonnes in 2029.",
      "Grain production for North Barley was 210 thousand tonnes in 2030, against 190 thousand tonnes in 2029.",
      "Grain production for South Wheat was 310 thousand tonnes in 2030, against 330 thousand tonnes in 2029.",
    ]);
  });

  it("are told by neither where both of two rows are the same", () => {
    const found = body([
      ["North", "Wheat", "510", "530"],
      ["North", "Wheat", "210", "190"],
    ]);
    assert.ok(!found.some((one) => /production for/.test(one)), found.join("\n"));
  });
});
