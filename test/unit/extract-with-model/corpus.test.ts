import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createChecker, type Refusal } from "../../../services/document/extract-with-model/check-insight.ts";
import { planFor } from "../../../services/document/extract-with-model/extract-with-model.ts";
import { checkedFinding } from "../../../services/document/extract-with-model/wording.ts";
import { parse } from "../../../services/document/parse/parse.ts";
import { type CorpusRow, withCorpus } from "../../support/corpus.ts";
import { insightOf } from "../../support/model-server.ts";

/** Of the documents, every so-manieth. */
const EVERY = 12;

/** What a model may do to a sentence that it repeats; the sentence itself where there is nothing to do it to. */
const CHANGES: Record<string, (sentence: string) => string> = {
  "a digit": (sentence) => sentence.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 3) % 10)),
  "a scale": (sentence) => sentence.replace(/\bmillion\b/, "billion").replace(/\bpercent\b/, "percentage points"),
  "a lost negation": (sentence) => sentence.replace(/\b(?:not|no) /, ""),
  "another negation": (sentence) => sentence.replace(/\b(was|were|is|are|has|had|would|will) (?!not)/, "$1 not "),
  "a turned direction": (sentence) =>
    /\b(?:rose|increased|grew)\b/.test(sentence)
      ? sentence.replace(/\b(?:rose|increased|grew)\b/, "fell")
      : sentence.replace(/\b(?:fell|declined|decreased)\b/, "rose"),
  "a lost possibility": (sentence) => sentence.replace(/\b(?:may|might|could) /, ""),
  "another name": (sentence) => sentence.replace(/(?<=[a-z] )[A-Z][a-z]{3,}(?=[ ,.])/, "Zebrastan"),
};

withCorpus("what a model writes of real documents", "corpus/documents.jsonl", (path) => {
  const told: Record<string, { right: number; all: number }> = {};
  const count = (what: string, isRight: boolean) => {
    told[what] ??= { right: 0, all: 0 };
    told[what].right += isRight ? 1 : 0;
    told[what].all += 1;
  };
  const shareOf = (what: string) => (told[what]?.right ?? 0) / (told[what]?.all ?? 0);

  before(async function () {
    this.timeout(120_000);
    let number = 0;
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (number++ % EVERY === 0) await check(JSON.parse(line) as CorpusRow);
    }
  });

  /** Each sentence of a document as if a model had made an insight of it, repeated and changed. */
  async function check(row: CorpusRow): Promise<void> {
    const { article_title: title, source_name: sourceName, published_date: publishedDate, authors } = row;
    const document = await parse({ bytes: new TextEncoder().encode(row.text), mediaType: "text/plain", name: "row" });
    const head = { title, sourceName, publishedDate, authors, documentUrl: row.document_url };
    const plan = planFor(document);
    for (const group of plan.groups) {
      const passages = group.flatMap((at) => plan.passages[at] ?? []);
      const verdict = createChecker(document.text, head, passages);
      for (const [at, { units }] of passages.entries()) {
        const sentences = units.map(({ start, end }) => document.text.slice(start, end).replace(/\s+/g, " "));
        for (const [number, { isRow }] of units.entries()) {
          const [sentence = "", next = ""] = sentences.slice(number);
          // Others are refused for their form, whatever they say.
          if (isRow || sentence.length > 400 || checkedFinding(sentence) !== sentence) continue;
          const check = (finding: string): "taken" | Refusal => {
            // With another sentence beside it, which may have the words that are missing.
            const excerpts = sentence.length + next.length < 650 && next !== "" ? [sentence, next] : [sentence];
            const checked = verdict({ ...insightOf(at + 1, sentence), finding, excerpts });
            return typeof checked === "string" ? checked : "taken";
          };
          const itself = check(sentence);
          if (itself === "questions") continue;
          count("itself", itself === "taken");
          if (itself !== "taken") continue;
          for (const [what, change] of Object.entries(CHANGES)) {
            const changed = change(sentence);
            if (changed !== sentence) count(what, check(changed) !== "taken");
          }
        }
      }
    }
  }

  it("is taken where it repeats the text", () => {
    assert.ok(shareOf("itself") >= 0.97, JSON.stringify(told));
  });

  for (const [what, least] of Object.entries({
    "a digit": 0.97,
    "a scale": 0.95,
    "another name": 0.97,
    "a turned direction": 0.97,
    "a lost negation": 0.97,
    "another negation": 0.97,
    "a lost possibility": 0.97,
  })) {
    it(`is refused with ${what}, at least ${Math.round(least * 100)} of 100 times`, () => {
      assert.ok((told[what]?.all ?? 0) >= 50, JSON.stringify(told));
      assert.ok(shareOf(what) >= least, JSON.stringify(told));
    });
  }
});
