// A store with very many results, inserted by bulk statements instead of one request each; every learner has typed
// every example.

import { sql } from "kysely";
import { insertCourse, type NewCourse } from "../store/content/insert-course.ts";
import { dialectOf } from "../store/dialect-forks.ts";
import { recount } from "../store/results/recount.ts";
import type { Store, Tx } from "../store/store.ts";

export async function fillStore(store: Store, course: NewCourse, learners: number): Promise<void> {
  await store.write((tx) => insertCourse(tx, { course, at: 0 }));
  await store.write((tx) => insertLearners(tx, "learner", learners), { long: true });
  await store.write(
    (tx) => inBulk(tx, ["progress", "attempt", "run", "removed_time", "activity"], () => insertResults(tx)),
    {
      long: true,
    },
  );
  await store.write((tx) => inBulk(tx, ["learner_lesson", "learner_course"], () => recount(tx)), {
    long: true,
  });
}

/** Accounts with numbered names, whose keys are in insertion order, so that indexes grow at their end. */
export async function insertLearners(tx: Tx, name: string, n: number): Promise<void> {
  for (let from = 1; from <= n; from += accountsAtOnce) {
    const to = Math.min(n, from + accountsAtOnce - 1);
    await sql`
      with recursive number(i, name) as (
        select ${sql.lit(from)}, ${sql.lit(`${name}${10_000_000 + from}`)}
        union all select i + 1, ${sql.lit(name)} || (10000001 + i) from number where i < ${sql.lit(to)}
      )
      insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
      select name, name, name || '@x.example', name || '@x.example', '-', 'learner', i, i from number`.execute(
      tx,
    );
  }
}

/**
 * Runs inserts of very many rows into tables without their secondary indexes, which are rebuilt afterwards. On
 * PostgreSQL, also without foreign key checks per row (as a superuser only).
 */
export async function inBulk(
  tx: Tx,
  tables: readonly string[],
  insert: () => Promise<unknown>,
): Promise<void> {
  const names = sql.join(tables.map((table) => sql.lit(table)));
  const isPostgres = dialectOf(tx) === "postgres";
  const indexes = isPostgres
    ? sql<Index>`
        select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and tablename in (${names})
          and not exists (select 1 from pg_constraint where conname = indexname)`
    : sql<Index>`
        select name, sql as definition from sqlite_schema
        where type = 'index' and sql is not null and tbl_name in (${names})`;
  const { rows } = await indexes.execute(tx);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(tx);
  if (isPostgres) await sql`set local session_replication_role = replica`.execute(tx);
  await insert();
  if (isPostgres) await sql`set local session_replication_role = origin`.execute(tx);
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
}

type Index = { readonly name: string; readonly definition: string };

// Limits the rows per statement, so that no statement comes near its time limit.
const accountsAtOnce = 250_000;
const learnersAtOnce = 5_000;

// Times up to two minutes, spread with two primes; a tenth of the learners has only started. Of the times a half is
// checked, and every fourth has its log.
async function insertResults(tx: Tx): Promise<void> {
  const time = sql`1 + (cast(account.id as bigint) * 7919 + example.id * 104729) % 120000`;
  const isDone = sql`account.id % 10 <> 0`;
  const isChecked = sql`account.id % 10 <> 0 and account.id % 2 = 1`;
  const last = await sql<{ id: number | null }>`select max(id) as id from account`.execute(tx);
  for (let from = 1; from <= (last.rows[0]?.id ?? 0); from += learnersAtOnce) {
    const these = sql`between ${sql.lit(from)} and ${sql.lit(from + learnersAtOnce - 1)}`;
    await sql`
      insert into progress
        (user_id, example_id, percent, completed_at, best_time_ms, best_at, best_unchecked_because, checked_best_ms,
          checked_best_at, last_time_ms, last_at, saved_at)
      select account.id, example.id, case when ${isDone} then 100 else 50 end,
        case when ${isDone} then 5 end, case when ${isDone} then ${time} end, case when ${isDone} then account.id end,
        case when ${isDone} and not (${isChecked}) then 'none' end,
        case when ${isChecked} then ${time} end, case when ${isChecked} then account.id end,
        case when ${isDone} then ${time} end, case when ${isDone} then account.id end, account.id + example.id
      from account cross join example
      where account.id ${these}
      order by account.id, example.id`.execute(tx);
    await sql`
      insert into attempt
        (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, accuracy, errors,
          answer_is_record, checked, unchecked_because)
      select user_id, example_id, best_at || '/' || best_time_ms, 0, best_time_ms, best_at, best_at, 1, 95, 2, 1,
        case when best_unchecked_because is null then 1 else 0 end, best_unchecked_because
      from progress where best_time_ms is not null and user_id ${these}
      order by user_id, example_id`.execute(tx);
    await sql`
      insert into run
        (user_id, example_id, attempt_key, code_version, time_ms, errors, accuracy, keystrokes, ended_at, checked, kept,
          log)
      select user_id, example_id, best_at || '/' || best_time_ms, 1, best_time_ms, 2, 95, 100, best_at, 1, 1,
        ${new Uint8Array(200)}
      from progress where checked_best_ms is not null and user_id % 4 = 1 and user_id ${these}
      order by user_id, example_id`.execute(tx);
    await sql`
      insert into removed_time (example_id, user_id, code_version, time_ms)
      select example_id, user_id, 1, 1 from progress where user_id % 20 = 1 and user_id ${these}`.execute(tx);
  }
  await sql`
    insert into activity (user_id, last_active_at) select user_id, max(saved_at) from progress group by user_id
  `.execute(tx);
}
