#!/usr/bin/env node
// The only file that an old Node reads: everything else is TypeScript, which Node runs as written from version 24 on.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  process.stderr.write(
    `insights needs Node 24 or newer and this is ${process.version}. On Linux run "npm ci" (not with --omit=optional): ` +
      `it brings the right one, which "npx insights" and "npm start" then use. Elsewhere install Node 24.\n`,
  );
  process.exitCode = 1;
} else {
  await import("./insights.ts");
}
