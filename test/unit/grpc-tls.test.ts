import assert from "node:assert/strict";
import { Client, credentials } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { pino } from "pino";
import { AccountService } from "#gen/insights/account/v1/account_service_pb.ts";
import type { Tls } from "#kit/grpc/certificates.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { serveGrpc } from "#kit/grpc/server.ts";
import { type Authority, createAuthority } from "../support/certificates.ts";

describe("gRPC between machines", function () {
  this.timeout(20_000);
  const log = pino({ level: "silent" });
  let authority: Authority;
  let stranger: Authority;
  let tls: Tls;
  before(() => {
    authority = createAuthority();
    stranger = createAuthority();
    tls = authority.tls("service");
  });
  after(() => {
    authority[Symbol.dispose]();
    stranger[Symbol.dispose]();
  });

  const serve = (name = "a", address = "127.0.0.1:0") => {
    const answer = { keyId: name, accountId: "", name, prefix: "", tier: "", isActive: true };
    const handlers = { checkKey: async () => ({ key: answer, countedThisMonth: 0n }) };
    return serveGrpc({ address, routes: [{ service: AccountService, handlers }], log, tls, graceMs: 100 });
  };
  const ask = async (address: string, own?: Tls) => {
    using channel = openChannel(address, own);
    const { key } = await createGrpcClient(AccountService, channel, 2_000).checkKey({});
    return key?.name;
  };

  it("answers who shows a certificate of the install", async () => {
    await using server = await serve();
    assert.equal(await ask(`127.0.0.1:${server.port}`, authority.tls("gateway")), "a");
    assert.equal(await ask(`localhost:${server.port}`, authority.tls("worker")), "a");
  });

  it("refuses who shows none, one of another authority, or speaks plain text", async () => {
    await using server = await serve();
    const address = `127.0.0.1:${server.port}`;
    await assert.rejects(ask(address, stranger.tls("gateway", authority.caPath)), { kind: "unavailable" });
    await assert.rejects(ask(address), { kind: "unavailable" });
    const bare = new Client(address, credentials.createSsl(tls.current.ca));
    const { promise, reject, resolve } = Promise.withResolvers<unknown>();
    bare.makeUnaryRequest(
      "/insights.account.v1.AccountService/CheckKey",
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.alloc(0),
      { deadline: Date.now() + 2_000 },
      (err, answer) => (err ? reject(err) : resolve(answer)),
    );
    await assert.rejects(promise);
    bare.close();
  });

  it("trusts no server of another authority", async () => {
    await using server = await serve();
    await assert.rejects(ask(`127.0.0.1:${server.port}`, stranger.tls("gateway")), { kind: "unavailable" });
  });

  it("serves and calls no other machine without certificates", async () => {
    const routes = [{ service: AccountService, handlers: {} }];
    await assert.rejects(serveGrpc({ address: "0.0.0.0:0", routes, log }), { kind: "invalid" });
    assert.throws(() => openChannel("account.example:50051"), { kind: "invalid" });
  });

  it("goes round among replicas, and past one that is gone", async () => {
    await using first = await serve("a");
    const second = await serve("b");
    for (const host of ["127.0.0.1", "localhost"]) {
      using channel = openChannel(`${host}:${first.port},${host}:${second.port}`, tls, [AccountService]);
      const client = createGrpcClient(AccountService, channel, 5_000);
      const met = new Set<string | undefined>();
      for (let calls = 0; calls < 40 && met.size < 2; calls++) met.add((await client.checkKey({})).key?.name);
      assert.deepEqual([...met].sort(), ["a", "b"], host);
    }
    using channel = openChannel(`127.0.0.1:${first.port},127.0.0.1:${second.port}`, tls, [AccountService]);
    const client = createGrpcClient(AccountService, channel, 5_000);
    await client.checkKey({});
    await second[Symbol.asyncDispose]();
    for (let calls = 0; calls < 20; calls++) assert.equal((await client.checkKey({})).key?.name, "a");
  });

  it("says its health, and what it serves", async () => {
    await using server = await serve();
    const { ca, key, cert } = tls.current;
    const client = new Client(`127.0.0.1:${server.port}`, credentials.createSsl(ca, key, cert));
    const check = (name: string) => {
      const { promise, reject, resolve } = Promise.withResolvers<{ status: string }>();
      const { path, requestSerialize, responseDeserialize } = healthService["Check"] as never as {
        path: string;
        requestSerialize: (value: object) => Buffer;
        responseDeserialize: (bytes: Buffer) => { status: string };
      };
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: name }, (err, answer) =>
        err || !answer ? reject(err) : resolve(answer),
      );
      return promise;
    };
    assert.equal((await check("")).status, "SERVING");
    assert.equal((await check("insights.account.v1.AccountService")).status, "SERVING");
    await assert.rejects(check("insights.other.v1.OtherService"), /unknown/i);
    client.close();
  });
});
