import { DomainError } from "../errors.ts";
import type { Failure } from "./messages.ts";

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;
const NOTADB = 26;
const READONLY_DBMOVED = 1032;

/** What SQLite's failure means to the operator of the file at `path`. */
export function toDomainError(failure: Failure, path: string): DomainError {
  const cause = new Error(failure.message);
  const unavailable = (sentence: string) => new DomainError("unavailable", `${path}: ${sentence}`, { cause });
  if (failure.errcode === READONLY_DBMOVED) {
    return unavailable("the file was moved or deleted while it was open. Put it back, or start again to begin anew.");
  }
  switch ((failure.errcode ?? 0) & 0xff) {
    case BUSY:
    case LOCKED:
      return unavailable("another program holds the database. Stop it, then try again; nothing was changed.");
    case READONLY:
      return unavailable("the database may not be written. Make the file and its folder writable, then try again.");
    case IOERR:
      return unavailable("the disk reported an error. Check the disk and its free space, then try again.");
    case FULL:
      return unavailable("the disk is full. Free some space, then try again; nothing half-done was kept.");
    case CANTOPEN:
      return unavailable("the database cannot be opened. Check that the folder exists and may be written.");
    case CORRUPT:
    case NOTADB:
      return unavailable(
        "the file is damaged or not a database of this program; it was left as it is. Restore it from a backup, or move it away to begin with an empty one.",
      );
    case CONSTRAINT:
      return new DomainError("conflict", "A row with that identifier is there already", { cause });
    default:
      return new DomainError("internal", `${path}: ${failure.message}`, { cause });
  }
}
