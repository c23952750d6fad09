import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { explainSystemError, type Failure } from "./source.ts";

/** What a folder and its subfolders hold. */
export interface Listing {
  /** Paths of files, in the order of their names, a folder's files where the folder stands. */
  files: string[];
  failures: Failure[];
}

/** Levels of folders at most: deeper is a mistake, or an attack. */
const DEPTH_LIMIT = 64;

/** Lists a folder recursively. Hidden files and folders are left out; a folder that was seen (a loop of links) is not entered again. */
export async function listFolder(folder: string): Promise<Listing> {
  const listing: Listing = { files: [], failures: [] };
  await enter(folder, 0, new Set(), listing);
  return listing;
}

async function enter(folder: string, depth: number, seen: Set<string>, listing: Listing): Promise<void> {
  const fail = (path: string, sentence: string) =>
    listing.failures.push({ documentUrl: path, reason: `${path} ${sentence}` });
  let entries: Dirent[];
  try {
    const real = await realpath(folder);
    if (seen.has(real)) return;
    seen.add(real);
    if (depth > DEPTH_LIMIT)
      return void fail(folder, `is more than ${DEPTH_LIMIT} folders deep and was left out. Name it as an argument.`);
    entries = await readdir(folder, { withFileTypes: true });
  } catch (err) {
    return void fail(folder, explainSystemError(err));
  }
  const named = entries.filter((entry) => !entry.name.startsWith(".")).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of named) {
    const path = join(folder, entry.name);
    if (entry.name.includes("\uFFFD")) {
      fail(path, "has a name that is not UTF-8, or damaged. Rename it.");
      continue;
    }
    try {
      const isFolder = entry.isSymbolicLink() ? (await stat(path)).isDirectory() : entry.isDirectory();
      if (isFolder) await enter(path, depth + 1, seen, listing);
      else listing.files.push(path);
    } catch (err) {
      fail(path, explainSystemError(err));
    }
  }
}
