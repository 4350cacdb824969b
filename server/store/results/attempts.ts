// Attempts that were counted, each once. A client may report an attempt again, over either endpoint that completes an
// example: the first report is kept with the result that it got, and every later one gets the same result.
//
// An attempt is known by its UUID. Without one, an attempt of the same time within ten minutes is the same. The caller
// holds the learner's row of the example, so that of two reports at once the second finds what the first wrote.

import { type CompiledQuery, sql } from "kysely";
import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { preparedQuery } from "../prepared-query.ts";
import type { AttemptTable, Flag } from "../schema.ts";
import type { Tx } from "../store.ts";
import { renameRun } from "./runs.ts";

export type Attempt = {
  readonly userId: number;
  readonly exampleId: number;
  /** A UUID that the client created at the first keystroke; null when it created none. */
  readonly attemptId: string | null;
  /** null when the attempt completes the example but sets no time. */
  readonly timeMs: number | null;
  /** When the attempt ended. At most `at`. */
  readonly endedAt: number;
  /** The current time. */
  readonly at: number;
  /** null when the client does not report it. */
  readonly accuracy: number | null;
  readonly errors: number | null;
};

/** The learner's times of the example after an attempt, spelled as in the responses. */
export type Result = {
  readonly best_time_ms: number | null;
  readonly last_time_ms: number | null;
  /** The time beat the learner's best, or was their first. */
  readonly isRecord: boolean;
  readonly checked: boolean;
  /** null when the time is checked. */
  readonly unchecked_because: UncheckedReason | null;
};

export type CountedAttempt = Readonly<
  Pick<
    AttemptTable,
    "attempt_key" | "time_ms" | "ended_at" | "received_at" | "errors" | "code_version" | "answer_is_record"
  >
> &
  Pick<Result, "best_time_ms" | "last_time_ms" | "unchecked_because"> & { readonly removed: Flag };

const sameAttemptMs = 10 * 60_000;

/**
 * How long an attempt is stored at least, and a repeat of it recognized. One that ended longer ago may be a repeat, so
 * it completes its example and sets no time.
 */
export const attemptKeptDays = 400;

export function mayBeForgotten({ endedAt, at }: Pick<Attempt, "endedAt" | "at">): boolean {
  return endedAt < at - attemptKeptDays * 86_400_000;
}

export async function findAttempt(tx: Tx, attempt: Attempt): Promise<CountedAttempt | null> {
  const key = keyOf(attempt);
  const isNamed = attempt.attemptId !== null;
  const named = isNamed ? (await selectByKey(tx, { ...attempt, key })).rows[0] : undefined;
  if (named) return named;
  const { rows } = await selectByTime(tx, {
    ...attempt,
    from: attempt.endedAt - sameAttemptMs,
    to: attempt.endedAt + sameAttemptMs,
    // An attempt with a UUID can only match one that has no UUID yet.
    mostNamed: isNamed ? 0 : 1,
  });
  const [twin] = rows;
  if (!twin) return null;
  if (!isNamed) return twin;
  await ofKey(tx, attempt, twin.attempt_key).set({ attempt_key: key, named: 1 }).execute();
  await renameRun(tx, { ...attempt, from: twin.attempt_key, to: key });
  return { ...twin, attempt_key: key };
}

/** The result that the first report of the attempt got, without a time that an admin removed since. */
export function resultOf(attempt: CountedAttempt): Result {
  const { best_time_ms, last_time_ms, answer_is_record, unchecked_because } = attempt;
  const checked = unchecked_because === null;
  return { best_time_ms, last_time_ms, isRecord: answer_is_record === 1, checked, unchecked_because };
}

/**
 * An admin removed the learner's times up to this one. A repeat of an attempt that got one of them in its response no
 * longer does, and it is no record any more. A repeat of an attempt with such a time does not bring it back.
 */
