import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { restSuite } from "../support/rest-suite.ts";
import { createInstallation, type Installation, type RunningServer } from "../support/server.ts";

restSuite("the running server", async () => createInstallation());

describe("the running server", () => {
  let installation: Installation;
  let server: RunningServer;
  before(async () => {
    installation = createInstallation();
    server = await installation.serve();
  });
  after(() => installation.remove());

  it("refuses a second server on the same data folder with a sentence", async () => {
    await assert.rejects(installation.serve(), /in use by process \d+ \(insights serve\)/);
  });

  it("is not healthy, answers 500 and names the part when a database is gone", async () => {
    const other = createInstallation();
    try {
      const { raw_key } = (await other.insights("keys", "create", "--name", "n")) as Record<string, string>;
      const [url] = (await other.serve()).urls;
      const get = (path: string) => fetch(url + path, { headers: { "x-api-key": raw_key ?? "" } });
      assert.equal((await get("/api/health")).status, 200);
      assert.equal((await get("/api/documents")).status, 200);
      for (const [file, parts] of [
        ["accounts.db", /^Not available at the moment: accounts\./],
        ["insights.db", /^Not available at the moment: documents, accounts\./],
      ] as const) {
        rmSync(join(other.folder, "data", file));
        const health = await get("/api/health");
        assert.deepEqual([health.status, health.headers.get("retry-after")], [503, "2"]);
        const { detail, status } = (await health.json()) as Record<string, string>;
        assert.match(detail ?? "", parts);
        assert.equal(status, "degraded");
        assert.equal((await get("/api/documents")).status, 500, "nothing is answered that cannot be recorded");
      }
    } finally {
      await other.remove();
    }
  });

  it("ends with status 0 on SIGTERM and leaves the folder free", async () => {
    assert.equal(await server.end("SIGTERM"), 0);
    server = await installation.serve();
    assert.equal((await fetch(`${server.urls[0]}/api/health`)).status, 200);
  });
});
