import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { ModelCall, ModelStore } from "../../services/document/model-ports.ts";

const DAY_MS = 86_400_000;
const NOON = 20_000 * DAY_MS + DAY_MS / 2;

/** What every place for a language model's answers promises. `answersMax` of the store: 10. */
export function modelStoreContract(backend: string, open: () => Promise<ModelStore & AsyncDisposable>): void {
  describe(`ModelStore on ${backend}`, () => {
    let store: ModelStore & AsyncDisposable;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store[Symbol.asyncDispose]());

    const call = (other: Partial<ModelCall> = {}): ModelCall => ({
      callId: randomUUID(),
      model: "test-model",
      inputTokens: 100,
      outputTokens: 20,
      isEstimated: false,
      time: NOON,
      ...other,
    });

    it("keeps an answer byte for byte, and finds nothing that was never answered", async () => {
      const text = '{"insights": []} – “ﬁ” 🌾\r\n\u0000';
      await store.keepAnswer(call(), 0, { key: "a", text });
      assert.equal(await store.findAnswer("a", NOON), text);
      assert.equal(await store.findAnswer("A", NOON), undefined);
      assert.deepEqual(await store.answered(["a", "b"]), new Set(["a"]));
      assert.deepEqual(await store.answered([]), new Set());
    });

    it("keeps the last answer to a question", async () => {
      await store.keepAnswer(call(), 0, { key: "a", text: "first" });
      await store.keepAnswer(call(), 0, { key: "a", text: "second" });
      assert.equal(await store.findAnswer("a", NOON), "second");
    });

    it("keeps so many answers, and lets those go that were used longest ago", async () => {
      for (let at = 0; at < 10; at += 1) {
        await store.keepAnswer(call({ time: NOON + at }), 0, { key: `old ${at}`, text: "" });
      }
      await store.findAnswer("old 0", NOON + 3 * DAY_MS);
      for (let at = 0; at < 10; at += 1) {
        await store.keepAnswer(call({ time: NOON + 2 * DAY_MS + at }), 0, { key: `new ${at}`, text: "" });
      }
      const left = await store.answered(Array.from({ length: 10 }, (_, at) => [`old ${at}`, `new ${at}`]).flat());
      assert.equal(left.size, 10);
      assert.equal(left.has("old 0"), true);
      assert.equal(left.has("old 1"), false);
      assert.equal(left.has("new 9"), true);
    });

    it("lists calls that are not recorded, oldest first, until they are forgotten", async () => {
      const calls = [call({ time: NOON + 2 }), call({ time: NOON, isEstimated: true }), call({ time: NOON + 1 })];
      for (const one of calls) await store.keepAnswer(one, 0, undefined);
      assert.deepEqual(await store.unrecordedCalls(10), [calls[1], calls[2], calls[0]]);
      assert.equal((await store.unrecordedCalls(2)).length, 2);
      await store.forgetCalls([calls[1]?.callId ?? "", calls[0]?.callId ?? ""]);
      assert.deepEqual(await store.unrecordedCalls(10), [calls[2]]);
      await store.forgetCalls([]);
      assert.equal((await store.unrecordedCalls(10)).length, 1);
    });

    it("takes what was reserved and no more than a day has, whoever asks at the same time", async () => {
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.reserveTokens(20_000, 30, 100)));
      assert.equal(taken.filter((isTaken) => isTaken).length, 3);
      assert.equal(await store.spentTokens(20_000), 90);
      assert.equal(await store.reserveTokens(20_000, 10, 100), true);
      assert.equal(await store.reserveTokens(20_000, 1, 100), false);
      assert.equal(await store.reserveTokens(20_001, 101, 100), false);
      assert.equal(await store.reserveTokens(20_001, 100, 100), true);
    });

    it("puts what a call took in place of what was reserved, once, and gives back what was not used", async () => {
      await store.reserveTokens(20_000, 500, 1_000);
      await store.reserveTokens(20_000, 300, 1_000);
      const one = call();
      await store.keepAnswer(one, 500, { key: "a", text: "" });
      assert.equal(await store.spentTokens(20_000), 120 + 300);
      await store.keepAnswer(one, 500, { key: "a", text: "" });
      assert.equal(await store.spentTokens(20_000), 120 + 300);
      await store.releaseTokens(20_000, 300);
      assert.equal(await store.spentTokens(20_000), 120);
      assert.equal(await store.spentTokens(20_001), 0);
    });
  });
}
