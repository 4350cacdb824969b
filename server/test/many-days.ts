// A year of practice of a learner who has cards (`many-cards.ts`), inserted by bulk statements instead of a request each.

import { sql } from "kysely";
import { coverageChanged } from "../store/coverage-version.ts";
import { dialectOf } from "../store/dialect-forks.ts";
import type { Store, Tx } from "../store/store.ts";
import { inBulk } from "./many-learners.ts";

type YearPlan = {
  readonly userId: number;
  /** Copies, and a quarter as many runs from memory. */
  readonly runs: number;
  readonly days: number;
  readonly today: number;
  /** That of today; costs and slips are of this month and the two before. */
  readonly month: number;
};

const languages = ["javascript", "python", "rust"];
const tables = ["attempt", "run", "review_run", "practice_day", "cost", "slip"];

/** Spreads the examples over three languages. Each construct costs something in each month; a third has two kinds of slips. */
export async function fillYear(store: Store, plan: YearPlan): Promise<void> {
  await store.write((tx) => inBulk(tx, tables, () => insertYear(tx, plan)), { long: true });
}

async function insertYear(tx: Tx, { userId, runs, days, today, month }: YearPlan): Promise<void> {
  const user = sql.lit(userId);
  const languageOf = (n: ReturnType<typeof sql>) =>
    sql`case ${n} % 3 when 0 then ${sql.lit(languages[0] ?? "")} when 1 then ${sql.lit(languages[1] ?? "")}
      else ${sql.lit(languages[2] ?? "")} end`;
  const numbers = (below: number) =>
    sql`with recursive number(i) as (select 0 union all select i + 1 from number where i + 1 < ${sql.lit(below)})`;
  await sql`update stored_example set language = ${languageOf(sql`id`)}`.execute(tx);
  await sql`delete from practice_day where user_id = ${user}`.execute(tx);
  const at = sql`(${sql.lit(today)} - number.i % ${sql.lit(days)}) * cast(86400000 as bigint) + number.i`;
  const [{ first, examples }] = (
    await sql<{ first: number; examples: number }>`
      select min(id) as first, count(*) as examples from stored_example`.execute(tx)
  ).rows as [{ first: number; examples: number }];
  const example = sql`${sql.lit(first)} + (number.i * 7919) % ${sql.lit(examples)}`;
  const key = sql`'00000000-0000-4000-8000-' || (100000000000 + number.i)`;
  await sql`
    ${numbers(runs)}
    insert into attempt (user_id, example_id, attempt_key, named, time_ms, ended_at, received_at, code_version, accuracy,
      errors, answer_best_ms, answer_last_ms, answer_is_record)
    select ${user}, ${example}, ${key}, 1, 60000, ${at}, ${at}, 1, 98, 2, 60000, 60000, 0 from number`.execute(
    tx,
  );
  const bytes = dialectOf(tx) === "postgres" ? sql`bytea` : sql`blob`;
  await sql`
    ${numbers(runs)}
    insert into run (user_id, example_id, attempt_key, code_version, time_ms, errors, accuracy, keystrokes, ended_at, zone,
      checked, unchecked_because, kept, log)
    select ${user}, ${example}, ${key}, 1, 60000, 2, 98, 400, ${at}, 'UTC', 1, null, 0,
      cast(${new Uint8Array(800)} as ${bytes}) from number`.execute(tx);
  await sql`
    ${numbers(Math.floor(runs / 4))}
    insert into review_run (user_id, example_id, attempt_key, way, code_version, ended_at, day, zone, time_ms, graded, answer)
    select ${user}, ${example}, ${key}, 'gaps', 1, ${at}, ${sql.lit(today)} - number.i % ${sql.lit(days)}, 'UTC', 60000, 1,
      '{}' from number`.execute(tx);
  // A day in nine without practice.
  await sql`
    ${numbers(3 * days)}
    insert into practice_day (user_id, day, language, zone, ms, characters, errors, rated_characters, runs, completed,
      reviews, review_ms, review_characters, asked, came_back, first_at, last_at)
    select ${user}, ${sql.lit(today)} - number.i / 3, ${languageOf(sql`number.i`)}, 'UTC', 900000 + number.i,
      5000 + number.i, 90 + number.i % 50, 5000 + number.i, 18, 4, 5, 300000, 1500, 40, 30,
      (${sql.lit(today)} - number.i / 3) * cast(86400000 as bigint), (${sql.lit(today)} - number.i / 3) * cast(86400000 as bigint) + 40000000
    from number where (number.i / 3) % 9 <> 8`.execute(tx);
  const months = sql`(select ${sql.lit(month)} as month union all select ${sql.lit(month - 1)}
    union all select ${sql.lit(month - 2)}) as months`;
  await sql`
    insert into cost (user_id, language, construct_id, month, places, slips, ms, characters)
    select ${user}, ${languageOf(sql`construct.id`)}, construct.id, months.month, 10 + construct.id % 90,
      construct.id % 9, (10 + construct.id % 90) * 3 * (90 + (construct.id * 7919) % 400),
      (10 + construct.id % 90) * 3
    from construct cross join ${months}`.execute(tx);
  await sql`
    ${numbers(2)}
    insert into slip (user_id, language, month, expected_construct_id, typed, n)
    select ${user}, ${languageOf(sql`(construct.id / 3)`)}, months.month, construct.id,
      substr('[=', number.i + 1, 1), 1 + (construct.id + number.i) % 3
    from construct cross join ${months} cross join number where construct.id % 3 = 0`.execute(tx);
  await coverageChanged(tx);
}
