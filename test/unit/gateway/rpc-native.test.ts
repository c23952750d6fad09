import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import http2, { type ClientHttp2Session, type IncomingHttpHeaders, type ServerHttp2Session } from "node:http2";
import { connect } from "node:net";
import { promisify } from "node:util";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Health, HealthCheckResponse_ServingStatus as Status } from "#gen/health/v1/health_pb.ts";
import { DocumentService, type ListSourceNamesResponse } from "#gen/insights/document/v1/document_service_pb.ts";
import { SearchRequestSchema, SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { buildNativeGrpc } from "../../../gateway/rpc/native.ts";
import { errorOf, waysTo } from "../../support/rpc-ways.ts";
import { KEY } from "./open-gateway.ts";
import { type ListeningGateway, openListening } from "./open-listening.ts";

const PATH = toPath(SearchService.method.search);
const MESSAGE = toBinary(SearchRequestSchema, create(SearchRequestSchema, { query: "q" }));
const framed = (message: Uint8Array, { flags = 0, length = message.length } = {}) => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
};

interface Seen {
  headers: IncomingHttpHeaders;
  trailers: IncomingHttpHeaders;
  body: string;
}

/** One request as it is, with all that comes back. */
async function send(session: ClientHttp2Session, headers: Record<string, string>, body: Uint8Array): Promise<Seen> {
  const stream = session.request({
    ":method": "POST",
    ":path": PATH,
    "content-type": "application/grpc",
    te: "trailers",
    "x-api-key": KEY,
    ...headers,
  });
  const seen: Seen = { headers: {}, trailers: {}, body: "" };
  stream.on("response", (got) => Object.assign(seen.headers, got));
  stream.on("trailers", (got) => Object.assign(seen.trailers, got));
  stream.setEncoding("latin1").on("data", (chunk) => {
    seen.body += chunk;
  });
  stream.end(body);
  await once(stream, "close");
  return seen;
}

