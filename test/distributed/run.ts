/**
 * Runs the tests that need real servers: `npm run test:distributed [-- --install] [-- FILES]`. Under CI=true, or with --install,
 * missing ones are installed from Debian's packages; else the suites that need them say what is missing.
 */
import { spawnSync } from "node:child_process";
import { findChromium } from "./servers/chromium.ts";
import { hasMariadb } from "./servers/mariadb.ts";
import { hasMilvus } from "./servers/milvus.ts";
import { findProgram } from "./servers/process.ts";
import { hasRedis } from "./servers/redis.ts";

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
if (missing.length > 0 && mayInstall) install(missing);
if (!hasMilvus() && process.platform === "linux" && process.arch === "x64") installMilvus();
const files = args.filter((arg) => !arg.startsWith("--"));
const { status } = spawnSync(
  process.execPath,
  [
    "node_modules/mocha/bin/mocha.js",
    "--timeout",
    "120000",
    ...(files.length > 0 ? files : ["test/distributed/**/*.test.ts"]),
  ],
  { stdio: "inherit" },
);
process.exit(status ?? 1);

/** 170 MB, which nobody else needs: so it is no dependency of the project. */
function installMilvus(): void {
  process.stderr.write("installing the engine of Milvus Lite from npm\n");
  const { status } = spawnSync("npm", ["ci", "--silent"], {
    cwd: new URL("./milvus-lite/", import.meta.url),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0)
    process.stderr.write("npm ci failed in test/distributed/milvus-lite: suites that need Milvus are left out\n");
}

function install(packages: string[]): void {
  process.stderr.write(`installing ${packages.join(", ")}\n`);
  // The tests start servers of their own: none of the system's.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const quiet = ["-y", "-qq", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends"];
  for (const command of [
    ["update", "-qq"],
    ["install", ...quiet, ...packages],
  ]) {
    const { status } = spawnSync("apt-get", command, { stdio: ["ignore", "ignore", "inherit"], env });
    if (status !== 0) {
      process.stderr.write(
        `apt-get ${command[0]} failed: install ${packages.join(" ")} by hand, or set TEST_MYSQL_URL\n`,
      );
      process.exit(1);
    }
  }
}
