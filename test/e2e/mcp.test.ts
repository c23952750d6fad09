import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { callMessage } from "../support/mcp-message.ts";
import { mcpSuite } from "../support/mcp-suite.ts";
import { createInstallation, type Installation } from "../support/server.ts";

mcpSuite("the running server", async () => createInstallation());

type Fields = Record<string, unknown>;

describe("MCP of a server with a web search", () => {
  let installation: Installation;
  let searxng: Server;
  let url: string;
  let key: string;
  before(async function () {
    this.timeout(120_000);
    installation = createInstallation();
    await installation.insights("ingest", "services/document/samples");
    key = String(((await installation.insights("keys", "create", "--name", "n")) as Fields)["raw_key"]);
    searxng = createServer((req, res) => {
      const query = new URL(req.url ?? "", "http://localhost").searchParams.get("q");
      res.end(
        JSON.stringify({ results: [{ url: "https://port.example/", title: `About ${query}`, content: "Up 4 %." }] }),
      );
    });
    await new Promise<void>((resolve) => searxng.listen(0, "127.0.0.1", resolve));
    url = String(
      (
        await installation.serve({
          SEARCH_WEB_PROVIDER: "searxng",
          SEARCH_WEB_URL: `http://127.0.0.1:${(searxng.address() as AddressInfo).port}`,
        })
      ).urls[0],
    );
  });
  after(async () => {
    searxng.closeAllConnections();
    searxng.close();
    await installation.remove();
  });

  it("README's line works when it is pasted", async () => {
    const section = readFileSync("README.md", "utf8").split("\n### MCP\n")[1]?.split("\n### ")[0] ?? "";
    const [, command = ""] = /```sh\n(.*?)```/s.exec(section) ?? [];
    const here = command.replace("http://127.0.0.1:8080", url);
    const { stdout } = await promisify(execFile)("sh", ["-c", here], { env: { ...process.env, KEY: key } });
    const { result } = JSON.parse(stdout);
    assert.match(result.structuredContent.insights[0].insight, /3\.2 million tonnes/);
  });

  it("search_web asks the service of the settings, and is counted as a chat turn", async () => {
    const { body, headers } = callMessage("2026-07-28", "search_web", { query: "port & harbour" });
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    const { result } = (await response.json()) as { result: { structuredContent: Fields } };
    assert.deepEqual(result.structuredContent["results"], [
      { title: "About port & harbour", url: "https://port.example/", snippet: "Up 4 %.", published_date: null },
    ]);
    const usage = (await installation.insights("usage")) as { operations: Fields[] };
    const counts = usage.operations.map(({ operation, request_count }) => [operation, request_count]);
    assert.deepEqual(Object.fromEntries(counts)["explore_message"], 1);
  });

  it("settings of a web search that cannot work are named at the start", async () => {
    const other = createInstallation();
    try {
      await assert.rejects(
        other.serve({ SEARCH_WEB_PROVIDER: "brave" }),
        /SEARCH_WEB_API_KEY: is missing: brave answers/,
      );
    } finally {
      await other.remove();
    }
  });
});
