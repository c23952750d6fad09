import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createProgram } from "../../services/cli/program.ts";
import { openShell } from "../../services/cli/shell.ts";
import { metricsTable } from "../support/metrics-table.ts";
import { processTables, settingsTable } from "../support/settings-table.ts";

const README = readFileSync("README.md", "utf8");

describe("README", () => {
  it("has the tables of settings that the schemas give (node test/support/settings-table.ts prints them)", () => {
    assert.ok(README.includes(settingsTable()));
    assert.ok(README.includes(processTables()));
  });

  it("has the table of metrics that the code defines (node test/support/metrics-table.ts prints it)", () => {
    assert.ok(README.includes(metricsTable()));
  });

  it("lists every command of the command line, and no other", () => {
    const section = README.split("### Command line")[1]?.split("\n### ")[0] ?? "";
    const listed = [...section.matchAll(/^\| `([a-z]+)/gm)].map(([, name]) => name);
    const commands = createProgram(openShell())
      .commands.map((command) => command.name())
      .filter((name) => name !== "help");
    assert.deepEqual(listed.toSorted(), commands.toSorted());
  });

  it("names only scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const named = [...README.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? "");
    assert.notEqual(named.length, 0);
    for (const name of named) assert.ok(name in scripts, name);
  });
});
