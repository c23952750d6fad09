import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { json } from "node:stream/consumers";
import { DomainError } from "#kit/errors.ts";
import { createReadiness } from "../../../gateway/readiness.ts";
import { detailOf, openGateway } from "./open-gateway.ts";

const NAMES = ["search", "documents", "accounts"];

/** A gateway whose services answer while they are among `there`. */
async function probed(there = new Set(NAMES)) {
  const draining = new AbortController();
  const clock = { time: 0, now: () => clock.time };
  const answering = async (name: string) => {
    if (!there.has(name)) throw new DomainError("unavailable", "away");
  };
  const services = Object.fromEntries(NAMES.map((name) => [name, () => answering(name)]));
  const readiness = createReadiness({ services, draining: draining.signal, clock });
  const gateway = await openGateway({ readiness, draining: draining.signal });
  return {
    there,
    draining,
    gateway,
    clock,
    /** Later than what was asked before is believed. */
    async readyz() {
      clock.time += 5_000;
      return gateway.send({ method: "GET", url: "/readyz" });
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

describe("gateway: probes", () => {
  it("ask for no key, are never counted nor limited, and are in no description", async () => {
    await using probes = await probed();
    const { gateway } = probes;
    for (let times = 0; times < 150; times++) {
      for (const url of ["/livez", "/readyz"]) {
        const answer = await gateway.send({ method: "GET", url });
        assert.equal(answer.statusCode, 200, answer.body);
        assert.deepEqual(answer.json(), { status: "ok" });
        assert.equal(answer.headers["x-ratelimit-limit"], undefined);
      }
    }
    assert.deepEqual(gateway.recorded, []);
    const first = await gateway.send({ method: "GET", url: "/api/health" });
    assert.equal(first.headers["x-ratelimit-remaining"], "99");
    const description = await gateway.send({ method: "GET", url: "/api/openapi.json" });
    assert.doesNotMatch(description.body, /livez|readyz/);
  });

  it("are not there in a process that nobody asks whether to send it requests", async () => {
    await using gateway = await openGateway();
    for (const url of ["/livez", "/readyz"]) assert.equal((await gateway.get(url)).statusCode, 404);
  });

  it("wait until each service has answered once, not all at a time, and say for whom", async () => {
    await using probes = await probed(new Set(["search"]));
    const starting = await probes.readyz();
    assert.equal(starting.statusCode, 503);
    assert.equal(starting.headers["retry-after"], "2");
    assert.equal(detailOf(starting), "This gateway is starting: it waits for documents, accounts.");
    assert.equal((await probes.gateway.send({ method: "GET", url: "/livez" })).statusCode, 200);
    probes.there.clear();
    probes.there.add("documents").add("accounts");
    assert.equal((await probes.readyz()).statusCode, 200);
  });

  it("leave a gateway in while one service answers, and take it out when none does", async () => {
    await using probes = await probed();
    assert.equal((await probes.readyz()).statusCode, 200);
    probes.there.delete("search");
    probes.there.delete("documents");
    assert.equal((await probes.readyz()).statusCode, 200);
    probes.there.clear();
    const none = await probes.readyz();
    assert.equal(none.statusCode, 503);
    assert.match(detailOf(none), /^No service answers/);
    probes.there.add("accounts");
    assert.equal((await probes.readyz()).statusCode, 200);
  });

  it("answer soon though a service hangs, by what was known, and ask each once however often they are asked", async () => {
    const [clock, asked] = [{ now: () => 1_000_000 }, { times: 0 }];
    const hanging = () => {
      asked.times++;
      return new Promise<void>(() => undefined);
    };
    const services = { search: hanging, documents: async () => undefined };
    const readiness = createReadiness({ services, draining: new AbortController().signal, clock });
    const startedMs = performance.now();
    const problems = await Promise.all(Array.from({ length: 50 }, () => readiness.problem()));
    assert.ok(performance.now() - startedMs < 900);
    assert.deepEqual([...new Set(problems)], ["This gateway is starting: it waits for search."]);
    assert.equal(asked.times, 1);
  });

  it("take a gateway out at once that is told to end; it answers on, and each answer ends its connection", async () => {
    await using probes = await probed();
    const url = await probes.gateway.app.listen({ host: "127.0.0.1", port: 0 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (path: string) => {
      const request = get(url + path, { agent });
      const [answer] = await once(request, "response");
      return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer), request };
    };
    const before = await ask("/livez");
    assert.equal(before.connection, "keep-alive");
    probes.draining.abort();
    const out = await ask("/readyz");
    assert.ok(out.request.reusedSocket, "the connection from before is still good");
    assert.deepEqual([out.status, out.connection], [503, "close"]);
    assert.match((out.body as { detail: string }).detail, /about to end/);
    const next = await ask("/api/health");
    assert.ok(!next.request.reusedSocket);
    assert.deepEqual([next.status, next.connection], [200, "close"]);
    agent.destroy();
  });

  it("lets an answer that was under way when it was told to end say that the connection ends", async () => {
    const gate = Promise.withResolvers<void>();
    await using probes = await probed();
    probes.gateway.upstreams.search.check = () => gate.promise;
    const url = await probes.gateway.app.listen({ host: "127.0.0.1", port: 0 });
    const agent = new Agent({ keepAlive: true });
    const request = get(`${url}/api/health`, { agent });
    await once(probes.gateway.app.server, "request");
    probes.draining.abort();
    gate.resolve();
    const [answer] = await once(request, "response");
    assert.deepEqual([answer.statusCode, answer.headers.connection], [200, "close"]);
    agent.destroy();
  });
});