describe("public gRPC: the port of its own", () => {
  let gateway: ListeningGateway;
  let session: ClientHttp2Session;
  before(async () => {
    gateway = await openListening({ tiers: { free: 100_000 } });
    session = http2.connect(gateway.nativeUrl);
  });
  after(async () => {
    session.close();
    await gateway[Symbol.asyncDispose]();
  });

  const malformed: [name: string, headers: Record<string, string>, body: Uint8Array, code: Code][] = [
    ["no message at all", {}, new Uint8Array(), Code.Unimplemented],
    ["two messages", {}, Buffer.concat([framed(MESSAGE), framed(MESSAGE)]), Code.Unimplemented],
    ["a frame that is longer than the stream", {}, framed(MESSAGE, { length: 1_000 }), Code.InvalidArgument],
    ["half of a frame's head", {}, new Uint8Array([0, 0, 0]), Code.InvalidArgument],
    ["a frame that claims to be compressed", {}, framed(MESSAGE, { flags: 1 }), Code.Internal],
    ["a compression that nobody agreed on", { "grpc-encoding": "gzip" }, framed(MESSAGE), Code.Unimplemented],
    ["bytes that are no message", {}, framed(Buffer.from("not protobuf at all")), Code.InvalidArgument],
    ["a deadline that is no time", { "grpc-timeout": "soon" }, framed(MESSAGE), Code.InvalidArgument],
    ["a message over 64 KiB", {}, framed(new Uint8Array(70_000)), Code.InvalidArgument],
  ];
  for (const [name, headers, body, code] of malformed) {
    it(`${name}: ${Code[code]}, with the rate-limit headers`, async () => {
      const { headers: got, trailers } = await send(session, headers, body);
      assert.equal(got[":status"], 200);
      assert.equal(trailers["grpc-status"] ?? got["grpc-status"], String(code));
      assert.ok((trailers["grpc-message"] ?? got["grpc-message"] ?? "").length > 5);
      assert.match(String(got["x-ratelimit-remaining"]), /^\d+$/);
    });
  }

  it("a deadline that is further away than a timer can wait is none", async () => {
    const { headers, trailers } = await send(session, { "grpc-timeout": "99999999H" }, framed(MESSAGE));
    assert.equal(trailers["grpc-status"] ?? headers["grpc-status"], "0");
  });

  it("a path that there is not is Unimplemented, in one block of headers", async () => {
    for (const path of ["/", "/insights.search.v1.SearchService/Nothing", "/a.b.C/D", "/api/documents"]) {
      const { headers, body } = await send(session, { ":path": path }, framed(MESSAGE));
      assert.deepEqual([headers[":status"], headers["grpc-status"], body], [200, "12", ""]);
      assert.match(decodeURI(String(headers["grpc-message"])), /^There is no such method: ask reflection/);
      assert.match(String(headers["ratelimit-policy"]), /^"address"/);
    }
  });

  it("what is not gRPC is 400 with {detail}, and the browser's protocols have their own port", async () => {
    for (const type of ["application/json", "application/grpc-web+proto", "text/plain"]) {
      const { headers, body } = await send(session, { "content-type": type }, MESSAGE);
      assert.equal(headers[":status"], 400);
      assert.match(JSON.parse(body).detail, /^Unknown content type: send application\/grpc/);
    }
  });

  it("what is not HTTP/2 ends its connection and nothing else", async () => {
    const socket = connect(Number(new URL(gateway.nativeUrl).port), "127.0.0.1");
    socket.on("error", () => undefined).write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket.resume(), "close");
    assert.equal((await send(session, {}, framed(MESSAGE))).trailers["grpc-status"], "0");
  });

  it("a caller may have 100 calls under way on a connection", () => {
    assert.equal(session.remoteSettings.maxConcurrentStreams, 100);
  });

  it("nothing is compressed, though the client could read it", async () => {
    const { headers } = await send(session, { "grpc-accept-encoding": "gzip" }, framed(MESSAGE));
    assert.equal(headers["grpc-encoding"], undefined);
  });

  it("health is said of the port and of each service, to whoever asks", async () => {
    const health = createClient(Health, createGrpcTransport({ baseUrl: gateway.nativeUrl }));
    for (const service of ["", SearchService.typeName, DocumentService.typeName]) {
      assert.equal((await health.check({ service })).status, Status.SERVING);
    }
    assert.equal((await errorOf(health.check({ service: "insights.account.v1.AccountService" }))).code, Code.NotFound);
    assert.deepEqual(Object.keys((await health.list({})).statuses), [
      "",
      SearchService.typeName,
      DocumentService.typeName,
    ]);
  });

  const buf = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("node_modules/.bin/buf", [
      "curl",
      "--protocol",
      "grpc",
      "--http2-prior-knowledge",
      ...args,
    ]);
    return stdout;
  };

  it("a client in another language finds by reflection what is served, calls it, and sees nothing else", async function () {
    this.timeout(60_000);
    const listed = (await buf("--list-methods", gateway.nativeUrl)).trim().split("\n");
    assert.deepEqual(listed, [
      "grpc.health.v1.Health/Check",
      "grpc.health.v1.Health/List",
      "grpc.health.v1.Health/Watch",
      "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
      "insights.document.v1.DocumentService/GetDocument",
      "insights.document.v1.DocumentService/ListDocuments",
      "insights.document.v1.DocumentService/ListSourceNames",
      "insights.search.v1.SearchService/Search",
    ]);
    const found = JSON.parse(
      await buf("-H", `x-api-key: ${KEY}`, "-d", '{"query":"tonnage"}', gateway.nativeUrl + PATH),
    );
    assert.equal(found.insights[0].insightId, "ins_1");
    await assert.rejects(buf("-d", '{"query":"tonnage"}', gateway.nativeUrl + PATH), /Missing API key/);
  });
});

