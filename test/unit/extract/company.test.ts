import assert from "node:assert/strict";
import { companyOf } from "../../../services/document/extract/company.ts";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const companyIn = (title: string, sourceName: string, text = "") =>
  companyOf({ title, sourceName, publishedDate: "2031-10-20", authors: [], documentUrl: "" }, text);

describe("whose document it is, where nobody is named as its author", () => {
  for (const [title, source, company] of [
    ["Harlow Ferry Form 10-Q, September 30, 2031", "SEC EDGAR filings", "Harlow Ferry"],
    ["Harlow & Tarn Form 8-K (2031-06-21)", "SEC EDGAR filings", "Harlow & Tarn"],
    ["iTarn earnings release, 2031", "SEC EDGAR filings", "iTarn"],
    ["Harlow Ferry Corp. Form 10-K, 2031", "SEC EDGAR filings", "Harlow Ferry"],
    ["Harlow Ferry Reports Third Quarter 2031 Results", "Newswire", "Harlow Ferry"],
    ["Harlow Ferry, Inc. Announces Third Quarter Fiscal 2031 Financial Results", "Newswire", "Harlow Ferry"],
    ["Harlow Corporation's CEO Discusses Q3 2031 Results - Earnings Call Transcript", "Newswire", "Harlow Corporation"],
    ["Harlow Ferry: third quarter 2031 results", "Ferry News", "Harlow Ferry"],
    ["Final Results for the year ended 30 June 2031", "H Tarn Group plc", "H Tarn Group"],
    ["Harlow Ferry PLC Results for the year ended 30 June 2031", "Newswire", "Harlow Ferry"],
  ] as const)
    it(`${company} of “${title}”`, () => assert.equal(companyIn(title, source), company));

  it("by the mark of the exchange", () =>
    assert.equal(
      companyIn(
        "New ferries for the north",
        "Newswire",
        "HALDEN, Oct. 20, 2031 -- Harlow Ferry Lines, Inc. (“Harlow”) (NYSE: HRL) ordered 4 ferries.",
      ),
      "Harlow Ferry Lines",
    ));

  for (const [title, source, text] of [
    ["Minutes of the Rate Board, June 2031", "Bank of Northmark", "The Board kept the rate."],
    ["Bank of Northmark announces results of its second quarter survey", "Bank of Northmark", ""],
    ["Rate Board announces annual results", "Newswire", ""],
    ["Ferry fares rise as Harlow reports results", "Newswire", "Fares rose."],
    ["Third quarter results", "Ferry News", "Fares rose."],
    ["Consumer prices, June 2031", "Northmark Statistics", "Prices rose. The group of ferries grew."],
  ] as const)
    it(`nobody's: “${title}”`, () => assert.equal(companyIn(title, source, text), undefined));

  it("is what “the Company” means", () => {
    const text =
      "In June 2031, the Company sold its northern ferries for $40.2 million in cash. Net sales of the southern ferries increased 12% to $310.5 million in the second quarter of 2031.";
    const { insights } = extract(parseText(text), {
      title: "Harlow Ferry Form 10-Q, June 30, 2031",
      sourceName: "SEC EDGAR filings",
      publishedDate: "2031-08-02",
      authors: [],
      documentUrl: "https://example.org/harlow",
    });
    assert.match(insights.map(({ finding }) => finding).join(), /Harlow Ferry sold its northern ferries/);
  });
});
