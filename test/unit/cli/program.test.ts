import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommanderError } from "commander";
import { DomainError } from "#kit/errors.ts";
import { Interrupted, reportFailure } from "../../../services/cli/failure.ts";
import { createProgram } from "../../../services/cli/program.ts";
import type { Shell } from "../../../services/cli/shell.ts";

/** A shell whose services cannot be reached: what is asked wrongly must be refused before. */
async function run(args: string[], failure: Error = new Error("the services were asked")) {
  const out: string[] = [];
  const err: string[] = [];
  const shell: Shell = {
    env: {},
    connect: () => Promise.reject(failure),
    print: (text) => out.push(`${text}\n`),
    printJson: (value) => out.push(`${JSON.stringify(value)}\n`),
    note: (text) => err.push(`${text}\n`),
    screen: { write: (text) => err.push(text), columns: () => undefined },
    interruption: () => new AbortController().signal,
    setFailed: () => undefined,
  };
  let status = 0;
  try {
    await createProgram(shell).parseAsync(["node", "insights", ...args]);
  } catch (err) {
    status = reportFailure(err, shell);
  }
  return { status, stdout: out.join(""), stderr: err.join("") };
}

describe("the commands", () => {
  const wrong: [string, string[], RegExp][] = [
    ["no command", [], /^Usage: insights/],
    ["an unknown command", ["frobnicate"], /unknown command 'frobnicate'/],
    ["an unknown option", ["search", "rates", "--colour"], /unknown option '--colour'/],
    ["a missing argument", ["ingest"], /missing required argument 'path\|url'/],
    ["an argument too many", ["verify", "this"], /too many arguments/],
    ["a missing option", ["keys", "create"], /'--name <name>' not specified/],
    ["an option without its value", ["keys", "create", "--name"], /argument missing/],
    ["an empty name", ["keys", "create", "--name", " "], /It must not be empty/],
    ["no subcommand", ["keys"], /^Usage: insights keys/],
    [
      "an unknown tier",
      ["keys", "create", "--name", "x", "--tier", "gold"],
      /Allowed choices are free, pro, enterprise/,
    ],
    ["a number out of range", ["search", "rates", "--limit", "101"], /whole number from 1 to 100/],
    ["a number in words", ["usage", "--days", "ten"], /whole number from 1 to 365/],
    ["a day that is none", ["search", "rates", "--since", "2025-02-30"], /calendar day as YYYY-MM-DD/],
    ["an unknown state", ["jobs", "--state", "lost"], /one of pending, extracting/],
    ["one title for two files", ["ingest", "a.pdf", "b.pdf", "--title", "T"], /describe one document/],
    ["a title for rows that have their own", ["ingest", "a.jsonl", "--title", "T"], /describe themselves/],
  ];
  it("answer a publisher for a folder of rows that have their own with the reason, and exit status 2", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rows-"));
    try {
      const row = { source_name: "A", article_title: "B", document_url: "https://a.example/1", text: "Rates rose." };
      writeFileSync(join(folder, "rows.jsonl"), JSON.stringify(row));
      const { status, stdout, stderr } = await run(["ingest", folder, "--source-name", "Other"]);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, /describe themselves/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const [what, args, message] of wrong) {
    it(`answer ${what} with the reason and the usage on stderr, and exit status 2`, async () => {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stdout], [2, ""]);
      assert.match(stderr, message);
      assert.match(stderr, /Usage: insights/);
    });
  }

  const commands = [
    "serve",
    "demo",
    "ingest",
    "search",
    "show",
    "jobs",
    "verify",
    "usage",
    "eval",
    "keys",
    "keys create",
    "keys list",
    "keys tier",
    "keys revoke",
  ];
  for (const command of ["", ...commands]) {
    it(`explain ${command || "themselves"} with --help on stdout, with an example`, async () => {
      const { status, stdout, stderr } = await run([...command.split(" ").filter(Boolean), "--help"]);
      assert.deepEqual([status, stderr], [0, ""]);
      assert.match(stdout, /^Usage: insights/);
      assert.match(stdout, /Examples?:\n {2}\S/);
    });
  }

  it("say what went wrong in one sentence and end with exit status 1", async () => {
    const refused = await run(["search", "rates"], new DomainError("conflict", "data is in use. Stop it."));
    assert.deepEqual(refused, { status: 1, stdout: "", stderr: "insights: data is in use. Stop it.\n" });
    const bug = await run(["search", "rates"], new Error("boom"));
    assert.deepEqual([bug.status, bug.stdout], [1, ""]);
    assert.match(bug.stderr, /^insights: an unexpected error: boom\. Run it again with LOG_LEVEL=debug/);
  });

  it("end with exit status 130 when they are interrupted, 2 when they are asked wrongly, 0 for help", () => {
    const shell = { env: {}, note: () => undefined };
    const statuses = [
      new Interrupted("stopped"),
      new CommanderError(1, "commander.help", "help"),
      new CommanderError(0, "commander.helpDisplayed", "help"),
    ];
    assert.deepEqual(
      statuses.map((err) => reportFailure(err, shell)),
      [130, 2, 0],
    );
  });
});
