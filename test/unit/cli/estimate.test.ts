import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import {
  type EstimateDocumentRequest,
  EstimateDocumentResponseSchema,
  GetExtractorResponseSchema,
} from "#gen/insights/document/v1/document_service_pb.ts";
import { costOf, describeEstimate, estimateIngestion } from "../../../services/cli/ingest/estimate.ts";
import type { Item, Survey } from "../../../services/cli/sources/source.ts";
import { DomainError } from "../../../services/kit/errors.ts";

const document = (name: string) => ({
  ...{ name, listedAs: name, content: new Uint8Array([65]), mediaType: "text/plain" as const, documentUrl: name },
  ...{ sourceName: "", articleTitle: "", authors: [], summary: "" },
});
const surveyOf = (items: Item[]): Survey => ({
  sources: [
    {
      documents: items.length,
      bytes: items.length,
      async *read() {
        yield* items;
      },
    },
  ],
  failures: [{ documentUrl: "gone.pdf", reason: "gone.pdf does not exist." }],
  notes: [],
});
type Asked = { document?: { documentUrl?: string; batchId?: string } };
const service = (answer: (documentUrl: string) => { unchanged?: boolean; calls?: number } | Error) => ({
  documents: {
    async estimateDocument(request: Asked | EstimateDocumentRequest) {
      assert.match(request.document?.batchId ?? "", /^[0-9a-f-]{36}$/);
      const answered = answer(request.document?.documentUrl ?? "");
      if (answered instanceof Error) throw answered;
      const { calls = 0 } = answered;
      const tokens = { inputTokens: BigInt(1_000 * calls), outputTokens: BigInt(200 * calls) };
      return create(EstimateDocumentResponseSchema, { ...answered, ...tokens });
    },
  },
});
const never = new AbortController().signal;

describe("the estimate of an ingestion", () => {
  it("sums up what each document would take, and counts each in one place", async () => {
    const items = ["a", "b", "same", "bad"].map((name) => ({ document: document(name) }));
    const estimate = await estimateIngestion(
      surveyOf([...items, { failure: { documentUrl: "row 5", reason: "row 5 is no JSON." } }]),
      service((name) =>
        name === "bad"
          ? new DomainError("invalid", "there is no text in it")
          : name === "same"
            ? { unchanged: true }
            : { calls: 2 },
      ),
      never,
    );
    const { failed, ...sums } = estimate;
    assert.deepEqual(sums, { documents: 2, unchanged: 1, calls: 4, inputTokens: 4_000, outputTokens: 800 });
    assert.deepEqual(failed.map(({ documentUrl }) => documentUrl).toSorted(), ["bad", "gone.pdf", "row 5"]);
  });

  it("ends when the service fails or nobody waits any more", async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ document: document(String(at)) }));
    let asked = 0;
    const failing = service(() => {
      asked += 1;
      return new DomainError("internal", "a fault");
    });
    await assert.rejects(estimateIngestion(surveyOf(items), failing, never), /a fault/);
    assert.ok(asked < 10);
    await assert.rejects(
      estimateIngestion(
        surveyOf(items),
        service(() => ({ calls: 1 })),
        AbortSignal.abort(),
      ),
    );
  });

  it("is told with the money and the budget where they are known", () => {
    const estimate = { documents: 12, unchanged: 3, failed: [], calls: 40, inputTokens: 90_000, outputTokens: 20_000 };
    const extractor = (fields: object) => create(GetExtractorResponseSchema, { model: "m", ...fields });
    assert.equal(
      describeEstimate(estimate, extractor({})),
      "12 documents (3 more are there already): about 40 calls of m, 90,000 tokens in and 20,000 out.",
    );
    assert.equal(costOf(estimate, extractor({ inputPrice: 2 })), undefined);
    const priced = extractor({ inputPrice: 2, outputPrice: 10, budgetTokens: 200_000n, spentTokens: 50_000n });
    assert.equal(costOf(estimate, priced), 0.38);
    assert.match(
      describeEstimate(estimate, priced),
      /out, 0\.38 at the prices that are set\. Of today's budget 150,000 tokens are left\.$/,
    );
    const short = extractor({ budgetTokens: 100_000n, spentTokens: 250_000n });
    assert.match(
      describeEstimate(estimate, short),
      /0 tokens are left: it stops when they are spent, and the same command goes on tomorrow/,
    );
    assert.match(describeEstimate(estimate, extractor({ model: "" })), /by rules, which costs nothing/);
  });
});
