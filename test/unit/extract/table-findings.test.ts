import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import type { Block, ParsedDocument, Span, Table } from "../../../services/document/parse/parsed-document.ts";
import { processorMs } from "../../support/processor-time.ts";

const head = {
  title: "Tarn annual report, 2030",
  sourceName: "Tarn",
  publishedDate: "2031-02-01",
  authors: ["Tarn"],
  documentUrl: "https://example.org/tarn",
};

/** A table of lines of cells; the lines before the first figure are its header. */
function tableOf(rows: string[][], columns: string[], unit = "(dollars in millions)"): ParsedDocument {
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

const years = ["", "2030", "2029"];
const findingsOf = (rows: string[][], columns: string[], unit?: string) =>
  extract(tableOf([["Year ended", "2030", "2029"], ...rows], columns, unit), head).insights.map(({ finding }) =>
    finding.replace("Tarn annual report, 2030: ", ""),
  );

describe("insights of a table", () => {
  const document = tableOf(
    [
      ["Year ended", "2030", "2029"],
      ["Net sales", "$ 412", "$ 388"],
      ["Operating loss", "(17.5)", "(3.0)"],
    ],
    years,
  );
  const { insights, passages } = extract(document, head);

  it("are sentences with the company, the measure, the scale at each figure and its period", () => {
    assert.equal(
      insights[0]?.finding,
      "Tarn annual report, 2030: Tarn's net sales were $412 million in 2030, against $388 million in 2029.",
    );
  });

  it("speak of what was paid in the plural", () => {
    assert.deepEqual(findingsOf([["Cash dividends paid", "$ 12", "$ 11"]], years), [
      "Tarn's cash dividends paid were $12 million in 2030, against $11 million in 2029.",
    ]);
    assert.match(findingsOf([["Cash paid", "$ 12", "$ 11"]], years)[0] ?? "", /cash paid was/);
  });

  it("keep the brackets of a loss", () =>
    assert.match(
      insights[1]?.finding ?? "",
      /operating loss was \$\(17\.5\) million in 2030, against \$\(3\.0\) million/,
    ));

  it("quote the unit, the header and the row", () => {
    const quoted = insights[0]?.excerpts.map(({ start, end }) => document.text.slice(start, end));
    assert.deepEqual(quoted, ["(dollars in millions)\nYear ended 2030 2029\nNet sales $ 412 $ 388"]);
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
      /\$100 million in the three months ended June 30, 2030, against .*; and \$210 million in the six months ended June 30, 2030, against/,
    );
  });

  it("say of a column of changes that it is one", () =>
    assert.deepEqual(findingsOf([["Net sales", "412", "388", "6.2"]], [...years, "% Change"]), [
      "Tarn's net sales were $412 million in 2030, against $388 million in 2029, a change of 6.2 percent.",
    ]));

  it("give no million to what is counted by the share, and no dollars to per cent", () =>
    assert.deepEqual(
      findingsOf(
        [
          ["Diluted earnings per share", "$ 1.42", "$ 1.30"],
          ["Operating margin", "11.2 %", "10.4 %"],
        ],
        years,
        "(dollars in millions, except per share data)",
      ),
      [
        "Tarn's diluted earnings per share were $1.42 in 2030, against $1.30 in 2029.",
        "Tarn's operating margin was 11.2% in 2030, against 10.4% in 2029.",
      ],
    ));

  it("say of a column in which one change is marked as per cent that all of its changes are", () =>
    assert.match(
      findingsOf(
        [
          ["Net sales", "$ 412", "$ 388", "6 %"],
          ["Cost of sales", "301", "298", "1"],
        ],
        ["", "2030", "2029", "Change"],
      ).join(" "),
      /cost of sales was \$301 million in 2030, against \$298 million in 2029, a change of 1 percent/,
    ));

  it("count no money by what it is of", () => {
    const of = (label: string, value: string, unit: string) =>
      findingsOf([[label, value, value]], years, unit).join(" ");
    assert.match(
      of("Sales to customers", "94,943", "(dollars in millions)"),
      /sales to customers were \$94,943 million/,
    );
    assert.match(of("Notes payable", "66", "(dollars in millions)"), /notes payable were \$66 million/);
    assert.match(of("Common stock, $1 par value per share", "271", "(dollars in millions)"), /was \$271 million/);
    assert.match(
      of("Less: accumulated depreciation", "(31)", "(dollars in millions)"),
      /^Tarn's accumulated depreciation was \$\(31\) million/,
    );
    assert.equal(of("Number of stores", "66", "(dollars in millions)"), "");
  });

  it("leave out what a label says of its own amounts", () =>
    assert.match(
      findingsOf([["Receivables, net of allowances of $75 and $60, respectively", "$ 271", "$ 321"]], years).join(" "),
      /receivables, net of allowances were \$271 million/,
    ));

  it("put an estimate and a projection as what they are", () => {
    const columns = ["", "2028/29", "2029/30 Est.", "2030/31 Proj. Apr", "2030/31 Proj. May"];
    const rows = [
      ["Rye", "", "", "", ""],
      ["Ending stocks", "61", "72", "70", "75"],
    ];
    const { insights: found } = extract(tableOf(rows, columns, "Million Bushels"), { ...head, authors: [] });
    assert.match(
      found[0]?.finding ?? "",
      /Ending stocks are put at 61 million bushels for 2028\/29 and an estimated 72 million bushels for 2029\/30, 70 million bushels for 2030\/31 \(April projection\) and 75 million bushels for 2030\/31 \(May projection\)\./,
    );
  });

  it("say how many voted for a nominee", () => {
    const rows = [
      ["Nominee For Against Abstain", "", "", ""],
      ["Ada B. Quay", "1,204", "31", "7"],
    ];
    const { insights: found } = extract(tableOf(rows, ["Nominee", "For", "Against", "Abstain"], ""), head);
    assert.match(
      found[0]?.finding ?? "",
      /: The nominee Ada B\. Quay received 1,204 votes for, 31 votes against and 7 abstentions\.$/,
    );
  });

  it("tell a figure with a scale of its own, unless the table has another", () => {
    const rows = [["Net sales", "$5.8 billion", "$9.3 billion"]];
    const columns = ["", "31.12.2030", "31.12.2029"];
    assert.match(findingsOf(rows, columns, "").join(), /\$5\.8 billion at 31\.12\.2030, against \$9\.3 billion at/);
    assert.doesNotMatch(findingsOf(rows, columns).join(), /5\.8 billion at/);
  });

  it("call a year that was not over a forecast", () => {
    const report = { ...head, title: "Harbour outlook, May 2030", publishedDate: "2030-05-02", authors: [] };
    const rows = [
      ["Outlook", "2029", "2030", "2031"],
      ["Rope price (dollars per pound)", "4.10", "4.20", "4.30"],
    ];
    const { insights: found } = extract(tableOf(rows, ["", "2029", "2030", "2031"], "Outlook"), report);
    assert.match(
      found[0]?.finding ?? "",
      /The rope price is put at \$4\.10 per pound in 2029, a projected \$4\.20 per pound in 2030 and a projected \$4\.30 per pound in 2031\./,
    );
  });

  it("call the year of accounts that came out in it no forecast, and the next one still", () => {
    const report = { ...head, title: "Tarn annual report", publishedDate: "2030-05-02", authors: [] };
    const rows = [
      ["Results", "2031", "2030"],
      ["Net sales", "412", "388"],
    ];
    const { insights: found } = extract(tableOf(rows, ["", "2031", "2030"]), report);
    assert.match(found[0]?.finding ?? "", /a projected \$412 million in 2031, against \$388 million in 2030\./);
  });

  it("take a bare year for no year in a document of a quarter", () => {
    const rows = [
      ["Results", "2030", "2029"],
      ["Net sales", "$ 412", "$ 388"],
    ];
    const quarterly = { ...head, title: "Tarn earnings release, 2030" };
    assert.deepEqual(extract(tableOf(rows, years), quarterly).insights, []);
  });

  it("are not made of two rows of the same words", () =>
    assert.deepEqual(
      findingsOf(
        [
          ["Net sales", "412", "388"],
          ["Net sales", "12", "8"],
        ],
        years,
      ),
      [],
    ));

  it("are not made of what a balance sheet balances with", () =>
    assert.deepEqual(findingsOf([["Total liabilities and stockholders’ equity", "412", "388"]], years), []));

  it("are not made of what moved a balance up to a day, as if it were of that day", () => {
    const days = ["", "May 31, 2030", "May 31, 2029"];
    const labels = ["Settlements", "Gross increases related to tax positions of prior years", "Accrued liabilities"];
    const rows = labels.map((label) => [label, "$ 31", "$ 21"]);
    assert.deepEqual(
      findingsOf(rows, days).filter((one) => one.startsWith("Tarn")),
      ["Tarn's accrued liabilities were $31 million at May 31, 2030, against $21 million at May 31, 2029."],
    );
  });

  it("are not made where a column has no name", () =>
    assert.deepEqual(findingsOf([["Net sales", "3.1", "44.7"]], ["", "2030", ""]), []));

  it("are not made where nothing says what the figures count", () =>
    assert.deepEqual(findingsOf([["Net sales", "3.1", "44.7"]], years, "Of the year"), []));

  it("say that an asset is one of taxes, and of what an amount is", () => {
    const of = (group: string, label: string) => {
      const document = tableOf([["Year ended", "2030", "2029"], [group], [label, "$ 31", "$ 21"]], years);
      const [, name, row] = document.blocks;
      if (name && row?.row) row.row.groups = [{ start: name.start, end: name.end }];
      return extract(document, head).insights[0]?.finding.replace("Tarn annual report, 2030: ", "");
    };
    assert.match(
      of("Deferred tax liabilities:", "Goodwill") ?? "",
      /^Tarn's deferred tax liabilities for goodwill were /,
    );
    assert.match(of("Interest rate swaps", "Notional amount") ?? "", /^Tarn's notional amount of interest rate swaps /);
    assert.match(of("Excluding:", "Free cash flow") ?? "", /^Tarn's free cash flow was /);
    assert.match(of("Share-based compensation", "Research and development") ?? "", /compensation for research and dev/);
    for (const label of ["Other", "Other, net", "Subtotal receivables", "Impact of currencies"])
      assert.equal(of("Inventories", label), undefined);
    assert.equal(of("Deferred:", "Provision for income taxes"), undefined);
    assert.match(of("Cash paid during the year for:", "Interest") ?? "", /^Tarn's cash paid for interest /);
  });

  it("are not made of a row that names no measure, such as a region", () =>
    assert.deepEqual(findingsOf([["Northmark", "3.1", "44.7"]], years), []));

  it("are not made of a row without a label or figures", () =>
    assert.deepEqual(
      findingsOf(
        [
          ["", "4", "5"],
          ["Notes", "", ""],
        ],
        years,
      ),
      [],
    ));

  it("are bounded for a hundred thousand rows", () => {
    const rows = [
      ["Year ended", "2030", "2029"],
      ...Array.from({ length: 100_000 }, (_row, at) => [
        `Harbour dues and fees ${"x".repeat(at % 7)}`,
        `${at}`,
        `${at + 1}`,
      ]),
    ];
    const took = processorMs(() => assert.ok(extract(tableOf(rows, years), head).insights.length < 20_000));
    assert.ok(took < 10_000);
  });
});
