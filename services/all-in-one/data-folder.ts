import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { DomainError, messageOf } from "#kit/errors.ts";
import { toDomainError } from "#kit/sqlite/failure.ts";

/** The folder that holds everything the all-in-one mode stores. One process owns it at a time. */
export interface DataFolder extends Disposable {
  /** Documents, insights and their index. */
  documentsPath: string;
  /** Accounts, keys and usage: a file of its own, so that a long ingestion never holds up a request. */
  accountsPath: string;
  /** Where the owner serves gRPC to the command line. */
  socketPath: string;
}

const ownerSchema = z.object({ pid: z.number().int(), command: z.string(), socketPath: z.string() });
/** Who owns a data folder, as that process wrote it down. */
export type Owner = z.infer<typeof ownerSchema>;

const LOCK = "lock.db";

/** A Unix socket's path may have 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_LIMIT_BYTES = 100;

/**
 * Makes the folder if it is not there and becomes its owner until disposal or death: the lock is one of SQLite's own on
 * `lock.db`, which the system lets go of when a process ends, however it ends. Throws `conflict` with a sentence that
 * names the owner when there is one, `unavailable` when the folder cannot be used.
 */
export function ownDataFolder(path: string, command: string): DataFolder {
  const folder = resolve(path);
  // Whatever this process makes from here on is for its user alone, also in a folder that others may read.
  process.umask(0o077);
  const lock = openLock(folder);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    const errcode = errcodeOf(cause);
    if (errcode !== SQLITE_BUSY) throw toDomainError({ message: messageOf(cause), errcode }, join(folder, LOCK));
    const owner = readOwner(folder);
    const who = owner ? `process ${owner.pid} (insights ${owner.command})` : "another process";
    throw new DomainError(
      "conflict",
      `${folder} is in use by ${who}. Stop it, or set INSIGHTS_DATA to another folder.`,
      {
        cause,
      },
    );
  }
  try {
    const { socketPath, folderToRemove } = placeSocket(folder);
    const ownerPath = join(folder, "owner.json");
    const owner: Owner = { pid: process.pid, command, socketPath };
    writeFileSync(ownerPath, `${JSON.stringify(owner)}\n`);
    return {
      documentsPath: join(folder, "insights.db"),
      accountsPath: join(folder, "accounts.db"),
      socketPath,
      [Symbol.dispose]() {
        rmSync(ownerPath, { force: true });
        rmSync(folderToRemove ?? socketPath, { force: true, recursive: folderToRemove !== undefined });
        lock.close();
      },
    };
  } catch (cause) {
    // Another user's folder can be locked and not written; so can one on a disk that is full or can only be read.
    lock.close();
    throw unusable(folder, cause);
  }
}

/** Who owns the folder, if anybody wrote it down; that process may have died since. */
export function readOwner(path: string): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(join(resolve(path), "owner.json"), "utf8")));
  } catch {
    return undefined;
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    makeFolder(folder);
    return new DatabaseSync(join(folder, LOCK), { timeout: 0 });
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

function unusable(folder: string, cause: unknown): DomainError {
  const sentence = "cannot be used as the data folder. Check that it is a folder, may be written and has room";
  return new DomainError("unavailable", `${folder} ${sentence}, or set INSIGHTS_DATA to another one.`, { cause });
}

/** SQLite's code for a lock that somebody else holds. */
const SQLITE_BUSY = 5;

const errcodeOf = (cause: unknown): number | undefined =>
  cause instanceof Error && "errcode" in cause ? Number(cause.errcode) : undefined;

/** Like mkdir -p. Not mkdirSync's own recursive way, which never returns for a path such as /proc/nowhere. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

function placeSocket(folder: string): { socketPath: string; folderToRemove?: string } {
  const socketPath = join(folder, "insights.sock");
  // What a killed owner left behind: nobody listens there, for we hold the lock.
  rmSync(socketPath, { force: true });
  if (Buffer.byteLength(socketPath) <= SOCKET_PATH_LIMIT_BYTES) return { socketPath };
  const folderToRemove = mkdtempSync(join(tmpdir(), "insights-"));
  return { socketPath: join(folderToRemove, "insights.sock"), folderToRemove };
}
