import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { openEndpointEmbedder } from "../../../services/search/embedding/endpoint-embedder.ts";

const KEY = "sk-a-key-that-nobody-may-see";
const requestSchema = z.object({ model: z.string(), input: z.array(z.string()), encoding_format: z.string() });

/** Tries of an answer: each request takes the next, the last for ever. */
type Answer = (input: string[], res: ServerResponse) => void;

const send = (res: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) => {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(typeof body === "string" ? body : JSON.stringify(body));
};
/** A vector that tells the text. */
const vectorOf = (text: string) => [text.length, 1, 0];
const listOf = (input: string[]) => ({
  data: input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse(),
  usage: { prompt_tokens: input.length, total_tokens: input.length },
});
const good: Answer = (input, res) => send(res, listOf(input));

describe("embedding model of an endpoint", function () {
  this.timeout(30_000);
  let answers: Answer[] = [];
  const seen: { url: string | undefined; authorization: string | undefined; input: string[]; model: string }[] = [];
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    json(req)
      .then((body) => {
        const { input, model } = requestSchema.parse(body);
        seen.push({ url: req.url, authorization: req.headers.authorization, input, model });
        const [answer = good] = answers;
        if (answers.length > 1) answers.shift();
        answer(input, res);
      })
      .catch((err) => res.destroy(err));
  });
  before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    answers = [good];
    seen.length = 0;
  });

  const open = (rest: { path?: string; apiKey?: string; dim?: number; requestMs?: number } = {}) => {
    const { path = "/v1", apiKey = KEY, dim = 3, requestMs = 3_000 } = rest;
    const { port } = server.address() as AddressInfo;
    const endpoint = { url: `http://127.0.0.1:${port}${path}`, apiKey };
    return openEndpointEmbedder({ name: "m", endpoint, patience: { attemptMs: 300, requestMs, retries: 2 }, dim });
  };
  const refused = async (answer: Answer, message: RegExp) => {
    answers = [answer];
    const started = performance.now();
    await assert.rejects((await open()).embed(["copper"]), (err: Error & { kind?: string }) => {
      assert.equal(err.kind, "unavailable", err.message);
      assert.match(err.message, message);
      assert.doesNotMatch(JSON.stringify([err.message, err.stack, err.cause]), new RegExp(KEY));
      return true;
    });
    assert.ok(performance.now() - started < 5_000);
  };

  it("gives vectors of length 1 in the order of the texts, and the tokens that are reported", async () => {
    const texts = Array.from({ length: 300 }, (_, at) => "x".repeat(at + 1));
    const { vectors, inputTokens } = await (await open()).embed(texts);
    for (const [at, vector] of vectors.entries()) {
      const [a = 0, b = 1] = vector;
      assert.ok(Math.abs(a / b - (at + 1)) < 0.01);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
    }
    assert.equal(inputTokens, 300);
    assert.ok(seen.every(({ input }) => input.length <= 128));
    assert.ok(seen.every(({ authorization, model }) => authorization === `Bearer ${KEY}` && model === "m"));
  });

  it("is found under each of the ways to write its address", async () => {
    for (const path of ["", "/", "/v1", "/v1/", "/v1/embeddings"]) await (await open({ path })).embed(["copper"]);
    assert.deepEqual([...new Set(seen.map(({ url }) => url))], ["/v1/embeddings"]);
  });

  it("asks once how many numbers its vectors have, where that is not known", async () => {
    const { port } = server.address() as AddressInfo;
    const endpoint = { url: `http://127.0.0.1:${port}` };
    const patience = { attemptMs: 300, requestMs: 1_000, retries: 0 };
    const embedder = await openEndpointEmbedder({ name: "m", endpoint, patience });
    assert.equal(embedder.dim, 3);
    assert.equal(embedder.fingerprint, (await open()).fingerprint);
    assert.notEqual(embedder.fingerprint, (await open({ dim: 4 })).fingerprint);
  });

  it("sends no text without words, and cuts what is too long", async () => {
    const { vectors } = await (await open()).embed(["", "copper", " \n", "y".repeat(100_000)]);
    assert.deepEqual(
      [[...(vectors[0] ?? [])], [...(vectors[2] ?? [])]],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    );
    assert.deepEqual(
      seen.flatMap(({ input }) => input).map(({ length }) => length),
      [6, 8_000],
    );
  });

  for (const status of [400, 413]) {
    it(`sends half of what a model with little room refuses with ${status}, and the other texts whole`, async () => {
      answers = [
        (input, res) =>
          input.some(({ length }) => length > 2_500) ? send(res, { error: {} }, status) : good(input, res),
      ];
      const { vectors } = await (await open()).embed(["z".repeat(1_500), "y".repeat(100_000)]);
      assert.equal(vectors.length, 2);
      assert.deepEqual(
        seen.at(-1)?.input.map(({ length }) => length),
        [1_500, 2_000],
      );
      await refused((_, res) => send(res, { error: {} }, status), new RegExp(`HTTP ${status}`));
    });
  }

  it("tries again when it is told to wait, or when the endpoint fails, and then gives the vectors", async () => {
    const busy: Answer = (_, res) => send(res, { error: { message: "slow down" } }, 429, { "retry-after-ms": "20" });
    const broken: Answer = (_, res) => send(res, "oops", 503, { "retry-after-ms": "10" });
    answers = [busy, broken, good];
    const { vectors } = await (await open()).embed(["copper"]);
    assert.equal(vectors.length, 1);
    assert.equal(seen.length, 3);
  });

  it("never waits longer than it may, also when it is told to wait for long", async () => {
    answers = [(_, res) => send(res, {}, 429, { "retry-after": "50" })];
    const started = performance.now();
    await assert.rejects((await open({ requestMs: 500 })).embed(["copper"]), { kind: "unavailable" });
    assert.ok(performance.now() - started < 2_000);
  });

  it("names the setting that is wrong, and never the key", async () => {
    const message = `Incorrect API key provided: ${KEY}`;
    await refused((_, res) => send(res, { error: { message } }, 401), /refuses EMBEDDING_API_KEY/);
    await refused((_, res) => send(res, { error: { message } }, 404), /EMBEDDING_URL.*no model "m"/);
    await refused((_, res) => send(res, { error: { message } }, 400), /EMBEDDING_URL.*HTTP 400/);
  });

  for (const [what, answer, message] of [
    ["does not answer", () => undefined, /in time/],
    ["breaks off", (_, res) => res.destroy(), /cannot be reached/],
    ["answers with a page", (_, res) => send(res, "<html>", 200, { "content-type": "text/html" }), /EMBEDDING_URL/],
    ["answers with broken JSON", (_, res) => send(res, '{"data": [{"index": 0, "embe'), /EMBEDDING_URL/],
    ["leaves a vector out", (input, res) => send(res, listOf(input.slice(1))), /0 vectors for 1 texts/],
    ["gives one twice", (_, res) => send(res, listOf(["a", "b"])), /2 vectors for 1 texts/],
    [
      "gives a far index",
      (_, res) => send(res, { data: [{ index: 2 ** 40, embedding: [1, 2, 3] }] }),
      /for a text that was not sent/,
    ],
    ["changes its model", (_, res) => send(res, { data: [{ index: 0, embedding: [1] }] }), /1 numbers, not 3.*reindex/],
    [
      "gives what is no number",
      (_, res) => send(res, { data: [{ index: 0, embedding: [1, null, 3] }] }),
      /something else/,
    ],
    ["gives numbers beyond float32", (_, res) => send(res, { data: [{ index: 0, embedding: [1, 1e300, 3] }] }), /none/],
    ["leads elsewhere", (_, res) => send(res, {}, 307, { location: "http://127.0.0.1:9/" }), /EMBEDDING_URL/],
    ["never ends", (_, res) => endless(res), /EMBEDDING_URL/],
  ] as [string, Answer, RegExp][]) {
    it(`is unavailable when the endpoint ${what}`, () => refused(answer, message));
  }

  it("may give one text a vector of zeros, and not all of them", async () => {
    const zeros = (input: string[]) => ({ data: input.map((_, index) => ({ index, embedding: [0, 0, 0] })) });
    answers = [(input, res) => send(res, zeros(input))];
    const embedder = await open();
    assert.deepEqual((await embedder.embed(["copper"])).vectors, [new Float32Array(3)]);
    await assert.rejects(embedder.embed(["copper", "zinc"]), /nothing but zeros/);
  });
});

/** More than any answer has. */
function endless(res: ServerResponse): void {
  res.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!res.destroyed && res.write(" ".repeat(1 << 20)));
  };
  res.on("drain", more);
  res.on("error", () => res.destroy());
  more();
}
