import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Lays in `folder` what the image has in /app, by carrying out the Dockerfile's own stage "build": each COPY as it says, and
 * each RUN but `npm ci`, which would take half a minute. In its place, the packages that the lockfile says are no
 * development's and not optional come from the checkout.
 */
export function layImageTree(folder: string): void {
  const admitted = admittedPaths();
  for (const [instruction, rest] of stage("build")) {
    if (instruction === "COPY") copy(folder, rest.split(/\s+/), admitted);
    else if (instruction === "RUN") {
      const command = rest.replace(/^(--\S+\s+)+/, "");
      if (command.startsWith("npm ci")) layPackages(folder, command);
      else execFileSync("sh", ["-c", command], { cwd: folder });
    } else assert.equal(instruction, "WORKDIR", `the stage "build" has ${instruction}, which this does not know`);
  }
}

/** The instructions of a stage of the Dockerfile, each with what follows it. */
export function stage(name: string): [string, string][] {
  const text = readFileSync(join(CHECKOUT, "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n/g, "");
  const [, rest] = text.split(new RegExp(`^FROM .* AS ${name}\\n`, "m"));
  assert.ok(rest, `the Dockerfile has no stage "${name}"`);
  const lines = (rest.split(/^FROM /m)[0] ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => [line.replace(/\s.*/s, ""), line.replace(/^\S+\s+/, "")]);
}

/** What .dockerignore lets in; it must refuse everything else. */
export function admittedPaths(): string[] {
  const lines = readFileSync(join(CHECKOUT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  assert.equal(lines[0], "*", ".dockerignore must refuse everything first");
  return lines.slice(1).map((line) => {
    assert.match(line, /^![^*?[]+$/, ".dockerignore must only name what it lets in");
    return line.slice(1);
  });
}

function copy(folder: string, paths: string[], admitted: string[]): void {
  const [target = "", ...sources] = paths.toReversed();
  for (const source of sources) {
    assert.ok(admitted.includes(source), `.dockerignore does not let in ${source}, which the Dockerfile copies`);
    const to = target.endsWith("/") ? join(folder, target, source) : join(folder, target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(CHECKOUT, source), to, { recursive: true });
  }
}

interface Lockfile {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

function layPackages(folder: string, command: string): void {
  assert.match(command, /^npm ci --omit=dev --omit=optional$/, "this lays other packages than that command would");
  const { packages } = JSON.parse(readFileSync(join(CHECKOUT, "package-lock.json"), "utf8")) as Lockfile;
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (path === "" || dev || optional || devOptional) continue;
    const from = join(CHECKOUT, path);
    assert.ok(existsSync(from), `${path} is not installed: run npm ci`);
    layPackage(from, join(folder, path), true);
  }
}

/** By hard links, which take a tenth of the time of copies: so nothing may change these files, only remove them. */
function layPackage(from: string, to: string, isTop = false): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // What lies below node_modules of a package has a line of its own in the lockfile.
    if (isTop && entry.name === "node_modules") continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) layPackage(source, target);
    else link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch (err) {
    if (!(err instanceof Error && "code" in err && err.code === "EXDEV")) throw err;
    copyFileSync(source, target);
  }
}
