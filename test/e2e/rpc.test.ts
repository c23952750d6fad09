import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { rpcSuite } from "../support/rpc-suite.ts";
import { createInstallation } from "../support/server.ts";

rpcSuite("the running server", async () => createInstallation());

describe("README's lines for Connect", () => {
  it("work when they are pasted", async function () {
    this.timeout(120_000);
    const section = readFileSync("README.md", "utf8").split("### gRPC, Connect and gRPC-Web")[1] ?? "";
    const commands = (section.match(/```sh\n([\s\S]*?)```/)?.[1] ?? "").split(/\n(?=\S)/).filter((line) => line !== "");
    assert.equal(commands.length, 3);
    const installation = createInstallation();
    try {
      await installation.insights("ingest", "services/document/samples");
      const { raw_key } = (await installation.insights("keys", "create", "--name", "n")) as Record<string, string>;
      const { urls } = await installation.serve();
      const run = async (command: string) => {
        const here = command.replace("http://127.0.0.1:8080", String(urls[0]));
        const { stdout } = await promisify(execFile)("sh", ["-c", here], { env: { ...process.env, KEY: raw_key } });
        return JSON.parse(stdout);
      };
      const [found, listed] = await Promise.all(commands.slice(0, 2).map(run));
      assert.match(found.insights[0].insight, /3\.2 million tonnes/);
      assert.match(listed.documents[0].sourceName, /^Halden/);
    } finally {
      await installation.remove();
    }
  });
});
