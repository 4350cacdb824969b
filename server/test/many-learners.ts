// A store with very many results, made by statements instead of one call each; every learner has done every example.

import { sql } from "kysely";
import { insertCourse, type NewCourse } from "../store/content.ts";
import { recount } from "../store/recount.ts";
import type { Store, Tx } from "../store/store.ts";

export async function fillStore(store: Store, course: NewCourse, learners: number): Promise<void> {
  await store.write((tx) => insertCourse(tx, { course, orderIndex: null, at: 0 }));
  await store.write((tx) => insertLearners(tx, learners), { long: true });
  await store.write(insertResults, { long: true });
  await store.write(recount, { long: true });
}

async function insertLearners(tx: Tx, n: number): Promise<void> {
  await sql`
    with recursive number(i) as (select 1 union all select i + 1 from number where i < ${sql.lit(n)})
    insert into account (username, username_key, email, email_key, password_hash, role, created_at, updated_at)
    select 'learner' || i, 'learner' || i, 'learner' || i || '@x', 'learner' || i || '@x', '-', 'learner', i, i
    from number`.execute(tx);
}

// So many at a time that no statement comes near the limit of a long one.
const learnersAtOnce = 5_000;

// Times up to two minutes, spread by two primes; a tenth of the learners has begun only.
async function insertResults(tx: Tx): Promise<void> {
  const time = sql`1 + (account.id * 7919 + example.id * 104729) % 120000`;
  const isDone = sql`account.id % 10 <> 0`;
  const last = await sql<{ id: number | null }>`select max(id) as id from account`.execute(tx);
  for (let from = 1; from <= (last.rows[0]?.id ?? 0); from += learnersAtOnce) {
    const these = sql`between ${sql.lit(from)} and ${sql.lit(from + learnersAtOnce - 1)}`;
    await sql`
      insert into progress
        (user_id, example_id, percent, completed_at, best_time_ms, best_at, last_time_ms, last_at, saved_at)
      select account.id, example.id, case when ${isDone} then 100 else 50 end,
        case when ${isDone} then 5 end, case when ${isDone} then ${time} end, case when ${isDone} then account.id end,
        case when ${isDone} then ${time} end, case when ${isDone} then account.id end, account.id + example.id
      from account cross join example
      where account.id ${these}
      order by account.id, example.id`.execute(tx);
    await sql`
      insert into attempt
        (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, accuracy, errors,
          answer_is_record)
      select user_id, example_id, best_at || '/' || best_time_ms, 0, best_time_ms, best_at, best_at, 1, 95, 2, 1
      from progress where best_time_ms is not null and user_id ${these}
      order by user_id, example_id`.execute(tx);
  }
  await sql`
    insert into activity (user_id, last_active_at) select user_id, max(saved_at) from progress group by user_id
  `.execute(tx);
}
