import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layImageTree } from "../support/image-tree.ts";
import { type Release, theRelease } from "./release.ts";
import { cluster } from "./setup.ts";

describe("the image in a pod", function () {
  this.timeout(300_000);
  let release: Release;
  let pod: string;
  const run = (...command: string[]) => release.kubectl("exec", pod, "--", ...command);
  before(async () => {
    release = await theRelease(cluster());
    pod = (await release.pods("gateway")).find(({ isReady }) => isReady)?.name ?? assert.fail("no gateway is ready");
  });

  it("has the files that npm test tries, and no others", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tree-"));
    try {
      mkdirSync(join(folder, "app"));
      layImageTree(join(folder, "app"));
      const app = join(folder, "app");
      const laid = readdirSync(app, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(app.length + 1));
      const found = (await run("find", "/app", "-type", "f", "-printf", "%P\\n")).trimEnd().split("\n");
      // npm's note of what it has installed.
      const own = new Set([...found].filter((file) => file !== "node_modules/.package-lock.json"));
      const expected = new Set(laid);
      assert.deepEqual([...own].filter((file) => !expected.has(file)).slice(0, 10), [], "only in the image");
      assert.deepEqual([...expected].filter((file) => !own.has(file)).slice(0, 10), [], "only in the test");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is nobody's to change: user 10001, a root that is read-only, files of root", async () => {
    assert.equal((await run("id", "-u")).trim(), "10001");
    for (const file of ["/x", "/app/x", "/usr/local/bin/x"])
      await assert.rejects(run("touch", file), /Read-only file system/);
    assert.equal(await run("find", "/app", "/usr", "!", "-user", "root", "-o", "-perm", "/022", "!", "-type", "l"), "");
  });

  it("has the commands node and insights, and neither npm nor a compiler", async () => {
    assert.equal((await run("node", "--version")).trim(), process.version);
    assert.match(await run("insights", "--help"), /Usage: insights/);
    for (const program of ["npm", "npx", "yarn", "corepack", "cc", "make", "python3"])
      await assert.rejects(run("sh", "-c", `command -v ${program}`), /failed/, program);
  });
});
