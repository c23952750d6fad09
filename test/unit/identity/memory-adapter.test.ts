import assert from "node:assert/strict";
import { createMemoryAdapter } from "../../../services/all-in-one/identity/memory-adapter.ts";

describe("what the local identity provider remembers", () => {
  const open = (maxEntries?: number) => {
    const clock = { time: 1_000_000, now: () => clock.time };
    return { clock, adapter: createMemoryAdapter({ clock, ...(maxEntries && { maxEntries }) }) };
  };

  it("is kept for its time, by kind", async () => {
    const { clock, adapter } = open();
    await adapter("Session").upsert("a", { uid: "u" }, 60);
    assert.deepEqual(await adapter("Session").find("a"), { uid: "u" });
    assert.deepEqual(await adapter("Session").findByUid("u"), { uid: "u" });
    assert.equal(await adapter("Interaction").find("a"), undefined);
    clock.time += 60_000;
    assert.equal(await adapter("Session").find("a"), undefined);
    assert.equal(await adapter("Session").findByUid("u"), undefined);
  });

  it("is consumed, destroyed and revoked with its grant", async () => {
    const { adapter } = open();
    const codes = adapter("AuthorizationCode");
    for (const [id, grantId] of [
      ["a", "g"],
      ["b", "g"],
      ["c", "h"],
    ] as const)
      await codes.upsert(id, { grantId }, 60);
    await codes.consume("a");
    assert.equal((await codes.find("a"))?.consumed, 1_000);
    await codes.revokeByGrantId("g");
    assert.deepEqual([await codes.find("a"), await codes.find("b")], [undefined, undefined]);
    assert.ok(await codes.find("c"));
    await codes.destroy("c");
    assert.equal(await codes.find("c"), undefined);
  });

  it("is bounded for each kind: the oldest goes first", async () => {
    const { adapter } = open(3);
    await adapter("Grant").upsert("g", {}, 60);
    for (let i = 0; i < 5; i += 1) await adapter("Interaction").upsert(String(i), {}, 60);
    const left = await Promise.all(["0", "1", "2", "3", "4"].map((id) => adapter("Interaction").find(id)));
    assert.deepEqual(
      left.map((one) => one !== undefined),
      [false, false, true, true, true],
    );
    assert.ok(await adapter("Grant").find("g"));
  });
});
