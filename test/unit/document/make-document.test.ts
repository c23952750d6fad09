import assert from "node:assert/strict";
import type { RawDocument } from "../../../services/document/ingest/made-document.ts";
import { makeDocument } from "../../../services/document/ingest/make-document.ts";
import type { IndexedContent, InsightRecord } from "../../../services/document/ports.ts";

const TEXT = `Example Bank raises its policy rate

The Board of Example Bank raised the policy rate by 25 basis points to 4.5 percent in March 2024, because core inflation stayed above 3 percent. Consumer prices rose by 3.4 percent over the year to February 2024, after 3.1 percent in January.

Example Bank expects gross domestic product to grow by 1.2 percent in 2024 and by 2.0 percent in 2025, as real incomes recover and borrowing costs fall. The unemployment rate rose to 5.1 percent in February 2024 from 4.8 percent a year earlier.
`;

const raw = (extra: Partial<RawDocument> = {}): RawDocument => ({
  docId: "doc_0123456789abcdef0123456789abcdef",
  documentUrl: "https://example.org/minutes",
  mediaType: "text/plain",
  given: { sourceName: "Example Bank", articleTitle: "Minutes", publishedDate: "2024-03-21", authors: [], summary: "" },
  content: new TextEncoder().encode(TEXT),
  ...extra,
});

async function made(extra: Partial<RawDocument> = {}) {
  const document = await makeDocument(raw(extra));
  assert.ok(!("reason" in document), "reason" in document ? document.reason : "");
  const { repairs } = document.text;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(document.text.bytes);
  const insights = document.insights.flatMap((part) => JSON.parse(new TextDecoder().decode(part)) as InsightRecord[]);
  const indexed = JSON.parse(Buffer.from(document.indexed).toString()) as IndexedContent;
  return { ...document, text, repairs, insights, indexed };
}

async function reasonOf(extra: Partial<RawDocument>): Promise<string> {
  const document = await makeDocument(raw(extra));
  assert.ok("reason" in document, "a reason was expected");
  return document.reason;
}

describe("making insights of a document", () => {
  before(() => made()).timeout(20_000);

  it("stores plain text code point for code point", async () => {
    const text = `${TEXT}\r\nA last line with 🌾, \u00a0 and é.\t\r\n\n `;
    assert.equal((await made({ content: new TextEncoder().encode(text) })).text, text);
  });

  it("every excerpt is the stored text at its offsets, inside the document, and every insight has one", async () => {
    const { text, insights, insightCount } = await made();
    assert.ok(insightCount > 0);
    assert.equal(insights.length, insightCount);
    for (const { excerpts, passage } of insights) {
      assert.notEqual(excerpts.length, 0);
      for (const { text: excerpt, start, end } of excerpts) assert.equal(text.slice(start, end), excerpt);
      assert.ok(passage.start >= 0 && passage.end <= text.length);
    }
  });

  it("the index gets the same insights, and the text of their passages", async () => {
    const { text, insights, indexed } = await made();
    assert.deepEqual(
      indexed.insights.map(({ passage, ...rest }) => ({ ...rest, passage: indexed.passages[passage] })),
      insights.map(({ insightId, title, insight, excerpts, questions, passage: { start, end } }) => ({
        insightId,
        title,
        insight,
        excerpts: excerpts.map((excerpt) => excerpt.text),
        questions,
        passage: text.slice(start, end),
      })),
    );
  });

  it("no finding and no id stands twice", async () => {
    const { insights } = await made({ content: new TextEncoder().encode(`${TEXT}\n\n${TEXT}`) });
    assert.equal(new Set(insights.map(({ insight }) => insight)).size, insights.length);
    assert.equal(new Set(insights.map(({ insightId }) => insightId)).size, insights.length);
  });

  it("an insight keeps its id when text is put in front of it", async () => {
    const before = await made();
    const after = await made({ content: new TextEncoder().encode(`A note of the editor.\n\n${TEXT}`) });
    const kept = new Set(after.insights.map(({ insightId }) => insightId));
    assert.ok(before.insights.some(({ insightId }) => kept.has(insightId)));
  });

  it("takes a given summary over its own, and makes one of at most 400 characters where none is given", async () => {
    const given = { ...raw().given, summary: "What they say." };
    assert.equal((await made({ given })).head.summary, "What they say.");
    const { summary } = (await made()).head;
    assert.ok(summary.length > 0 && [...summary].length <= 400);
  });

  it("keeps beside the text what could not be made of it", async () => {
    const french =
      "Le Conseil a relevé le taux directeur de 25 points de base à 4,5 pour cent en mars, parce que l'inflation est restée élevée. Les prix à la consommation ont augmenté de 3,4 pour cent sur un an, après 3,1 pour cent en janvier, selon la Banque.";
    const { insights, repairs } = await made({ content: new TextEncoder().encode(french) });
    assert.deepEqual(insights, []);
    assert.match(repairs.join(" "), /not in English/);
    assert.deepEqual((await made()).repairs, []);
  });

  it("says that the publisher is missing and how to give it", async () => {
    const given = { ...raw().given, sourceName: "" };
    assert.match(await reasonOf({ given }), /--source-name/);
  });

  it("a document that is given no title has its first heading, or else its file's name", async () => {
    const given = { ...raw().given, articleTitle: "" };
    const articleTitle = async (content: string, documentUrl: string) =>
      (await made({ given, documentUrl, content: new TextEncoder().encode(content) })).head.articleTitle;
    assert.equal(await articleTitle(TEXT, "a.txt"), "Example Bank raises its policy rate");
    const plain = TEXT.slice(TEXT.indexOf("The Board"));
    assert.equal(await articleTitle(plain, "file:///reports/Annual%20report%202024.txt"), "Annual report 2024.txt");
    assert.equal(await articleTitle(plain, "reports/100%.txt"), "100%.txt");
    assert.equal(await articleTitle(plain, "https://example.org/"), "https://example.org/");
  });

  const refused: [string, Partial<RawDocument>, RegExp][] = [
    ["white space only", { content: new TextEncoder().encode(" \n\t ") }, /no text/],
    ["a kind of file that it does not know", { mediaType: "image/png" }, /image\/png/],
    ["bytes that are no PDF", { mediaType: "application/pdf", content: new Uint8Array(100) }, /./],
  ];
  for (const [what, extra, reason] of refused) {
    it(`answers ${what} with a reason and never throws`, async () => assert.match(await reasonOf(extra), reason));
  }
}).timeout(10_000);
