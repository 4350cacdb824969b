// The board of an example: who was fastest.
//
// Counting all better rows would grow with the board, so a rank is a sum over `time_count` (`time-counts.ts`).

import { type CompiledQuery, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
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

export type Board = {
  readonly top: readonly BoardEntry[];
  /** null: no best time. */
  readonly own: OwnRank | null;
};

type OwnRank = { readonly rank: number; readonly bestTimeMs: number };

/** null: no such example, or of a draft. */
export async function boardOf(
  db: Read,
  exampleId: number,
  userId: number,
  limit: number,
): Promise<Board | null> {
  // Asked at once, so that PostgreSQL gets both in one round trip. One statement for both costs SQLite twice as much.
  const [rank, top] = await Promise.all([rankOf(db, { exampleId, userId }), topTimes(db, exampleId, limit)]);
  const row = rank.rows[0];
  return row ? { top, own: ownRankOf(row) } : null;
}

type Asked = { readonly exampleId: number; readonly userId: number };
type RankRow = { readonly bestTimeMs: number | null; readonly better: number | null };

/** No row for an example that nobody may see, and nulls for who has no best time of it. */
const rankOf = preparedQuery<Asked, RankRow>(
  (db, value) => {
    const better = countBetter(sql.ref("progress.example_id"), sql.ref("progress.best_time_ms"));
    return sql<RankRow>`
    select own.best_time_ms as ${sql.ref("bestTimeMs")}, own.better
    from example
    join chapter on chapter.id = example.chapter_id
    join lesson on lesson.id = chapter.lesson_id
    join course on course.id = lesson.course_id
    left join (
      select progress.best_time_ms, ${better} as better from progress
      where progress.user_id = ${value("userId")} and progress.example_id = ${value("exampleId")}
        and progress.best_time_ms is not null
    ) as own on true
    where example.id = ${value("exampleId")} and course.published = 1
  `.compile(db);
  },
  { types: { exampleId: "integer", userId: "integer" } },
);

function ownRankOf({ bestTimeMs, better }: RankRow): OwnRank | null {
  return bestTimeMs === null ? null : { rank: 1 + Number(better), bestTimeMs };
}

type TopRow = {
  readonly user_id: number;
  readonly best_time_ms: number;
  readonly username: string;
  readonly email: string;
  readonly profile_photo: string | null;
};

const fastest = preparedQuery<{ readonly exampleId: number; readonly limit: number }, TopRow>(
  (db, value) =>
    db
      .selectFrom("progress")
      .innerJoin("account", "account.id", "progress.user_id")
      .select([
        "progress.user_id",
        "progress.best_time_ms",
        "account.username",
        "account.email",
        "account.profile_photo",
      ])
      .where("progress.example_id", "=", value("exampleId"))
      .where("progress.best_time_ms", "is not", null)
      .orderBy("progress.best_time_ms")
      .orderBy("progress.best_at")
      .orderBy("progress.user_id")
      .limit(value("limit"))
      .compile() as CompiledQuery<TopRow>,
  { types: { exampleId: "integer", limit: "integer" } },
);

async function topTimes(db: Read, exampleId: number, limit: number): Promise<readonly BoardEntry[]> {
  const { rows } = await fastest(db, { exampleId, limit });
  return rows.map((row) => ({
    rank: 1 + rows.findIndex((other) => other.best_time_ms === row.best_time_ms),
    userId: row.user_id,
    username: row.username,
    email: row.email,
    profilePhoto: row.profile_photo,
    bestTimeMs: row.best_time_ms,
  }));
}
