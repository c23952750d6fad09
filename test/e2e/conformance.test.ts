import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { createInstallation, type Installation } from "../support/server.ts";

/** The suite's requirements by protocol era, and how many scenarios it runs for them. */
const ERAS = [
  { era: "2026-07-28", scenarios: 50 },
  { era: "2025-11-25", scenarios: 33 },
];

/**
 * What the suite asks for and this server does not have, with the reason: scenarios, or single checks of one. What is listed
 * here and passes fails the test too.
 */
const EXCEPTIONS: { reason: string; of: string[] }[] = [
  {
    reason: "calls a tool of the suite's own reference server; ours has its own five",
    of: [
      "tools-call-simple-text",
      "tools-call-image",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-mixed-content",
      "tools-call-error",
      "tools-call-with-progress",
      "tools-call-with-logging",
      "tools-call-sampling",
      "tools-call-elicitation",
      "elicitation-sep1034-defaults",
      "elicitation-sep1330-enums",
      "json-schema-2020-12",
      "server-stateless/sep-2575-server-rejects-undeclared-capability",
      "server-stateless/sep-2575-missing-capability-http-400",
      "server-stateless/sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless/sep-2575-server-no-log-without-loglevel",
    ],
  },
  {
    reason: "no tool asks the client for more input",
    of: [
      "input-required-result-basic-elicitation",
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      "input-required-result-request-state",
      "input-required-result-multiple-input-requests",
      "input-required-result-multi-round",
      "input-required-result-missing-input-response",
      "input-required-result-non-tool-request",
      "input-required-result-result-type",
      "input-required-result-tampered-state",
      "input-required-result-capability-check",
      "input-required-result-ignore-extra-params",
    ],
  },
  {
    reason: "there are no prompts",
    of: [
      "prompts-list",
      "prompts-get-simple",
      "prompts-get-with-args",
      "prompts-get-embedded-resource",
      "prompts-get-with-image",
      "caching/sep-2549-prompts-list-caching-hints",
    ],
  },
  {
    reason: "there are no resources: documents are read by a tool, which counts as REST's call does",
    of: [
      "resources-list",
      "resources-read-text",
      "resources-read-binary",
      "resources-templates-read",
      "resources-subscribe",
      "resources-unsubscribe",
      "sep-2164-resource-not-found",
      "caching/sep-2549-resources-list-caching-hints",
      "caching/sep-2549-resources-templates-list-caching-hints",
    ],
  },
  { reason: "there is nothing to complete", of: ["completion-complete"] },
  { reason: "the log is the operator's", of: ["logging-set-level"] },
  {
    reason: "there are no sessions, and no streams to resume",
    of: ["server-sse-multiple-streams", "server-sse-polling"],
  },
  {
    reason: "no argument is repeated in a header of its own; optional, and not scored",
    of: ["http-custom-header-server-validation"],
  },
  {
    reason: "the extension of long-running tasks is not offered; optional, and not scored",
    of: [
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ],
  },
];

const checksSchema = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));

describe("conformance suite of the Model Context Protocol", function () {
  this.timeout(120_000);
  let installation: Installation;
  let proxy: Server;
  before(async () => {
    installation = createInstallation();
    const record = await installation.insights("keys", "create", "--name", "suite", "--tier", "enterprise");
    const { raw_key } = z.object({ raw_key: z.string() }).parse(record);
    const [url = ""] = (await installation.serve()).urls;
    proxy = await startProxy(new URL(url), raw_key);
  });
  after(async () => {
    proxy?.closeAllConnections();
    proxy?.close();
    await installation.remove();
  });

  const excused = new Set<string>();
  for (const { era, scenarios } of ERAS) {
    it(`passes every scenario of ${era} but those with a reason`, async () => {
      const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
      const folder = join(installation.folder, era);
      const said = await runSuite(["server", "--url", url, "--requirements", era, "--output-dir", folder]);
      const ran = readdirSync(folder);
      assert.equal(ran.length, scenarios, said);
      const failures: string[] = [];
      let passed = 0;
      for (const one of ran) {
        const scenario = one.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
        for (const check of checksSchema.parse(JSON.parse(readFileSync(join(folder, one, "checks.json"), "utf8")))) {
          if (check.status === "SUCCESS") passed += 1;
          if (check.status !== "FAILURE" && check.status !== "WARNING") continue;
          const names = [scenario, `${scenario}/${check.id}`];
          const known = EXCEPTIONS.flatMap(({ of }) => of).filter((exception) => names.includes(exception));
          // What goes over the wire is right in every scenario.
          if (known.length === 0 || check.id === "wire-schema-valid") {
            failures.push(`${scenario}/${check.id}: ${check.errorMessage ?? check.status}`);
          }
          for (const exception of known) excused.add(exception);
        }
      }
      assert.deepEqual(failures, []);
      assert.ok(passed >= scenarios, `only ${passed} checks passed`);
    });
  }

  it("has no exception that is none any more", () => {
    const listed = EXCEPTIONS.flatMap(({ of }) => of);
    assert.deepEqual(
      listed.filter((exception) => !excused.has(exception)),
      [],
    );
  });
});

/** The suite's status is 1 as soon as a scenario fails, also one with a reason: what it wrote is what counts. */
function runSuite(args: string[]): Promise<string> {
  const program = new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url);
  return new Promise((resolve) => {
    execFile(process.execPath, [program.pathname, ...args], { timeout: 100_000 }, (_err, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`.slice(-4_000)),
    );
  });
}

/** The suite sends no key: this adds one, and passes on everything else, the Host header too. */
async function startProxy(target: URL, rawKey: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const authorization = `Bearer ${rawKey}`;
    const options = { host: target.hostname, port: target.port, method, path, headers: { ...headers, authorization } };
    const forwarded = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
