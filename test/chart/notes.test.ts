import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { createProgram } from "../../services/cli/program.ts";
import { openShell } from "../../services/cli/shell.ts";
import { CHART, helm, NAMESPACE, nameOf, ofKind, RELEASE, renderFile, VALUES_FILES } from "./rendered.ts";

const COMMANDS = createProgram(openShell()).commands.map((command) => command.name());

/** What Helm says after an install. */
function notesOf(file: string): string {
  const said = helm("install", RELEASE, CHART, "--namespace", NAMESPACE, "--values", file, "--dry-run=client");
  return said.split("\nNOTES:\n")[1] ?? "";
}

describe("what the operator is told after an install", () => {
  for (const file of VALUES_FILES) {
    it(`${nameOf(file)}: names what there is, in commands that there are`, () => {
      const notes = notesOf(file);
      const objects = renderFile(file);
      const named = [...notes.matchAll(/\b(deploy|svc)\/([a-z0-9-]+)/g)];
      assert.ok(named.length >= 2);
      for (const [, kind, name] of named) {
        const there = ofKind(objects, kind === "svc" ? "Service" : "Deployment").map(({ metadata }) => metadata.name);
        assert.ok(there.includes(name ?? ""), name);
      }
      const commands = [...notes.matchAll(/insights ([a-z]+) /g)].map(([, command]) => command);
      assert.deepEqual(commands, ["keys", "ingest"]);
      for (const command of commands) assert.ok(COMMANDS.includes(command ?? ""), command);
      assert.match(notes, / keys create --name first\b/);
      assert.match(notes, new RegExp(`helm test ${RELEASE} -n ${NAMESPACE}`));
      assert.match(notes, /\/api\/insights\/search -H "X-API-Key: \$KEY"/);
      assert.doesNotMatch(notes, /<no value>|%!|\{\{/);
    });
  }

  it("is where callers reach the API, else through this machine", () => {
    assert.match(notesOf(`${CHART}/ci/ingress-tls.yaml`), /curl -s https:\/\/api\.example\.org\/api/);
    assert.match(
      notesOf(`${CHART}/ci/minimal.yaml`),
      // Pasted together, the search comes before anybody listens.
      /port-forward [^\n]+ 8080:8080 &\n\s+curl -s --retry 5 --retry-connrefused http:\/\/127\.0\.0\.1:8080\/api/,
    );
  });
});

describe("the runbook", () => {
  const README = readFileSync(`${CHART}/README.md`, "utf8");
  it("says of every alert what it means and what to do, and of no other", () => {
    const alerts = globSync(`${CHART}/alerts/*.yaml`).flatMap((file) => {
      const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: { alert?: string }[] }[] };
      return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
    });
    const section = README.split("\n## Alerts\n")[1]?.split("\n## ")[0] ?? "";
    const explained = [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
    assert.deepEqual(explained, alerts);
  });

  it("names commands of the command line that there are", () => {
    const named = [...README.matchAll(/`insights ([a-z]+)|^ *insights ([a-z]+)$/gm)].map(
      ([, inText, inBlock]) => inText ?? inBlock,
    );
    assert.ok(named.length >= 5);
    for (const command of named) assert.ok(COMMANDS.includes(command ?? ""), command);
  });
});
