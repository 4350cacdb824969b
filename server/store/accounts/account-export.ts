// All that is kept about one account, for its owner: everything but the hash of the password and the keyed hashes by
// which guessing is slowed.

import type { Read } from "../store.ts";

export type AccountRecord = {
  readonly sessions: readonly {
    readonly createdAt: number;
    readonly lastUsedAt: number;
    readonly expiresAt: number;
    readonly revokedAt: number | null;
    readonly remember: boolean;
    readonly userAgent: string;
  }[];
  readonly progress: readonly {
    readonly course: string;
    readonly lesson: string;
    readonly chapter: string;
    readonly example: string;
    readonly exampleId: number;
    readonly percent: number;
    readonly accuracy: number | null;
    readonly errors: number | null;
    readonly completedAt: number | null;
    readonly bestTimeMs: number | null;
    readonly bestAt: number | null;
    readonly lastTimeMs: number | null;
    readonly lastAt: number | null;
    readonly savedAt: number;
  }[];
  readonly attempts: readonly {
    readonly exampleId: number;
    readonly timeMs: number | null;
    readonly accuracy: number | null;
    readonly errors: number | null;
    readonly endedAt: number;
    readonly receivedAt: number;
  }[];
  readonly lastActiveAt: number | null;
  readonly audit: readonly { readonly at: number; readonly kind: string; readonly detail: unknown }[];
  /** Since when addresses, of which only keyed hashes are kept, are known to have signed in. */
  readonly knownAddressesSince: readonly number[];
};

export async function readAccountRecord(db: Read, userId: number): Promise<AccountRecord> {
  const sessions = await db
    .selectFrom("session")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  const progress = await db
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .selectAll("progress")
    .select([
      "course.title as course",
      "lesson.title as lesson",
      "chapter.title as chapter",
      "example.title as example",
    ])
    .where("progress.user_id", "=", userId)
    .orderBy("progress.example_id")
    .execute();
  const attempts = await db
    .selectFrom("attempt")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("ended_at")
    .execute();
  const activity = await db
    .selectFrom("activity")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const audit = await db
    .selectFrom("audit_entry")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  const addresses = await db
    .selectFrom("known_address")
    .select("since")
    .where("user_id", "=", userId)
    .orderBy("since")
    .execute();
  return {
    sessions: sessions.map((row) => ({
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      remember: row.remember === 1,
      userAgent: row.user_agent,
    })),
    progress: progress.map((row) => ({
      course: row.course,
      lesson: row.lesson,
      chapter: row.chapter,
      example: row.example,
      exampleId: row.example_id,
      percent: row.percent,
      accuracy: row.accuracy,
      errors: row.errors,
      completedAt: row.completed_at,
      bestTimeMs: row.best_time_ms,
      bestAt: row.best_at,
      lastTimeMs: row.last_time_ms,
      lastAt: row.last_at,
      savedAt: row.saved_at,
    })),
    attempts: attempts.map((row) => ({
      exampleId: row.example_id,
      timeMs: row.time_ms,
      accuracy: row.accuracy,
      errors: row.errors,
      endedAt: row.ended_at,
      receivedAt: row.received_at,
    })),
    lastActiveAt: activity?.last_active_at ?? null,
    audit: audit.map((row) => ({ at: row.at, kind: row.kind, detail: JSON.parse(row.detail) })),
    knownAddressesSince: addresses.map(({ since }) => since),
  };
}
