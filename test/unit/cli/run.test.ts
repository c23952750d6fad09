import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import { GetBatchResponseSchema, SubmitDocumentResponseSchema } from "#gen/insights/document/v1/document_service_pb.ts";
import { DomainError } from "#kit/errors.ts";
import type { Progress } from "../../../services/cli/ingest/progress.ts";
import { type RunOptions, runIngestion } from "../../../services/cli/ingest/run.ts";
import type { Item, Survey } from "../../../services/cli/sources/source.ts";
import { docIdOf } from "../../../services/document/identity.ts";

const document = (number: number, text = `text ${number}`): Item => ({
  document: {
    name: `rows.jsonl row ${number}`,
    listedAs: `https://a.example/${number}`,
    content: Buffer.from(text),
    mediaType: "text/plain",
    documentUrl: `https://a.example/${number}`,
    sourceName: "A",
    articleTitle: "B",
    authors: [],
    summary: "",
  },
});

const surveyOf = (items: Item[]): Survey => ({
  sources: [
    {
      documents: items.length,
      bytes: 0,
      async *read() {
        yield* items;
      },
    },
  ],
  failures: [],
  notes: [],
});

type Client = RunOptions["documents"];
interface Stub {
  submit: (url: string, text: string) => Promise<{ unchanged: boolean }>;
  failed?: { docId: string; reason: string }[];
  /** Jobs that are never done. */
  open?: number;
}

/** The document service, answering as told; a batch is done as soon as it is submitted. */
function service({ submit, failed = [], open = 0 }: Stub): Client {
  let complete = 0;
  return {
    async submitDocument({ documentUrl = "", content = new Uint8Array() }) {
      const { unchanged } = await submit(documentUrl, Buffer.from(content).toString());
      if (!unchanged) complete++;
      return create(SubmitDocumentResponseSchema, { docId: docIdOf(documentUrl), unchanged });
    },
    async getBatch() {
      return create(GetBatchResponseSchema, {
        open,
        complete: complete - failed.length,
        insights: BigInt(complete * 10),
        failed,
      });
    },
  };
}

const run = (items: Item[], stub: Stub, more: Partial<RunOptions> = {}) =>
  runIngestion(surveyOf(items), {
    documents: service(stub),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    pollMs: 1,
    ...more,
  });

describe("an ingestion run", () => {
  it("counts every document once: taken in, unchanged or failed", async () => {
    const items = [
      document(1),
      document(2),
      document(3),
      { failure: { documentUrl: "x", reason: "rows.jsonl row 4: wrong" } },
      document(5),
    ];
    const result = await run(items, {
      async submit(url) {
        if (url.endsWith("/5")) throw new DomainError("invalid", "authors lists more than 100 names: shorten it");
        return { unchanged: url.endsWith("/1") };
      },
      failed: [{ docId: docIdOf("https://a.example/3"), reason: "there is no text in it" }],
    });
    assert.deepEqual(result, {
      documents: 1,
      insights: 20,
      unchanged: 1,
      superseded: 0,
      failed: [
        { documentUrl: "x", reason: "rows.jsonl row 4: wrong" },
        {
          documentUrl: "https://a.example/5",
          reason: "rows.jsonl row 5: authors lists more than 100 names: shorten it",
        },
        { documentUrl: "https://a.example/3", reason: "rows.jsonl row 3: there is no text in it" },
      ],
      failedUnlisted: 0,
      isInterrupted: false,
    });
  });

  it("lists ten thousand failures and counts the rest", async () => {
    const items = Array.from({ length: 10_005 }, (): Item => ({ failure: { documentUrl: "x", reason: "wrong" } }));
    const { failed, failedUnlisted } = await run(items, { submit: async () => ({ unchanged: false }) });
    assert.deepEqual([failed.length, failedUnlisted], [10_000, 5]);
  });

  it("waits while the queue is full and submits again", async () => {
    let refusals = 3;
    const result = await run([document(1)], {
      async submit() {
        if (refusals-- > 0) throw new DomainError("exhausted", "full");
        return { unchanged: false };
      },
    });
    assert.equal(result.documents, 1);
  });

  it("goes on when the server was away for a moment", async () => {
    let refusals = 2;
    const result = await run([document(1)], {
      async submit() {
        if (refusals-- > 0) throw new DomainError("unavailable", "away");
        return { unchanged: false };
      },
    });
    assert.equal(result.documents, 1);
  });

  it("ends with an error that is not the document's, however many documents come after it", async () => {
    const failing = run(
      Array.from({ length: 5 }, (_, i) => document(i)),
      {
        async submit(url) {
          if (url.endsWith("/0")) throw new DomainError("internal", "SubmitDocument failed");
          for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
          return { unchanged: false };
        },
      },
    );
    await assert.rejects(failing, { kind: "internal" });
  });

  it("submits the later of two documents with one URL after the earlier has arrived", async () => {
    const arrived: string[] = [];
    await run([document(1, "slow"), document(1, "last")], {
      async submit(_, text) {
        if (text === "slow") await new Promise((resolve) => setImmediate(resolve));
        arrived.push(text);
        return { unchanged: false };
      },
    });
    assert.deepEqual(arrived, ["slow", "last"]);
  });

  it("tells of a document that takes another one's place, not of one that is refused", async () => {
    const repeats: string[][] = [];
    await run(
      [document(1), document(2), document(1, "last"), document(2, "wrong")],
      {
        async submit(_, text) {
          if (text === "wrong") throw new DomainError("invalid", "the title is too long");
          return { unchanged: false };
        },
      },
      { onRepeat: (later, earlier) => repeats.push([later, earlier]) },
    );
    assert.deepEqual(repeats, [["rows.jsonl row 1", "rows.jsonl row 1"]]);
  });

  it("tells how many documents others submitted anew before they were begun, and not of its own repeats", async () => {
    const items = [document(1), document(2), document(2, "again"), document(3)];
    const documents = service({ submit: async () => ({ unchanged: false }) });
    const getBatch = async () => create(GetBatchResponseSchema, { complete: 1, failedCount: 1 });
    assert.equal((await run(items, { submit: async () => ({ unchanged: false }) })).superseded, 0);
    const { superseded } = await runIngestion(surveyOf(items), {
      documents: { ...documents, getBatch },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      pollMs: 1,
    });
    assert.equal(superseded, 1);
  });

  it("has few documents under way at a time, however many there are", async () => {
    let underWay = 0;
    let most = 0;
    await run(
      Array.from({ length: 100 }, (_, i) => document(i)),
      {
        async submit() {
          most = Math.max(most, ++underWay);
          await new Promise((resolve) => setImmediate(resolve));
          underWay--;
          return { unchanged: false };
        },
      },
    );
    assert.ok(most > 1 && most <= 8, `${most} at a time`);
  });

  it("stops when it is interrupted, and says what is done", async () => {
    const controller = new AbortController();
    const result = await run(
      Array.from({ length: 100 }, (_, i) => document(i)),
      { submit: async () => ({ unchanged: false }), open: 1 },
      {
        signal: controller.signal,
        onProgress: ({ complete }: Progress) => {
          if (complete > 0) controller.abort();
        },
      },
    );
    assert.equal(result.isInterrupted, true);
    assert.ok(result.documents > 0);
  });
});
