#!/usr/bin/env node
// The only file that an old Node reads: everything else is TypeScript, which Node runs as written from version 24 on.
import { fileURLToPath } from "node:url";

const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `insights needs Node 24 or newer and this is ${process.version}. On Linux run "npm ci" (not with --omit=optional): ` +
      `it brings the right one, which "npx insights" and "npm start" then use. Elsewhere install Node 24.\n`,
  );
  process.exitCode = 1;
} else {
  // Halves the time that a command takes to start. In our own folder, not in the system's temporary one, where another
  // user could leave code for us to run; where it cannot be written, Node goes on without.
  const { enableCompileCache } = await import("node:module");
  const folder = fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));
  enableCompileCache(folder);
  // Threads do not inherit what was enabled, only the environment.
  process.env.NODE_COMPILE_CACHE ??= folder;
  await import("./insights.ts");
}
