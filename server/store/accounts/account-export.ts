// Everything stored about one account, for its owner: all but the hash of the password and the keyed hashes that slow
// down guessing. The lists are read a page at a time, each page in a read of its own, so that neither the memory nor
// the event loop nor a connection of the database is held by a long export.

import { sql } from "kysely";
import { currentTime } from "../results/progress-row.ts";
import type { Read } from "../store.ts";

/** The key of the last row that was read. */
export type Cursor = readonly (string | number)[];

/** Rows with the columns and names of the exported file; moments are milliseconds since 1970 UTC. */
type RecordPage = {
  readonly rows: readonly object[];
  /** Where the next page begins; null after the last. */
  readonly next: Cursor | null;
};

/** The page after `after`; null for the first. Leaves out rows that were added after `until`. */
export type PageOf = (
  db: Read,
  of: { readonly userId: number; readonly after: Cursor | null; readonly until: number },
) => Promise<RecordPage>;

const rowsPerPage = 500;
/** A log can have 64 kB. */
const runsPerPage = 20;

export function pageOf<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => Cursor,
  atMost = rowsPerPage,
): RecordPage {
  const last = rows.length < atMost ? undefined : rows.at(-1);
  return { rows, next: last === undefined ? null : keyOf(last) };
}

export function without(row: object, column: string): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
}

/** When the learner last practised, and the zone of their last run that had one; null if never. */
export async function activityOf(
  db: Read,
  userId: number,
): Promise<{ readonly last_active_at: number | null; readonly zone: string | null }> {
  const row = await db
    .selectFrom("activity")
    .select(["last_active_at", "zone"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { last_active_at: null, zone: null };
}

export const sessionPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("session")
    .select(["created_at", "last_used_at", "expires_at", "revoked_at as ended_at", "remember", "user_agent"])
    .select("id")
    .where("user_id", "=", userId)
    .where("created_at", "<=", until)
    .$if(after !== null, (query) => query.where(sql<boolean>`(created_at, id) > (${sql.join(after ?? [])})`))
    .orderBy("created_at")
    .orderBy("id")
    .limit(rowsPerPage)
    .execute();
  const page = pageOf(rows, ({ created_at, id }) => [created_at, id]);
  return { ...page, rows: rows.map((row) => ({ ...without(row, "id"), remember: row.remember === 1 })) };
}) satisfies PageOf;

/** Of the addresses themselves only keyed hashes are stored. */
export const knownAddressPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("known_address")
    .select(["since", "address_key"])
    .where("user_id", "=", userId)
    .where("since", "<=", until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(since, address_key) > (${sql.join(after ?? [])})`),
    )
    .orderBy("since")
    .orderBy("address_key")
    .limit(rowsPerPage)
    .execute();
  const page = pageOf(rows, ({ since, address_key }) => [since, address_key]);
  return { ...page, rows: rows.map(({ since }) => ({ since })) };
}) satisfies PageOf;

export const progressPage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select([
      "course.title as course",
      "lesson.title as lesson",
      "chapter.title as chapter",
      "example.title as example",
      "progress.example_id",
      "progress.percent as progress",
      "progress.accuracy",
      "progress.errors",
      "progress.completed_at",
      "progress.completed_day",
      currentTime("best_time_ms"),
      currentTime("best_at"),
      currentTime("best_unchecked_because"),
      currentTime("checked_best_ms"),
      currentTime("checked_best_at"),
      currentTime("last_time_ms"),
      currentTime("last_at"),
      "progress.saved_at",
    ])
    .where("progress.user_id", "=", userId)
    .where("progress.example_id", ">", Number(after?.[0] ?? 0))
    .orderBy("progress.example_id")
    .limit(rowsPerPage)
    .execute();
  return pageOf(rows, ({ example_id }) => [example_id]);
}) satisfies PageOf;

/** By example, in the order of the table's key. */
export const attemptPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("attempt")
    // Those of deleted content are only left to be cleared.
    .innerJoin("example", "example.id", "attempt.example_id")
    .select(["example_id", "time_ms", "accuracy", "errors", "checked", "unchecked_because", "removed"])
    .select(["ended_at", "received_at", "attempt_key"])
    .where("user_id", "=", userId)
    .where("received_at", "<=", until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(example_id, attempt_key) > (${sql.join(after ?? [])})`),
    )
    .orderBy("example_id")
    .orderBy("attempt_key")
    .limit(rowsPerPage)
    .execute();
  const page = pageOf(rows, ({ example_id, attempt_key }) => [example_id, attempt_key]);
  return {
    ...page,
    rows: rows.map((row) => ({
      ...without(row, "attempt_key"),
      checked: row.checked === 1,
      removed: row.removed === 1,
    })),
  };
}) satisfies PageOf;

/** Runs with their keystrokes, without what admins read about them. */
export const runPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("run")
    .innerJoin("example", "example.id", "run.example_id")
    .select(["example_id", "run.code_version", "time_ms", "errors", "accuracy", "keystrokes", "started_ms"])
    .select(["ended_at", "zone", "checked", "unchecked_because", "kept as is_best", "log", "attempt_key"])
    .where("user_id", "=", userId)
    .where("ended_at", "<=", until)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(example_id, attempt_key) > (${sql.join(after ?? [])})`),
    )
    .orderBy("example_id")
    .orderBy("attempt_key")
    .limit(runsPerPage)
    .execute();
  const page = pageOf(rows, ({ example_id, attempt_key }) => [example_id, attempt_key], runsPerPage);
  return {
    ...page,
    rows: rows.map((row) => ({
      ...without(row, "attempt_key"),
      checked: row.checked === 1,
      is_best: row.is_best === 1,
    })),
  };
}) satisfies PageOf;

/** The times that an admin took from a leaderboard. */
export const removedTimePage = (async (db, { userId, after }) => {
  const rows = await db
    .selectFrom("removed_time")
    .innerJoin("example", "example.id", "removed_time.example_id")
    .select(["example_id", "removed_time.code_version", "time_ms"])
    .where("user_id", "=", userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(example_id, removed_time.code_version, time_ms) > (${sql.join(after ?? [])})`,
      ),
    )
    .orderBy("example_id")
    .orderBy("removed_time.code_version")
    .orderBy("time_ms")
    .limit(rowsPerPage)
    .execute();
  return pageOf(rows, ({ example_id, code_version, time_ms }) => [example_id, code_version, time_ms]);
}) satisfies PageOf;

export const eventPage = (async (db, { userId, after, until }) => {
  const rows = await db
    .selectFrom("audit_entry")
    .select(["at", "kind", "detail", "id"])
    .where("user_id", "=", userId)
    .where("at", "<=", until)
    .where("id", ">", Number(after?.[0] ?? 0))
    .orderBy("id")
    .limit(rowsPerPage)
    .execute();
  const page = pageOf(rows, ({ id }) => [id]);
  return {
    ...page,
    rows: rows.map(({ at, kind, detail }) => ({ at, kind, detail: JSON.parse(detail) as unknown })),
  };
}) satisfies PageOf;
