// Finished runs, each once. Both completion calls may tell of the same run, in any order and again and again: the
// first is kept with the answer it got.
//
// A run is known by its UUID. Without one, the same time within ten minutes is the same run. Whoever calls holds the
// learner's row of the example, so that of two calls at once the second finds what the first wrote.

import type { CompiledQuery } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { AttemptTable, Flag } from "../schema.ts";
import type { Tx } from "../store.ts";

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
  const values = { ...run, key: keyOf(run) };
  const named = run.attemptId === null ? undefined : (await byKey(tx, values)).rows[0];
  if (named) return foundOf(named);
  const twin = await findTwin(tx, run);
  if (!twin) return null;
  if (run.attemptId === null) return foundOf(twin);
  await nameAttempt(tx, run, twin.attempt_key);
  return foundOf({ ...twin, attempt_key: keyOf(run) });
}

/** `codeVersion` null: the run was on another text and sets no time. */
export async function insertAttempt(
  tx: Tx,
  run: Run,
  codeVersion: number | null,
  answer: Answer,
): Promise<void> {
  await insert(tx, {
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
  });
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

/** What of a kept run answers a repeat. */
const kept = [
  "attempt_key",
  "errors",
  "code_version",
  "answer_best_ms",
  "answer_last_ms",
  "answer_is_record",
] as const;
type Kept = Pick<AttemptTable, (typeof kept)[number]>;

type Key = { readonly userId: number; readonly exampleId: number; readonly key: string };

const byKey = preparedQuery<Key, Kept>((db, value) =>
  db
    .selectFrom("attempt")
    .select(kept)
    .where("user_id", "=", value("userId"))
    .where("example_id", "=", value("exampleId"))
    .where("attempt_key", "=", value("key"))
    .compile(),
);

type Twin = {
  readonly userId: number;
  readonly exampleId: number;
  readonly timeMs: number | null;
  readonly from: number;
  readonly to: number;
  readonly mostNamed: Flag;
};

const byTime = preparedQuery<Twin, Kept>((db, value) =>
  db
    .selectFrom("attempt")
    .select(kept)
    .where("user_id", "=", value("userId"))
    .where("example_id", "=", value("exampleId"))
    .where("time_ms", "is not distinct from", value("timeMs"))
    .where("ended_at", ">=", value("from"))
    .where("ended_at", "<=", value("to"))
    .where("named", "<=", value("mostNamed"))
    .orderBy("ended_at", "desc")
    .limit(1)
    .compile(),
);

/** For a run without a UUID any that fits; for one with a UUID only one that has none yet. */
async function findTwin(tx: Tx, run: Run): Promise<Kept | undefined> {
  const { rows } = await byTime(tx, {
    ...run,
    from: run.endedAt - sameRunMs,
    to: run.endedAt + sameRunMs,
    mostNamed: run.attemptId === null ? 1 : 0,
  });
  return rows[0];
}

const insert = preparedQuery<AttemptTable, never>((db, value) => {
  const columns: { [C in keyof AttemptTable]: AttemptTable[C] } = {
    user_id: value("user_id"),
    example_id: value("example_id"),
    attempt_key: value("attempt_key"),
    named: value("named"),
    time_ms: value("time_ms"),
    ended_at: value("ended_at"),
    received_at: value("received_at"),
    code_version: value("code_version"),
    accuracy: value("accuracy"),
    errors: value("errors"),
    answer_best_ms: value("answer_best_ms"),
    answer_last_ms: value("answer_last_ms"),
    answer_is_record: value("answer_is_record"),
  };
  return db.insertInto("attempt").values(columns).compile() as CompiledQuery<never>;
});

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

function foundOf(row: Kept): Found {
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
