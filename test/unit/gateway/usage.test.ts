import assert from "node:assert/strict";
import { connect } from "node:net";
import { DomainError } from "#kit/errors.ts";
import type { AccountUpstream, UsageEvent } from "../../../gateway/upstreams.ts";
import { createUsageRecorder } from "../../../gateway/usage.ts";
import { detailOf, KEY, NOON, openGateway } from "./open-gateway.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("gateway: usage", () => {
  it("a search is recorded in both layers, with the tokens of its embedding", async () => {
    await using gateway = await openGateway();
    await gateway.search({ query: "q" });
    const [event] = gateway.recorded;
    const { eventId = "", tokens = [], ...rest } = event ?? {};
    assert.deepEqual(rest, { accountId: "account-1", keyId: "key-1", operation: "search", time: NOON });
    assert.match(eventId, UUID);
    assert.match(tokens[0]?.eventId ?? "", UUID);
    assert.deepEqual({ ...tokens[0], eventId: "" }, { eventId: "", model: "bundled", inputTokens: 7, outputTokens: 0 });
  });

  it("each operation is recorded under its name, a document that is not there too", async () => {
    await using gateway = await openGateway();
    for (const url of ["/api/documents", "/api/documents/filters", "/api/documents/doc_1", "/api/documents/none"]) {
      await gateway.get(url);
    }
    const names = gateway.recorded.map(({ operation }) => operation);
    assert.deepEqual(names, ["list_documents", "list_filter_options", "get_document", "get_document"]);
    assert.equal(new Set(gateway.recorded.map(({ eventId }) => eventId)).size, 4);
  });

  it("nothing is recorded for 400, 401, 404 of a path, 405, 413, 429, 500, health and the description", async () => {
    await using gateway = await openGateway({ tiers: { free: 4 } });
    gateway.upstreams.documents.list = () => Promise.reject(new Error("bug"));
    await gateway.search({});
    await gateway.search("x".repeat(70_000));
    await gateway.get("/api/documents");
    await gateway.get("/api/documents/%zz");
    for (const url of ["/nowhere", "/api/insights/search", "/api/health", "/api/openapi.json"]) await gateway.get(url);
    await gateway.get("/api/documents", { "x-api-key": "bad" });
    await gateway.get("/api/documents?x=1");
    assert.equal((await gateway.get("/api/documents/filters")).statusCode, 429);
    assert.deepEqual(gateway.recorded, []);
  });

  it("an answer waits until its usage is durable", async () => {
    await using gateway = await openGateway();
    const durable = Promise.withResolvers<void>();
    gateway.upstreams.accounts.recordUsage = () => durable.promise;
    let isAnswered = false;
    const response = gateway.search({ query: "q" }).then((answer) => {
      isAnswered = true;
      return answer;
    });
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
    assert.equal(isAnswered, false);
    durable.resolve();
    assert.equal((await response).statusCode, 200);
  });

  it("when usage cannot be recorded the answer is 500 with Retry-After, for a missing document too", async () => {
    await using gateway = await openGateway();
    gateway.upstreams.accounts.recordUsage = () => Promise.reject(new DomainError("notFound", "no such account"));
    for (const response of [await gateway.search({ query: "q" }), await gateway.get("/api/documents/none")]) {
      assert.equal(response.statusCode, 500);
      assert.match(detailOf(response), /^The service cannot answer/);
      assert.ok(Number(response.headers["retry-after"]) >= 1);
    }
    assert.match(gateway.logged.join(), /could not be recorded/);
  });

  const event = (eventId: string): UsageEvent => ({
    eventId,
    accountId: "a",
    keyId: "k",
    operation: "search",
    time: 0,
    tokens: [],
  });
  const ledger = (recordUsage: AccountUpstream["recordUsage"]): AccountUpstream => ({
    check: async () => undefined,
    checkKey: () => Promise.reject(new Error("unused")),
    checkAccount: () => Promise.reject(new Error("unused")),
    recordUsage,
  });
  const outcomesOf = async (all: Promise<void>[]) => (await Promise.allSettled(all)).map(({ status }) => status);

  it("an event that the store refuses fails alone: the others that came with it are recorded, each once", async () => {
    const stored: string[] = [];
    const record = createUsageRecorder(
      ledger(async (events) => {
        if (events.some(({ eventId }) => eventId === "bad")) throw new DomainError("invalid", "bad");
        stored.push(...events.map(({ eventId }) => eventId));
      }),
    );
    const outcomes = await outcomesOf(["1", "2", "bad", "3"].map((id) => record(event(id))));
    assert.deepEqual(outcomes, ["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    assert.deepEqual(stored, ["1", "2", "3"]);
  });

  it("when the account service is away, all who wait fail with the call that was under way", async () => {
    const away = Promise.withResolvers<void>();
    const record = createUsageRecorder(ledger(() => away.promise));
    const first = record(event("1"));
    await new Promise(setImmediate);
    const all = [first, ...Array.from({ length: 5_000 }, (_, i) => record(event(`later-${i}`)))];
    away.reject(new DomainError("deadline", "too slow"));
    assert.ok((await outcomesOf(all)).every((status) => status === "rejected"));
  });

  it("after the account service was away, events are recorded again", async () => {
    let isAway = true;
    const record = createUsageRecorder(
      ledger(async () => {
        if (isAway) throw new DomainError("unavailable", "away");
      }),
    );
    await assert.rejects(record(event("1")));
    isAway = false;
    await record(event("2"));
  });

  it("a caller who leaves ends the call to the service, and is not charged", async () => {
    await using gateway = await openGateway();
    const called = Promise.withResolvers<AbortSignal | undefined>();
    gateway.upstreams.search.search = (_query, { signal }) => {
      called.resolve(signal);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(new DomainError("cancelled", "left"))),
      );
    };
    const address = new URL(await gateway.app.listen({ host: "127.0.0.1", port: 0 }));
    const body = '{"query":"q"}';
    const head = `POST /api/insights/search HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json`;
    const socket = connect(Number(address.port), "127.0.0.1", () =>
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    );
    const signal = await called.promise;
    assert.equal(signal?.aborted, false, "reading the body to its end is not leaving");
    const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve));
    socket.destroy();
    await aborted;
    await gateway.app.close();
    assert.deepEqual(gateway.recorded, []);
    assert.doesNotMatch(gateway.logged.join(), /"level":50/);
  });
});
