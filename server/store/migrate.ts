// Brings a database to the program's schema. Each migration runs in one transaction together with the record that it
// ran, in one process at a time. A database with migrations that this program does not know is refused and not changed.

import { type Kysely, sql } from "kysely";
import { type AnyTables, type DialectName, tableExists } from "./dialect-forks.ts";
import { StoreRefused } from "./store.ts";

export type Migration = {
  /** Such as `0002-reset-tokens`. It must sort after the names of all earlier migrations. */
  readonly name: string;
  up(db: Kysely<AnyTables>, dialect: DialectName): Promise<void>;
};

/** A connection on which no transaction is open. */
export type MigrationTarget = {
  readonly dialect: DialectName;
  readonly db: Kysely<AnyTables>;
  /** The name of the database in sentences for the operator. */
  readonly place: string;
  /** The statement that starts a writing transaction. */
  readonly begin: string;
  /** Called in the transaction; keeps other processes from migrating until it ends, where `begin` does not. */
  takeTurn?(): Promise<void>;
};

export async function migrate(target: MigrationTarget, migrations: readonly Migration[]): Promise<void> {
  for (const migration of await pendingMigrations(target, migrations))
    await runOne(target, migration, migrations);
}

/** Throws StoreRefused when the database is newer than the program. */
export async function pendingMigrations(
  target: MigrationTarget,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const done = new Set(await appliedNames(target));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done].find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new StoreRefused(
      `The database ${target.place} was made by a newer version of Tabstop (it has '${unknown}'). ` +
        "Start that version, or restore a backup that fits this one. Nothing was changed.",
    );
  }
  return migrations.filter((migration) => !done.has(migration.name));
}

async function appliedNames(target: MigrationTarget): Promise<readonly string[]> {
  if (!(await tableExists(target.db, target.dialect, "migration"))) return [];
  const rows = await target.db.selectFrom("migration").select("name").execute();
  return rows.map((row) => row.name as string);
}

async function runOne(
  target: MigrationTarget,
  migration: Migration,
  all: readonly Migration[],
): Promise<void> {
  await sql.raw(target.begin).execute(target.db);
  try {
    await target.takeTurn?.();
    // Another process may have run it while this one waited for its turn, and a newer one may have run more.
    if ((await pendingMigrations(target, all)).includes(migration)) {
      await migration.up(target.db, target.dialect);
      await target.db.insertInto("migration").values({ name: migration.name }).execute();
    }
    await sql`commit`.execute(target.db);
  } catch (error) {
    await sql`rollback`.execute(target.db).catch(() => undefined);
    if (error instanceof StoreRefused) throw error;
    const why = (error as Error).message;
    throw new StoreRefused(
      `Migration '${migration.name}' of the database ${target.place} failed and was rolled back: ${why}`,
      { cause: error },
    );
  }
}
