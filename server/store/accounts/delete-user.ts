// Deletes an account with everything that belongs to it, and subtracts it from the rollups.

import { sql } from "kysely";
import { inBatches } from "../in-batches.ts";
import type { Tx } from "../store.ts";
import { levels } from "../results/time-counts.ts";
import { parents } from "../results/totals.ts";

/**
 * Deletes progress, times, attempts, sessions and activity too; audit entries keep the id. False when there is no such
 * account. The caller checks whether it may be deleted (the last admin).
 */
export async function deleteUser(tx: Tx, userId: number): Promise<boolean> {
  // Results that arrive now wait for this lock, and then find no account.
  const account = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return false;
  await lockExamples(tx, userId);
  await subtractFromExamples(tx, userId);
  await subtractAttempts(tx, userId);
  await subtractFromParents(tx, userId);
  await subtractTimes(tx, userId);
  await deleteAttempts(tx, userId);
  await tx.deleteFrom("account").where("id", "=", userId).execute();
  return true;
}

/** Otherwise an admin who changes one of them now would subtract the same results a second time. */
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

async function subtractFromExamples(tx: Tx, userId: number): Promise<void> {
  await sql`
    update example_total set
      begun = begun - 1,
      completions = completions - case when mine.completed_at is null then 0 else 1 end,
      timed = timed - case when mine.best_time_ms is null then 0 else 1 end,
      sum_best_ms = sum_best_ms - coalesce(mine.best_time_ms, 0)
    from (select example_id, completed_at, best_time_ms from progress where user_id = ${userId}) as mine
    where example_total.example_id = mine.example_id`.execute(tx);
}

async function subtractAttempts(tx: Tx, userId: number): Promise<void> {
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

/** The account's row would take them with it, but all at once: a learner has up to 2,000 a day. */
function deleteAttempts(tx: Tx, userId: number): Promise<void> {
  return inBatches(tx, sql`delete from attempt`, {
    table: "attempt",
    key: ["user_id", "example_id", "attempt_key"],
    where: sql`user_id = ${userId}`,
  });
}

async function subtractFromParents(tx: Tx, userId: number): Promise<void> {
  for (const parent of parents) {
    const key = sql.ref(parent.key);
    await sql`
      update ${sql.table(parent.total)} set learners = learners - 1
      where ${key} in (select ${key} from ${sql.table(parent.learner)} where user_id = ${userId})`.execute(
      tx,
    );
  }
}

async function subtractTimes(tx: Tx, userId: number): Promise<void> {
  // A list of keys and not a join, for which SQLite would scan all time counts.
  const mine = sql`(example_id, level, bucket) in (
    select progress.example_id, level.column1, progress.best_time_ms >> level.column2
    from progress cross join ${levels} as level
    where progress.user_id = ${userId} and progress.best_time_ms is not null)`;
  await sql`update time_count set n = n - 1 where ${mine}`.execute(tx);
  await sql`delete from time_count where n = 0 and ${mine}`.execute(tx);
}
