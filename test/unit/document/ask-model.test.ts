import assert from "node:assert/strict";
import { openSqliteDocuments } from "../../../services/document/adapters/sqlite-documents.ts";
import { type AskerOptions, createAsker } from "../../../services/document/ingest/ask-model.ts";
import type { Completion } from "../../../services/document/model-ports.ts";
import type { IngestUsage } from "../../../services/document/ports.ts";
import { DomainError } from "../../../services/kit/errors.ts";
import { createLogger } from "../../../services/kit/log.ts";
import { insightOf, toAnswer } from "../../support/model-server.ts";

const READABLE = toAnswer([insightOf(1, "Exports rose by 4 percent.")]);
const completion = (text: string, other: Partial<Completion> = {}): Completion => ({
  ...{ text, inputTokens: 900, outputTokens: 50, isEstimated: false },
  ...other,
});
const question = (key: string) =>
  new TextEncoder().encode(JSON.stringify({ key, message: `about ${key}`, inputTokens: 800, outputTokens: 200 }));
const read = (answers: Uint8Array[]) => answers.map((answer) => new TextDecoder().decode(answer));

describe("questions of a document", () => {
  let store: Awaited<ReturnType<typeof openSqliteDocuments>>;
  let asked: string[];
  let used: IngestUsage[];
  const never = new AbortController().signal;
  const now = 20_000 * 86_400_000;

  const open = (answer: (message: string) => Promise<Completion>, other: Partial<AskerOptions> = {}) =>
    createAsker({
      model: {
        name: "test-model",
        complete({ message }) {
          asked.push(message);
          return answer(message);
        },
      },
      store,
      usage: { record: async (event) => void used.push(event) },
      clock: { now: () => now },
      log: createLogger("test", "silent"),
      concurrency: 2,
      budgetTokens: undefined,
      ...other,
    });

  beforeEach(async () => {
    store = await openSqliteDocuments({ path: ":memory:" });
    asked = [];
    used = [];
  });
  afterEach(() => store[Symbol.asyncDispose]());

  it("are answered in their order, and asked once in a lifetime", async () => {
    const asker = open(async (message) => completion(`{"insights": [], "of": "${message}"}`));
    const questions = ["a", "b", "c", "d", "e"].map(question);
    const first = read(await asker.answers(questions, never));
    assert.deepEqual(
      first,
      ["a", "b", "c", "d", "e"].map((key) => `{"insights": [], "of": "about ${key}"}`),
    );
    assert.deepEqual(read(await asker.answers(questions, never)), first);
    assert.equal(asked.length, 5);
    assert.deepEqual(await asker.answers([], never), []);
  });

  it("are asked once more when the answer cannot be read, and not a third time, now or later", async () => {
    const asker = open(async () => completion("I cannot do that."));
    assert.deepEqual(read(await asker.answers([question("a")], never)), ["I cannot do that."]);
    assert.deepEqual(read(await asker.answers([question("a")], never)), ["I cannot do that."]);
    assert.equal(asked.length, 2);
    const lucky = open(async () => completion(asked.length % 2 === 1 ? "{" : READABLE));
    assert.deepEqual(read(await lucky.answers([question("b")], never)), [READABLE]);
  });

  it("are recorded as usage once for each call, also the unreadable ones, with what was reported", async () => {
    const asker = open(async () => completion(asked.length === 1 ? "{" : READABLE, { isEstimated: asked.length > 1 }));
    await asker.answers([question("a")], never);
    assert.deepEqual(
      used.map(({ operation, keyId, time, tokens }) => [
        operation,
        keyId,
        time,
        tokens[0]?.model,
        tokens[0]?.inputTokens,
      ]),
      [
        ["extract", null, now, "test-model", 900],
        ["extract", null, now, "test-model (estimated)", 900],
      ],
    );
    assert.equal(new Set(used.flatMap(({ eventId, tokens }) => [eventId, tokens[0]?.eventId])).size, 4);
    assert.deepEqual(await store.unrecordedCalls(10), []);
  });

  it("that were answered before a record failed are recorded later, under the same ids, and not asked again", async () => {
    const tried: string[] = [];
    const away = open(async () => completion(READABLE), {
      usage: {
        async record({ eventId }) {
          tried.push(eventId);
          throw new DomainError("unavailable", "the accounts are away");
        },
      },
    });
    await assert.rejects(away.answers([question("a")], never), /the accounts are away/);
    const asker = open(async () => completion(READABLE));
    await asker.answers([question("a"), question("b")], never);
    assert.deepEqual(asked, ["about a", "about b"]);
    assert.equal(used.length, 2);
    assert.equal(used[0]?.eventId, tried[0]);
  });

  it("stop when the day's budget has no room for another, keep what was answered, and go on when there is", async () => {
    const options = { concurrency: 1, budgetTokens: 2_500 };
    const questions = ["a", "b", "c"].map(question);
    // Each call is thought to take 1,000 tokens and takes 950: the third would be beyond it.
    await assert.rejects(
      open(async () => completion(READABLE), options).answers(questions, never),
      (err: unknown) =>
        err instanceof DomainError &&
        err.kind === "exhausted" &&
        /2500 tokens a day.*LLM_BUDGET_TOKENS.*1900 are spent.*answers so far are kept.*goes on/.test(err.message),
    );
    assert.deepEqual(asked, ["about a", "about b"]);
    const tomorrow = { ...options, clock: { now: () => now + 86_400_000 } };
    assert.equal((await open(async () => completion(READABLE), tomorrow).answers(questions, never)).length, 3);
    assert.deepEqual(asked, ["about a", "about b", "about c"]);
  });

  it("cost nothing of the budget when they are answered already, or not at all", async () => {
    const failing = open(async () => Promise.reject(new DomainError("unavailable", "away")), { budgetTokens: 1_000 });
    await assert.rejects(failing.answers([question("a")], never), /away/);
    assert.equal(await store.spentTokens(20_000), 0);
    await open(async () => completion(READABLE), { budgetTokens: 1_000 }).answers([question("a")], never);
    assert.equal(await store.spentTokens(20_000), 950);
    await open(async () => completion(READABLE), { budgetTokens: 1_000 }).answers([question("a")], never);
    assert.equal(await store.spentTokens(20_000), 950);
  });

  it("are asked no more when one fails for good; what is under way is paid for, and kept", async () => {
    const gate = Promise.withResolvers<void>();
    const asker = open(async (message) => {
      if (message === "about a") await gate.promise;
      else {
        gate.resolve();
        throw new DomainError("denied", "the key is refused");
      }
      return completion(READABLE);
    });
    await assert.rejects(asker.answers(["a", "b", "c", "d"].map(question), never), /the key is refused/);
    assert.deepEqual(asked, ["about a", "about b"]);
    assert.equal(await store.findAnswer("a", now), READABLE);
    assert.equal(used.length, 1);
  });
});
