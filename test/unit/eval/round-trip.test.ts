import assert from "node:assert/strict";
import { withoutLostQuestions } from "../../../services/cli/eval/round-trip.ts";
import { openBundledEmbedder } from "../../../services/search/embedding/bundled-embedder.ts";
import type { IndexedDocument } from "../../../services/search/ports.ts";

const GOODS = "wool coal timber salt copper glass paper sugar cotton barley rubber cement".split(" ");

describe("the round trip of questions", () => {
  const embedder = openBundledEmbedder();
  const document: IndexedDocument = {
    docId: "doc_goods",
    version: 1,
    title: "Harbour letter",
    documentUrl: "https://example.org/goods",
    sourceName: "Harbour Office",
    publishedDate: null,
    passages: GOODS.map((good) => `Prices of ${good} rose at the harbour.`),
    insights: GOODS.map((good, passage) => ({
      insightId: `ins_${good}`,
      title: `${good} prices`,
      insight: `Prices of ${good} rose at the harbour.`,
      excerpts: [],
      // The last is asked of an insight that eleven others answer as well or better.
      questions:
        good === "cement"
          ? ["How did prices of cement change?", "wool coal timber salt copper glass paper sugar cotton barley rubber"]
          : [`How did prices of ${good} change?`],
      passage,
    })),
  };

  it("drops a question that ten other insights of the document answer better, and no other", async () => {
    const { insights } = await withoutLostQuestions(document, embedder);
    assert.deepEqual(
      insights.map(({ questions }) => questions),
      GOODS.map((good) => [`How did prices of ${good} change?`]),
    );
  });

  it("drops none in a document that has no more than ten insights", async () => {
    const few = { ...document, insights: document.insights.slice(2) };
    assert.deepEqual(await withoutLostQuestions(few, embedder), few);
  });
});
