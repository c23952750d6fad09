import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { createMemoryLimiter } from "../../../gateway/limiters/memory-limiter.ts";
import { KEY, openGateway, type TestGateway } from "./open-gateway.ts";

const HOST = "Host: x\r\n";
const SEARCH = `POST /api/insights/search HTTP/1.1\r\n${HOST}X-API-Key: ${KEY}\r\nContent-Type: application/json\r\n`;

describe("gateway: what arrives on the wire", () => {
  let gateway: TestGateway;
  let port: number;
  before(async () => {
    gateway = await openGateway();
    port = Number(new URL(await gateway.app.listen({ host: "127.0.0.1", port: 0 })).port);
  });
  after(() => gateway.app.close());

  /** All that comes back until the server, told by "Connection: close" or by the error itself, ends the connection. */
  const exchange = (bytes: string) =>
    new Promise<{ status: number; headers: Map<string, string>; body: string }>((resolve, reject) => {
      let answer = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"));
      socket.setEncoding("utf8").on("error", reject);
      socket.on("data", (chunk) => {
        answer += chunk;
      });
      socket.on("end", () => {
        const [head = "", body = ""] = answer.split("\r\n\r\n");
        const [line = "", ...fields] = head.split("\r\n");
        const headers = fields.map((field): [string, string] => {
          const [name = "", value = ""] = field.split(/: (.*)/s);
          return [name.toLowerCase(), value];
        });
        resolve({ status: Number(line.split(" ")[1]), headers: new Map(headers), body });
      });
    });

  const refused: [name: string, bytes: string, status: number, detail: RegExp][] = [
    ["bytes that are no HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, /^Malformed HTTP/],
    ["HTTP/2 on a plain connection", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, /^Malformed HTTP/],
    ["a header without a name", `GET /api/health HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400, /^Malformed HTTP/],
    ["a raw byte in the path", `GET /api/documents/\xff HTTP/1.1\r\n${HOST}\r\n`, 400, /^Malformed HTTP/],
    [
      "headers over 16 KiB",
      `GET /api/health HTTP/1.1\r\n${HOST}X: ${"x".repeat(17_000)}\r\n\r\n`,
      431,
      /^The headers are larger/,
    ],
    [
      "a URL over 16 KiB",
      `GET /api/documents/${"x".repeat(17_000)} HTTP/1.1\r\n${HOST}\r\n`,
      431,
      /^The headers are larger/,
    ],
    [
      "two lengths of one body",
      `${SEARCH}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      /^Malformed HTTP/,
    ],
    ["a chunk without a size", `${SEARCH}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400, /^Malformed HTTP/],
    ["no Host", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400, /^The Host header is missing/],
    ["a tunnel", `CONNECT example:443 HTTP/1.1\r\n${HOST}\r\n`, 405, /^CONNECT is not possible/],
    ["a body said to be too large", `${SEARCH}Content-Length: 99999999\r\n\r\n{`, 413, /^The body is larger/],
    [
      "a body that grows too large",
      `${SEARCH}Transfer-Encoding: chunked\r\n\r\n11000\r\n${"x".repeat(0x11000)}\r\n`,
      413,
      /^The body is larger/,
    ],
    [
      "a wrong method for a target with scheme and host",
      `DELETE http://x/api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
      /^DELETE is not/,
    ],
    [
      "a method of another protocol",
      `PROPFIND /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
      /^PROPFIND is not/,
    ],
    [
      "a method with a body and no type",
      `QUERY /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      405,
      /^QUERY is not/,
    ],
  ];
  for (const [name, bytes, status, detail] of refused) {
    it(`${name}: ${status} with {detail} and all headers`, async () => {
      const answer = await exchange(bytes);
      assert.equal(answer.status, status);
      const body: { detail: string } = JSON.parse(answer.body);
      assert.deepEqual(Object.keys(body), ["detail"]);
      assert.match(body.detail, detail);
      assert.equal(answer.headers.get("content-length"), String(Buffer.byteLength(answer.body)));
      assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
      for (const header of ["limit", "remaining", "reset"]) {
        assert.match(answer.headers.get(`x-ratelimit-${header}`) ?? "", /^\d+$/, header);
      }
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    });
  }

  const BODY_BYTES = 200_000;
  const unread: [name: string, head: string, status: number][] = [
    ["a bad key", SEARCH.replace(KEY, "bad"), 401],
    ["a body over the limit", SEARCH, 413],
    ["a path that there is not", SEARCH.replace("/api/insights", "/api/nothing"), 404],
  ];
  for (const [name, head, status] of unread) {
    for (const connection of ["close", "keep-alive"]) {
      it(`${name}, Connection: ${connection}: ${status} at once, and what is sent after it meets no closed door`, async () => {
        const socket = connect(port, "127.0.0.1");
        socket.write(`${head}Connection: ${connection}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`);
        let answer = "";
        for (socket.setEncoding("utf8"); !answer.endsWith("}"); ) answer += (await once(socket, "data"))[0];
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*\\{"detail":".+"\\}$`));
        for (let sent = 0; sent < BODY_BYTES; sent += BODY_BYTES / 10) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          assert.deepEqual([socket.errored, socket.readableEnded], [null, false], `after ${sent} bytes`);
          socket.write("x".repeat(BODY_BYTES / 10));
        }
        // Whoever may go on is answered again; else the connection ends now.
        if (connection === "keep-alive" && status !== 413) {
          socket.write(`GET /api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
          assert.match(await text(socket), /^HTTP\/1.1 200 /);
        } else await once(socket, "end");
        assert.equal(socket.errored, null);
      });
    }
  }

  const served: [name: string, bytes: string][] = [
    ["a target with scheme and host", `GET http://x/api/health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
    ["an expectation that nobody knows", `GET /api/health HTTP/1.1\r\n${HOST}Expect: tea\r\nConnection: close\r\n\r\n`],
    ["HTTP/1.0 without Host", "GET /api/health HTTP/1.0\r\n\r\n"],
  ];
  for (const [name, bytes] of served) {
    it(`${name} is served`, async () => {
      assert.equal((await exchange(bytes)).status, 200);
    });
  }

  it("a client that asks for a tunnel and is gone before the answer ends nothing but its connection", async () => {
    const counted = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const limiter = createMemoryLimiter({ windowMs: 60_000, maxKeys: 10 });
    await using other = await openGateway({
      limiter: {
        async take(key, cost) {
          counted.resolve();
          await gone.promise;
          return limiter.take(key, cost);
        },
      },
    });
    const url = new URL(await other.app.listen({ host: "127.0.0.1", port: 0 }));
    const tunnels = Array.from({ length: 20 }, () => connect(Number(url.port), "127.0.0.1"));
    for (const tunnel of tunnels) tunnel.write(`CONNECT example:443 HTTP/1.1\r\n${HOST}\r\n`);
    await counted.promise;
    await Promise.all(
      tunnels.map((tunnel) => {
        tunnel.resetAndDestroy();
        return once(tunnel, "close");
      }),
    );
    gone.resolve();
    assert.equal((await fetch(new URL("/api/health", url), { headers: { connection: "close" } })).status, 200);
  });

  it("no connection is kept for a client that sends nothing, never ends or reads nothing", () => {
    const { headersTimeout, requestTimeout, timeout } = gateway.app.server;
    assert.deepEqual([headersTimeout, requestTimeout, timeout], [15_000, 30_000, 60_000]);
    // Node looks so often, and its types do not know it.
    assert.equal(Reflect.get(gateway.app.server, "connectionsCheckingInterval"), 2_000);
  });

  it("a request that is under way when the server closes is answered", async () => {
    const called = Promise.withResolvers<void>();
    const found = Promise.withResolvers<string[]>();
    gateway.upstreams.documents.sourceNames = () => {
      called.resolve();
      return found.promise;
    };
    const answer = exchange(`GET /api/documents/filters HTTP/1.1\r\n${HOST}X-API-Key: ${KEY}\r\n\r\n`);
    await called.promise;
    const closed = gateway.app.close();
    found.resolve(["Harbour Office"]);
    assert.equal((await answer).body, '{"source_names":["Harbour Office"]}');
    await closed;
  });
});
