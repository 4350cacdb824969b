// Everything stored about one account, for its owner: all but the hash of the password and the keyed hashes that slow
// down guessing.

import type { Read } from "../store.ts";

/** Rows with the columns and names of the exported file, in its order; moments are milliseconds since 1970 UTC. */
export async function readAccountRecord(db: Read, userId: number) {
  const sessions = await db
    .selectFrom("session")
    .select(["created_at", "last_used_at", "expires_at", "revoked_at as ended_at", "remember", "user_agent"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const progress = await db
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
      "progress.best_time_ms",
      "progress.best_at",
      "progress.last_time_ms",
      "progress.last_at",
      "progress.saved_at",
    ])
    .where("progress.user_id", "=", userId)
    .orderBy("progress.example_id")
    .execute();
  const attempts = await db
    .selectFrom("attempt")
    .select(["example_id", "time_ms", "accuracy", "errors", "ended_at", "received_at"])
    .where("user_id", "=", userId)
    .orderBy("ended_at")
    .execute();
  const activity = await db
    .selectFrom("activity")
    .select("last_active_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const events = await db
    .selectFrom("audit_entry")
    .select(["at", "kind", "detail"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  // Of the addresses themselves only keyed hashes are stored.
  const knownAddresses = await db
    .selectFrom("known_address")
    .select("since")
    .where("user_id", "=", userId)
    .orderBy("since")
    .execute();
  return {
    sessions: sessions.map((row) => ({ ...row, remember: row.remember === 1 })),
    progress,
    attempts,
    last_active_at: activity?.last_active_at ?? null,
    events: events.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown })),
    known_addresses: knownAddresses,
  };
}
