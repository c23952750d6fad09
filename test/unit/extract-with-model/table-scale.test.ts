import assert from "node:assert/strict";
import { createChecker } from "../../../services/document/extract-with-model/check-insight.ts";
import { shownPassages } from "../../../services/document/extract-with-model/model-view.ts";
import { parseHtml } from "../../../services/document/parse/parse-html.ts";
import { insightOf } from "../../support/model-server.ts";

const HEAD = {
  ...{ title: "Tarn annual report, 2031", sourceName: "Tarn", publishedDate: "2032-02-10" },
  ...{ authors: [], documentUrl: "https://tarn.example/2031" },
};
const { text, ...document } = parseHtml(`<html><body><h1>Tarn annual report, 2031</h1>
  <p>Results of the year (in millions, except per share amounts)</p>
  <table><tr><th></th><th>2031</th><th>2030</th></tr>
  <tr><td>Net sales of ferries</td><td>$ 4,512.3</td><td>$ 4,101.8</td></tr>
  <tr><td>Diluted earnings per share</td><td>$ 1.12</td><td>$ 1.01</td></tr></table></body></html>`);
const shown = shownPassages({ text, ...document });
const check = createChecker(text, HEAD, shown);
const ask = (row: string, finding: string) => {
  const passage = shown.findIndex(({ start, end }) => text.slice(start, end).includes(row)) + 1;
  return check(insightOf(passage, finding, { excerpts: [row], title: `Tarn ${row.split(" | ")[0]} in 2031` }));
};

describe("a row of a table in millions, quoted by a model", () => {
  const row = "Net sales of ferries | $ 4,512.3 | $ 4,101.8";

  it("brings the words that give its scale as an excerpt", () => {
    const checked = ask(row, "Tarn's net sales of ferries were $4,512.3 million in 2031.");
    assert.ok(typeof checked === "object", String(checked));
    assert.match(
      checked.excerpts.map(({ start, end }) => text.slice(start, end)).join("\n"),
      /in millions[\s\S]*4,512\.3/,
    );
  });

  it("is no proof of single dollars, nor of another scale", () => {
    assert.equal(ask(row, "Tarn's net sales of ferries were $4,512.3 in 2031."), "figures");
    assert.equal(ask(row, "Tarn's net sales of ferries were $4,512.3 billion in 2031."), "figures");
  });

  it("may tell what each share has", () => {
    const said = ask(
      "Diluted earnings per share | $ 1.12 | $ 1.01",
      "Tarn's diluted earnings per share were $1.12 in 2031.",
    );
    assert.equal(typeof said, "object", String(said));
  });
});
