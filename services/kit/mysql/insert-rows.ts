import { CompiledQuery, type Kysely } from "kysely";

/**
 * Inserts many rows by one statement, with `then` behind it. Put together as text: Kysely's syntax tree of thousands of
 * values costs the event loop more than sending them. Names are the program's own, never anybody's input.
 */
export async function insertRows<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  then = "",
): Promise<void> {
  if (rows.length === 0) return;
  const row = `(${columns.map(() => "?").join(", ")})`;
  const values = Array.from(rows, () => row).join(", ");
  const names = columns.map((column) => `\`${column}\``).join(", ");
  await db.executeQuery(CompiledQuery.raw(`insert into \`${table}\` (${names}) values ${values} ${then}`, rows.flat()));
}
