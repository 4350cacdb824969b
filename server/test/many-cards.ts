// A learner with very many cards and completed examples, inserted by bulk statements instead of a request each.

import { sql } from "kysely";
import { courseOf } from "./courses.ts";
import { inBulk } from "./many-learners.ts";
import { insertCourse } from "../store/content/insert-course.ts";
import { dialectOf } from "../store/dialect-forks.ts";
import { recount } from "../store/results/recount.ts";
import type { Store, Tx } from "../store/store.ts";

export type CardPlan = {
  readonly userId: number;
  /** How many examples the learner has completed; there are no others. */
  readonly examples: number;
  /** How many constructs there are, each with a card of the learner. */
  readonly cards: number;
  /** How many constructs an example has. */
  readonly each: number;
  /** How many of the cards are due, and how many were never graded. */
  readonly due: number;
  readonly fresh: number;
  readonly today: number;
  /** Gives all other learners the same cards and completions. */
  readonly isForAll?: boolean;
};

/** Some constructs are in nearly every example and most are in a few, as in real code. */
export async function fillCards(store: Store, plan: CardPlan): Promise<void> {
  const perLesson = 50;
  const lessons = Array.from({ length: Math.ceil(plan.examples / perLesson) }, () => [
    perLesson / 2,
    perLesson / 2,
  ]);
  await store.write((tx) => insertCourse(tx, { course: courseOf("Memory", ...lessons), at: 0 }), {
    long: true,
  });
  const tables = ["construct", "example_construct", "memory", "progress", "practice_day"];
  await store.write((tx) => inBulk(tx, tables, () => insertAll(tx, plan)), { long: true });
  await store.write((tx) => recount(tx), { long: true });
}

async function insertAll(tx: Tx, plan: CardPlan): Promise<void> {
  await insertOne(tx, plan);
  if (plan.isForAll !== true) return;
  const others = sql`account where account.id <> ${sql.lit(plan.userId)}`;
  await sql`
    insert into progress (user_id, example_id, percent, completed_at, saved_at)
    select account.id, example_id, percent, completed_at, saved_at from progress cross join ${others}`.execute(
    tx,
  );
  const columns = sql`met_day, first_day, due_day, last_day, stability, difficulty, history`;
  await sql`
    insert into memory (user_id, construct_id, ${columns})
    select account.id, construct_id, ${columns} from memory cross join ${others}`.execute(tx);
}

async function insertOne(
  tx: Tx,
  { userId, examples, cards, each, due, fresh, today }: CardPlan,
): Promise<void> {
  const isPostgres = dialectOf(tx) === "postgres";
  const power = isPostgres ? sql`power` : sql`pow`;
  const cast = isPostgres ? sql`double precision` : sql`real`;
  await sql`
    with recursive number(i) as (select 1 union all select i + 1 from number where i < ${sql.lit(cards)})
    insert into construct (family, name, kind) select 'javascript', 'c' || i, 'word' from number`.execute(tx);
  const first = await sql<{ id: number }>`select min(id) as id from construct where name = 'c1'`.execute(tx);
  const base = sql.lit(first.rows[0]?.id ?? 1);
  // The share of an example's numbers that falls on the first constructs grows with the exponent.
  await sql`
    with recursive number(i) as (select 0 union all select i + 1 from number where i + 1 < ${sql.lit(each)})
    insert into example_construct (example_id, construct_id, position, places)
    select example_id, construct_id, min(i), '[[0,5]]' from (
      select example.id as example_id, number.i as i, ${base} + cast(floor(${sql.lit(cards)} *
        ${power}(cast((example.id * 7919 + number.i * 104729) % 100003 as ${cast}) / 100003, 3)) as integer) as construct_id
      from example cross join number) as drawn
    group by example_id, construct_id`.execute(tx);
  await sql`
    insert into progress (user_id, example_id, percent, completed_at, saved_at)
    select ${sql.lit(userId)}, id, 100, 1000 * id, 1000 * id from example order by id limit ${sql.lit(examples)}`.execute(
    tx,
  );
  const n = sql`(construct.id - ${base})`;
  const isFresh = sql`${n} >= ${sql.lit(cards - fresh)}`;
  // The due ones are spread over all, the common and the rare.
  const isDue = sql`(${n} * 7919) % ${sql.lit(cards)} < ${sql.lit(due)}`;
  const stability = sql`(1.5 + ${n} % 60)`;
  const dueDay = sql`${sql.lit(today)} + (case when ${isDue} then -(${n} % 20) else 1 + ${n} % 60 end)`;
  await sql`
    insert into memory (user_id, construct_id, met_day, first_day, due_day, last_day, stability, difficulty, history)
    select ${sql.lit(userId)}, construct.id, ${sql.lit(today - 100)},
      case when ${isFresh} then null else ${sql.lit(today - 90)} end,
      case when ${isFresh} then null else ${dueDay} end,
      case when ${isFresh} then null else ${dueDay} - cast(${stability} as integer) end,
      case when ${isFresh} then null else ${stability} end,
      case when ${isFresh} then null else 5 end,
      case when ${isFresh} then null else cast(${new Uint8Array([1, 0, 2, 3, 3])} as ${isPostgres ? sql`bytea` : sql`blob`}) end
    from construct where construct.id >= ${base} order by construct.id`.execute(tx);
}
