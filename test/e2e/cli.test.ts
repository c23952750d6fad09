import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DocumentService } from "#gen/insights/document/v1/document_service_pb.ts";
import { JobState } from "#gen/insights/document/v1/job_pb.ts";
import { createGrpcClient, openChannel } from "#kit/grpc/client.ts";
import { type Finished, finish, insights, killLeftovers, start, written } from "../support/command.ts";
import { folderWith } from "../unit/cli/scratch.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The one JSON document on stdout, of a shape that the assertions check. */
function answerOf({ stdout, stderr, status }: Finished) {
  assert.equal(stdout.trimEnd().split("\n").length, 1, `one line of JSON, not: ${stdout} (${status}: ${stderr})`);
  return JSON.parse(stdout);
}

const row = (number: number, fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    source_name: "Bank of Testing",
    article_title: `Minutes ${number}`,
    document_url: `https://bank.example/minutes/${number}`,
    published_date: "2025-03-19",
    authors: [],
    text: `The Bank of Testing raised its policy rate by 0.25 percentage points to ${number}.50 percent in March 2025, because inflation had reached 4.${number} percent.\n\nExports of timber fell by ${number} percent in February 2025, the largest decline in ten years.`,
    ...fields,
  });

describe("the command line", function () {
  // A test starts several processes in turn; each takes seconds on a busy machine.
  this.timeout(120_000);
  after(killLeftovers);

  it("answers wrong usage with the usage on stderr and exit status 2", async () => {
    const { status, stdout, stderr } = await insights([], "/nonexistent");
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /Usage: insights/);
  });

  it("answers --help on stdout with exit status 0", async () => {
    const { status, stdout, stderr } = await insights(["ingest", "--help"], "/nonexistent");
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /Usage: insights ingest/);
  });

  it("fails when its answer cannot be written, as to a full disk, and says so", async function () {
    if (!existsSync("/dev/full")) this.skip();
    const { status, stderr } = await insights(["--version"], "/nonexistent", {}, openSync("/dev/full", "w"));
    assert.deepEqual([status, stderr], [1, "insights: the answer could not be written (ENOSPC), as to a full disk.\n"]);
  });

  it("keeps its exit status when its messages cannot be written", async function () {
    if (!existsSync("/dev/full")) this.skip();
    const { status } = await insights(["nope"], "/nonexistent", {}, "pipe", openSync("/dev/full", "w"));
    assert.equal(status, 2);
  });

  describe("beside a running server", () => {
    const folder = folderWith({ "rows.jsonl": [1, 2, 3].map((number) => row(number)).join("\n") });
    const data = folder.at("data");
    let server: ChildProcess;
    let address: string | undefined;
    let first: Finished;
    before(async () => {
      server = start(["serve"], data, { PORT: "0" });
      [, address] = await written(server.stderr, /(http:\/\/127\.0\.0\.1:\d+)/);
      first = await insights(["ingest", folder.at("rows.jsonl"), "--json"], data);
    });
    after(async () => {
      server.kill("SIGTERM");
      assert.equal((await finish(server)).status, 0);
      folder[Symbol.dispose]();
    });

    it("takes documents in", () => {
      assert.equal(first.status, 0, first.stderr);
      const { insights, ...counts } = answerOf(first);
      assert.deepEqual(counts, { documents: 3, unchanged: 0, failed: [] });
      assert.ok(insights >= 3, `${insights} insights`);
    });

    it("finds the same documents unchanged, which is no work", async () => {
      const again = await insights(["ingest", folder.at("rows.jsonl"), "--json"], data);
      assert.deepEqual(answerOf(again), { documents: 0, insights: 0, unchanged: 3, failed: [] });
      assert.equal(again.status, 0);
    });

    it("searches, and shows the document that was found", async () => {
      const found = await insights(["search", "timber", "exports", "decline", "--limit", "2", "--json"], data);
      const { insights: list } = answerOf(found);
      assert.equal(found.status, 0);
      assert.ok(list.length >= 1 && list.length <= 2);
      const [best] = list;
      for (const field of [
        "insight_id",
        "title",
        "insight",
        "doc_id",
        "doc_title",
        "source_url",
        "source_name",
        "published_date",
      ]) {
        assert.equal(typeof best[field], "string", field);
      }
      assert.ok(best.score >= 0 && best.score <= 1);
      assert.match(best.insight, /timber/);

      const shown = answerOf(await insights(["show", best.doc_id, "--json"], data));
      assert.equal(shown.document.doc_id, best.doc_id);
      assert.equal(shown.document.extraction_status, "complete");
      assert.match(shown.document.ingested_at, ISO_TIME);
      for (const { excerpts, questions, passage } of shown.insights) {
        assert.ok(questions.length > 0);
        for (const excerpt of excerpts) assert.ok(passage.text.includes(excerpt));
      }

      const text = (await insights(["show", best.doc_id], data)).stdout;
      for (const piece of [best.title, best.source_url, shown.insights[0].questions[0]])
        assert.ok(text.includes(piece), piece);
    });

    it("says nothing on stdout and why on stderr when nothing is found", async () => {
      const { status, stdout, stderr } = await insights(["search", "rates", "--source-name", "Nobody"], data);
      assert.deepEqual([status, stdout], [0, ""]);
      assert.match(stderr, /Nothing matches/);
    });

    it("fails with one sentence for a document that is not there", async () => {
      const { status, stdout, stderr } = await insights(["show", `doc_${"0".repeat(32)}`, "--json"], data);
      assert.deepEqual([status, stdout], [1, ""]);
      assert.equal(stderr, "insights: Document not found\n");
    });

    it("verifies every excerpt, and that usage adds up", async () => {
      const verified = await insights(["verify", "--json"], data);
      const { documents, insights: count, excerpts, faults, usage } = answerOf(verified);
      assert.equal(verified.status, 0);
      const report = answerOf(await insights(["usage", "--json"], data));
      assert.deepEqual(usage, {
        request_count: report.total_requests,
        input_tokens: report.total_input_tokens,
        output_tokens: report.total_output_tokens,
      });
      assert.deepEqual([documents, faults], [3, []]);
      assert.ok(count >= 3 && excerpts >= count);
    });

    it("lists jobs", async () => {
      const { total, jobs } = answerOf(await insights(["jobs", "--state", "complete", "--limit", "1", "--json"], data));
      assert.equal(total, 3);
      assert.equal(jobs.length, 1);
      assert.deepEqual([jobs[0].state, jobs[0].attempts, jobs[0].reason], ["complete", 1, null]);
      assert.match(jobs[0].updated_at, ISO_TIME);
    });

    it("makes, lists, moves and revokes keys, and shows a raw key once", async () => {
      const { raw_key: rawKey, ...made } = answerOf(await insights(["keys", "create", "--name", "ci", "--json"], data));
      assert.match(rawKey, /^fri_[A-Za-z0-9_-]{32}$/);
      assert.match(made.created_at, ISO_TIME);
      assert.deepEqual(
        { ...made, created_at: "" },
        {
          key_id: made.key_id,
          name: "ci",
          prefix: rawKey.slice(0, 12),
          tier: "free",
          is_active: true,
          created_at: "",
          last_used_at: null,
        },
      );
      assert.deepEqual(answerOf(await insights(["keys", "list", "--json"], data)), [made]);
      assert.equal(answerOf(await insights(["keys", "tier", made.key_id, "pro", "--json"], data)).tier, "pro");
      assert.deepEqual(answerOf(await insights(["keys", "revoke", made.key_id, "--json"], data)), {
        key_id: made.key_id,
        is_active: false,
      });
      const [revoked] = answerOf(await insights(["keys", "list", "--json"], data));
      assert.deepEqual([revoked.tier, revoked.is_active], ["pro", false]);
    });

    it("sums usage as the console does: totals equal the sums of days and of operations", async () => {
      const report = answerOf(await insights(["usage", "--days", "7", "--json"], data));
      assert.equal(report.days, 7);
      assert.equal(report.daily.length, 7);
      const sum = (list: { request_count: number }[]) =>
        list.reduce((total, { request_count }) => total + request_count, 0);
      assert.equal(sum(report.daily), report.total_requests);
      assert.equal(sum(report.operations), report.total_requests);
      assert.deepEqual(Object.keys(report), [
        "days",
        "start_date",
        "end_date",
        "total_input_tokens",
        "total_output_tokens",
        "total_tokens",
        "total_requests",
        "daily",
        "operations",
      ]);
    });

    it("makes keys that the server takes at once, for documents that were just taken in", async () => {
      const { raw_key: key } = answerOf(await insights(["keys", "create", "--name", "x", "--json"], data));
      const answer = await fetch(`${address}/api/documents/filters`, { headers: { "X-API-Key": key } });
      assert.deepEqual(await answer.json(), { source_names: ["Bank of Testing"] });
    });

    it("refuses a second server with a sentence", async () => {
      const second = await insights(["serve"], data, { PORT: "0" });
      assert.equal(second.status, 1);
      assert.match(
        second.stderr,
        /^insights: .* is in use by process \d+ \(insights serve\)\. Stop it, or set INSIGHTS_DATA/m,
      );
    });

    it("goes on quietly when nobody reads its answer any more", async () => {
      const child = start(["jobs", "--json"], data);
      child.stdout?.destroy();
      const { status, stderr } = await finish(child);
      assert.deepEqual([status, stderr], [0, ""]);
    });
  });

  it("reports every document that fails, takes the others in, and ends with exit status 1", async () => {
    using folder = folderWith({
      "batch/a-good.txt":
        "The Bank of Testing lowered its policy rate by 0.5 percentage points to 2 percent in May 2025.",
      "batch/a-good.meta.json": JSON.stringify({
        source_name: "Bank of Testing",
        article_title: "Statement",
        document_url: "https://bank.example/may",
      }),
      "batch/b-corrupt.pdf": `%PDF-1.7\n${"broken ".repeat(50)}`,
      "batch/c-encrypted.pdf": ENCRYPTED_PDF,
      "batch/d-empty.html": "",
      "batch/e-rows.jsonl": Buffer.concat([
        Buffer.from(`${row(1)}\n${row(2, { text: undefined })}\n`),
        Buffer.from(`${row(3, { text: "caf\u00e9" })}\n`, "latin1"),
        Buffer.from(`{"text":"${"x".repeat(50_000_000)}"}\n${row(5)}\n`),
      ]),
    });
    const ran = await insights(
      ["ingest", folder.at("batch"), "http://127.0.0.1:9/secret", "--source-name", "Testers", "--json"],
      folder.at("data"),
    );
    const { documents, unchanged, failed } = answerOf(ran);
    assert.equal(ran.status, 1);
    assert.deepEqual([documents, unchanged], [3, 0], JSON.stringify(failed));
    const reasons: [string, RegExp][] = [
      ["b-corrupt.pdf", /b-corrupt\.pdf: .*PDF/],
      ["c-encrypted.pdf", /c-encrypted\.pdf: .*(password|encrypted)/],
      ["d-empty.html", /d-empty\.html is empty/],
      ["https://bank.example/minutes/2", /e-rows\.jsonl row 2: field "text" is missing/],
      ["e-rows.jsonl", /e-rows\.jsonl row 3: it is not UTF-8 text/],
      ["e-rows.jsonl", /e-rows\.jsonl row 4: it is 50,000,011 bytes long/],
      ["http://127.0.0.1:9/secret", /not on the public Internet/],
    ];
    for (const [url, reason] of reasons) {
      const one = failed.find((failure: { reason: string }) => reason.test(failure.reason));
      assert.ok(one?.document_url.endsWith(url), `${url} ${reason}: ${JSON.stringify(failed)}`);
      assert.ok(ran.stderr.includes(one.reason), "the reason is on stderr too");
    }
    assert.equal(failed.length, reasons.length);
  });

  it("says which of two files with one URL it took", async () => {
    const meta = JSON.stringify({ source_name: "Bank of Testing", document_url: "https://bank.example/may" });
    using folder = folderWith({
      "batch/a.txt": "The Bank of Testing lowered its policy rate by 0.5 percentage points to 2 percent in May 2025.",
      "batch/a.meta.json": meta,
      "batch/b.txt": "The Bank of Testing lowered its policy rate by 0.25 percentage points to 2 percent in May 2025.",
      "batch/b.meta.json": meta,
    });
    const ran = await insights(["ingest", folder.at("batch"), "--json"], folder.at("data"));
    assert.equal(answerOf(ran).documents, 1);
    assert.match(ran.stderr, /b\.txt has the document_url of .*a\.txt; the last one is taken\./);
  });

  describe("given a URL", () => {
    let server: Server;
    before((done) => {
      server = createServer((_, res) => {
        res.setHeader("content-type", "text/plain; charset=windows-1252");
        res.end(
          Buffer.from(
            "Inflation in Caf\u00e9land rose to 3.2 percent in May 2025 from 2.9 percent in April.",
            "latin1",
          ),
        );
      }).listen(0, "127.0.0.1", done);
    });
    after(() => server.close());

    it("refuses the private network unless that is allowed, and reads the encoding that the server names", async () => {
      using folder = folderWith({});
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cpi`;
      const args = ["ingest", url, "--source-name", "Statistics", "--title", "Prices", "--json"];
      const refused = await insights(args, folder.at("data"));
      assert.equal(refused.status, 1);
      assert.match(answerOf(refused).failed[0].reason, /INGEST_ALLOW_PRIVATE=true/);
      const taken = await insights(args, folder.at("data"), { INGEST_ALLOW_PRIVATE: "true" });
      assert.equal(answerOf(taken).documents, 1, taken.stderr);
      const { insights: found } = answerOf(await insights(["search", "inflation rose", "--json"], folder.at("data")));
      assert.match(found[0].excerpts[0], /Caféland/);
      assert.equal(found[0].source_url, url);
    });
  });

  for (const [what, signal] of [
    ["Ctrl-C: it says how to go on, ends with 130, and the next run does the rest", "SIGINT"],
    ["kill -9: the next run does the rest", "SIGKILL"],
  ] as const) {
    it(`loses nothing to ${what}`, async () => {
      const many = Array.from({ length: 60 }, (_, i) => row(i + 1));
      using folder = folderWith({ "rows.jsonl": many.join("\n") });
      const child = start(["ingest", folder.at("rows.jsonl"), "--json"], folder.at("data"));
      const done = finish(child);
      await firstJobDone(folder.at("data/insights.sock"));
      child.kill(signal);
      const { status, stdout, stderr } = await done;
      assert.deepEqual([status, stdout], [signal === "SIGINT" ? 130 : null, ""], stderr);
      if (signal === "SIGINT") {
        assert.match(
          stderr,
          /Interrupted: \d+ of 60 documents are done\. Nothing is lost: give the same command again/,
        );
      }
      const next = answerOf(await insights(["ingest", folder.at("rows.jsonl"), "--json"], folder.at("data")));
      assert.equal(next.documents + next.unchanged, 60);
      assert.deepEqual(next.failed, []);
      assert.equal(answerOf(await insights(["verify", "--json"], folder.at("data"))).documents, 60);
    });
  }

  it("ends with npm start when that is told to end, and lets go of its folder", async () => {
    using folder = folderWith({});
    const env = { ...process.env, INSIGHTS_DATA: folder.at("data"), PORT: "0" };
    const cwd = fileURLToPath(new URL("../..", import.meta.url));
    // A group of its own, so that nothing of it outlives a test that fails.
    const npm = spawn("npm", ["start"], { cwd, env, detached: true });
    try {
      const [, address = ""] = await written(npm.stderr, /serves (http\S+)/);
      const ended = once(npm, "exit");
      npm.kill("SIGTERM");
      await ended;
      // What it started may be some milliseconds longer about it.
      for (let left = 250; left > 0 && existsSync(folder.at("data/owner.json")); left--) await pause(20);
      await assert.rejects(fetch(`${address}/api/health`), "it serves on");
    } finally {
      try {
        if (npm.pid) process.kill(-npm.pid, "SIGKILL");
      } catch (err) {
        // None of the group is left, as should be.
        assert.match(String(err), /ESRCH/);
      }
    }
  });

  it("serves a demo whose curl line finds something, and revokes the key of the demo before", async () => {
    using folder = folderWith({});
    const keys: string[] = [];
    for (let round = 0; round < 2; round++) {
      const child = start(["demo"], folder.at("demo"), { PORT: "0" });
      const [, address = "", key = "", body = ""] = await written(
        child.stdout,
        /curl -s (\S+) -H 'X-API-Key: (\S+)' .*-d '(.*)'/,
      );
      const search = (key: string) =>
        fetch(address, { method: "POST", headers: { "X-API-Key": key, "Content-Type": "application/json" }, body });
      const { insights: found } = (await (await search(key)).json()) as { insights: { source_name: string }[] };
      assert.match(found[0]?.source_name ?? "", /Halden .*\(invented sample\)/);
      await answersAsShown(address, key);
      for (const old of keys) assert.equal((await search(old)).status, 401);
      keys.push(key);
      child.kill("SIGINT");
      assert.equal((await finish(child)).status, 0);
    }
  });
});

/** README asks this of the demo, and shows what it is answered. */
async function answersAsShown(address: string, key: string): Promise<void> {
  const [, ask = ""] = readFileSync("README.md", "utf8").split("## Ask it something");
  const [, asked = ""] = /-d '(.+)'/.exec(ask) ?? [];
  const [, shown = ""] = /```json\n([^`]+)```/.exec(ask) ?? [];
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const answer = await (await fetch(address, { method: "POST", headers, body: asked })).json();
  const [insight] = (answer as { insights: { score: number }[] }).insights;
  if (insight) insight.score = Math.round(insight.score * 100) / 100;
  assert.deepEqual(answer, JSON.parse(shown), "README shows another answer: paste this one");
}

/** Resolves when the services on a socket, which may not be there yet, have a job that is done. */
async function firstJobDone(socketPath: string): Promise<void> {
  while (!existsSync(socketPath)) await pause(20);
  using channel = openChannel(`unix:${socketPath}`);
  const documents = createGrpcClient(DocumentService, channel, 10_000);
  while ((await documents.listJobs({ states: [JobState.COMPLETE], limit: 1 })).total === 0n) await pause(5);
}

/** A PDF of one empty page whose strings and streams are encrypted with a user password. */
const ENCRYPTED_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>endobj
trailer<</Root 1 0 R/Size 5/Encrypt 4 0 R/ID[<${"43".repeat(16)}><${"43".repeat(16)}>]>>
%%EOF
`;
