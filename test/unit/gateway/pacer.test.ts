import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { createPacer } from "../../../gateway/pacer.ts";
import { listToJson } from "../../../gateway/rest/json-bytes.ts";

/** A clock that work moves on, and the numbers of the turns of the event loop in which work was done. */
function watchTurns() {
  let nowMs = 0;
  let turn = 0;
  let isWatching = true;
  const next = () => {
    turn += 1;
    if (isWatching) setImmediate(next);
  };
  setImmediate(next);
  const turns: number[] = [];
  return {
    now: () => nowMs,
    turns,
    work(ms: number): void {
      turns.push(turn);
      nowMs += ms;
    },
    [Symbol.dispose]() {
      isWatching = false;
    },
  };
}

/** The longest of the times that were spent in one turn, each work having taken `ms`. */
const longest = (turns: number[], ms: number) =>
  ms * Math.max(...[...Map.groupBy(turns, (turn) => turn).values()].map(({ length }) => length));

describe("work that is spread over turns of the event loop", () => {
  it("a work that comes alone is done before anything else", async () => {
    const pacer = createPacer();
    let isDone = false;
    const done = pacer.run(() => {
      isDone = true;
      return "answer";
    });
    assert.equal(isDone, true);
    assert.equal(await done, "answer");
  });

  it("what comes at once is done in the order of the calls, a few milliseconds of it in a turn", async () => {
    using watch = watchTurns();
    const pacer = createPacer(watch.now);
    const order = Array.from({ length: 40 }, (_, i) => i);
    const done = await Promise.all(
      order.map((i) =>
        pacer.run(() => {
          watch.work(1);
          return i;
        }),
      ),
    );
    assert.deepEqual(done, order);
    assert.ok(longest(watch.turns, 1) <= 4, `${watch.turns}`);
  });

  it("what callers ask for at once and what is left of it are one turn until the event loop goes on", async () => {
    let nowMs = 0;
    const pacer = createPacer(() => nowMs);
    const turns: number[] = [];
    const work = () => {
      turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
      nowMs += 1;
    };
    // Goes on where requests arrive: before the immediates of that turn.
    await stat(import.meta.filename);
    await Promise.all(Array.from({ length: 40 }, () => pacer.run(work)));
    assert.equal(turns.length, 40);
    assert.ok(longest(turns, 1) <= 4, `${turns}`);
  });

  it("what follows on a work counts as its turn's, however many steps away it is", async () => {
    using watch = watchTurns();
    const pacer = createPacer(watch.now);
    const answer = async () => {
      await pacer.run(() => undefined);
      for (let step = 0; step < 5; step += 1) await undefined;
      watch.work(1);
    };
    await pacer.run(() => watch.work(5));
    await Promise.all(Array.from({ length: 40 }, answer));
    assert.ok(longest(watch.turns.slice(1), 1) <= 4, `${watch.turns}`);
  });

  it("what follows on works that are asked for in the same moment counts from the first of them on", async () => {
    using watch = watchTurns();
    const pacer = createPacer(watch.now);
    const answer = async () => {
      await pacer.run(() => undefined);
      for (let step = 0; step < 5; step += 1) await undefined;
      watch.work(1);
    };
    await Promise.all(Array.from({ length: 40 }, answer));
    assert.equal(watch.turns.length, 40);
    assert.ok(longest(watch.turns, 1) <= 4, `${watch.turns}`);
  });

  it("a work that throws rejects, and those behind it are done", async () => {
    using watch = watchTurns();
    const pacer = createPacer(watch.now);
    const busy = pacer.run(() => watch.work(10));
    const failing = pacer.run(() => {
      throw new TypeError("a fault");
    });
    const next = pacer.run(() => "done");
    await assert.rejects(failing, TypeError);
    assert.equal(await next, "done");
    await busy;
  });

  it("a document's thousands of insights are written a part at a time, and are all there", async () => {
    using watch = watchTurns();
    const pacer = createPacer(watch.now);
    const items = Array.from({ length: 2_050 }, (_, id) => ({ id }));
    const toRest = (item: { id: number }) => {
      watch.work(0.02);
      return item;
    };
    const bytes = await listToJson(pacer, "insights", items, toRest, { document: 1 });
    assert.deepEqual(JSON.parse(bytes.toString()), { document: 1, insights: items });
    assert.ok(longest(watch.turns, 0.02) <= 6, `${new Set(watch.turns).size} turns`);
  });
});
