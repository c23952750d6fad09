import assert from "node:assert/strict";
import { createMemoryAdapter } from "../../../services/all-in-one/identity/memory-adapter.ts";
import { openStoredAdapter } from "../../../services/all-in-one/identity/stored-adapter.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("what the local identity provider keeps in its file", () => {
  const open = (maxEntries = 100) => {
    const clock = { time: Date.UTC(2026, 2, 10), now: () => clock.time };
    const stored = openStoredAdapter({
      path: ":memory:",
      others: createMemoryAdapter({ clock }),
      clock,
      maxEntries,
    });
    return { clock, ...stored };
  };

  it("gives back what it was given, until that expires", async () => {
    using opened = open();
    const tokens = opened.adapter("RefreshToken");
    await tokens.upsert("t1", { jti: "t1", grantId: "g1" }, 60);
    assert.deepEqual(await tokens.find("t1"), { jti: "t1", grantId: "g1" });
    opened.clock.time += 60_000;
    assert.equal(await tokens.find("t1"), undefined);
  });

  it("notes that a token was used, and forgets all of a grant that is revoked and no other", async () => {
    using opened = open();
    const tokens = opened.adapter("RefreshToken");
    await tokens.upsert("t1", { grantId: "g1" }, 60);
    await tokens.upsert("t2", { grantId: "g1" }, 60);
    await tokens.upsert("t3", { grantId: "g2" }, 60);
    await tokens.consume("t1");
    assert.equal((await tokens.find("t1"))?.consumed, opened.clock.time / 1000);
    await tokens.revokeByGrantId("g1");
    assert.deepEqual([await tokens.find("t1"), await tokens.find("t2")], [undefined, undefined]);
    assert.ok(await tokens.find("t3"));
    await tokens.destroy("t3");
    assert.equal(await tokens.find("t3"), undefined);
  });

  it("forgets an application after a day, unless somebody signed in with it", async () => {
    using opened = open();
    const clients = opened.adapter("Client");
    await clients.upsert("unused", { client_id: "unused" }, undefined as unknown as number);
    await clients.upsert("used", { client_id: "used" }, undefined as unknown as number);
    await opened.adapter("Grant").upsert("g1", { clientId: "used" }, 60);
    opened.clock.time += 2 * DAY_MS;
    assert.equal(await clients.find("unused"), undefined);
    assert.ok(await clients.find("used"));
  });

  it("has room for those in use, whatever a flood of registrations does", async () => {
    using opened = open(10);
    const clients = opened.adapter("Client");
    await clients.upsert("used", { client_id: "used" }, undefined as unknown as number);
    await opened.adapter("Grant").upsert("g1", { clientId: "used" }, 60);
    for (let i = 0; i < 50; i += 1) {
      opened.clock.time += 1;
      await clients.upsert(`flood ${i}`, { client_id: `flood ${i}` }, undefined as unknown as number);
    }
    assert.ok(await clients.find("used"));
    assert.equal(await clients.find("flood 0"), undefined);
    assert.ok(await clients.find("flood 49"));
  });
});
