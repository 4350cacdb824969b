// Deletes rows that are older than their retention, few at a time, so that no one waits for it: on SQLite every writer
// waits for a transaction.
//
// Attempts are counted in `example_total`. Their sums stay there when they are deleted; `swept_attempt` has them, so that
// a recount comes to the same figures.

import { sql } from "kysely";
import { dialectOf } from "./dialect-forks.ts";
import type { Tx } from "./store.ts";

/** An audit entry younger than this cannot be deleted, whatever a setting says: a trigger refuses it. */
export const auditKeptDays = 30;

/** What is old is decided by a column of times or months; each of these columns has an index, or its table is small. */
const sweeps = {
  attempts: { table: "attempt", key: ["user_id", "example_id", "attempt_key"], time: "ended_at" },
  // The log of a run can have 64 kB.
  runs: {
    ...{ table: "run", key: ["user_id", "example_id", "attempt_key"], time: "ended_at" },
    ...{ only: "kept = 0", atOnce: 50 },
  },
  expiredSessions: { table: "session", key: ["id"], time: "expires_at" },
  revokedSessions: { table: "session", key: ["id"], time: "revoked_at" },
  resets: { table: "password_reset", key: ["user_id"], time: "expires_at" },
  auditEntries: { table: "audit_entry", key: ["id"], time: "at" },
  throttles: { table: "throttle", key: ["kind", "key"], time: "touched_at" },
  reviewRuns: { table: "review_run", key: ["user_id", "example_id", "attempt_key"], time: "ended_at" },
  costs: { table: "cost", key: ["user_id", "month", "language", "construct_id"], time: "month" },
  slips: {
    ...{ table: "slip", key: ["user_id", "month", "language", "expected_construct_id", "typed"] },
    time: "month",
  },
  // After the last costs of its month, which are subtracted from it when their learner deletes their account.
  constructTotals: {
    ...{ table: "construct_total", key: ["month", "language", "construct_id"], time: "month" },
    only: "not exists (select 1 from cost where cost.month = construct_total.month)",
  },
} as const satisfies Record<string, SweptTable>;

type SweptTable = {
  readonly table: string;
  readonly key: readonly string[];
  readonly time: string;
  /** A condition: other rows stay, whatever their age. */
  readonly only?: string;
  /** How many rows to delete in one transaction; `rowsPerSweep` by default. */
  readonly atOnce?: number;
};

export type Sweep = keyof typeof sweeps;

/** Few milliseconds of writing. */
export const rowsPerSweep = 200;

/** How many rows `sweepSome` deletes if there are so many. */
export function rowsAtOnce(sweep: Sweep): number {
  const { atOnce = rowsPerSweep }: SweptTable = sweeps[sweep];
  return atOnce;
}

/**
 * Deletes some of the rows from before a moment or a month. Returns how many: fewer than `rowsAtOnce` when none are left; null
 * when another server is deleting.
 */
export async function sweepSome(tx: Tx, sweep: Sweep, before: number): Promise<number | null> {
  if (!(await tryHoldSweep(tx))) return null;
  if (sweep === "attempts") return sweepAttempts(tx, before);
  const { table, key, only }: SweptTable = sweeps[sweep];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  // The condition once more, because on PostgreSQL another transaction may change a row after it was selected.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (${oldest(sweep, before)})
    ${only === undefined ? sql`` : sql`and ${sql.raw(only)}`}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

function oldest(sweep: Sweep, before: number) {
  const { table, key, time, only }: SweptTable = sweeps[sweep];
  return sql`
    select ${sql.join(key.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(time)} < ${before} ${only === undefined ? sql`` : sql`and ${sql.raw(only)}`}
    order by ${sql.ref(time)} limit ${sql.lit(rowsAtOnce(sweep))}`;
}

async function sweepAttempts(tx: Tx, before: number): Promise<number> {
  const rows = await tx
    .deleteFrom("attempt")
    .where(sql<boolean>`(user_id, example_id, attempt_key) in (${oldest("attempts", before)})`)
    .returning(["example_id", "code_version", "errors"])
    .execute();
  const sums = new Map<
    string,
    { example_id: number; code_version: number; attempts: number; errors: number }
  >();
  for (const { example_id, code_version, errors } of rows) {
    // Only these are in the totals.
    if (code_version === null || errors === null) continue;
    const key = `${example_id} ${code_version}`;
    const sum = sums.get(key) ?? { example_id, code_version, attempts: 0, errors: 0 };
    sums.set(key, { ...sum, attempts: sum.attempts + 1, errors: sum.errors + errors });
  }
  if (sums.size > 0)
    await tx
      .insertInto("swept_attempt")
      .values([...sums.values()])
      .onConflict((conflict) =>
        conflict.columns(["example_id", "code_version"]).doUpdateSet((eb) => ({
          attempts: eb("swept_attempt.attempts", "+", eb.ref("excluded.attempts")),
          errors: eb("swept_attempt.errors", "+", eb.ref("excluded.errors")),
        })),
      )
      .execute();
  // Those of earlier code count no more.
  if (rows.length < rowsPerSweep)
    await tx
      .deleteFrom("swept_attempt")
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("example")
              .select("example.id")
              .whereRef("example.id", "=", "swept_attempt.example_id")
              .whereRef("example.code_version", "=", "swept_attempt.code_version"),
          ),
        ),
      )
      .execute();
  return rows.length;
}

/** The id of the advisory lock of the sweep: any 64-bit number that no other program uses. */
const sweepLock = 7_305_115_826_114_951n;

/** Whether until the end of the transaction no one else sweeps, deletes an account or counts. */
export async function tryHoldSweep(tx: Tx): Promise<boolean> {
  if (dialectOf(tx) === "sqlite") return true;
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${sql.raw(String(sweepLock))}) as is_mine`.execute(tx);
  return rows[0]?.is_mine === true;
}

/** Until the end of the transaction no one else sweeps or counts. Waits for one who does. */
export async function pauseSweep(tx: Tx): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock(${sql.raw(String(sweepLock))})`.execute(tx);
}
