import assert from "node:assert/strict";
import { createPaced } from "../../../services/document/adapters/paced.ts";

describe("paced reads", () => {
  it("come one after the other, each in a turn of the event loop of its own, whatever fails", async () => {
    const paced = createPaced();
    let turn = 0;
    const count = () => {
      turn += 1;
      if (turn < 100) setImmediate(count);
    };
    setImmediate(count);
    const turnsOf = (n: number) => paced(async () => (n === 1 ? Promise.reject(new Error("gone")) : turn));
    const answers = await Promise.allSettled([0, 1, 2, 3].map(turnsOf));
    const turns = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    assert.deepEqual([turns.length, new Set(turns).size], [3, 3]);
    assert.equal(answers[1]?.status, "rejected");
  });

  it("are not begun when nobody waits for them any more", async () => {
    const paced = createPaced();
    const begun: number[] = [];
    const read = (n: number, signal?: AbortSignal) => paced(async () => begun.push(n), signal);
    const answers = await Promise.allSettled([read(1), read(2, AbortSignal.abort()), read(3)]);
    assert.deepEqual(begun, [1, 3]);
    assert.ok(answers[1]?.status === "rejected");
    assert.equal(answers[1].reason.kind, "cancelled");
  });
});
