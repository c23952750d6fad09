import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectHttp2, constants, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Metadata, Server, ServerCredentials, type sendUnaryData, status } from "@grpc/grpc-js";
import { pino } from "pino";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { DomainError, KINDS } from "#kit/errors.ts";
import { type Channel, createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { MESSAGE_LIMIT_BYTES, toServiceDefinition } from "#kit/grpc/definition.ts";
import { type Route, serveGrpc } from "#kit/grpc/server.ts";

describe("gRPC over a Unix socket", function () {
  this.timeout(20_000);
  let folder: string;
  let address: string;
  let channel: Channel;
  let logged: string[];

  const serve = (handlers: Route["handlers"], graceMs?: number) => {
    const log = pino({ level: "warn" }, { write: (line: string) => logged.push(line) });
    return serveGrpc({ address, routes: [{ service: AccountService, handlers }], log, ...(graceMs && { graceMs }) });
  };
  const connect = () => createGrpcClient(AccountService, channel, 20_000);
  const fails = (err: unknown) => ({ revokeKey: () => Promise.reject(err) });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "grpc-"));
    address = `unix:${join(folder, "socket")}`;
    channel = openChannel(address);
    logged = [];
  });
  afterEach(() => {
    channel[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });

  describe("errors", () => {
    for (const kind of KINDS.filter((kind) => kind !== "internal" && kind !== "deadline")) {
      it(`gives the caller "${kind}" and its message as the service threw them`, async () => {
        await using _server = await serve(fails(new DomainError(kind, 'key "é 🌾": 100 % gone\nask again')));
        await assert.rejects(connect().revokeKey({}), { kind, message: 'key "é 🌾": 100 % gone\nask again' });
      });
    }

    for (const [what, handler] of Object.entries({
      "rejects with an unknown error": () => Promise.reject(new TypeError("select secret from vault")),
      "throws before it returns": (): Promise<never> => {
        throw new TypeError("select secret from vault");
      },
      "answers what cannot be serialised": () => Promise.resolve({ countedThisMonth: "secret" }),
    })) {
      it(`tells the caller nothing of a handler that ${what}, logs it, and serves on`, async () => {
        await using _server = await serve({ checkKey: handler, ...fails(new DomainError("notFound", "none")) });
        await assert.rejects(connect().checkKey({}), (err: DomainError) => {
          assert.deepEqual([err.kind, err.message], ["internal", "CheckKey failed"]);
          assert.doesNotMatch(String(err.cause), /secret/);
          return true;
        });
        assert.match(logged.join(), /"msg":"bug"/);
        assert.match(logged.join(), /secret/);
        await assert.rejects(connect().revokeKey({}), { kind: "notFound" });
      });
    }

    it("delivers a message that headers could not hold or encode, shortened and repaired", async () => {
      await using _server = await serve(fails(new DomainError("invalid", `half \ud83c ${"🌾".repeat(50_000)}`)));
      await assert.rejects(connect().revokeKey({}), (err: DomainError) => {
        assert.equal(err.kind, "invalid");
        assert.match(err.message, /^half \ufffd 🌾+/u);
        return true;
      });
    });

    it("does not take gRPC's own refusal for the caller's quota, nor its own ending for the caller's", async () => {
      const codes = [status.RESOURCE_EXHAUSTED, status.CANCELLED];
      const server = new Server();
      const service = toServiceDefinition(AccountService);
      server.addService(service, {
        revokeKey: (_: unknown, reply: sendUnaryData<Buffer>) => reply({ code: codes.shift() }),
      });
      await new Promise((resolve) => server.bindAsync(address, ServerCredentials.createInsecure(), resolve));
      await assert.rejects(connect().revokeKey({}), { kind: "internal" });
      await assert.rejects(connect().revokeKey({}), { kind: "unavailable" });
      server.forceShutdown();
    });

    it("answers unimplemented for a method without a handler and for a service that is not there", async () => {
      await using _server = await serve({});
      await assert.rejects(connect().revokeKey({}), { kind: "unimplemented" });
      const search = createGrpcClient(SearchService, channel, 20_000);
      await assert.rejects(search.search({}), { kind: "unimplemented" });
    });
  });

  describe("time and cancellation", () => {
    /** A handler that waits for its signal, and promises for when it was called and when the signal fired. */
    const waiting = () => {
      const called = Promise.withResolvers<void>();
      const left = Promise.withResolvers<void>();
      const handler = (_: never, signal: AbortSignal) => {
        signal.addEventListener("abort", () => left.resolve());
        called.resolve();
        return left.promise;
      };
      return { called: called.promise, left: left.promise, handler };
    };

    it("fails with deadline when the service takes longer, and tells the service", async () => {
      const { handler, left } = waiting();
      await using _server = await serve({ checkKey: handler });
      await assert.rejects(connect().checkKey({}, { timeoutMs: 50 }), { kind: "deadline" });
      await left;
    });

    it("fails with cancelled when the caller leaves, and tells the service", async () => {
      const { handler, called, left } = waiting();
      await using _server = await serve({ checkKey: handler });
      const caller = new AbortController();
      const call = connect().checkKey({}, { signal: caller.signal });
      await called;
      caller.abort();
      await assert.rejects(call, { kind: "cancelled" });
      await left;
    });

    it("does not call at all when the caller has left before", async () => {
      let calls = 0;
      await using _server = await serve({ checkKey: async () => ({ countedThisMonth: BigInt(++calls) }) });
      await assert.rejects(connect().checkKey({}, { signal: AbortSignal.abort() }), { kind: "cancelled" });
      assert.equal((await connect().checkKey({})).countedThisMonth, 1n);
    });
  });

  describe("size", () => {
    it("carries a message of 20 MiB each way unchanged", async () => {
      await using _server = await serve({
        checkKey: async ({ keyHash }: { keyHash: Uint8Array }) => ({ key: { name: Buffer.from(keyHash).toString() } }),
      });
      const text = "20 MiB of it 🌾\n".repeat((20 * 2 ** 20) / 18);
      assert.ok((await connect().checkKey({ keyHash: Buffer.from(text) })).key?.name === text);
    });

    it("refuses a request over the limit as invalid, unsent, and an answer over it as a bug", async () => {
      await using _server = await serve({ createKey: async () => ({ rawKey: "x".repeat(MESSAGE_LIMIT_BYTES) }) });
      const keyHash = new Uint8Array(MESSAGE_LIMIT_BYTES);
      await assert.rejects(connect().checkKey({ keyHash }), { kind: "invalid", message: /the most is 75497472/ });
      await assert.rejects(connect().createKey({}), { kind: "internal" });
      assert.match(logged.join(), /the answer has 75497477 bytes/);
    });
  });

  describe("coming and going", () => {
    it("fails with unavailable while no server listens and works once one does", async () => {
      await assert.rejects(connect().checkKey({}), {
        kind: "unavailable",
        message: /^The server .*: see that it runs/,
      });
      await using _server = await serve({ checkKey: async () => ({ countedThisMonth: 7n }) });
      const until = Date.now() + 10_000;
      const answered = async (): Promise<bigint> => {
        try {
          return (await connect().checkKey({})).countedThisMonth;
        } catch (err) {
          if (Date.now() > until) throw err;
          await sleep(50);
          return answered();
        }
      };
      assert.equal(await answered(), 7n);
    });

    it("finishes the call in flight when the server closes", async () => {
      const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<object>()];
      const server = await serve({
        checkKey: () => {
          called.resolve();
          return answer.promise;
        },
      });
      const call = connect().checkKey({});
      await called.promise;
      const closed = server[Symbol.asyncDispose]();
      answer.resolve({ countedThisMonth: 3n });
      assert.equal((await call).countedThisMonth, 3n);
      await closed;
    });

    it("finishes the calls in flight of a connection that is old when the server drains", async () => {
      const draining = new AbortController();
      const handlers = { checkKey: () => sleep(300, { countedThisMonth: 7n }) };
      const routes = [{ service: AccountService, handlers }];
      const log = pino({ level: "silent" });
      const options = { address: "127.0.0.1:0", routes, log, draining: draining.signal, connectionAgeMs: 400 };
      await using server = await serveGrpc(options);
      using tcpChannel = openChannel(`127.0.0.1:${server.port}`);
      const { checkKey } = createGrpcClient(AccountService, tcpChannel, 5_000);
      await checkKey({});
      const calls = Promise.all([checkKey({}), checkKey({})]);
      // Both reasons to give the connection up come in one turn, as in a process that waits for a processor.
      await sleep(50);
      setTimeout(() => draining.abort());
      for (const untilMs = performance.now() + 200; performance.now() < untilMs; );
      const answers = await calls;
      assert.deepEqual(
        answers.map(({ countedThisMonth }) => countedThisMonth),
        [7n, 7n],
      );
    });

    for (const [what, refusals, code, asked] of [
      ["asks again what a server refused unread, also what must not be asked twice", 4, "NGHTTP2_REFUSED_STREAM", 5],
      ["gives up on a server that refuses all", 1_000, "NGHTTP2_REFUSED_STREAM", 10],
      ["asks nothing again that a server may have read", 1_000, "NGHTTP2_INTERNAL_ERROR", 1],
    ] as const)
      it(what, async () => {
        let streams = 0;
        const http2 = createHttp2Server();
        http2.on("stream", (stream) => {
          // Of its own end the server's stream makes an error.
          stream.on("error", () => undefined);
          if (streams++ < refusals) return stream.close(constants[code]);
          stream.respond({ "content-type": "application/grpc" }, { waitForTrailers: true });
          stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
          // An answer without fields.
          stream.end(Buffer.alloc(5));
        });
        await once(http2.listen(0, "127.0.0.1"), "listening");
        const { port } = http2.address() as AddressInfo;
        try {
          using tcpChannel = openChannel(`127.0.0.1:${port}`);
          const call = createGrpcClient(AccountService, tcpChannel, 5_000).createKey({});
          if (refusals < 1_000) assert.equal((await call).rawKey, "");
          else await assert.rejects(call, DomainError);
          assert.equal(streams, asked);
        } finally {
          http2.close();
        }
      });

    it("tells the caller of a refusal when its channel was closed meanwhile", async () => {
      let calls = 0;
      const closing: Channel = {
        makeUnaryRequest(...args: unknown[]) {
          if (calls++ > 0) throw new Error("Channel has been shut down");
          const answered = args.at(-1) as (err: unknown) => void;
          const details = "Stream refused by server";
          setImmediate(() => answered({ code: status.UNAVAILABLE, details, metadata: new Metadata() }));
          return {} as never;
        },
        [Symbol.dispose]: () => undefined,
      };
      await assert.rejects(createGrpcClient(AccountService, closing, 5_000).createKey({}), { kind: "unavailable" });
      assert.equal(calls, 2);
    });

    it("sends callers away from connections that are old", async () => {
      const log = pino({ level: "silent" });
      await using server = await serveGrpc({ address: "127.0.0.1:0", routes: [], log, connectionAgeMs: 100 });
      const session = connectHttp2(`http://127.0.0.1:${server.port}`);
      const [code] = (await once(session, "goaway")) as [number];
      assert.equal(code, constants.NGHTTP2_NO_ERROR);
      await once(session, "close");
    });

    it("ends a call that outlasts the grace period with unavailable", async () => {
      const called = Promise.withResolvers<void>();
      const server = await serve(
        {
          checkKey: () => {
            called.resolve();
            return new Promise(() => undefined);
          },
        },
        20,
      );
      const call = connect().checkKey({});
      await called.promise;
      await Promise.all([assert.rejects(call, { kind: "unavailable" }), server[Symbol.asyncDispose]()]);
    });

    it("says unavailable when the address is taken", async () => {
      await using _server = await serve({});
      await assert.rejects(serve({}), { kind: "unavailable", message: /^Cannot listen on unix:/ });
      const log = pino({ level: "silent" });
      await using taken = await serveGrpc({ address: "127.0.0.1:0", routes: [], log });
      await assert.rejects(serveGrpc({ address: `127.0.0.1:${taken.port}`, routes: [], log }), {
        message: `Cannot listen on 127.0.0.1:${taken.port}: set GRPC_PORT or HOST to another one.`,
      });
    });
  });
});
