import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Issuer, startIssuer } from "./issuer.ts";
import type { Installation, RunningServer } from "./server.ts";

/** What the suites take in. */
export const DOCUMENTS = [
  {
    source_name: "Bank of Examples",
    article_title: "Minutes of the meeting of May 2024",
    document_url: "https://bank.example/minutes/2024-05",
    published_date: "2024-05-22",
    authors: ["Policy Committee"],
    text: `Policy decision

The Bank of Examples raised its policy rate by 25 basis points to 4.75 percent at the meeting of 8 May 2024. Members judged that inflation in Examplia, at 3.9 percent in April 2024, was falling more slowly than the staff had projected in February.

Two members preferred to leave the policy rate unchanged because unemployment had risen to 5.1 percent.`,
  },
  {
    source_name: "Grain Office of Examplia",
    article_title: "Grain outlook",
    document_url: "https://grain.example/outlook/2023",
    published_date: "2023-11-03",
    authors: [],
    text: `Wheat stocks of Examplia fell to 12.4 million tonnes at the end of October 2023 because exports rose by 3 percent.

The office expects the wheat harvest of Examplia to reach 31 million tonnes in 2024, compared with 29 million tonnes in 2023.`,
  },
  {
    source_name: "Grain Office of Examplia",
    article_title: "Note on storage",
    document_url: "https://grain.example/storage",
    published_date: null,
    authors: [],
    text: "Storage capacity for maize in Examplia grew by 8 percent to 5.2 million tonnes after two silos opened in the port of Samplewick.",
  },
];

