import assert from "node:assert/strict";
import { detailOf, KEY, openGateway, type TestGateway } from "./open-gateway.ts";

const QUERY = { query: "tonnage" };

/** What is refused with 400, and the words that its detail must have. */
const REFUSED: [name: string, body: unknown, detail: RegExp][] = [
  ["no query", {}, /^query is missing: send one/],
  ["an empty query", { query: "" }, /^query is empty/],
  ["a query of white space", { query: " \u3000\n" }, /^query is empty/],
  ["a query of 1,001 code points", { query: "🚢".repeat(1_001) }, /^query is longer than 1000/],
  ["a query that is a number", { query: 5 }, /^query must be a string/],
  ["a query that is a list", { query: ["a"] }, /^query must be a string/],
  ["a query that is null", { query: null }, /^query must be a string/],
  ["a query with NUL", { query: "a\u0000b" }, /^query has a control character/],
  ["a query with an escape character", { query: "a\u001b[0m" }, /^query has a control character/],
  ["a query with half a surrogate pair", '{"query":"a\\ud800"}', /^query is not valid Unicode/],
  ["a limit of 0", { ...QUERY, limit: 0 }, /^limit must be a whole number from 1 to 100/],
  ["a limit of 101", { ...QUERY, limit: 101 }, /^limit must be a whole number from 1 to 100/],
  ["a limit of 1.5", { ...QUERY, limit: 1.5 }, /^limit must be a whole number/],
  ["a limit beyond exact numbers", '{"query":"q","limit":1e308}', /^limit must be a whole number/],
  ["a limit that is a string", { ...QUERY, limit: "5" }, /^limit must be a whole number/],
  ["a limit that is null", { ...QUERY, limit: null }, /^limit must be a whole number/],
  ["a limit that is true", { ...QUERY, limit: true }, /^limit must be a whole number/],
  ["an empty source_name", { ...QUERY, source_name: "" }, /^source_name is empty.*leave it out/],
  ["a source_name that is a number", { ...QUERY, source_name: 7 }, /^source_name must be a string/],
  ["a source_name that is too long", { ...QUERY, source_name: "s".repeat(201) }, /^source_name is longer than 200/],
  ["a day that there is not", { ...QUERY, since: "2025-02-30" }, /^since must be a real calendar day/],
  ["29 February of a common year", { ...QUERY, since: "2023-02-29" }, /^since must be a real calendar day/],
  ["a day with a time", { ...QUERY, since: "2025-01-01T00:00:00Z" }, /^since must be a real calendar day/],
  ["a day without zeros", { ...QUERY, since: "2025-1-1" }, /^since must be a real calendar day/],
  ["an empty day", { ...QUERY, since: "" }, /^since must be a real calendar day/],
  ["a day that is a number", { ...QUERY, since: 20250101 }, /^since must be a real calendar day/],
  [
    "an unknown field",
    { ...QUERY, sourcename: "x" },
    /^Unknown field sourcename: use query, source_name, since, limit\.$/,
  ],
  ["a field named __proto__", '{"query":"q","__proto__":{"limit":5}}', /^Unknown field __proto__/],
  ["a field named constructor", '{"query":"q","constructor":1}', /^Unknown field constructor/],
  ["an unknown name of a thousand characters", { ...QUERY, ["n".repeat(1_000)]: 1 }, /^Unknown field n{60}…: use/],
  ["a field given twice", '{"query":"a","query":"b"}', /name twice/],
  ["a field given twice, once escaped", '{"query":"a","quer\\u0079":"b"}', /name twice/],
  ["a list", "[]", /must be a JSON object/],
  ["a string", '"q"', /must be a JSON object/],
  ["null", "null", /must be a JSON object/],
  ["half an object", '{"query":', /^Malformed JSON/],
  ["a trailing comma", '{"query":"q",}', /^Malformed JSON/],
  ["NaN", '{"query":"q","limit":NaN}', /^Malformed JSON/],
  ["ten thousand open brackets", '{"query":'.concat("[".repeat(10_000)), /^Malformed JSON/],
  ["an empty body", "", /^The body is empty/],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/],
  ["UTF-16", Buffer.from('{"query":"q"}', "utf16le"), /^Malformed JSON|not UTF-8/],
];

