// How an account goes, with all that is its own, and out of all that was counted with it.

import { sql } from "kysely";
import type { Tx } from "../store.ts";
import { levels } from "../results/time-counts.ts";
import { parents } from "../results/totals.ts";

/**
 * With progress, times, attempts, sessions and activity; audit entries keep the number. False when there is no such
 * account. Whether it may go (the last admin) is the caller's to ask.
 */
export async function deleteUser(tx: Tx, userId: number): Promise<boolean> {
  // Results that are just coming in wait, and then find nobody.
  const account = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return false;
  await lockExamples(tx, userId);
  await leaveExamples(tx, userId);
  await leaveAttempts(tx, userId);
  await leaveParents(tx, userId);
  await leaveBoards(tx, userId);
  await tx.deleteFrom("account").where("id", "=", userId).execute();
  return true;
}

/** An author who is just changing one of them would otherwise take out what is then taken out again. */
async function lockExamples(tx: Tx, userId: number): Promise<void> {
  await tx
    .selectFrom("example")
    .innerJoin("progress", "progress.example_id", "example.id")
    .select("example.id")
    .where("progress.user_id", "=", userId)
    .orderBy("example.id")
    .forShare("example")
    .execute();
}

async function leaveExamples(tx: Tx, userId: number): Promise<void> {
  await sql`
    update example_total set
      begun = begun - 1,
      completions = completions - case when mine.completed_at is null then 0 else 1 end,
      timed = timed - case when mine.best_time_ms is null then 0 else 1 end,
      sum_best_ms = sum_best_ms - coalesce(mine.best_time_ms, 0)
    from (select example_id, completed_at, best_time_ms from progress where user_id = ${userId}) as mine
    where example_total.example_id = mine.example_id`.execute(tx);
}

async function leaveAttempts(tx: Tx, userId: number): Promise<void> {
  await sql`
    update example_total set attempts = attempts - mine.n, errors = errors - mine.sum
    from (
      select attempt.example_id, count(*) as n, sum(attempt.errors) as sum
      from attempt join example on example.id = attempt.example_id
      where attempt.user_id = ${userId} and attempt.errors is not null
        and attempt.code_version = example.code_version
      group by attempt.example_id
    ) as mine
    where example_total.example_id = mine.example_id`.execute(tx);
}

async function leaveParents(tx: Tx, userId: number): Promise<void> {
  for (const parent of parents) {
    const key = sql.ref(parent.key);
    await sql`
      update ${sql.table(parent.total)} set learners = learners - 1
      where ${key} in (select ${key} from ${sql.table(parent.learner)} where user_id = ${userId})`.execute(
      tx,
    );
  }
}

async function leaveBoards(tx: Tx, userId: number): Promise<void> {
  // A list of keys, and not a join, for which SQLite would look through all boards.
  const mine = sql`(example_id, level, bucket) in (
    select progress.example_id, level.column1, progress.best_time_ms >> level.column2
    from progress cross join ${levels} as level
    where progress.user_id = ${userId} and progress.best_time_ms is not null)`;
  await sql`update time_count set n = n - 1 where ${mine}`.execute(tx);
  await sql`delete from time_count where n = 0 and ${mine}`.execute(tx);
}