export async function withdrawTimes(
  tx: Tx,
  {
    userId,
    exampleId,
    codeVersion,
    timeMs,
  }: Pick<Attempt, "userId" | "exampleId"> & {
    readonly codeVersion: number;
    readonly timeMs: number;
  },
): Promise<void> {
  // An attempt without a version was on earlier code, and its response has the best time on the current one.
  const isShown = sql<boolean>`(code_version is null or code_version = ${codeVersion}) and answer_best_ms <= ${timeMs}`;
  const isRemoved = sql<boolean>`code_version = ${codeVersion} and time_ms <= ${timeMs}`;
  await sql`
    update attempt set
      answer_best_ms = case when ${isShown} then null else answer_best_ms end,
      answer_is_record = case when ${isShown} then 0 else answer_is_record end,
      removed = case when ${isRemoved} then 1 else removed end
    where user_id = ${userId} and example_id = ${exampleId} and (${isShown} or ${isRemoved})`.execute(tx);
}

/** When `codeVersion` is null, the learner typed another version of the code, and the attempt sets no time. */
export async function insertAttempt(
  tx: Tx,
  attempt: Attempt,
  codeVersion: number | null,
  result: Result,
): Promise<void> {
  await insert(tx, {
    ...attempt,
    ...result,
    key: keyOf(attempt),
    checkedFlag: result.checked ? 1 : 0,
    named: attempt.attemptId === null ? 0 : 1,
    codeVersion,
    wasRecord: result.isRecord ? 1 : 0,
  });
}

/** A log came with a repeat. False when the attempt was deleted in this moment, because of its age. */
export async function setChecked(
  tx: Tx,
  attempt: Attempt,
  key: string,
  because: UncheckedReason | null,
): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(tx, attempt, key)
    .set({ checked: because === null ? 1 : 0, unchecked_because: because })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The same. */
export async function setErrors(tx: Tx, attempt: Attempt, key: string): Promise<boolean> {
  const { numUpdatedRows } = await ofKey(tx, attempt, key)
    .set({ errors: attempt.errors, accuracy: attempt.accuracy })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

// UUIDs compare without regard to case. An end and a time name an attempt without a UUID: two with the same are the
// same.
export function keyOf(attempt: Attempt): string {
  return attempt.attemptId?.toLowerCase() ?? `${attempt.endedAt}/${attempt.timeMs ?? "-"}`;
}

function ofKey(tx: Tx, { userId, exampleId }: Attempt, key: string) {
  return tx
    .updateTable("attempt")
    .where("user_id", "=", userId)
    .where("example_id", "=", exampleId)
    .where("attempt_key", "=", key);
}

const columns = [
  "attempt_key",
  "time_ms",
  "ended_at",
  "received_at",
  "errors",
  "code_version",
  "removed",
  "answer_best_ms as best_time_ms",
  "answer_last_ms as last_time_ms",
  "answer_is_record",
  "unchecked_because",
] as const;

type ByKey = Pick<Attempt, "userId" | "exampleId"> & { readonly key: string };

const selectByKey = preparedQuery<ByKey, CountedAttempt>((db, value) =>
  db
    .selectFrom("attempt")
    .select(columns)
    .where("user_id", "=", value("userId"))
    .where("example_id", "=", value("exampleId"))
    .where("attempt_key", "=", value("key"))
    .compile(),
);

type ByTime = Pick<Attempt, "userId" | "exampleId" | "timeMs"> & {
  readonly from: number;
  readonly to: number;
  readonly mostNamed: Flag;
};

const selectByTime = preparedQuery<ByTime, CountedAttempt>((db, value) =>
  db
    .selectFrom("attempt")
    .select(columns)
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

type NewAttempt = Omit<Attempt, "attemptId"> &
  Result & {
    readonly key: string;
    readonly checkedFlag: Flag;
    readonly named: Flag;
    readonly codeVersion: number | null;
    readonly wasRecord: Flag;
  };

const insert = preparedQuery<NewAttempt, never>(
  (db, value) =>
    db
      .insertInto("attempt")
      .values({
        user_id: value("userId"),
        example_id: value("exampleId"),
        attempt_key: value("key"),
        named: value("named"),
        time_ms: value("timeMs"),
        ended_at: value("endedAt"),
        received_at: value("at"),
        code_version: value("codeVersion"),
        accuracy: value("accuracy"),
        errors: value("errors"),
        answer_best_ms: value("best_time_ms"),
        answer_last_ms: value("last_time_ms"),
        answer_is_record: value("wasRecord"),
        checked: value("checkedFlag"),
        unchecked_because: value("unchecked_because"),
      })
      .compile() as CompiledQuery<never>,
);
