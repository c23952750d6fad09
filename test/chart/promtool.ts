import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs Prometheus' own tool on a file, which is written for it as JSON: that is YAML too; `beside`: files in its folder.
 * Returns what it said when it
 * refused, or undefined. Without the tool the test is skipped in plain sight, and fails under REQUIRE_BACKENDS=1.
 */
export function promtool(
  context: Mocha.Context,
  args: string[],
  file: object,
  beside: Record<string, string> = {},
): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "promtool-"));
  try {
    const path = join(folder, "file.json");
    writeFileSync(path, JSON.stringify(file));
    for (const [name, text] of Object.entries(beside)) writeFileSync(join(folder, name), text);
    const { error, status, stdout, stderr } = spawnSync("promtool", [...args, path], { encoding: "utf8" });
    if (error) {
      const sentence = "promtool is missing: install Prometheus (Debian: prometheus)";
      if (process.env["REQUIRE_BACKENDS"] === "1") throw new Error(sentence);
      process.stderr.write(`SKIPPED: ${sentence}\n`);
      context.skip();
    }
    return status === 0 ? undefined : stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
