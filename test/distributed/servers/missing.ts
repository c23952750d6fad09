import { spawnSync } from "node:child_process";
import { hasMilvus } from "./milvus.ts";

/** Installs Debian's packages; ends the process with a sentence where that fails. */
export function installPackages(packages: string[]): void {
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
        `apt-get ${command[0]} failed: install ${packages.join(" ")} by hand${packages.includes("mariadb-server") ? ", or set TEST_MYSQL_URL" : ""}\n`,
      );
      process.exit(1);
    }
  }
}

/** 170 MB, which nobody else needs: so it is no dependency of the project. Where it is not for, nothing is done. */
export function installMilvus(): void {
  if (hasMilvus() || process.platform !== "linux" || process.arch !== "x64") return;
  process.stderr.write("installing the engine of Milvus Lite from npm\n");
  const { status } = spawnSync("npm", ["ci", "--silent"], {
    cwd: new URL("../milvus-lite/", import.meta.url),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0)
    process.stderr.write("npm ci failed in test/distributed/milvus-lite: suites that need Milvus are left out\n");
}
