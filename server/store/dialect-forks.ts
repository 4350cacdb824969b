// The few places where the two databases need different SQL. Everything else is one text for both.

import {
  type ColumnDefinitionBuilder,
  type Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from "kysely";

export type DialectName = "sqlite" | "postgres";
/** The tables of a migration's handle: while migrations run, the tables are not yet what `schema.ts` says. */
export type AnyTables = Record<string, Record<string, unknown>>;

export function dialectOf(db: QueryExecutorProvider): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/** An id that the database assigns once and never reuses. */
export function identity(dialect: DialectName) {
  return (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    dialect === "sqlite"
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedAlwaysAsIdentity();
}

/** The type of a column of bytes. */
export function bytes(dialect: DialectName): RawBuilder<unknown> {
  return dialect === "sqlite" ? sql`blob` : sql`bytea`;
}

/** Makes a table refuse all changes and deletions. */
export async function appendOnly(db: Kysely<AnyTables>, dialect: DialectName, table: string): Promise<void> {
  const message = `${table} is append-only`;
  if (dialect === "sqlite") {
    for (const event of ["update", "delete"]) {
      await sql`
        create trigger ${sql.id(`${table}_no_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
        begin select raise(abort, ${sql.lit(message)}); end
      `.execute(db);
    }
    return;
  }
  await sql`
    create function ${sql.id(`${table}_refuse`)}() returns trigger language plpgsql
    as ${sql.lit(`begin raise exception '${message}'; end`)}
  `.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
    for each statement execute function ${sql.id(`${table}_refuse`)}()
  `.execute(db);
}

/** Sorts text by its code points, whatever the language of the database. */
export function byCodePoints(db: QueryExecutorProvider, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return dialectOf(db) === "sqlite" ? text : sql`${text} collate "C"`;
}

/** The end of a plain query that locks its rows; SQLite has only one writer. */
export function forUpdate(db: QueryExecutorProvider, options: { readonly skipLocked?: boolean } = {}) {
  if (dialectOf(db) === "sqlite") return sql``;
  return options.skipLocked ? sql`for update skip locked` : sql`for update`;
}

/** Changes a table that refuses all deletions: rows older than `keptDays`, by the database's clock, may be deleted. */
export async function onlyOldMayGo(
  db: Kysely<AnyTables>,
  dialect: DialectName,
  { table, time, keptDays }: { readonly table: string; readonly time: string; readonly keptDays: number },
): Promise<void> {
  const message = `${table} is append-only`;
  const keptMs = sql.lit(keptDays * 86_400_000);
  const old = sql.ref(`old.${time}`);
  if (dialect === "sqlite") {
    await sql`drop trigger ${sql.id(`${table}_no_delete`)}`.execute(db);
    await sql`
      create trigger ${sql.id(`${table}_no_delete`)} before delete on ${sql.table(table)}
      when ${old} > cast(strftime('%s', 'now') as integer) * 1000 - ${keptMs}
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    // INSERT OR REPLACE deletes a row without the trigger above.
    await sql`
      create trigger ${sql.id(`${table}_no_replace`)} before insert on ${sql.table(table)}
      when exists (select 1 from ${sql.table(table)} where id = new.id)
      begin select raise(abort, ${sql.lit(message)}); end`.execute(db);
    return;
  }
  const refuse = sql.id(`${table}_refuse`);
  await sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_append_only`)} before update or truncate on ${sql.table(table)}
    for each statement execute function ${refuse}()`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_no_delete`)} before delete on ${sql.table(table)} for each row
    when (${old} > extract(epoch from clock_timestamp()) * 1000 - ${keptMs})
    execute function ${refuse}()`.execute(db);
}

/** Whether there is a table or view of this name. */
export async function tableExists(
  db: QueryExecutorProvider,
  dialect: DialectName,
  table: string,
): Promise<boolean> {
  const query =
    dialect === "sqlite"
      ? sql<{ name: string | null }>`select name from sqlite_schema
          where type in ('table', 'view') and name = ${table}`
      : sql<{ name: string | null }>`select to_regclass(${table})::text as name`;
  const { rows } = await query.execute(db);
  return rows.some((row) => row.name !== null);
}
