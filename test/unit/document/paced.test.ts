import assert from "node:assert/strict";
import { createPaced, nextTurn } from "../../../services/document/adapters/paced.ts";

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

  it("are not begun before the one in front has ended, however many pages it has", async () => {
    const paced = createPaced();
    const done: string[] = [];
    const read = (name: string, pages: number) =>
      paced(async () => {
        for (let page = 0; page < pages; page += 1) await nextTurn();
        done.push(name);
      });
    await Promise.all([read("long", 5), read("short", 0)]);
    assert.deepEqual(done, ["long", "short"]);
    await assert.rejects(nextTurn(AbortSignal.abort()), { kind: "cancelled" });
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
