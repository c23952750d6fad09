import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { themeQuestions } from "../../../services/document/extract/questions/theme-questions.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";

const madeOf = (text: string, authors = ["Tarn"]) => {
  const document = parseText(text);
  const { insights } = extract(document, {
    title: `${authors[0]} earnings release, 2031`,
    sourceName: "SEC filings",
    publishedDate: "2031-03-02",
    authors,
    documentUrl: "https://example.org/tarn",
  });
  return insights.map(({ title, finding, questions, excerpts }) => ({
    title,
    finding: finding.replace(/^.*?: /, ""),
    questions,
    excerpts: excerpts.map(({ start, end }) => document.text.slice(start, end)),
  }));
};

describe("a list of guidance", () => {
  const LEAD = "Tarn is providing the following financial guidance for FY32, which includes 53 weeks.";

  it("is an insight an item, with what leads into it", () => {
    const made = madeOf(
      `${LEAD}\n\n• Ferry sales decline of 3.0% to 6.0%\n• Adjusted operating margin2 of 3.7% to 4.1% • Capital expenditures of approximately $850 million, which remains unchanged`,
    );
    assert.deepEqual(
      made.map(({ title }) => title),
      [
        "Tarn ferry sales guidance, FY32",
        "Tarn adjusted operating margin guidance, FY32",
        "Tarn capital expenditures guidance, FY32",
      ],
    );
    assert.deepEqual(
      made.map(({ finding }) => finding),
      [
        "Tarn's FY32 guidance for ferry sales is a decline of 3.0% to 6.0%.",
        "Tarn's FY32 guidance for the adjusted operating margin is 3.7% to 4.1%.",
        "Tarn's FY32 guidance for capital expenditures is approximately $850 million, which remains unchanged.",
      ],
    );
    assert.deepEqual(made[1]?.excerpts, [LEAD, "Adjusted operating margin2 of 3.7% to 4.1%"]);
    assert.deepEqual(made[0]?.questions, [
      "What is Tarn's FY32 guidance for ferry sales?",
      "What ferry sales did Tarn expect for FY32?",
      "Tarn FY32 ferry sales guidance",
    ]);
  });

  it("leaves out an item that the next paragraph goes on with, and one without a figure", () => {
    const made = madeOf(
      "Consistent with its previous guidance for 2032, Tarn continues to expect:\n\n• A core annual tax rate of 20 percent; and\n\n• A return of the old ferries\n\n• Total cash returns of approximately $7.7 million, comprised of dividends of $6.7\n\nmillion and share repurchases.",
    );
    assert.deepEqual(
      made.filter(({ title }) => title.includes("guidance")).map(({ finding }) => finding),
      ["Tarn's 2032 guidance for the core annual tax rate is 20 percent."],
    );
  });

  it("is none where nothing says of when, or that a list follows", () => {
    const items = "\n\n• Ferry sales of $3 million to $4 million\n• Fares of $5 to $6";
    for (const lead of ["Tarn is providing the following guidance.", "Tarn has no guidance for FY32."])
      assert.ok(
        madeOf(`${lead}${items}`).every(({ finding }) => !/guidance for (?:ferry|fares)/.test(finding)),
        lead,
      );
  });

  it("is no change that something explained", () => {
    const context = {
      attribution: "",
      entity: "Tarn",
      document: "",
      period: "",
      year: 2031,
      company: "Tarn",
      speaker: undefined,
      isTranscript: false,
    };
    assert.ok(
      themeQuestions("ferry sales growth", context, "2031", true).some((one) => one.startsWith("What explained")),
    );
    assert.ok(
      themeQuestions("ferry sales growth guidance", context, "2031", true).every(
        (one) => !one.startsWith("What explained"),
      ),
    );
  });
});
