/**
 * Runs the tests that need real servers: `npm run test:distributed [-- --install] [-- FILES]`. Under CI=true, or with --install,
 * missing ones are installed from Debian's packages; else the suites that need them say what is missing.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findChromium } from "./servers/chromium.ts";
import { hasMariadb } from "./servers/mariadb.ts";
import { installMilvus, installPackages } from "./servers/missing.ts";
import { findProgram } from "./servers/process.ts";
import { hasRedis } from "./servers/redis.ts";

/** Some hundred processes are started here: with what V8 made of their files before, as commands do, in half the time. */
const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/node-compile", import.meta.url));

const args = process.argv.slice(2);
if (args.includes("--help")) {
  process.stdout.write(`Runs the tests that need MariaDB (or TEST_MYSQL_URL), Redis, Milvus or Chromium, on free ports and temporary folders.

Usage: npm run test:distributed -- [--install] [FILES…]

  --install   installs what is missing from Debian's packages (needs root); CI=true does too
`);
  process.exit(0);
}
const mayInstall = args.includes("--install") || process.env["CI"] === "true";
const missing = [
  ...(process.env["TEST_MYSQL_URL"] || hasMariadb() ? [] : ["mariadb-server"]),
  ...(hasRedis() ? [] : ["redis-server"]),
  ...(findProgram("openssl") ? [] : ["openssl"]),
  ...(findChromium() ? [] : ["chromium"]),
];
if (missing.length > 0 && mayInstall) installPackages(missing);
installMilvus();
const files = args.filter((arg) => !arg.startsWith("--"));
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/mocha/bin/mocha.js",
    "--timeout",
    "120000",
    "--require",
    "test/support/tell-at-once.ts",
    ...(files.length > 0 ? files : ["test/distributed/**/*.test.ts"]),
  ],
  { stdio: "inherit", env: { ...process.env, NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? COMPILED } },
);
process.exit(status ?? 1);
