import assert from "node:assert/strict";
import fc from "fast-check";
import { extract } from "../../../services/document/extract/extract.ts";
import type { DocumentHead, Extraction } from "../../../services/document/extract/extraction.ts";
import { type Plan, planFor, withAnswers } from "../../../services/document/extract-with-model/extract-with-model.ts";
import { parse } from "../../../services/document/parse/parse.ts";
import { insightOf, toAnswer } from "../../support/model-server.ts";

const TEXT = `The Halden Grain Office expects wheat production of 12.4 million tonnes in 2025, an increase of 0.8 million tonnes from 2024. Rain in the eastern districts improved yields, and the area sown to wheat rose by 3 percent.

Wheat exports did not rise in the first quarter of 2025, because two of the three berths at Sundhaven were closed for repairs. The Office may lower its forecast of 4.1 million tonnes if the berths stay closed beyond June 2025.

Stocks (thousand tonnes) 2024 2025
Wheat 4,300 4,100
Barley 1,250 (310)`;

const HEAD: DocumentHead = {
  ...{ title: "Grain outlook, April 2025", sourceName: "Halden Grain Office", publishedDate: "2025-04-10" },
  ...{ authors: [], documentUrl: "https://halden.example/outlook" },
};

describe("whatever a model answers", () => {
  let text: string;
  let extraction: Extraction;
  let plan: Plan;
  before(async function () {
    this.timeout(20_000);
    const document = await parse({ bytes: new TextEncoder().encode(TEXT), mediaType: "text/plain", name: "outlook" });
    text = document.text;
    extraction = extract(document, HEAD);
    plan = planFor(document);
  });

  const made = (answer: string) => withAnswers(text, HEAD, extraction, plan, [answer]).extraction;

  /** What every document promises, whoever wrote its insights. */
  const assertSound = ({ insights, passages }: Extraction) => {
    assert.ok(insights.length > 0);
    for (const { title, finding, excerpts, questions, passage } of insights) {
      assert.ok(passages[passage]);
      assert.ok(title !== "" && finding !== "" && questions.length > 0);
      assert.ok(excerpts.length >= 1 && excerpts.length <= 3);
      assert.ok(excerpts.every(({ start, end }) => start >= 0 && start < end && end <= text.length));
      assert.ok(excerpts.reduce((sum, { start, end }) => sum + end - start, 0) <= 700);
    }
    assert.deepEqual(
      [...new Set(insights.map(({ passage }) => passage))].toSorted((a, b) => a - b),
      [...passages.keys()],
    );
  };

  it("a document keeps its insights, and each is sound", () => {
    const answers = fc.oneof(
      fc.string({ unit: "binary", maxLength: 2_000 }),
      fc.json(),
      fc.json().map((json) => `{"insights": [${json}]}`),
      fc.jsonValue().map((insights) => JSON.stringify({ insights })),
    );
    fc.assert(
      fc.property(answers, (answer) => assertSound(made(answer))),
      { numRuns: 300 },
    );
  }).timeout(20_000);

  it("every figure of a finding and of a title stands in its excerpts or in the document's head", () => {
    const words = [...new Set(TEXT.split(/\s+/)), "2026", "4.2", "7", "not", "may", "percent", "(310)", "Barley"];
    const phrase = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(...words), { minLength, maxLength }).map((chosen) => chosen.join(" "));
    const sentences = TEXT.split(/(?<=\.) |\n+/).filter((sentence) => sentence.endsWith("."));
    const sentence = fc.constantFrom(...sentences);
    /** A sentence with a word in place of another: near enough to the truth to be taken often. */
    const twist = (whole: string, word: string, at: number) => {
      const parts = whole.split(" ");
      parts[at % parts.length] = word;
      return parts.join(" ");
    };
    const insight = fc
      .record({
        ...{ passage: fc.nat(4), quoted: sentence, word: fc.constantFrom(...words), at: fc.nat(30) },
        ...{ isTwisted: fc.boolean(), title: fc.option(phrase(3, 8)), finding: fc.option(phrase(6, 20), { freq: 9 }) },
        also: fc.option(sentence),
      })
      .map(({ passage, quoted, word, at, isTwisted, title, finding, also }) =>
        insightOf(passage, quoted, {
          finding: finding ? `The ${finding}.` : isTwisted ? twist(quoted, word, at) : quoted,
          ...(title && { title }),
          ...(also && { excerpts: [quoted, also] }),
        }),
      );
    let taken = 0;
    const figures = (of: string) => of.match(/\d+(?:[.,]\d+)*/g) ?? [];
    const rules = new Set(extraction.insights.map(({ finding }) => finding));
    fc.assert(
      fc.property(fc.array(insight, { minLength: 1, maxLength: 12 }), (insights) => {
        const result = made(toAnswer(insights));
        assertSound(result);
        for (const { title, finding, excerpts } of result.insights) {
          if (rules.has(finding)) continue;
          taken += 1;
          const source = excerpts.map(({ start, end }) => text.slice(start, end)).join(" ");
          const known = new Set(figures(`${source} ${HEAD.title} ${HEAD.publishedDate?.replaceAll("-", " ")}`));
          // Written as words in the text, as figures here, or with the day of the head without its zero.
          const alike = new Set([
            ...known,
            "10",
            ...(/\btwo\b/i.test(source) ? ["2"] : []),
            ...(/\bthree\b/i.test(source) ? ["3"] : []),
          ]);
          for (const figure of figures(`${title} ${finding}`))
            assert.ok(alike.has(figure), `${figure}: ${title} | ${finding} | ${source}`);
        }
      }),
      { numRuns: 400 },
    );
    assert.ok(taken >= 50, String(taken));
  }).timeout(20_000);
});
