import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { DomainError } from "./errors.ts";

export interface MigrateOptions {
  /** The service whose tables these are: services that share a database keep a list of migrations each. */
  owner: string;
  migrations: Record<string, Migration>;
  /** Which database, for the operator. */
  place: string;
  /** What to do about one that a newer version wrote. */
  remedy: string;
  hasTable: (name: string) => Promise<boolean>;
}

/** The table that lists the migrations of a service: the first one that is made in a database. */
export const migrationsOf = (owner: string): string => `${owner}_migrations`;

/**
 * Brings tables up to date and says which steps that took. Throws `unavailable`, and changes nothing, when a newer version
 * of this program wrote them.
 */
export async function migrate<Tables>(db: Kysely<Tables>, options: MigrateOptions): Promise<string[]> {
  const { owner, migrations, place, remedy, hasTable } = options;
  const migrationTableName = migrationsOf(owner);
  if (await hasTable(migrationTableName)) {
    const done = await sql<{ name: string }>`select name from ${sql.table(migrationTableName)}`.execute(db);
    const unknown = done.rows.filter(({ name }) => !(name in migrations));
    if (unknown.length > 0) {
      throw new DomainError(
        "unavailable",
        `${place}: a newer version of this program wrote the database (it has "${unknown[0]?.name}"). ${remedy}`,
      );
    }
    if (done.rows.length === Object.keys(migrations).length) return [];
  }
  const { error, results = [] } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName,
    migrationLockTableName: `${owner}_migrations_lock`,
  }).migrateToLatest();
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
}