/** The same for query strings. */
const REFUSED_URLS: [url: string, detail: RegExp][] = [
  ["/api/documents?limit=0", /^limit must be a whole number from 1 to 200/],
  ["/api/documents?limit=201", /^limit must be a whole number/],
  ["/api/documents?limit=5.0", /^limit must be a whole number/],
  ["/api/documents?limit=05", /^limit must be a whole number/],
  ["/api/documents?limit=0x5", /^limit must be a whole number/],
  ["/api/documents?limit=1e2", /^limit must be a whole number/],
  ["/api/documents?limit=%205", /^limit must be a whole number/],
  ["/api/documents?limit=-5", /^limit must be a whole number/],
  ["/api/documents?limit=٥", /^limit must be a whole number/],
  ["/api/documents?limit=", /^limit must be a whole number/],
  ["/api/documents?limit", /^limit must be a whole number/],
  ["/api/documents?limit=99999999999999999999", /^limit must be a whole number/],
  ["/api/documents?limit=5&limit=5", /^limit is given twice/],
  ["/api/documents?limit[]=5", /^Unknown query parameter limit\[\]/],
  ["/api/documents?source_name=", /^source_name is empty/],
  ["/api/documents?source_name=%00", /^source_name has a control character/],
  ["/api/documents?since=2025-02-30", /^since must be a real calendar day/],
  ["/api/documents?Limit=5", /^Unknown query parameter Limit: use source_name, since, limit\.$/],
  ["/api/documents?__proto__=1", /^Unknown query parameter __proto__/],
  ["/api/documents/filters?limit=5", /^Unknown query parameter limit: there are none here\.$/],
  ["/api/documents/doc_1?limit=5", /^Unknown query parameter limit: there are none here\.$/],
  ["/api/documents?source_name=50%", /^The query string is not valid: percent-encode it as UTF-8/],
  ["/api/documents?source_name=%zz", /^The query string is not valid/],
  ["/api/documents?source_name=%ff", /^The query string is not valid/],
  ["/api/documents?source_name=bank%20of%E0%A4", /^The query string is not valid/],
  ["/api/documents/filters?%", /^The query string is not valid/],
  ["/api/documents/%zz", /^The path is not valid/],
  ["/api/documents/%E0%A4", /^The path is not valid/],
];

const wrongHeaders: [name: string, headers: Record<string, string>, detail: RegExp][] = [
  ["text/plain", { "content-type": "text/plain" }, /^Wrong content type.*application\/json/],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }, /^Wrong content type/],
  ["JSON in Latin-1", { "content-type": "application/json; charset=iso-8859-1" }, /^Wrong content type/],
  ["JSON lines", { "content-type": "application/jsonl" }, /^Wrong content type/],
  ["no content type", { "content-type": "" }, /^Wrong content type/],
  ["gzip", { "content-encoding": "gzip" }, /^The body is compressed/],
  ["brotli", { "content-encoding": "br" }, /^The body is compressed/],
];

describe("gateway: what is refused with 400, by a sentence that names it", () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openGateway({ tiers: { free: 1_000 } });
  });
  after(() => gateway.app.close());
  afterEach(() => assert.deepEqual(gateway.recorded, [], "a refused request is no usage"));

  for (const [name, body, detail] of REFUSED) {
    it(`${name} in a search`, async () => {
      const response = await gateway.search(body);
      assert.equal(response.statusCode, 400, response.body);
      assert.match(detailOf(response), detail);
    });
  }
  for (const [name, headers, detail] of wrongHeaders) {
    it(`${name} as the body of a search`, async () => {
      const response = await gateway.search(QUERY, headers);
      assert.equal(response.statusCode, 400, response.body);
      assert.match(detailOf(response), detail);
    });
  }
  for (const [url, detail] of REFUSED_URLS) {
    it(url, async () => {
      const response = await gateway.get(url);
      assert.equal(response.statusCode, 400, response.body);
      assert.match(detailOf(response), detail);
    });
  }
  it("a query parameter of a search", async () => {
    const response = await gateway.send({
      method: "POST",
      url: "/api/insights/search?limit=5",
      headers: { "x-api-key": KEY },
      payload: QUERY,
    });
    assert.equal(response.statusCode, 400);
    assert.match(detailOf(response), /^Unknown query parameter limit/);
  });
});

describe("gateway: what is accepted at the edge", () => {
  const accepted: [name: string, body: unknown][] = [
    ["1,000 code points beyond the first plane", { query: "🚢".repeat(1_000) }],
    ["1,000 code points between white space", { query: `  ${"q".repeat(1_000)}\n` }],
    ["one code point", { query: "q" }],
    ["line breaks and tabs inside", { query: "a\n\tb" }],
    ["29 February of a leap year", { query: "q", since: "2024-02-29" }],
    ["the largest limit", { query: "q", limit: 100 }],
    ["a limit written 2e1", '{"query":"q","limit":2e1}'],
    ["colons and quotes in strings", { query: 'a": "b", "c":' }],
    ["quotes, percent signs and stars as a publisher", { query: "q", source_name: "'\"%_*" }],
  ];
  for (const [name, body] of accepted) {
    it(name, async () => {
      await using gateway = await openGateway();
      const response = await gateway.search(body);
      assert.equal(response.statusCode, 200, response.body);
    });
  }
  for (const type of ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]) {
    it(`Content-Type: ${type}`, async () => {
      await using gateway = await openGateway();
      assert.equal((await gateway.search(QUERY, { "content-type": type })).statusCode, 200);
    });
  }
});

describe("gateway: the size of a body", () => {
  const bodyOf = (bytes: number) => `{"query":"${"q".repeat(bytes - 12)}"}`;

  it("65,536 bytes are read, and found too long a query", async () => {
    await using gateway = await openGateway();
    const response = await gateway.search(bodyOf(65_536));
    assert.equal(response.statusCode, 400);
    assert.match(detailOf(response), /^query is longer/);
  });

  for (const type of ["application/json", "text/plain", "image/png"]) {
    it(`65,537 bytes of ${type} are 413`, async () => {
      await using gateway = await openGateway();
      const response = await gateway.search(bodyOf(65_537), { "content-type": type });
      assert.equal(response.statusCode, 413);
      assert.match(detailOf(response), /larger than 65536 bytes/);
    });
  }
});
