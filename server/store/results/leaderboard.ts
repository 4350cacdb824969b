// The leaderboard of an example.
//
// Counting all better rows would take longer the more learners there are, so a rank is a sum over `time_count`
// (`time-counts.ts`).

import { type CompiledQuery, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Read } from "../store.ts";
import { boards, countBetter } from "./time-counts.ts";

/** Spelled as in the response. */
export type BoardEntry = {
  /** 1 + how many learners have a strictly better time; equal times share it, earlier first. */
  readonly rank: number;
  readonly user_id: number;
  readonly username: string;
  /** Not masked: that is the caller's policy. */
  readonly email: string;
  readonly profile_photo: string | null;
  readonly best_time_ms: number;
};

export type Board = {
  readonly top: readonly BoardEntry[];
  /** null when the learner has no best time. */
  readonly own: OwnRank | null;
};

type OwnRank = Pick<BoardEntry, "rank" | "best_time_ms">;

/** Returns null when the example does not exist or its course is not published. */
export async function boardOf(
  db: Read,
  exampleId: number,
  userId: number,
  limit: number,
): Promise<Board | null> {
  // Both at once, so that PostgreSQL gets them in one round trip. One statement for both costs SQLite twice as much.
  const [rank, top] = await Promise.all([
    selectRank(db, { exampleId, userId }),
    topTimes(db, exampleId, limit),
  ]);
  const row = rank.rows[0];
  return row ? { top, own: ownRankOf(row) } : null;
}

type LearnerAndExample = { readonly exampleId: number; readonly userId: number };
type RankRow = { readonly best_time_ms: number | null; readonly better: number | null };

/** No row for an example that does not exist or is not published, and nulls for a learner without a best time. */
const selectRank = preparedQuery<LearnerAndExample, RankRow>((db, value) => {
  const code = {
    exampleId: sql.ref<number>("progress.example_id"),
    codeVersion: sql.ref<number>("progress.code_version"),
    board: sql.lit(boards.all),
  };
  const better = countBetter(code, sql.ref<number>("progress.best_time_ms"));
  return sql<RankRow>`
    select own.best_time_ms, own.better
    from example
    join chapter on chapter.id = example.chapter_id
    join lesson on lesson.id = chapter.lesson_id
    join course on course.id = lesson.course_id
    left join (
      select progress.code_version, progress.best_time_ms, ${better} as better from progress
      where progress.user_id = ${value("userId")} and progress.example_id = ${value("exampleId")}
        and progress.best_time_ms is not null
    ) as own on own.code_version = example.code_version
    where example.id = ${value("exampleId")} and course.published = 1
  `.compile(db);
});

function ownRankOf({ best_time_ms, better }: RankRow): OwnRank | null {
  return best_time_ms === null ? null : { rank: 1 + Number(better), best_time_ms };
}

type TopRow = Omit<BoardEntry, "rank">;

const selectFastest = preparedQuery<{ readonly exampleId: number; readonly limit: number }, TopRow>(
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
      .where("progress.code_version", "=", (eb) =>
        eb.selectFrom("example").select("example.code_version").where("example.id", "=", value("exampleId")),
      )
      .where("progress.best_time_ms", "is not", null)
      .orderBy("progress.best_time_ms")
      .orderBy("progress.best_at")
      .orderBy("progress.user_id")
      .limit(value("limit"))
      .compile() as CompiledQuery<TopRow>,
);

async function topTimes(db: Read, exampleId: number, limit: number): Promise<readonly BoardEntry[]> {
  const { rows } = await selectFastest(db, { exampleId, limit });
  return rows.map((row) => ({
    rank: 1 + rows.findIndex((other) => other.best_time_ms === row.best_time_ms),
    ...row,
  }));
}
