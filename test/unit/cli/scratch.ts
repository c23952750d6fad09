import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder with these files in it, gone at the end of the scope. */
export function folderWith(files: Record<string, string | Uint8Array>): Disposable & { at(name?: string): string } {
  const folder = mkdtempSync(join(tmpdir(), "insights-cli-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return {
    at: (name = "") => join(folder, name),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
