// The board of an example: who was fastest.
//
// Counting all better rows would grow with the board, so a rank is a sum over `time_count` (`time-counts.ts`).

import { sql } from "kysely";
import { fixedQuery } from "./fixed-query.ts";
import type { Read } from "./store.ts";
import { countBetter } from "./time-counts.ts";

export type BoardEntry = {
  /** 1 + how many learners have a strictly better time; equal times share it, earlier first. */
  readonly rank: number;
  readonly userId: number;
  readonly username: string;
  /** Whole: masking it is the caller's policy. */
  readonly email: string;
  readonly profilePhoto: string | null;
  readonly bestTimeMs: number;
};

/** false: no such example, or of a draft. */
export async function isPublishedExample(db: Read, exampleId: number): Promise<boolean> {
  const row = await db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select("example.id")
    .where("example.id", "=", exampleId)
    .where("course.published", "=", 1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function topTimes(db: Read, exampleId: number, limit: number): Promise<readonly BoardEntry[]> {
  const rows = await db
    .selectFrom("progress")
    .innerJoin("account", "account.id", "progress.user_id")
    .select([
      "progress.user_id",
      "progress.best_time_ms",
      "account.username",
      "account.email",
      "account.profile_photo",
    ])
    .where("progress.example_id", "=", exampleId)
    .where("progress.best_time_ms", "is not", null)
    .orderBy("progress.best_time_ms")
    .orderBy("progress.best_at")
    .orderBy("progress.user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    rank: 1 + rows.findIndex((other) => other.best_time_ms === row.best_time_ms),
    userId: row.user_id,
    username: row.username,
    email: row.email,
    profilePhoto: row.profile_photo,
    bestTimeMs: row.best_time_ms as number,
  }));
}

type Asked = { readonly exampleId: number; readonly userId: number };

const rankOf = fixedQuery<Asked, { bestTimeMs: number; better: number }>((db, value) => {
  const better = countBetter(sql`${value("exampleId")}`, sql.ref("progress.best_time_ms"));
  return sql<{ bestTimeMs: number; better: number }>`
    select best_time_ms as ${sql.ref("bestTimeMs")}, ${better} as better from progress
    where user_id = ${value("userId")} and example_id = ${value("exampleId")} and best_time_ms is not null
  `.compile(db);
});

/** null: no best time. */
export async function ownRank(
  db: Read,
  exampleId: number,
  userId: number,
): Promise<{ readonly rank: number; readonly bestTimeMs: number } | null> {
  const row = (await rankOf(db, { exampleId, userId })).rows[0];
  return row ? { rank: 1 + row.better, bestTimeMs: row.bestTimeMs } : null;
}
