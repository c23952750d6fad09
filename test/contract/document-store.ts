import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import type { JobLog, JobQueue, LeasedJob, Submission } from "../../services/document/job-ports.ts";
import type { DocumentStore, DocumentVersion, InsightRecord } from "../../services/document/ports.ts";

export type Backend = DocumentStore & JobLog & JobQueue & AsyncDisposable;

const LIMIT = { jobs: 1_000, bytes: 1 << 30 };
const utf8 = (text: string) => new TextEncoder().encode(text);
const hashOf = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

export function submission(docId: string, content: string | Uint8Array = docId, batchId: string = randomUUID()) {
  const bytes = typeof content === "string" ? utf8(content) : content;
  const submitted: Submission = {
    batchId,
    docId,
    documentUrl: `https://example.org/${docId}`,
    mediaType: "text/plain",
    given: { sourceName: "Example Bank", articleTitle: "Report", publishedDate: null, authors: [], summary: "" },
    originalHash: hashOf(bytes),
    contentHash: hashOf(bytes),
    content: bytes,
  };
  return submitted;
}

export function insight(text: string, start: number, end: number, extra: Partial<InsightRecord> = {}): InsightRecord {
  const finding = `Finding ${start} of "${text.slice(0, 20)}".`;
  return {
    insightId: `ins_${hashOf(text + start).slice(0, 32)}`,
    title: `Title ${start}`,
    insight: finding,
    excerpts: [{ text: text.slice(start, end), start, end }],
    questions: ["What was found?", "finding of the text"],
    passage: { start: 0, end: text.length, heading: "Part > Section", page: 3 },
    ...extra,
  };
}

export function version(job: LeasedJob, text: string, extra: Partial<DocumentVersion> = {}): DocumentVersion {
  const insights = [insight(text, 0, text.length)];
  return {
    docId: job.docId,
    documentUrl: job.documentUrl,
    articleTitle: job.given.articleTitle,
    summary: "A summary.",
    sourceName: job.given.sourceName,
    foldedSource: job.given.sourceName.toLowerCase(),
    authors: [],
    publishedDate: null,
    contentHash: job.contentHash,
    originalHash: job.originalHash,
    text: { bytes: utf8(text), textHash: hashOf(text), repairs: [] },
    insightCount: insights.length,
    insights: [utf8(JSON.stringify(insights))],
    ...extra,
  };
}

/** Longer than what a backend writes in one message. */
const LONG = "Prices rose by 3 percent. ".repeat(50_000);

