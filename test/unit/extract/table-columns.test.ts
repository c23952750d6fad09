import { strict as assert } from "node:assert";
import { extract } from "../../../services/document/extract/extract.ts";
import { columnNames } from "../../../services/document/extract/tables/table-columns.ts";
import { readUnit, sayFigure, unitOfRow } from "../../../services/document/extract/tables/table-units.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { RELEASE } from "./heads.ts";

const read = (...labels: string[]) => columnNames("", { columns: labels.map((label) => ({ label })), header: [] });

describe("the names of columns", () => {
  it("are those of their period where all say the same of their figures", () => {
    assert.deepEqual(read("Region", "Fiscal 2031 Net Sales", "Fiscal 2030 Net Sales", "% Change"), {
      names: ["Region", "Fiscal 2031", "Fiscal 2030", "% Change"],
      measure: "Net Sales",
    });
    assert.deepEqual(read("", "Pension plan Years ended May 31, 2031", "Pension plan Years ended May 31, 2030"), {
      names: ["", "Years ended May 31, 2031", "Years ended May 31, 2030"],
      measure: "Pension plan",
    });
    assert.equal(read("", "Consolidated 2031", "Consolidated 2030").measure, "");
  });

  it("say a rate that all of them give, in its unit, and are of what each row names", () => {
    assert.deepEqual(read("", "Average rate, per cent 2031", "Average rate, per cent 2030", "Change, bps"), {
      names: ["", "2031", "2030", "Change, bps"],
      measure: "Average rate",
      unit: "per cent",
    });
    assert.equal(read("", "Sales 2031", "Sales 2030", "% of sales 2031").measure, "Sales");
    const text = `| Loan type | Average rate, per cent Q4 2030 | Average rate, per cent Q1 2031 |\n|---|---|---|\n| Housing loans | 4.85 | 4.62 |\n| Consumer credit | 9.10 | 9.31 |\n`;
    const told = extract(parseText(text), RELEASE).insights.map(({ finding }) => finding);
    assert.match(
      told.join("\n"),
      /verage rate for consumer credit was 9\.10 percent in Q4 2030 and 9\.31 percent in Q1 2031/,
    );
  });

  it("are completed by what stands over the labels", () => {
    assert.deepEqual(read("Years ended May 31, (in thousands)", "2031", "2030").names.slice(1), [
      "Year ended May 31, 2031",
      "Year ended May 31, 2030",
    ]);
    assert.equal(read("Quarters Ended", "July 27, 2031", "April 27, 2031").names[1], "Quarter ended July 27, 2031");
    assert.equal(read("At December 31:", "2031", "2030").names[1], "December 31, 2031");
    assert.equal(read("For the year ended", "2031", "2030").names[1], "2031");
  });

  it("are without the scale of their figures", () =>
    assert.deepEqual(read("", "2031 (in millions)", "2030").names, ["", "2031", "2030"]));
});

describe("currencies", () => {
  const say = (value: string, unit: string) => sayFigure(value, unitOfRow("Net sales", "", readUnit(unit)), false);
  it("are those that the unit names", () => {
    assert.equal(say("345", "(In thousands of Canadian dollars)"), "C$345 thousand");
    assert.equal(say("$345", "(In thousands of Canadian dollars)"), "C$345 thousand");
    assert.equal(say("345", "US$’000"), "$345 thousand");
    assert.equal(say("345", "RMB’Million"), "RMB 345 million");
    assert.equal(say("345", "SEKm"), "SEK 345 million");
    assert.equal(say("345", "£m"), "£345 million");
  });
});

describe("columns of parts of a year", () => {
  const told = (caption: string) => {
    const text = `Tarn Reports Results\n\n${caption}\n\nSecond-Quarter Year-to-Date\nNet revenue growth 10.4% 10.3%\nEarnings per share (EPS) $1.99 $3.38\nEPS change 93% (17)%\n`;
    const document = parseText(text);
    const { insights } = extract(document, RELEASE);
    return insights
      .filter(({ finding }) => finding.includes("10.4%"))
      .map(({ finding, excerpts }) =>
        [finding, ...excerpts.map(({ start, end }) => text.slice(start, end))].join("\n"),
      );
  };

  it("are of the year that the caption names with them, which is shown", () => {
    const [one = ""] = told("Reported (GAAP) Second-Quarter and Year-to-Date 2031 Results");
    assert.match(
      one,
      /net revenue growth was 10\.4% in the second quarter of 2031 and 10\.3% in the year to date of 2031\.\nReported \(GAAP\) Second-Quarter and Year-to-Date 2031 Results/,
    );
  });

  it("are of no year where it names two, or not them", () => {
    for (const caption of ["Second-Quarter and Year-to-Date 2031 and 2030 Results", "Results of 2031"])
      assert.deepEqual(
        told(caption).filter((one) => one.includes("in the second quarter of 20")),
        [],
      );
  });
});