describe("public gRPC: time", () => {
  /** A port with little patience, and a raw connection to it. */
  const open = async (limits: Parameters<typeof buildNativeGrpc>[1]) => {
    const stack = new AsyncDisposableStack();
    const gateway = stack.use(await openListening());
    const native = await buildNativeGrpc(gateway.core, limits);
    const url = await native.listen({ host: "127.0.0.1", port: 0 });
    const session = http2.connect(url);
    stack.defer(() => session.destroy());
    await once(session, "connect");
    return { gateway, native, url, session, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };
  const request = (session: ClientHttp2Session) =>
    session
      .request({ ":method": "POST", ":path": PATH, "content-type": "application/grpc", "x-api-key": KEY })
      .on("error", () => undefined)
      .resume();

  const until = async (isSo: () => boolean) => {
    for (const lastMs = performance.now() + 10_000; !isSo(); await new Promise(setImmediate)) {
      assert.ok(performance.now() < lastMs, String(isSo));
    }
  };

  it("a message that does not arrive is not waited for, though a byte comes now and then", async () => {
    await using port = await open({ arrivalMs: 300, graceMs: 0 });
    const stream = request(port.session);
    const trickle = setInterval(() => stream.write("\0"), 50);
    await once(stream, "close");
    clearInterval(trickle);
    assert.equal(stream.rstCode, http2.constants.NGHTTP2_CANCEL);
    await port.native.close();
  });

  it("a connection whose other end is gone without a word is found out", async () => {
    await using port = await open({ keepAliveMs: 50, keepAliveTimeoutMs: 100, graceMs: 0 });
    // It lives as long as it answers.
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(port.session.closed, false);
    const closed = once(port.native.server, "session").then(([session]) => once(session, "close"));
    const mute = connect(Number(new URL(port.url).port), "127.0.0.1");
    mute.on("error", () => undefined);
    mute.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    mute.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    await closed;
    mute.destroy();
    await port.native.close();
  });

  it("a call in flight is answered when the port closes, and whoever watches the health hears of it", async () => {
    await using port = await open({});
    const health = createClient(Health, createGrpcTransport({ baseUrl: port.url }));
    const watched: number[] = [];
    const watching = (async () => {
      for await (const { status } of health.watch({})) watched.push(status);
    })();
    const called = Promise.withResolvers<void>();
    const names = Promise.withResolvers<string[]>();
    port.gateway.upstreams.documents.sourceNames = () => {
      called.resolve();
      return names.promise;
    };
    const client = createClient(DocumentService, createGrpcTransport({ baseUrl: port.url }));
    const answer = client.listSourceNames({}, { headers: { "x-api-key": KEY } });
    await called.promise;
    while (watched.length === 0) await new Promise(setImmediate);
    const closed = port.native.close();
    await watching;
    names.resolve(["Harbour Office"]);
    assert.deepEqual((await answer).sourceNames, ["Harbour Office"]);
    assert.deepEqual(watched, [Status.SERVING, Status.NOT_SERVING]);
    await closed;
  });

  it("a call that outlasts the grace period is cut off", async () => {
    await using port = await open({ graceMs: 100 });
    const called = Promise.withResolvers<void>();
    port.gateway.upstreams.documents.sourceNames = () => {
      called.resolve();
      return new Promise(() => undefined);
    };
    const client = createClient(DocumentService, createGrpcTransport({ baseUrl: port.url }));
    const refused = errorOf(client.listSourceNames({}, { headers: { "x-api-key": KEY } }));
    await called.promise;
    await port.native.close();
    await refused;
  });

  it("an old connection is ended after its calls, and the client's next call comes on a new one", async () => {
    await using port = await open({ ageMs: 100, graceMs: 0 });
    const notice = once(port.session, "goaway");
    const sessions: ServerHttp2Session[] = [];
    port.native.server.on("session", (session) => void sessions.push(session));
    const names = Promise.withResolvers<string[]>();
    port.gateway.upstreams.documents.sourceNames = () => names.promise;
    using clients = waysTo({ url: port.url, nativeUrl: port.url }, { "x-api-key": KEY });
    const call = clients.ways.get("gRPC by grpc-js");
    assert.ok(call);
    const answer = call(DocumentService.method.listSourceNames, {});
    await until(() => sessions[0]?.closed === true);
    const again = call(DocumentService.method.listSourceNames, {});
    await until(() => sessions.length > 1);
    names.resolve(["Harbour Office"]);
    for (const { message } of await Promise.all([answer, again])) {
      assert.deepEqual((message as ListSourceNamesResponse).sourceNames, ["Harbour Office"]);
    }
    const [code] = await notice;
    assert.equal(code, http2.constants.NGHTTP2_NO_ERROR);
    await until(() => sessions[0]?.destroyed === true && port.session.destroyed);
    await port.native.close();
  });

  it("whoever only watches the health is cut off some time after", async () => {
    await using port = await open({ ageMs: 100, ageGraceMs: 100, graceMs: 0 });
    const health = createClient(Health, createGrpcTransport({ baseUrl: port.url }));
    const watched: number[] = [];
    const refused = errorOf(
      (async () => {
        for await (const { status } of health.watch({})) watched.push(status);
      })(),
    );
    await refused;
    assert.deepEqual(watched, [Status.SERVING]);
    await port.native.close();
  });
});