/** What every backend of the document service must keep. */
export function documentStoreContract(backend: string, open: () => Promise<Backend>) {
  describe(`DocumentStore, JobLog and JobQueue on ${backend}`, () => {
    let store: Backend;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    let now = 1_000;
    const submit = async (submitted: Submission) => {
      const jobId = randomUUID();
      const answer = await store.submit(jobId, submitted, LIMIT, now);
      return { jobId, answer: typeof answer === "string" ? answer : "queued", joined: answer };
    };
    const lease = async (owner = "here", until = now + 100) => {
      const job = await store.lease(owner, now, until);
      assert.ok(job, "a job was expected");
      return job;
    };
    /** Submits, works and settles one document. */
    const takeIn = async (docId: string, extra: Partial<DocumentVersion> = {}, text = `Text of ${docId}.`) => {
      await submit(submission(docId, text));
      const job = await lease();
      assert.equal(job.docId, docId);
      assert.equal(await store.replace(version(job, text, extra), job, now), true);
      await store.settle(job, { state: "complete" }, now);
      return job;
    };
    const idsBy = async (filter: { foldedSource?: string; since?: string; limit?: number }) =>
      (await store.list({ limit: 200, ...filter })).map(({ docId }) => docId);

    describe("documents", () => {
      it("an empty store lists nothing and finds nothing", async () => {
        assert.deepEqual(await store.list({ limit: 1 }), []);
        assert.deepEqual(await store.sourceNames(), []);
        assert.deepEqual(await store.idsAfter("", 10), []);
        assert.equal(await store.get("doc_a"), undefined);
        assert.equal(await store.text("doc_a"), undefined);
      });

      it("gives back all that was stored, as soon as it is stored", async () => {
        now = 1_700_000_000_123;
        const text = "Ein Zins von 3½ %.\u0000\uFEFF 🌾 'quoted' \"twice\" \\ \r\n\u2028 end ";
        const found = insight(text, 2, 9, { title: 'A "title" \\ with \u2028', questions: ["", "🌾?"] });
        const job = await takeIn(
          "doc_a",
          {
            articleTitle: "O'Neil's \"100%_report\" 🌾",
            authors: ["Ana Ω", "B; DROP TABLE document"],
            publishedDate: "2024-02-29",
            insights: [utf8(JSON.stringify([found])), utf8(JSON.stringify([insight(text, 3, 4)]))],
            insightCount: 2,
            text: { bytes: utf8(text), textHash: hashOf(text), repairs: ["Two ligatures were repaired."] },
          },
          text,
        );
        assert.deepEqual(await store.get("doc_a"), {
          document: {
            docId: "doc_a",
            documentUrl: "https://example.org/doc_a",
            articleTitle: "O'Neil's \"100%_report\" 🌾",
            summary: "A summary.",
            sourceName: "Example Bank",
            authors: ["Ana Ω", "B; DROP TABLE document"],
            publishedDate: "2024-02-29",
            extractedAt: 1_700_000_000_123,
            extractionStatus: "complete",
            ingestedAt: 1_700_000_000_123,
          },
          insights: [found, insight(text, 3, 4)],
        });
        const stored = await store.text("doc_a");
        assert.equal(Buffer.from(stored?.bytes ?? []).toString("utf8"), text);
        assert.deepEqual([stored?.textHash, stored?.repairs], [hashOf(text), ["Two ligatures were repaired."]]);
        assert.deepEqual(await store.list({ limit: 1 }), [(await store.get("doc_a"))?.document]);
        assert.equal(job.version >= 1, true);
      });

      it("keeps ids that differ only in case or in a trailing space apart", async () => {
        for (const id of ["doc_a", "doc_A", "doc_a "]) await takeIn(id, { articleTitle: `Title of ${id}.` });
        for (const id of ["doc_a", "doc_A", "doc_a "]) {
          assert.equal((await store.get(id))?.document.articleTitle, `Title of ${id}.`);
        }
        assert.equal(await store.get("DOC_A"), undefined);
        assert.deepEqual(await store.idsAfter("", 10), ["doc_A", "doc_a", "doc_a "]);
        assert.deepEqual(await store.idsAfter("doc_A", 1), ["doc_a"]);
      });

      it("keeps more insights than are read at a time in their order", async () => {
        const text = "x".repeat(1_000);
        const all = Array.from({ length: 450 }, (_, at) => insight(text, at, at + 1));
        const parts = [all.slice(0, 100), all.slice(100, 301), all.slice(301)];
        await takeIn("doc_a", { insights: parts.map((part) => utf8(JSON.stringify(part))), insightCount: 450 }, text);
        assert.deepEqual((await store.get("doc_a"))?.insights, all);
      });

      it("keeps a document without insights", async () => {
        await takeIn("doc_a", { insights: [], insightCount: 0 });
        assert.deepEqual((await store.get("doc_a"))?.insights, []);
      });

      it("orders by publication, undated last, then by entry to the millisecond, then by id", async () => {
        const entries: [string, string | null, number][] = [
          ["doc_c", null, 5_000],
          ["doc_d", "2024-01-01", 1_001],
          ["doc_e", "2024-01-01", 1_002],
          ["doc_b", "2024-01-01", 1_001],
          ["doc_a", "2023-12-31", 9_000],
          ["doc_f", null, 5_001],
        ];
        for (const [docId, publishedDate, time] of entries) {
          now = time;
          await takeIn(docId, { publishedDate });
        }
        assert.deepEqual(await idsBy({}), ["doc_e", "doc_b", "doc_d", "doc_a", "doc_f", "doc_c"]);
        assert.deepEqual(await idsBy({ limit: 2 }), ["doc_e", "doc_b"]);
      });

      it("filters by day, that day included and undated documents left out", async () => {
        await takeIn("doc_a", { publishedDate: "2024-01-01" });
        await takeIn("doc_b", { publishedDate: "2023-12-31" });
        await takeIn("doc_c");
        assert.deepEqual(await idsBy({ since: "2024-01-01" }), ["doc_a"]);
        assert.deepEqual(await idsBy({ since: "0000-01-01" }), ["doc_a", "doc_b"]);
        assert.deepEqual(await idsBy({ since: "2024-01-02" }), []);
      });

      it("takes %, _, *, quotes and backslashes in a filter as they are", async () => {
        const names = { doc_a: "100% _Bank*", doc_b: "1000 xBank", doc_c: 'O\'Neil \\ "Sons"', doc_d: "Ömer 🌾" };
        for (const [docId, name] of Object.entries(names)) {
          await takeIn(docId, { sourceName: name, foldedSource: name.toLowerCase() });
        }
        const found = async (foldedSource: string) => (await idsBy({ foldedSource })).sort();
        assert.deepEqual(await found("%"), ["doc_a"]);
        assert.deepEqual(await found("0% _b"), ["doc_a"]);
        assert.deepEqual(await found("_bank"), ["doc_a"]);
        assert.deepEqual(await found("*"), ["doc_a"]);
        assert.deepEqual(await found("o'neil \\ \""), ["doc_c"]);
        assert.deepEqual(await found("' or 1=1 --"), []);
        assert.deepEqual(await found("ömer"), ["doc_d"]);
        assert.deepEqual(await found("🌾"), ["doc_d"]);
        assert.deepEqual(await found("bank"), ["doc_a", "doc_b"]);
      });

      it("names each publisher once, in code point order", async () => {
        const names = ["b", "B", "ä", "z", "b", "🌾", "\uFFFD"];
        for (const [at, sourceName] of names.entries()) await takeIn(`doc_${at}`, { sourceName });
        assert.deepEqual(await store.sourceNames(), ["B", "b", "z", "ä", "\uFFFD", "🌾"]);
      });

      it("replaces a document whole: insights, text and publisher are the new ones, id and entry stay", async () => {
        now = 1_000;
        await takeIn("doc_a", { sourceName: "Old" }, "Old text.");
        now = 2_000;
        await takeIn("doc_a", { sourceName: "New" }, "New text.");
        const found = await store.get("doc_a");
        assert.deepEqual(
          found?.insights.map(({ excerpts }) => excerpts[0]?.text),
          ["New text."],
        );
        assert.deepEqual([found?.document.ingestedAt, found?.document.extractedAt], [1_000, 2_000]);
        assert.equal(Buffer.from((await store.text("doc_a"))?.bytes ?? []).toString(), "New text.");
        assert.deepEqual(await store.sourceNames(), ["New"]);
      });

      it("keeps the old document whole when the new one cannot be stored", async () => {
        await takeIn("doc_a", {}, "Old text.");
        const before = await store.get("doc_a");
        await submit(submission("doc_a", "New text."));
        const job = await lease();
        const twice = [insight("New text.", 0, 3), insight("New text.", 0, 3)];
        const broken = version(job, "New text.", { insights: [utf8(JSON.stringify(twice))], insightCount: 2 });
        await assert.rejects(store.replace(broken, job, now), { kind: "conflict" });
        assert.deepEqual(await store.get("doc_a"), before);
      });

      it("never shows half a document while it is replaced", async () => {
        const make = async (count: number) => {
          const text = `${count} `.repeat(600);
          const all = Array.from({ length: count }, (_, at) => insight(text, at, at + 1, { title: String(count) }));
          await takeIn(
            "doc_a",
            { insights: [utf8(JSON.stringify(all))], insightCount: count, summary: `${count}` },
            text,
          );
        };
        await make(300);
        const replacing = (async () => {
          for (const count of [450, 301, 500, 250]) await make(count);
        })();
        for (let reads = 0; reads < 40; reads += 1) {
          const found = await store.get("doc_a");
          const count = Number(found?.document.summary);
          assert.equal(found?.insights.length, count);
          assert.ok(found?.insights.every(({ title }) => title === String(count)));
        }
        await replacing;
      });
    });

    describe("submissions", () => {
      it("the same content again is unchanged once it is published, and queued until then", async () => {
        assert.equal((await submit(submission("doc_a", "x"))).answer, "queued");
        assert.equal((await submit(submission("doc_a", "x"))).answer, "queued");
        const job = await lease();
        await store.replace(version(job, "x"), job, now);
        assert.equal((await submit(submission("doc_a", "x"))).answer, "queued");
        await store.settle(job, { state: "complete" }, now);
        assert.equal((await submit(submission("doc_a", "x"))).answer, "unchanged");
        assert.equal(await store.isPublished("doc_a", job.contentHash), true);
        assert.equal(await store.isPublished("doc_a", submission("doc_a", "y").contentHash), false);
        assert.equal((await submit(submission("doc_a", "y"))).answer, "queued");
        assert.equal((await submit(submission("doc_a", "x"))).answer, "queued");
        assert.equal((await submit(submission("doc_A", "x"))).answer, "queued");
      });

      it("the same content again joins the new batch with its job, also while that is worked on, and stays in the others", async () => {
        const batches = [randomUUID(), randomUUID(), randomUUID()];
        const [first = "", second = "", third = ""] = batches;
        const { jobId } = await submit(submission("doc_a", "x", first));
        assert.deepEqual((await submit(submission("doc_a", "x", second))).joined, { jobId });
        const job = await lease();
        assert.deepEqual((await submit(submission("doc_a", "x", third))).joined, { jobId });
        await store.replace(version(job, "x"), job, now);
        await store.settle(job, { state: "complete" }, now);
        const counts = await Promise.all(batches.map((batch) => store.batch(batch)));
        assert.deepEqual(
          counts.map(({ complete, insights }) => [complete, insights]),
          [
            [1, 1],
            [1, 1],
            [1, 1],
          ],
        );
        assert.equal(await store.lease("here", now, now + 1), undefined);
      });

      it("a job that several batches have submitted, in turns, counts once in each, and fails in each", async () => {
        const [first, second] = [randomUUID(), randomUUID()];
        for (const batch of [first, second, first, first, second]) await submit(submission("doc_a", "x", batch));
        await submit(submission("doc_b", "x", first));
        for (const [batch, open] of [
          [first, 2],
          [second, 1],
        ] as const)
          assert.equal((await store.batch(batch)).open, open);
        await store.settle(await lease(), { state: "failed", reason: "torn" }, now);
        for (const batch of [first, second]) {
          const { failed, failedCount } = await store.batch(batch);
          assert.deepEqual([failed.map(({ docId, reason }) => [docId, reason]), failedCount], [[["doc_a", "torn"]], 1]);
        }
      });

      it("content that was published since it was submitted again is nothing to do", async () => {
        await submit(submission("doc_a", "x"));
        const first = await lease();
        await submit(submission("doc_a", "y"));
        await submit(submission("doc_a", "x"));
        await store.replace(version(first, "x"), first, now);
        await store.settle(first, { state: "complete" }, now);
        assert.equal((await lease()).rest, "nothing");
      });

      it("of several submissions of a document in one batch the last wins, and one job is left", async () => {
        const batchId = randomUUID();
        await submit(submission("doc_a", "first", batchId));
        await submit(submission("doc_b", "other", batchId));
        await submit(submission("doc_a", "last", batchId));
        assert.equal((await store.batch(batchId)).open, 2);
        const jobs = [await lease(), await lease()];
        const content = await Promise.all(jobs.map((job) => store.content(job)));
        assert.deepEqual(content.map((bytes) => Buffer.from(bytes).toString()).sort(), ["last", "other"]);
        assert.equal(await store.lease("here", now, now + 1), undefined);
      });

      it("a submission that arrives while its document is worked on waits for its turn and wins", async () => {
        await submit(submission("doc_a", "first"));
        const first = await lease();
        await submit(submission("doc_a", "second"));
        assert.equal(await store.lease("there", now, now + 100), undefined);
        await store.replace(version(first, "first"), first, now);
        await store.settle(first, { state: "complete" }, now);
        const second = await lease("there");
        assert.equal(second.rest, "extract");
        assert.ok(second.version > first.version);
        assert.equal(Buffer.from(await store.content(second)).toString(), "second");
      });

      it("keeps content of many megabytes byte for byte", async () => {
        const content = Buffer.alloc(9_000_001, "0123456789abcdef\u0000\u00ff", "latin1");
        await submit(submission("doc_a", content));
        const job = await lease();
        assert.equal(job.contentBytes, content.length);
        assert.equal(hashOf(await store.content(job)), hashOf(content));
      });

      it("refuses what is over the limit and stores nothing of it, but always takes one", async () => {
        const put = (docId: string, content: string, limit: { jobs: number; bytes: number }) =>
          store.submit(randomUUID(), submission(docId, content), limit, now);
        assert.notEqual(await put("doc_a", "0123456789", { jobs: 1, bytes: 1 }), "full");
        assert.equal(await put("doc_b", "x", { jobs: 1, bytes: 100 }), "full");
        assert.equal(await put("doc_b", "x", { jobs: 9, bytes: 10 }), "full");
        assert.notEqual(await put("doc_b", "x", { jobs: 2, bytes: 11 }), "full");
        assert.equal((await store.jobs({ states: [], limit: 10 })).total, 2);
      });

      it("an unknown batch is empty", async () => {
        const nothing = {
          open: 0,
          complete: 0,
          insights: 0,
          submittedBytes: 0,
          finishedBytes: 0,
          failed: [],
          failedCount: 0,
        };
        assert.deepEqual(await store.batch(randomUUID()), nothing);
      });

      it("a batch counts its jobs, their bytes and insights, and lists failures in their order", async () => {
        const batchId = randomUUID();
        for (const docId of ["doc_c", "doc_b", "doc_a", "doc_d"]) await submit(submission(docId, "12345", batchId));
        await submit(submission("doc_x", "of another batch"));
        const [c, b, a] = [await lease(), await lease(), await lease()];
        await store.settle(b, { state: "failed", reason: "second" }, now);
        await store.settle(c, { state: "failed", reason: "first" }, now);
        await store.replace(version(a, "12345"), a, now);
        await store.settle(a, { state: "complete" }, now);
        const { failed, ...counts } = await store.batch(batchId);
        assert.deepEqual(counts, {
          open: 1,
          complete: 1,
          insights: 1,
          submittedBytes: 20,
          finishedBytes: 15,
          failedCount: 2,
        });
        assert.deepEqual(
          failed.map(({ docId, reason, state, attempts }) => [docId, reason, state, attempts]),
          [
            ["doc_c", "first", "failed", 1],
            ["doc_b", "second", "failed", 1],
          ],
        );
      });

      it("lists jobs by state, most recently changed first", async () => {
        now = 1_000;
        for (const docId of ["doc_a", "doc_b", "doc_c"]) await submit(submission(docId));
        now = 1_001;
        const job = await lease();
        const ids = async (states: Parameters<Backend["jobs"]>[0]["states"], limit = 10) => {
          const { jobs, total } = await store.jobs({ states, limit });
          return [jobs.map(({ docId }) => docId), total];
        };
        assert.deepEqual(await ids([]), [["doc_a", "doc_c", "doc_b"], 3]);
        assert.deepEqual(await ids(["extracting"]), [["doc_a"], 1]);
        assert.deepEqual(await ids(["pending"], 1), [["doc_c"], 2]);
        assert.deepEqual(await ids(["failed", "complete"]), [[], 0]);
        assert.deepEqual(await store.countJobs(), { pending: 2, extracting: 1, indexing: 0, failed: 0 });
        await store.hold(job, now + 100, now, "indexing");
        assert.deepEqual(await ids(["indexing"]), [["doc_a"], 1]);
      });
    });

    describe("leases", () => {
      it("a job is leased once, also when many ask at the same time", async () => {
        for (let at = 0; at < 5; at += 1) await submit(submission(`doc_${at}`));
        const asked = await Promise.all(Array.from({ length: 12 }, () => store.lease("here", now, now + 100)));
        const leased = asked.flatMap((job) => (job ? [job.jobId] : []));
        assert.equal(leased.length, 5);
        assert.equal(new Set(leased).size, 5);
      });

      it("the job that waits longest is the first", async () => {
        for (const docId of ["doc_c", "doc_a", "doc_b"]) await submit(submission(docId));
        assert.deepEqual(
          [(await lease()).docId, (await lease()).docId, (await lease()).docId],
          ["doc_c", "doc_a", "doc_b"],
        );
      });

      it("an expired lease is given again, and who lost it can change nothing", async () => {
        now = 1_000;
        await submit(submission("doc_a"));
        const lost = await lease("here", 1_100);
        now = 1_099;
        assert.equal(await store.lease("there", now, 2_000), undefined);
        now = 1_100;
        const held = await lease("there", 2_000);
        assert.deepEqual([held.jobId, held.version, held.attempts, held.deaths], [lost.jobId, lost.version, 2, 1]);
        assert.equal(await store.hold(lost, 9_000, now), false);
        for (const text of ["lost", LONG]) {
          assert.equal(await store.replace(version(lost, text), lost, now), false);
        }
        await store.settle(lost, { state: "failed", reason: "lost" }, now);
        assert.equal(await store.get("doc_a"), undefined);
        assert.equal((await store.batch(randomUUID())).failed.length, 0);
        for (const text of [LONG, "held"]) {
          assert.equal(await store.replace(version(held, text), held, now), true);
          assert.equal(Buffer.from((await store.text("doc_a"))?.bytes ?? []).toString(), text);
          assert.equal((await store.get("doc_a"))?.insights[0]?.excerpts[0]?.text, text);
        }
      });

      it("a lease that is kept does not expire", async () => {
        now = 1_000;
        await submit(submission("doc_a"));
        const job = await lease("here", 1_100);
        assert.equal(await store.hold(job, 1_300, now), true);
        assert.equal(await store.lease("there", 1_299, 2_000), undefined);
        assert.ok(await store.lease("there", 1_300, 2_000));
      });

      it("leases of a process that died are taken over at once, and only those", async () => {
        for (const docId of ["doc_a", "doc_b"]) await submit(submission(docId));
        await lease("here");
        await lease("there");
        assert.equal(await store.lease("here", now, now + 100), undefined);
        assert.equal(await store.takeOver("here"), 1);
        const again = await lease("here");
        assert.deepEqual([again.docId, again.attempts, again.deaths], ["doc_a", 2, 1]);
        assert.equal(await store.lease("here", now, now + 100), undefined);
      });

      it("a job whose worker died waits behind those that were never begun", async () => {
        for (const docId of ["doc_a", "doc_b", "doc_c"]) await submit(submission(docId));
        assert.equal((await lease()).docId, "doc_a");
        await store.takeOver("here");
        assert.deepEqual(
          [(await lease()).docId, (await lease()).docId, (await lease()).docId],
          ["doc_b", "doc_c", "doc_a"],
        );
      });

      it("a job whose worker died while it was indexed goes first, unless that happens again and again", async () => {
        for (const docId of ["doc_a", "doc_b", "doc_c", "doc_d", "doc_e"]) await submit(submission(docId));
        const first = await lease();
        await store.hold(first, now + 100, now, "indexing");
        for (const _ of [1, 2]) {
          await store.takeOver("here");
          assert.equal((await lease()).docId, "doc_a");
        }
        await store.takeOver("here");
        assert.equal((await lease()).docId, "doc_b");
      });

      it("a job that was given back waits until its time", async () => {
        now = 1_000;
        await submit(submission("doc_a"));
        await store.settle(await lease(), { state: "pending", notBefore: 5_000, attempts: 1 }, now);
        assert.equal(await store.lease("here", 4_999, 9_000), undefined);
        const job = await store.lease("here", 5_000, 9_000);
        assert.deepEqual([job?.attempts, job?.deaths, job?.rest], [2, 0, "extract"]);
      });

      it("what was replaced but not published is only to be published, and not unchanged before that", async () => {
        now = 1_000;
        await submit(submission("doc_a", "x"));
        const job = await lease("here", 1_100);
        await store.replace(version(job, "x"), job, now);
        now = 1_200;
        const again = await lease("there");
        assert.equal(again.rest, "publish");
        await store.settle(again, { state: "failed", reason: "the index is away" }, now);
        const { contentHash } = submission("doc_a", "x");
        assert.equal(await store.isPublished("doc_a", contentHash), false);
        assert.equal((await submit(submission("doc_a", "x"))).answer, "queued");
        assert.equal((await lease()).rest, "extract");
      });

      it("jobs that ended long ago are forgotten, all of them in the end, with what they were part of", async () => {
        now = 1_000;
        const batchId = randomUUID();
        const count = 600;
        for (let i = 0; i < count; i += 1) await submit({ ...submission(`doc_${i}`), batchId });
        for (let i = 0; i < count; i += 1) {
          const job = await lease();
          await store.settle(job, i === 0 ? { state: "failed", reason: "bad" } : { state: "complete" }, now);
        }
        now = 2_000;
        await takeIn("doc_late");
        await submit(submission("doc_open"));
        const open = await lease("here", 9_000);
        assert.equal(await store.forget(1_000), 0);
        for (let left = count; left > 0; ) {
          const forgotten = await store.forget(2_000);
          assert.ok(forgotten > 0 && forgotten < count);
          left -= forgotten;
        }
        assert.equal(await store.forget(2_000), 0);
        const { jobs } = await store.jobs({ states: [], limit: 1_000 });
        assert.deepEqual(jobs.map(({ docId }) => docId).sort(), ["doc_late", "doc_open"]);
        const { complete, failedCount } = await store.batch(batchId);
        assert.deepEqual([complete, failedCount], [0, 0]);
        now = 9_000;
        assert.equal(await store.forget(now), 1);
        assert.equal((await lease("there")).jobId, open.jobId);
        assert.ok(await store.get("doc_late"));
        await submit(submission("doc_new"));
        assert.ok((await lease()).version > open.version);
      });

      it("a finished job is not leased and gives up its content", async () => {
        await submit(submission("doc_a"));
        const job = await lease();
        await store.settle(job, { state: "failed", reason: "no" }, now);
        assert.equal(await store.lease("here", now + 1_000_000, now + 2_000_000), undefined);
        await assert.rejects(store.content(job), { kind: "notFound" });
      });
    });
  }).timeout(30_000);
}