const INSIGHT_FIELDS = [
  "insight_id",
  "title",
  "insight",
  "excerpts",
  "doc_id",
  "doc_title",
  "source_url",
  "source_name",
  "published_date",
  "score",
];

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** What callers of REST see, whatever the product runs on. `install` gives an empty one. */
export function restSuite(name: string, install: () => Promise<Installation>): void {
  describe(`REST API of ${name}`, () => {
    let installation: Installation;
    let server: RunningServer;
    let key: string;
    let issuer: Issuer;
    let asked = 0;

    const settings = () => ({ RATE_LIMIT_PRO: "100000", OIDC_ISSUER: issuer.url, OIDC_TRUST_EMAIL: "true" });
    const newKey = async (...more: string[]) => {
      const record = (await installation.insights("keys", "create", "--name", "test", ...more)) as Record<
        string,
        string
      >;
      assert.match(record["raw_key"] ?? "", /^fri_[A-Za-z0-9_-]{32}$/);
      assert.equal(record["prefix"], record["raw_key"]?.slice(0, 12));
      return { key: record["raw_key"] ?? "", keyId: record["key_id"] ?? "" };
    };
    const ask = async (
      path: string,
      given: { key?: string | null; token?: string; body?: unknown; method?: string } = {},
    ): Promise<Answer> => {
      const { token } = given;
      const { key: withKey = token ? null : key, body, method = body === undefined ? "GET" : "POST" } = given;
      const response = await fetch(server.urls[asked++ % server.urls.length] + path, {
        method,
        headers: {
          ...(withKey ? { "x-api-key": withKey } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
    };
    const search = (query: string, more: object = {}, withKey = key) =>
      ask("/api/insights/search", { key: withKey, body: { query, ...more } });
    const insightsOf = (answer: Answer) => {
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body["insights"] as Record<string, unknown>[];
    };

    before(async function () {
      this.timeout(300_000);
      installation = await install();
      const file = join(installation.folder, "documents.jsonl");
      writeFileSync(file, DOCUMENTS.map((row) => JSON.stringify(row)).join("\n"));
      const taken = (await installation.insights("ingest", file)) as Record<string, unknown>;
      assert.deepEqual([taken["documents"], taken["unchanged"], taken["failed"]], [3, 0, []]);
      issuer = await startIssuer(undefined, installation.issuerAt);
      server = await installation.serve(settings());
      key = (await newKey("--tier", "pro")).key;
    });
    after(async () => {
      await installation.remove();
      await issuer[Symbol.asyncDispose]();
    });

    it("finds insights with every field that the specification names", async () => {
      const found = insightsOf(await search("policy rate increase May 2024"));
      const [best] = found;
      assert.ok(best);
      for (const field of INSIGHT_FIELDS) assert.ok(field in best, field);
      assert.equal(best["source_name"], "Bank of Examples");
      assert.equal(best["published_date"], "2024-05-22");
      assert.equal(best["source_url"], "https://bank.example/minutes/2024-05");
      const [document] = DOCUMENTS;
      for (const excerpt of best["excerpts"] as string[]) assert.ok(document?.text.includes(excerpt), excerpt);
      const scores = found.map((insight) => Number(insight["score"]));
      for (const score of scores) assert.ok(score >= 0 && score <= 1);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    });

    it("filters by publisher and date inside the search", async () => {
      const sources = async (filter: object) =>
        new Set(insightsOf(await search("Examplia", { limit: 100, ...filter })).map((insight) => insight["doc_title"]));
      assert.deepEqual(await sources({ source_name: "GRAIN office" }), new Set(["Grain outlook", "Note on storage"]));
      assert.deepEqual(await sources({ since: "2023-11-03", source_name: "grain" }), new Set(["Grain outlook"]));
      assert.deepEqual(await sources({ since: "2024-05-23" }), new Set());
      assert.deepEqual(await sources({ source_name: "%" }), new Set());
    });

    it("gives the same insight the same score under any filter and limit", async () => {
      const scoreOf = async (filter: object) => {
        const insights = insightsOf(await search("wheat stocks", filter));
        return insights.find((insight) => String(insight["insight"]).includes("12.4"))?.["score"];
      };
      const alone = await scoreOf({});
      assert.equal(typeof alone, "number");
      for (const filter of [{ limit: 1 }, { source_name: "grain" }, { since: "2023-01-01", limit: 3 }]) {
        assert.equal(await scoreOf(filter), alone);
      }
    });

    it("lists documents newest first, undated last, and returns one with its insights", async () => {
      const list = await ask("/api/documents");
      const documents = list.body["documents"] as Record<string, unknown>[];
      assert.deepEqual(
        documents.map((document) => document["published_date"]),
        ["2024-05-22", "2023-11-03", null],
      );
      const one = await ask(`/api/documents/${documents[0]?.["doc_id"]}`);
      assert.deepEqual(one.body["document"], documents[0]);
      assert.equal(documents[0]?.["extraction_status"], "complete");
      for (const field of ["extracted_at", "ingested_at"]) {
        assert.match(String(documents[0]?.[field]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      }
      const insights = one.body["insights"] as object[];
      assert.notEqual(insights.length, 0);
      for (const insight of insights) {
        assert.deepEqual(Object.keys(insight).slice(0, 4), ["insight_id", "title", "insight", "excerpts"]);
      }
      const filters = await ask("/api/documents/filters");
      assert.deepEqual(filters.body, { source_names: ["Bank of Examples", "Grain Office of Examplia"] });
    });

    it("sends {detail} and the rate-limit headers with every answer", async () => {
      const answers: [number, Promise<Answer>][] = [
        [200, ask("/api/health", { key: null })],
        [200, ask("/api/openapi.json", { key: null })],
        [200, ask("/api/documents/filters")],
        [400, search("")],
        [400, ask("/api/documents?limt=5")],
        [400, ask("/api/documents?since=2024-02-30")],
        [401, ask("/api/documents", { key: null })],
        [401, ask("/api/documents", { key: `fri_${"x".repeat(32)}` })],
        [404, ask("/api/documents/doc_unknown")],
        [404, ask("/api/nowhere")],
        [405, ask("/api/insights/search", { method: "PUT", body: {} })],
        [413, search("x".repeat(70_000))],
      ];
      for (const [status, pending] of answers) {
        const { status: got, headers, body } = await pending;
        assert.equal(got, status, JSON.stringify(body));
        for (const name of ["limit", "remaining", "reset"]) {
          assert.match(headers.get(`x-ratelimit-${name}`) ?? "", /^\d+$/, `${status} ${name}`);
        }
        if (status >= 400) assert.equal(typeof body["detail"], "string");
      }
      assert.deepEqual((await ask("/api/documents/doc_unknown")).body, { detail: "Document not found" });
    });

    it("lets exactly 100 of 300 concurrent requests of a free key pass in a window", async () => {
      const free = await newKey();
      const answers = await Promise.all(Array.from({ length: 300 }, () => ask("/api/documents", { key: free.key })));
      const passed = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      assert.deepEqual([passed.length, refused.length], [100, 200]);
      for (const { headers } of refused) {
        assert.equal(headers.get("x-ratelimit-remaining"), "0");
        assert.ok(Number(headers.get("retry-after")) >= 1 && Number(headers.get("retry-after")) <= 60);
      }
    });

    it("refuses a revoked key on its next request", async () => {
      const { key: doomed, keyId } = await newKey();
      assert.equal((await ask("/api/documents", { key: doomed })).status, 200);
      await installation.insights("keys", "revoke", keyId);
      assert.equal((await ask("/api/documents", { key: doomed })).status, 401);
    });

    it("moves a key to another tier for its next request", async () => {
      const { key: moved, keyId } = await newKey();
      assert.equal((await ask("/api/documents", { key: moved })).headers.get("x-ratelimit-limit"), "100");
      await installation.insights("keys", "tier", keyId, "enterprise");
      assert.equal((await ask("/api/documents", { key: moved })).headers.get("x-ratelimit-limit"), "10000");
    });

    it("makes, lists and revokes keys in the console, for the account of the token and no other", async () => {
      const keys = "/console/content/me/api-keys";
      const [ada, eve] = [await issuer.sign({ sub: "ada" }), await issuer.sign({ sub: "eve" })];
      const made = await ask(keys, { token: ada, body: { name: "laptop" } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { raw_key: rawKey, ...record } = made.body;
      assert.equal((await ask("/api/documents", { key: String(rawKey) })).status, 200);
      const [listed, ...others] = (await ask(keys, { token: ada })).body as unknown as Record<string, unknown>[];
      assert.deepEqual({ ...listed, last_used_at: null }, record);
      assert.deepEqual(others, []);
      assert.deepEqual((await ask(keys, { token: eve })).body, []);
      const one = `${keys}/${record["key_id"]}`;
      assert.equal((await ask(one, { token: eve, method: "DELETE" })).status, 404);
      assert.equal((await ask(`${keys}/x`, { token: ada, method: "DELETE" })).status, 404);
      for (let time = 0; time < 4; time += 1) {
        const revoked = await ask(one, { token: ada, method: "DELETE" });
        assert.equal(revoked.status, 204);
        assert.ok(revoked.headers.get("x-ratelimit-limit"));
        assert.equal((await ask("/api/documents", { key: String(rawKey) })).status, 401);
      }
      const [inactive] = (await ask(keys, { token: ada })).body as unknown as Record<string, unknown>[];
      assert.equal(inactive?.["is_active"], false);
    });

    it("refuses tokens that are not good, and keys and tokens in each other's place", async () => {
      const keys = "/console/content/me/api-keys";
      const expired = await issuer.sign({ exp: 1 });
      for (const token of [expired, await issuer.sign({ aud: "other" }), key, "x"]) {
        const { status, headers, body } = await ask(keys, { token });
        assert.equal(status, 401);
        assert.match(headers.get("www-authenticate") ?? "", /^Bearer /);
        assert.match(String(body["detail"]), /^Invalid session token: /);
      }
      assert.equal((await ask(keys)).status, 401);
      assert.equal((await ask("/api/documents", { token: await issuer.sign() })).status, 401);
      assert.equal((await ask("/api/documents", { key: await issuer.sign() })).status, 401);
    });

    it("reports usage in the console: every day, and totals that agree with the command line's", async () => {
      const email = "grace@example.org";
      const { key: mine } = await newKey("--email", email);
      const token = await issuer.sign({ sub: "grace", email, email_verified: true });
      for (let n = 0; n < 2; n += 1) insightsOf(await search("wheat harvest", {}, mine));
      const report = (await ask("/console/content/me/usage?days=7", { token })).body;
      assert.deepEqual(report, await installation.insights("usage", "--email", email, "--days", "7"));
      assert.equal(report["total_requests"], 2);
      assert.equal((report["daily"] as unknown[]).length, 7);
      const whole = (await ask("/console/content/me/usage", { token })).body;
      assert.deepEqual([whole["days"], (whole["daily"] as unknown[]).length], [30, 30]);
    });

    it("loses no operation that it answered when it is killed, and counts none twice", async function () {
      this.timeout(240_000);
      const email = "killed@example.org";
      const { key: busy } = await newKey("--tier", "pro", "--email", email);
      let answered = 0;
      let sent = 0;
      let killed: Promise<unknown> | undefined;
      const caller = async () => {
        for (;;) {
          sent += 1;
          const { status } = await ask("/api/documents/filters", { key: busy });
          assert.equal(status, 200);
          answered += 1;
          if (answered === 400) killed = server.end("SIGKILL");
        }
      };
      const callers = await Promise.allSettled(Array.from({ length: 8 }, caller));
      assert.ok(callers.every(({ status }) => status === "rejected"));
      await killed;
      server = await installation.serve(settings());
      const usage = (await installation.insights("usage", "--email", email)) as Record<string, unknown>;
      const operations = usage["operations"] as Record<string, unknown>[];
      assert.deepEqual(
        operations.map(({ operation }) => operation),
        ["list_filter_options"],
      );
      const counted = Number(usage["total_requests"]);
      assert.ok(counted >= answered && counted <= sent, `${answered} answered, ${counted} counted, ${sent} sent`);
    });

    it("counts both layers of usage, and the sums agree", async () => {
      const email = "counted@example.org";
      const { key: mine } = await newKey("--tier", "pro", "--email", email);
      for (let n = 0; n < 3; n += 1) insightsOf(await search("wheat harvest", {}, mine));
      await ask("/api/documents/doc_unknown", { key: mine });
      await search("", {}, mine);
      const usage = (await installation.insights("usage", "--email", email, "--days", "7")) as Record<string, unknown>;
      const operations = usage["operations"] as Record<string, number | string>[];
      const daily = usage["daily"] as Record<string, number | string>[];
      assert.deepEqual(Object.fromEntries(operations.map((row) => [row["operation"], row["request_count"]])), {
        search: 3,
        get_document: 1,
      });
      assert.equal(daily.length, 7);
      for (const [total, field] of [
        ["total_requests", "request_count"],
        ["total_input_tokens", "input_tokens"],
        ["total_tokens", "total_tokens"],
      ] as const) {
        const sum = (rows: Record<string, number | string>[]) => rows.reduce((all, row) => all + Number(row[field]), 0);
        assert.equal(sum(daily), usage[total], total);
        assert.equal(sum(operations), usage[total], total);
      }
      assert.ok(Number(usage["total_input_tokens"]) >= 3);
    });
  });
}
