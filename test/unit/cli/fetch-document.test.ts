import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { isPublicAddress } from "#kit/public-address.ts";
import { type FetchLimits, fetchDocument } from "../../../services/cli/sources/fetch-document.ts";

/** What the test's server answers, by path. */
const PAGES: Record<string, RequestListener> = {
  "/page": (_, res) => res.setHeader("content-type", "text/html; charset=utf-8").end("<p>hello</p>"),
  "/missing": (_, res) => res.writeHead(404).end("no"),
  "/empty": (_, res) => res.end(),
  "/gzip": (_, res) => res.setHeader("content-encoding", "gzip").end(gzipSync("packed")),
  "/deflate": (_, res) => res.setHeader("content-encoding", "deflate").end(deflateSync("packed")),
  "/br": (_, res) => res.setHeader("content-encoding", "br").end(brotliCompressSync("packed")),
  "/bomb": (_, res) => res.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(20_000_000))),
  "/zip": (_, res) => res.setHeader("content-encoding", "compress").end("?"),
  "/broken": (_, res) => res.setHeader("content-encoding", "gzip").end("not gzip"),
  "/long": (_, res) => res.end(Buffer.alloc(2_000_000, "x")),
  "/silent": () => undefined,
  "/cut": (_, res) => {
    res.writeHead(200, { "content-length": 100 }).write("part");
    setImmediate(() => res.destroy());
  },
  "/endless": (_, res) => res.writeHead(302, { location: "/endless" }).end(),
  "/to-page": (_, res) => res.writeHead(301, { location: "page" }).end(),
  "/to-other-address": (req, res) =>
    res.writeHead(302, { location: `http://127.0.0.2:${req.socket.localPort}/page` }).end(),
  "/to-other-name": (req, res) =>
    res.writeHead(302, { location: `http://inner.test:${req.socket.localPort}/page` }).end(),
  "/to-file": (_, res) => res.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/to-credentials": (_, res) => res.writeHead(302, { location: "http://a:b@127.0.0.1/" }).end(),
};

describe("fetching a document", () => {
  let server: Server;
  let port: number;
  before((done) => {
    server = createServer((req, res) => (PAGES[req.url ?? ""] ?? PAGES["/missing"])?.(req, res));
    server.listen(0, "127.0.0.1", () => {
      port = (server.address() as AddressInfo).port;
      done();
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const limits = (more: Partial<FetchLimits> = {}): FetchLimits => ({
    allows: (address) => address === "127.0.0.1",
    signal: new AbortController().signal,
    ...more,
  });
  const get = (path: string, more: Partial<FetchLimits> = {}) =>
    fetchDocument(`http://127.0.0.1:${port}${path}`, limits(more));
  const bodyOf = async (path: string) => Buffer.from((await get(path)).content).toString();
  const refuses = (fetched: Promise<unknown>, reason: RegExp) =>
    assert.rejects(fetched, { kind: "invalid", message: reason });

  it("returns the bytes and what the server says they are", async () => {
    const { content, contentType, url } = await get("/page");
    assert.equal(Buffer.from(content).toString(), "<p>hello</p>");
    assert.equal(contentType, "text/html; charset=utf-8");
    assert.equal(url.pathname, "/page");
  });

  for (const encoding of ["gzip", "deflate", "br"]) {
    it(`decompresses ${encoding}, which it did not ask for`, async () =>
      assert.equal(await bodyOf(`/${encoding}`), "packed"));
  }

  it("follows a redirect", async () => assert.equal(await bodyOf("/to-page"), "<p>hello</p>"));

  it("refuses a sixth redirect", () => refuses(get("/endless"), /redirected more than 5 times/));
  it("refuses a redirect to an address that it may not ask", () =>
    refuses(get("/to-other-address"), /leads to 127\.0\.0\.2, .*INGEST_ALLOW_PRIVATE/));
  it("refuses a redirect to a name whose address it may not ask", () =>
    refuses(
      get("/to-other-name", { resolve: async () => [{ address: "127.0.0.3", family: 4 }] }),
      /leads to inner\.test, /,
    ));
  it("refuses a redirect to a file", () =>
    refuses(get("/to-file"), /redirects to a place that is not an http or https URL/));
  it("refuses a redirect with credentials", () => refuses(get("/to-credentials"), /user name or password/));
  it("refuses a status other than 200", () => refuses(get("/missing"), /status 404 Not Found/));
  it("refuses an empty answer", () => refuses(get("/empty"), /is empty/));
  it("refuses an encoding that it does not know", () => refuses(get("/zip"), /encoding "compress"/));
  it("refuses a body that is not what its encoding says", () =>
    refuses(get("/broken"), /could not be fetched \(Z_DATA_ERROR\)/));
  it("refuses more bytes than the limit", () =>
    refuses(get("/long", { limitBytes: 1_000_000 }), /longer than 1,000,000 bytes/));
  it("refuses more bytes than the limit after decompression", () =>
    refuses(get("/bomb", { limitBytes: 1_000_000 }), /longer than 1,000,000 bytes/));
  it("gives up when the time is over", () => refuses(get("/silent", { timeoutMs: 100 }), /took longer than 0\.1 s/));
  it("reports a connection that breaks off", () => refuses(get("/cut"), /could not be fetched \(ECONNRESET\)/));
  it("stops when the run is interrupted", async () => {
    const controller = new AbortController();
    const fetched = get("/silent", { signal: controller.signal });
    controller.abort();
    await assert.rejects(fetched, { kind: "cancelled" });
  });

  it("refuses a name when one of its addresses may not be asked", () =>
    refuses(
      fetchDocument(
        `http://mixed.test:${port}/page`,
        limits({
          resolve: async () => [
            { address: "127.0.0.1", family: 4 },
            { address: "10.0.0.1", family: 4 },
          ],
        }),
      ),
      /leads to mixed\.test, which is not on the public Internet/,
    ));

  it("connects to the address that it checked, and asks for it once", async () => {
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    const { content } = await fetchDocument(`http://rebound.test:${port}/page`, limits({ resolve }));
    assert.equal(Buffer.from(content).toString(), "<p>hello</p>");
    assert.equal(asked, 1);
  });

  for (const address of [
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "127.0.0.1.",
  ]) {
    it(`refuses ${address} as private`, () =>
      refuses(
        fetchDocument(`http://${address}:${port}/page`, limits({ allows: isPublicAddress })),
        /not on the public Internet/,
      ));
  }
  for (const [url, reason] of [
    ["file:///etc/passwd", /not an http or https URL/],
    ["http://a:b@127.0.0.1/", /user name or password/],
    ["http://", /not a URL/],
  ] as const) {
    it(`refuses ${url}`, () => refuses(fetchDocument(url, limits()), reason));
  }
});
