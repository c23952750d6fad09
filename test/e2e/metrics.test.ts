import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createInstallation } from "../support/server.ts";

/** A port that was free a moment ago. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe("metrics of the running server", () => {
  it("count every request by the template of its route", async () => {
    const installation = createInstallation();
    try {
      const port = await freePort();
      const { urls } = await installation.serve({ METRICS_PORT: String(port) });
      for (const path of ["/api/health", "/api/documents/doc_1", "/api/documents/doc_2", "/nowhere/at/all"])
        await (await fetch(urls[0] + path)).text();
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const count = (labels: string) =>
        text.match(new RegExp(`^http_server_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, "m"))?.[1];
      const get = 'http_request_method="GET"';
      assert.equal(count(`${get},http_route="/api/health",http_response_status_code="200"`), "1");
      assert.equal(count(`${get},http_route="/api/documents/\\{doc_id\\}",http_response_status_code="401"`), "2");
      assert.equal(count(`${get},http_response_status_code="404"`), "1");
      assert.doesNotMatch(text, /doc_1|nowhere/);
    } finally {
      await installation.remove();
    }
  });
});
