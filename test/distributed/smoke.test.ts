import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { finish } from "../support/command.ts";
import type { RunningServer } from "../support/server.ts";
import { type Distributed, NEEDED, startDistributed } from "./servers/install.ts";
import { needing } from "./servers/process.ts";

const ENTRY = fileURLToPath(new URL("../../services/smoke/main.ts", import.meta.url));

needing(NEEDED, () => {
  describe("the smoke test of an install", function () {
    this.timeout(300_000);
    let install: Distributed;
    let gateway: RunningServer;
    before(async () => {
      install = await startDistributed();
      gateway = await install.serve({ FREE_MONTHLY_ALLOWANCE: "0" });
    });
    after(() => install?.remove());

    const smoke = (env: Record<string, string>) =>
      finish(
        spawn(process.execPath, [ENTRY], {
          env: { PATH: process.env["PATH"], ...install.env, ...env },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      );
    const reachable = () => ({
      REST_URL: gateway.urls[0] ?? "",
      GRPC_ADDRESS: new URL(gateway.nativeUrls[1] ?? "").host,
    });
    const activeKeys = async () => {
      const keys = (await install.insights("keys", "list")) as { is_active: boolean }[];
      return { all: keys.length, active: keys.filter((key) => key.is_active).length };
    };

    it("says a line for each call that worked, and leaves no key that is good for anything", async () => {
      const { status, stdout, stderr } = await smoke(reachable());
      assert.doesNotMatch(stderr, /failed/);
      const steps = [...stdout.matchAll(/^ok {2}(\w+): /gm)].map(([, name]) => name);
      assert.deepEqual(steps, ["key", "REST", "gRPC", "MCP", "revocation", "refusal"]);
      assert.equal(status, 0);
      assert.deepEqual(await activeKeys(), { all: 1, active: 0 });
      assert.doesNotMatch(stdout, /fri_[\w-]{9,}/);
    });

    it("names the call that failed, and revokes its key all the same", async () => {
      const { status, stdout, stderr } = await smoke({ ...reachable(), GRPC_ADDRESS: "127.0.0.1:1" });
      assert.equal(status, 1);
      assert.match(stderr, /^failed {2}gRPC: /m);
      assert.match(stdout, /^ok {2}revocation: /m);
      assert.deepEqual(await activeKeys(), { all: 2, active: 0 });
    });

    it("names settings that are wrong", async () => {
      const { status, stderr } = await smoke({ REST_URL: "gateway:8080", GRPC_ADDRESS: "nowhere" });
      assert.equal(status, 1);
      assert.match(stderr, /REST_URL: must be the http or https address/);
      assert.match(stderr, /GRPC_ADDRESS: must be HOST:PORT/);
    });
  });
});
