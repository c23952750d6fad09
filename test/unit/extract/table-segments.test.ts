import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const text = `Tarn builds boats and ropes for harbours all over the world.

The following table presents net sales by segment (in millions):

For the Three Months Ended June 30, For the Six Months Ended June 30,

2031 2030
Increase/
(decrease) 2031 2030
Increase/
(decrease)
Net sales by segment:
Harbour Boats $ 412 $ 388 $ 24 $ 801 $ 760 $ 41
Fishing Ropes 120 131 (11) 240 252 (12)
River Services 98 90 8 190 181 9
Total net sales $ 630 $ 609 $ 21 $ 1,231 $ 1,193 $ 38

The following provides historical information (in millions):

Harbour
Boats
Fishing
Ropes
River
Services Total

For the year ended December 31, 2030
Depreciation (1) $ 41 $ 12 $ 9 $ 62
Capital expenditures $ 80 $ 22 $ 14 $ 116
Segment net sales $ 1,560 $ 501 $ 372 $ 2,433

For the year ended December 31, 2029
Depreciation (1) $ 39 $ 11 $ 8 $ 58
Capital expenditures $ 70 $ 21 $ 13 $ 104
Segment net sales $ 1,430 $ 488 $ 351 $ 2,269
`;
const head = {
  title: "Tarn Form 10-Q, 2031",
  sourceName: "SEC EDGAR filings",
  publishedDate: "2031-07-30",
  authors: ["Tarn"],
  documentUrl: "https://example.org/tarn-10q",
};

describe("tables of a company's segments", () => {
  const { insights } = extract(parseText(text), head);
  const about = (words: string) => insights.find(({ finding }) => finding.includes(words));

  it("are read where the header's last lines look like the name of the rows", () => {
    assert.match(
      about("Fishing Ropes were $120 million")?.finding ?? "",
      /\$120 million in the three months ended June 30, 2031, against \$131 million in the three months ended June 30, 2030, a change of \$\(11\) million/,
    );
  });

  it("are read where only the next year's period stands over the rows, under the names above", () => {
    const found = about("$1,430 million");
    assert.match(found?.finding ?? "", /for Harbour Boats, .* in total in the year ended December 31, 2029\.$/);
    assert.match(found?.excerpts.map(({ start, end }) => text.slice(start, end)).join("|") ?? "", /Harbour\nBoats/);
  });

  it("are read where the rows of another table head the columns, and a period stands over the rows", () => {
    const found = about("Tarn's segment net sales");
    assert.match(
      found?.finding ?? "",
      /\$1,560 million for Harbour Boats, \$501 million for Fishing Ropes, \$372 million for River Services and \$2,433 million in total in the year ended December 31, 2030\.$/,
    );
    const shown = found?.excerpts.map(({ start, end }) => text.slice(start, end)).join("\n") ?? "";
    assert.match(shown, /For the year ended December 31, 2030/);
  });

  it("name the sum of a group by its name, and no other rest", () => {
    const lines = [
      "(in millions) 2031 2030",
      "Revenues:",
      "Boats $ 41 $ 40",
      "Total Harbour Works 62 55",
      "All other 7 9",
    ];
    const rows = extract(parseText(`${lines.join("\n")}\nTotal revenues 69 64\n`), {
      ...head,
      title: "Tarn Form 10-K, 2031",
    });
    const found = rows.insights.map(({ finding }) => finding).join("\n");
    assert.match(found, /total revenues for Harbour Works were \$62 million/i);
    assert.doesNotMatch(found, /for All other|\$7 million/);
  });
});
