import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { create, toBinary } from "@bufbuild/protobuf";
import { SearchRequestSchema, SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { KEY } from "./open-gateway.ts";
import { type ListeningGateway, openListening } from "./open-listening.ts";

type Sent = string | Uint8Array<ArrayBuffer> | ReadableStream;

const PATH = toPath(SearchService.method.search);
const MESSAGE = toBinary(SearchRequestSchema, create(SearchRequestSchema, { query: "q" }));
/** A message as gRPC and gRPC-Web put it on the wire. */
const framed = (message: Uint8Array, { flags = 0, length = message.length } = {}) => {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
};

describe("public RPC: what arrives over HTTP/1.1", () => {
  let gateway: ListeningGateway;
  before(async () => {
    gateway = await openListening({ tiers: { free: 100_000 } });
  });
  after(() => gateway[Symbol.asyncDispose]());

  const send = async (type: string | undefined, body: Sent | null, headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + PATH, {
      method: "POST",
      headers: { "x-api-key": KEY, connection: "close", ...(type && { "content-type": type }), ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: "half" as const }),
    });
    for (const name of [
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "access-control-allow-origin",
    ]) {
      assert.ok(response.headers.has(name), name);
    }
    return { status: response.status, headers: response.headers, body: await response.text() };
  };

  it("a curl line with JSON is answered in JSON", async () => {
    const answer = await send("application/json; charset=utf-8", '{"query":"tonnage","limit":1}');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    assert.equal(JSON.parse(answer.body).insights[0].insightId, "ins_1");
  });

  it("fields may be named as in REST", async () => {
    assert.equal((await send("application/json", '{"query":"q","source_name":"harbour"}')).status, 200);
  });

  const refusedJson: [name: string, body: Sent, message: RegExp][] = [
    ["malformed JSON", '{"query":', /cannot decode|JSON/],
    ["an unknown field", '{"query":"q","sorce_name":"x"}', /sorce_name/],
    ["a field of the wrong type", '{"query":5}', /query.*expected string, got 5/],
    ["a number that is none", '{"query":"q","limit":"five"}', /limit.*"five"/],
    ["a list in place of an object", "[]", /SearchRequest/],
    ["nothing", "", /./],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), /./],
  ];
  for (const [name, body, message] of refusedJson) {
    it(`${name}: invalid_argument`, async () => {
      const answer = await send("application/json", body);
      const error = JSON.parse(answer.body);
      assert.deepEqual([answer.status, error.code], [400, "invalid_argument"], answer.body);
      assert.match(error.message, message);
      assert.doesNotMatch(answer.body, /node_modules|\.js:|\.ts:/);
    });
  }

  const refusedBinary: [name: string, body: Uint8Array<ArrayBuffer>, message: RegExp][] = [
    [
      "a message cut off",
      new Uint8Array([0x0a, 0x20, 0x41]),
      /^The message is no insights\.search\.v1\.SearchRequest: make the client/,
    ],
    ["a wire type that there is not", new Uint8Array([0x0f]), /./],
    ["a string that is no UTF-8", new Uint8Array([0x0a, 0x02, 0xff, 0xfe]), /./],
    ["a field that nobody knows", new Uint8Array([...MESSAGE, 0x78, 0x01]), /^Unknown field number 15: leave it out/],
  ];
  for (const [name, body, message] of refusedBinary) {
    it(`${name}: invalid_argument`, async () => {
      const answer = await send("application/proto", body);
      const error = JSON.parse(answer.body);
      assert.deepEqual([answer.status, error.code], [400, "invalid_argument"], answer.body);
      assert.match(error.message, message);
    });
  }

  const types = [
    undefined,
    "text/plain",
    "application/xml",
    "application/grpc",
    "application/connect+json",
    "application/jsonx",
    "application/json; charset=utf-16",
    "application/proto; charset=utf-8",
    "application/grpc-web; x=1",
  ];
  for (const type of types) {
    it(`the content type ${type} is refused with {detail} that names the right ones`, async () => {
      const answer = await send(type, new Uint8Array(MESSAGE));
      assert.equal(answer.status, 400);
      assert.match(JSON.parse(answer.body).detail, /^Unknown content type: send application\/json, application\/proto/);
    });
  }

  const web: [name: string, body: Uint8Array, status: string][] = [
    ["no message at all", new Uint8Array(), "12"],
    ["two messages", Buffer.concat([framed(MESSAGE), framed(MESSAGE)]), "12"],
    ["a frame that is longer than the body", framed(MESSAGE, { length: 1_000 }), "3"],
    ["a frame of 4 GiB", framed(MESSAGE, { length: 0xffff_ffff }), "3"],
    ["half of a frame's head", new Uint8Array([0, 0, 0]), "3"],
    ["a frame that claims to be compressed", framed(MESSAGE, { flags: 1 }), "13"],
    ["bytes that are no message", framed(Buffer.from("not protobuf at all")), "3"],
  ];
  for (const [name, body, status] of web) {
    it(`gRPC-Web, ${name}: status ${status}`, async () => {
      const answer = await send("application/grpc-web+proto", new Uint8Array(body));
      assert.equal(answer.status, 200);
      assert.match(answer.body, new RegExp(`grpc-status: ${status}\\b`));
      assert.match(answer.body, /grpc-message: \S+/);
    });
  }

  it("nothing is compressed, and a compressed message is Unimplemented", async () => {
    const plain = await send("application/json", '{"query":"q"}', { "accept-encoding": "gzip, br" });
    assert.equal(plain.headers.get("content-encoding"), null);
    const answer = await send("application/json", "x", { "content-encoding": "gzip" });
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [501, "unimplemented"]);
  });

  it("a deadline that is no number is invalid_argument", async () => {
    const answer = await send("application/json", '{"query":"q"}', { "connect-timeout-ms": "soon" });
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, "invalid_argument"]);
  });

  it("a body that grows too large is refused before it is read to its end", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024));
      },
    });
    const answer = await send("application/proto", endless);
    assert.deepEqual([answer.status, JSON.parse(answer.body).code], [400, "invalid_argument"]);
    assert.match(answer.body, /larger than 65536 bytes/);
    assert.ok(sent < 1_000, String(sent));
  });

  it("order: the key comes before the size, the size before what it says", async () => {
    const codeOf = async (body: string, key: string) =>
      JSON.parse((await send("application/json", body, { "x-api-key": key })).body);
    const tooLarge = "x".repeat(70_000);
    assert.equal((await codeOf(tooLarge, "bad")).code, "unauthenticated");
    assert.match((await codeOf(tooLarge, KEY)).message, /larger than/);
  });

  it("there is POST alone: GET is 405 with Allow, and browsers may send what the protocols need", async () => {
    const get = await fetch(`${gateway.url}${PATH}?encoding=json&message=%7B%22query%22%3A%22q%22%7D`, {
      headers: { "x-api-key": KEY },
    });
    assert.deepEqual([get.status, get.headers.get("allow")], [405, "OPTIONS, POST"]);
    const preflight = await fetch(gateway.url + PATH, {
      method: "OPTIONS",
      headers: { origin: "https://page.example" },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
    const allowed = preflight.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["X-API-Key", "Connect-Protocol-Version", "Connect-Timeout-Ms", "Grpc-Timeout", "X-Grpc-Web"]) {
      assert.ok(allowed.includes(name), name);
    }
    const answer = await send("application/json", "{}");
    assert.match(
      answer.headers.get("access-control-expose-headers") ?? "",
      /X-RateLimit-Reset.*Grpc-Status, Grpc-Message/,
    );
  });

  it("a service or a method that there is not is 404 with {detail}, which clients take for Unimplemented", async () => {
    for (const path of ["/insights.search.v1.SearchService/Nothing", "/grpc.health.v1.Health/Check", "/a.b.C/D"]) {
      const response = await fetch(gateway.url + path, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      });
      assert.equal(response.status, 404);
      assert.match(JSON.stringify(await response.json()), /No such path/);
    }
  });

  const raw = async (head: string) => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(
      `${head}X-API-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    return text(socket);
  };
  for (const [name, head] of [
    ["a Host that is none", `POST ${PATH} HTTP/1.1\r\nHost: x:99999999\r\n`],
    ["no Host in HTTP/1.0", `POST ${PATH} HTTP/1.0\r\n`],
  ] as const) {
    it(`${name} is 400 with {detail}, and not silence`, async () => {
      assert.match(await raw(head), /^HTTP\/1\.1 400 [\s\S]*\{"detail":"The Host header is missing or not valid/);
    });
  }

  it("whoever is refused unread may send the rest, and finds no closed door in place of the answer", async () => {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    const fields =
      "Host: x\r\nX-API-Key: bad\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close";
    socket.write(`POST ${PATH} HTTP/1.1\r\n${fields}\r\n\r\n`);
    let isSent = false;
    setTimeout(() => {
      isSent = true;
      socket.write("{}");
    }, 100);
    const answer = text(socket).then((all) => [isSent, all] as const);
    socket.once("data", () => assert.ok(isSent, "answered before the body was there"));
    const [, all] = await answer;
    assert.match(all, /"unauthenticated"/);
    assert.equal(socket.errored, null);
  });

  it("a whole URL as the target is served", async () => {
    assert.match(
      await raw(`POST http://x${PATH} HTTP/1.1\r\nHost: x\r\n`),
      /"invalid_argument","message":"query is empty/,
    );
  });

  it("is no part of the description of REST", async () => {
    const description = await (await fetch(`${gateway.url}/api/openapi.json`)).text();
    assert.doesNotMatch(description, /SearchService|DocumentService|AccountService/);
  });
});
