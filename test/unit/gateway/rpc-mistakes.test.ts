import assert from "node:assert/strict";
import { SearchService } from "#gen/insights/search/v1/search_service_pb.ts";
import { toPath } from "#kit/grpc/definition.ts";
import { KEY } from "./open-gateway.ts";
import { type ListeningGateway, openListening } from "./open-listening.ts";

describe("public RPC: mistakes that would be answered as if they were none", () => {
  let gateway: ListeningGateway;
  before(async () => {
    gateway = await openListening({ tiers: { free: 100_000 } });
  });
  after(() => gateway[Symbol.asyncDispose]());

  const search = async (type: string, body: string | Buffer, headers: Record<string, string> = {}, query = "") => {
    const response = await fetch(gateway.url + toPath(SearchService.method.search) + query, {
      method: "POST",
      headers: { "x-api-key": KEY, "content-type": type, ...headers },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    return { status: response.status, body: await response.text() };
  };
  /** A message as gRPC-Web puts it on the wire. */
  const framed = (json: Buffer) => {
    const head = Buffer.alloc(5);
    head.writeUInt32BE(json.length, 1);
    return Buffer.concat([head, json]);
  };

  it("a filter that is no UTF-8 is refused, by itself and in a frame", async () => {
    const filter = '{"query":"q","sourceName":"Zürich"}';
    const wrong = await search("application/json", Buffer.from(filter, "latin1"));
    assert.deepEqual(
      [wrong.status, JSON.parse(wrong.body).message],
      [400, "The body is not UTF-8: encode it as UTF-8."],
    );
    // So long that the frame's own head is no UTF-8 either.
    const query = JSON.stringify({ query: "é".repeat(100) });
    assert.match(
      (await search("application/grpc-web+json", framed(Buffer.from(query)))).body,
      /ins_1.*grpc-status: 0/s,
    );
    const refused = await search("application/grpc-web+json", framed(Buffer.from(query, "latin1")));
    assert.match(refused.body, /grpc-message: The%20body%20is%20not%20UTF-8.*grpc-status: 3/s);
  });

  it("a filter in the query string is refused", async () => {
    const { status, body } = await search("application/json", '{"query":"q"}', {}, "?sourceName=harbour");
    assert.equal(status, 400);
    assert.match(JSON.parse(body).detail, /^There are no query parameters here: send/);
  });

  it("a deadline that is further away than a timer can wait is none", async () => {
    for (const far of ["2147483648", "9999999999"]) {
      const headers = { "connect-timeout-ms": far };
      assert.equal((await search("application/json", '{"query":"q"}', headers)).status, 200, far);
    }
    for (const far of ["99999999H", "99999999M", "99999999S", "99999999m"]) {
      const message = framed(Buffer.from('{"query":"q"}'));
      const { body } = await search("application/grpc-web+json", message, { "grpc-timeout": far });
      assert.match(body, /grpc-status: 0/, far);
    }
  });
});
