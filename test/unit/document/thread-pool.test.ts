import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { openThreadPool, type ThreadPool } from "../../../services/document/ingest/thread-pool.ts";

const raw = (what: string) => ({
  docId: "doc_a",
  documentUrl: "a",
  mediaType: "text/plain",
  given: { sourceName: "", articleTitle: "", publishedDate: null, authors: [], summary: "" },
  content: new TextEncoder().encode(what),
});

describe("threads that make documents", () => {
  let pool: ThreadPool;
  const open = (timeLimitMs: number) => {
    const thread = new URL("./hostile-thread.ts", import.meta.url);
    pool = openThreadPool({ threads: 1, timeLimitMs, memoryLimitMiB: 64, thread });
    return (what: string, signal = new AbortController().signal) => pool.make(raw(what), signal);
  };
  afterEach(() => pool[Symbol.asyncDispose]());

  it("a document that never ends is given up after its time, and the next one is read", async () => {
    const make = open(1_000);
    const [endless, next] = await Promise.all([make("never ends"), make("fine")]);
    assert.match("reason" in endless ? endless.reason : "", /more than 1 s.*split it/);
    assert.deepEqual(next, { reason: "read" });
  }).timeout(10_000);

  it("a document that eats memory is given up at its limit, and the next one is read", async () => {
    const make = open(30_000);
    const [greedy, next] = await Promise.all([make("eats memory"), make("fine")]);
    assert.match("reason" in greedy ? greedy.reason : "", /more than 64 MiB of memory.*split it/);
    assert.deepEqual(next, { reason: "read" });
  }).timeout(30_000);

  for (const what of ["ends the thread", "throws"]) {
    it(`a document that ${what} fails alone`, async () => {
      const make = open(30_000);
      const [, next] = await Promise.all([assert.rejects(make(what), { kind: "internal" }), make("fine")]);
      assert.deepEqual(next, { reason: "read" });
    }).timeout(10_000);
  }

  it("a thread that makes documents lets the other threads of the process go first, on Linux", async function () {
    if (process.platform !== "linux") return this.skip();
    const before = priorities();
    pool = openThreadPool({ threads: 1, timeLimitMs: 60_000, memoryLimitMiB: 1_024 });
    const made = await pool.make(raw("Prices rose by 3 percent."), new AbortController().signal);
    assert.match("reason" in made ? made.reason : "", /who published it/);
    const normal = getPriority();
    assert.equal(getPriority(process.pid), normal);
    const lower = [...priorities()].filter(([thread, priority]) => !before.has(thread) && priority > normal);
    assert.equal(lower.length, 1);
  }).timeout(60_000);

  it("a stop ends the document that is being read and those that wait", async () => {
    const make = open(30_000);
    const stop = new AbortController();
    const all = [make("never ends", stop.signal), make("fine", stop.signal)];
    const ended = Promise.all(all.map((made) => assert.rejects(made, { kind: "cancelled" })));
    stop.abort();
    await ended;
  }).timeout(10_000);
});

/** Nice values of this process's threads by their ids, as proc(5) has them: field 19 of stat. */
function priorities(): Map<string, number> {
  const found = new Map<string, number>();
  for (const thread of readdirSync("/proc/self/task")) {
    const stat = `/proc/self/task/${thread}/stat`;
    // The name, in parentheses, may have spaces. A thread may end while they are read.
    const text = existsSync(stat) ? readFileSync(stat, "utf8") : "";
    if (text !== "") found.set(thread, Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[16]));
  }
  return found;
}
