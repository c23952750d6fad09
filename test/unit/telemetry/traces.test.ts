import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "#kit/log.ts";
import { openTraces } from "#kit/telemetry/open-traces.ts";

describe("traces that a collector does not take", () => {
  it("are told of once a minute, without what was sent", async function () {
    this.timeout(20_000);
    let asked = 0;
    const collector = createServer((_request, response) => {
      asked += 1;
      response.writeHead(400).end("no");
    });
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    const warned: [object, string][] = [];
    const log = { warn: (...args: [object, string]) => void warned.push(args) } as unknown as Logger;
    try {
      await using traces = openTraces({
        process: "test",
        url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        headers: { authorization: "Bearer of-the-collector" },
        ratio: 1,
        log,
      });
      for (const batch of [1, 2]) {
        traces.tracer.startSpan("a request").end();
        while (asked < batch) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // What a second refusal would log, it logs with the answer.
      await new Promise((resolve) => setTimeout(resolve, 200));
    } finally {
      collector.closeAllConnections();
      collector.close();
    }
    assert.equal(asked, 2);
    assert.equal(warned.length, 1);
    assert.match(warned[0]?.[1] ?? "", /^traces are lost: the collector/);
    assert.ok(!JSON.stringify(warned).includes("of-the-collector"));
  });
});
