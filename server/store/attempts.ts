// Finished runs, each once. Both completion calls may tell of the same run, in any order and again and again: the
// first is kept with the answer it got.
//
// A run is known by its UUID. Without one, the same time within ten minutes is the same run. Whoever calls holds the
// learner's row of the example, so that of two calls at once the second finds what the first wrote.

import type { Selectable } from "kysely";
import type { AttemptTable } from "./schema.ts";
import type { Tx } from "./store.ts";

export type Run = {
  readonly userId: number;
  readonly exampleId: number;
  readonly attemptId: string | null;
  readonly timeMs: number | null;
  readonly endedAt: number;
  readonly at: number;
  readonly accuracy: number | null;
  readonly errors: number | null;
};

export type Answer = {
  readonly bestTimeMs: number | null;
  readonly lastTimeMs: number | null;
  readonly isRecord: boolean;
};

export type Found = {
  readonly key: string;
  readonly errors: number | null;
  readonly codeVersion: number | null;
  readonly answer: Answer;
};

const sameRunMs = 10 * 60_000;

export async function findAttempt(tx: Tx, run: Run): Promise<Found | null> {
  const named =
    run.attemptId === null
      ? undefined
      : await attemptsOf(tx, run).where("attempt_key", "=", keyOf(run)).executeTakeFirst();
  if (named) return foundOf(named);
  const twin = await findTwin(tx, run);
  if (!twin) return null;
  if (run.attemptId !== null) await nameAttempt(tx, run, twin.attempt_key);
  return foundOf({ ...twin, attempt_key: run.attemptId === null ? twin.attempt_key : keyOf(run) });
}

/** `codeVersion` null: the run was on another text and sets no time. */
export async function insertAttempt(
  tx: Tx,
  run: Run,
  codeVersion: number | null,
  answer: Answer,
): Promise<void> {
  await tx
    .insertInto("attempt")
    .values({
      user_id: run.userId,
      example_id: run.exampleId,
      attempt_key: keyOf(run),
      named: run.attemptId === null ? 0 : 1,
      time_ms: run.timeMs,
      ended_at: run.endedAt,
      received_at: run.at,
      code_version: codeVersion,
      accuracy: run.accuracy,
      errors: run.errors,
      answer_best_ms: answer.bestTimeMs,
      answer_last_ms: answer.lastTimeMs,
      answer_is_record: answer.isRecord ? 1 : 0,
    })
    .execute();
}

/** The call without errors may come first; those that the other tells of the same run are kept then. */
export async function noteErrors(tx: Tx, run: Run, found: Found): Promise<void> {
  await tx
    .updateTable("attempt")
    .set({ errors: run.errors, accuracy: run.accuracy })
    .where("user_id", "=", run.userId)
    .where("example_id", "=", run.exampleId)
    .where("attempt_key", "=", found.key)
    .execute();
}

function attemptsOf(tx: Tx, run: Run) {
  return tx
    .selectFrom("attempt")
    .selectAll()
    .where("user_id", "=", run.userId)
    .where("example_id", "=", run.exampleId);
}

/** For a run without a UUID any that fits; for one with a UUID only one that has none yet. */
async function findTwin(tx: Tx, run: Run): Promise<Selectable<AttemptTable> | undefined> {
  return attemptsOf(tx, run)
    .where("time_ms", run.timeMs === null ? "is" : "=", run.timeMs)
    .where("ended_at", ">=", run.endedAt - sameRunMs)
    .where("ended_at", "<=", run.endedAt + sameRunMs)
    .$if(run.attemptId !== null, (query) => query.where("named", "=", 0))
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function nameAttempt(tx: Tx, run: Run, key: string): Promise<void> {
  await tx
    .updateTable("attempt")
    .set({ attempt_key: keyOf(run), named: 1 })
    .where("user_id", "=", run.userId)
    .where("example_id", "=", run.exampleId)
    .where("attempt_key", "=", key)
    .execute();
}

// UUIDs compare without regard to case. An end and a time name a run without one: two of them would be the same run.
function keyOf(run: Run): string {
  return run.attemptId?.toLowerCase() ?? `${run.endedAt}/${run.timeMs ?? "-"}`;
}

function foundOf(row: Selectable<AttemptTable>): Found {
  return {
    key: row.attempt_key,
    errors: row.errors,
    codeVersion: row.code_version,
    answer: {
      bestTimeMs: row.answer_best_ms,
      lastTimeMs: row.answer_last_ms,
      isRecord: row.answer_is_record === 1,
    },
  };
}
