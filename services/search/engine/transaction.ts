import type { DatabaseSync } from "node:sqlite";

/** All of the changes or none. */
export function inTransaction<Result>(db: DatabaseSync, change: () => Result): Result {
  db.exec("begin immediate");
  try {
    const result = change();
    db.exec("commit");
    return result;
  } catch (err) {
    // A full disk has already rolled back; then there is no transaction to end.
    if (db.isTransaction) db.exec("rollback");
    throw err;
  }
}
