import assert from "node:assert/strict";
import { extract } from "../../../services/document/extract/extract.ts";
import { parseText } from "../../../services/document/parse/parse-text.ts";
import { BANK, COMPANY } from "./heads.ts";

const OPENING =
  "HALDEN, May 30, 2031 -- Harlow Corporation today announced results for its second quarter of fiscal 2031, ended April 30, 2031.";
const release = (items: readonly string[], heading = "Second Quarter Highlights") =>
  `${OPENING}\n\n${heading}\n\n${items.map((item) => `• ${item}`).join("\n")}\n\nHarlow runs ferries in the north.\n`;
const made = (text: string, head = COMPANY) =>
  extract(parseText(text), { ...head, title: "Harlow earnings release, 2031 (2031-05-30)" }).insights;
const told = (items: readonly string[], heading?: string) =>
  made(release(items, heading)).map(({ finding }) => finding.replace(/^.*?: /, ""));

describe("a line without a verb in a company's list of results", () => {
  for (const [item, finding] of [
    ["Revenue of $8.25 billion, up 11% Y/Y", "Revenue was $8.25 billion, up 11% Y/Y."],
    [
      "Record net sales of $54 million, an increase of 8% compared to $50 million in the prior year quarter",
      "Record net sales were $54 million, an increase of 8% compared to $50 million in the prior year quarter.",
    ],
    ["First-quarter 2031 revenue of $3 million", "Revenue was $3 million in the first quarter of 2031."],
    ["Operating cash flow up 18% to $605 million", "Operating cash flow was up 18% to $605 million."],
    ["Gross margin of 43.5%, down 250 basis points", "Gross margin was 43.5%, down 250 basis points."],
    ["Group turnover £54.5m (2030: £51.0m) up 7%", "Group turnover was £54.5m (2030: £51.0m), up 7%."],
    ["Generated operating cash flow of $605 million", "Harlow generated operating cash flow of $605 million."],
  ] as const)
    it(`is told as a sentence: "${item}"`, () => assert.ok(told([item]).includes(finding), told([item]).join("; ")));

  it("is a result below what also gives an outlook, where its own heading does not", () => {
    const text = release(["Revenue of $8.25 billion, up 11% Y/Y"]).replace("announced results", "gave an outlook");
    assert.match(
      made(text)
        .map(({ finding }) => finding)
        .join(),
      /Revenue was \$8\.25 billion/,
    );
  });

  it("quotes what the list says", () => {
    const text = release(["Revenue of $8.25 billion, up 11% Y/Y"]);
    const quoted = made(text)[0]?.excerpts.map(({ start, end }) => text.slice(start, end));
    assert.ok(quoted?.includes("Revenue of $8.25 billion, up 11% Y/Y"), quoted?.join("; "));
  });

  it("is no result where it is a range, what is expected, or a sentence of its own", () => {
    for (const [items, heading] of [
      [["Revenue of $4 million to $5 million"], undefined],
      [["Revenue of $4 million, as expected by its guidance"], undefined],
      [["Revenue of $9 million, up 4%"], "Outlook for fiscal 2032"],
    ] as const)
      assert.doesNotMatch(told(items, heading).join(), /Revenue was/, items.join());
    assert.match(
      told(["The board declared a dividend of $0.25 per share"]).join(),
      /declared a dividend of \$0\.25 per share/,
    );
  });

  it("is told as a sentence of a company alone", () =>
    assert.doesNotMatch(
      made(release(["Revenue of $8.25 billion, up 11% Y/Y"]), BANK)
        .map(({ finding }) => finding)
        .join(),
      /Revenue was/,
    ));
});
