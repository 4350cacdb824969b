// Deletes an account with everything that belongs to it, and subtracts it from the rollups.

import { type RawBuilder, sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
import { uncount } from "../statistics/construct-totals.ts";
import { currentTime } from "../results/progress-row.ts";
import { boards, levels, listedOn } from "../results/time-counts.ts";
import { parents } from "../results/totals.ts";
import type { Tx } from "../store.ts";
import { pauseSweep } from "../sweep.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";

/** The key of an attempt of a learner. */
type AttemptKey = { readonly example_id: number; readonly attempt_key: string };

/** Some 20 ms of writing. */
const attemptsAtOnce = 2_000;

/**
 * Deletes the learner's first attempts after this one, all figures stay exact. Returns the last that was deleted; null
 * when none is left. A learner can have hundreds of thousands, so that a deletion of the account begins with this, in
 * short transactions.
 */
export async function deleteSomeAttempts(
  tx: Tx,
  userId: number,
  after: AttemptKey | null = null,
): Promise<AttemptKey | null> {
  const from = after
    ? sql`and (attempt.example_id, attempt.attempt_key) > (${after.example_id}, ${after.attempt_key})`
    : sql``;
  // Otherwise an attempt could be swept between being subtracted and being deleted.
  await pauseSweep(tx);
  await tx.selectFrom("account").select("id").where("id", "=", userId).forUpdate().execute();
  const { rows } = await sql<AttemptKey>`
    select example_id, attempt_key from attempt where user_id = ${userId} ${from}
    order by example_id, attempt_key limit ${sql.lit(attemptsAtOnce)}`.execute(tx);
  const last = rows.at(-1);
  if (!last) return null;
  const these = sql`attempt.user_id = ${userId} ${from}
    and (attempt.example_id, attempt.attempt_key) <= (${last.example_id}, ${last.attempt_key})`;
  await lockExamples(tx, userId);
  await subtractAttempts(tx, these);
  await sql`delete from attempt where ${these}`.execute(tx);
  return last;
}

/** A log takes up to 64 kB. */
const runsAtOnce = 100;

/** Deletes some of the learner's runs with their logs. False when none is left. */
export async function deleteSomeRuns(tx: Tx, userId: number): Promise<boolean> {
  // A sweep deletes runs in another order.
  await pauseSweep(tx);
  await tx.selectFrom("account").select("id").where("id", "=", userId).forUpdate().execute();
  const { numAffectedRows } = await sql`
    delete from run where user_id = ${userId} and (example_id, attempt_key) in (
      select example_id, attempt_key from run where user_id = ${userId} limit ${sql.lit(runsAtOnce)}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The tables of what a learner remembers and of their days, with the columns of their keys. */
const remembered = {
  memory: ["construct_id"],
  review_run: ["example_id", "attempt_key"],
  cost: ["month", "language", "construct_id"],
  slip: ["month", "language", "expected_construct_id", "typed"],
  practice_day: ["day", "language"],
} as const;

/** Some 20 ms of writing. */
const rememberedAtOnce = 1_000;

/** Deletes some rows of what the learner remembers. False when none is left. */
export async function deleteSomeMemory(tx: Tx, userId: number): Promise<boolean> {
  // A sweep deletes them in another order, and costs are subtracted from totals.
  await pauseSweep(tx);
  await tx.selectFrom("account").select("id").where("id", "=", userId).forUpdate().execute();
  for (const [table, columns] of Object.entries(remembered)) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    const these = sql`user_id = ${userId} and (${key}) in (
      select ${key} from ${sql.table(table)} where user_id = ${userId}
      order by ${key} limit ${sql.lit(rememberedAtOnce)})`;
    if (table === "cost") await uncount(tx, these);
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${these}`.execute(tx);
    if (Number(numAffectedRows ?? 0) > 0) return true;
  }
  return false;
}

/**
 * Deletes progress, times, runs, attempts, cards, days, sessions and activity too; audit entries keep the id, and sums of attempts that were
 * deleted because of their age stay in the totals, where they name no one. False when there is no such
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
  for (
    let last = await deleteSomeAttempts(tx, userId);
    last;
    last = await deleteSomeAttempts(tx, userId, last)
  )
    await yieldToEventLoop();
  while (await deleteSomeRuns(tx, userId)) await yieldToEventLoop();
  while (await deleteSomeMemory(tx, userId)) await yieldToEventLoop();
  await subtractFromExamples(tx, userId);
  await subtractFromParents(tx, userId);
  await subtractTimes(tx, userId);
  await tx.deleteFrom("account").where("id", "=", userId).execute();
  return true;
}

/**
 * Otherwise an admin who changes one of them now would subtract the same results a second time. Their totals are locked
 * in order too.
 */
async function lockExamples(tx: Tx, userId: number): Promise<void> {
  await tx
    .selectFrom("example")
    .innerJoin("progress", "progress.example_id", "example.id")
    .select("example.id")
    .where("progress.user_id", "=", userId)
    .orderBy("example.id")
    .forShare("example")
    .execute();
  await sql`
    select example_id from example_total
    where example_id in (select example_id from progress where user_id = ${userId})
    order by example_id ${forUpdate(tx)}`.execute(tx);
}

async function subtractFromExamples(tx: Tx, userId: number): Promise<void> {
  await sql`
    update example_total set
      begun = begun - 1,
      completions = completions - case when mine.completed_at is null then 0 else 1 end,
      timed = timed - case when mine.best_time_ms is null then 0 else 1 end,
      sum_best_ms = sum_best_ms - coalesce(mine.best_time_ms, 0)
    from (
      select progress.example_id, progress.completed_at, ${currentTime("best_time_ms")}
      from progress join example on example.id = progress.example_id where progress.user_id = ${userId}
    ) as mine
    where example_total.example_id = mine.example_id`.execute(tx);
}

async function subtractAttempts(tx: Tx, these: RawBuilder<unknown>): Promise<void> {
  await sql`
    update example_total set attempts = attempts - mine.n, errors = errors - mine.sum
    from (
      select attempt.example_id, count(*) as n, sum(attempt.errors) as sum
      from attempt join example on example.id = attempt.example_id
      where ${these} and attempt.errors is not null and attempt.code_version = example.code_version
      group by attempt.example_id
    ) as mine
    where example_total.example_id = mine.example_id`.execute(tx);
}

async function subtractFromParents(tx: Tx, userId: number): Promise<void> {
  for (const parent of parents) {
    const key = sql.ref(parent.key);
    const mine = sql`${key} in (select ${key} from ${sql.table(parent.learner)} where user_id = ${userId})`;
    await sql`select ${key} from ${sql.table(parent.total)} where ${mine} order by 1 ${forUpdate(tx)}`.execute(
      tx,
    );
    await sql`update ${sql.table(parent.total)} set learners = learners - 1 where ${mine}`.execute(tx);
  }
}

async function subtractTimes(tx: Tx, userId: number): Promise<void> {
  for (const board of ["all", "checked"] as const) {
    const { time } = listedOn(board);
    // A list of keys and not a join, for which SQLite would scan all time counts.
    const mine = sql`(example_id, code_version, board, level, bucket) in (
      select progress.example_id, progress.code_version, ${sql.lit(boards[board])}, level.column1, ${time} >> level.column2
      from progress join example on example.id = progress.example_id cross join ${levels} as level
      where progress.user_id = ${userId} and progress.code_version = example.code_version and ${time} is not null)`;
    await sql`update time_count set n = n - 1 where ${mine}`.execute(tx);
    await sql`delete from time_count where n = 0 and ${mine}`.execute(tx);
  }
}
