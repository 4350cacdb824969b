// Copies everything from a SQLite store into an empty PostgreSQL store, to move an installation.

import type { Kind } from "@tabstop/course/course";
import { counted } from "@tabstop/course/words";
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "./schema.ts";
import { type Read, type Store, StoreRefused, type Tx } from "./store.ts";

/**
 * Every table, listed before those that refer to it. Each database has its own records of migrations and its own lock,
 * and servers store the files of their releases again.
 */
const tables: readonly string[] = Object.keys({
  account: true,
  stored_course: true,
  stored_lesson: true,
  stored_chapter: true,
  stored_example: true,
  session: true,
  audit_entry: true,
  progress: true,
  attempt: true,
  swept_attempt: true,
  run: true,
  removed_time: true,
  preference: true,
  construct: true,
  example_syntax: true,
  syntax_claim: true,
  example_construct: true,
  memory: true,
  coverage: true,
  review_run: true,
  practice_day: true,
  cost: true,
  slip: true,
  uncounted_cost: true,
  construct_total: true,
  activity: true,
  time_count: true,
  example_total: true,
  lesson_total: true,
  course_total: true,
  learner_lesson: true,
  learner_course: true,
  highlight: true,
  highlight_claim: true,
  builtin_import: true,
  clearing: true,
  throttle: true,
  known_address: true,
  password_reset: true,
  outbox: true,
  photo: true,
} satisfies Record<Exclude<keyof Tables, Kind | "migration" | "content_lock" | "release_file">, true>);

/** The tables whose ids the database assigns. */
const withIdentity: readonly string[] = [
  "account",
  "stored_course",
  "stored_lesson",
  "stored_chapter",
  "stored_example",
  "construct",
  "clearing",
  "audit_entry",
] satisfies (keyof Tables)[];

const rowsPerBatch = 500;

type Row = Record<string, unknown>;

/**
 * Copies all or nothing, in one transaction of `target`. Every id stays the same, and ids that were ever assigned are
 * not assigned again.
 *
 * `source` is a SQLite store to which no one writes during the copy; `target` is a PostgreSQL store without accounts
 * and courses, else it throws StoreRefused. Returns how many rows each table has now, in the order of copying.
 */
export async function copyStore(
  source: Store,
  target: Store,
): Promise<readonly { readonly table: string; readonly rows: number }[]> {
  if (source.dialect !== "sqlite" || target.dialect !== "postgres")
    throw new TypeError(`From SQLite to PostgreSQL only, not from ${source.dialect} to ${target.dialect}`);
  return target.write(
    async (tx) => {
      await refuseFilled(tx);
      const copied: { table: string; rows: number }[] = [];
      for (const table of tables) copied.push({ table, rows: await copyTable(source, tx, table) });
      for (const table of withIdentity) await continueIds(source, tx, table);
      return copied;
    },
    { long: true },
  );
}

async function refuseFilled(db: Read): Promise<void> {
  for (const table of ["account", "stored_course"] as const) {
    const n = await count(db, table);
    if (n > 0)
      throw new StoreRefused(
        `The PostgreSQL database is not empty: it has ${counted(n, table === "account" ? "account" : "course")}. ` +
          "Use an empty one. Nothing was changed.",
      );
  }
}

async function copyTable(source: Store, tx: Tx, table: string): Promise<number> {
  let last = 0;
  for (;;) {
    const page = await source.read(async (db) => {
      const { rows } = await sql<Row>`
        select rowid as copied_rowid, * from ${sql.table(table)} where rowid > ${last}
        order by rowid limit ${sql.lit(rowsPerBatch)}`.execute(db);
      return rows;
    });
    const end = page.at(-1);
    if (end === undefined) break;
    last = Number(end["copied_rowid"]);
    await insertRows(tx, table, page);
  }
  const [had, has] = [await source.read((db) => count(db, table)), await count(tx, table)];
  if (had !== has) throw new RangeError(`${table}: the source has ${had} rows, but the copy has ${has}`);
  return has;
}

async function insertRows(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "copied_rowid");
  const valuesOf = (row: Row): RawBuilder<unknown> => sql`(${sql.join(columns.map((name) => row[name]))})`;
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    overriding system value
    values ${sql.join(rows.map(valuesOf))}`.execute(tx);
}

/** The next id comes after the highest that was ever assigned, also when that row was deleted. */
async function continueIds(source: Store, tx: Tx, table: string): Promise<void> {
  const highest = await source.read(async (db) => {
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = ${table}`.execute(db);
    return rows[0]?.seq ?? 0;
  });
  if (highest > 0)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${sql.lit(Number(highest))})`.execute(tx);
}

async function count(db: Read, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.n);
}
