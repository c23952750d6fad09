import { CompiledQuery, type Kysely } from "kysely";

/** Of one statement, roughly: below every server's max_allowed_packet. */
const STATEMENT_CHARACTERS = 512 * 1024;

/**
 * Inserts many rows by few statements, with `then` behind each. Put together as text: Kysely's syntax tree of thousands of
 * values costs the event loop more than sending them. Names are the program's own, never anybody's input.
 */
export async function insertRows<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  then = "",
): Promise<void> {
  const names = columns.map((column) => `\`${column}\``).join(", ");
  const row = `(${columns.map(() => "?").join(", ")})`;
  for (let start = 0; start < rows.length; ) {
    const end = endOfStatement(rows, start);
    const values = Array.from({ length: end - start }, () => row).join(", ");
    const insert = `insert into \`${table}\` (${names}) values ${values} ${then}`;
    await db.executeQuery(CompiledQuery.raw(insert, rows.slice(start, end).flat()));
    start = end;
  }
}

/** One row at least, however long it is. */
function endOfStatement(rows: readonly (readonly unknown[])[], start: number): number {
  let characters = 0;
  let end = start;
  for (const row of rows.slice(start)) {
    for (const value of row) characters += typeof value === "string" ? value.length : 16;
    if (end > start && characters > STATEMENT_CHARACTERS) break;
    end += 1;
  }
  return end;
}
