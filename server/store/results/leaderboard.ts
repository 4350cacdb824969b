// The leaderboard of an example: of all best times, or of the best of the checked times.
//
// Counting all better rows would take longer the more learners there are, so a rank is a sum over `time_count`
// (`time-counts.ts`).

import type { UncheckedReason } from "@tabstop/contract/vocabulary";
import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { Flag } from "../schema.ts";
import type { Read } from "../store.ts";
import { isListedRun } from "./runs.ts";
import { type BoardKind, boards, countBetter, listedOn } from "./time-counts.ts";

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
  readonly checked: boolean;
};

/** An entry with what only admins see. */
type AdminEntry = BoardEntry & {
  readonly unchecked_because: UncheckedReason | null;
  /** The run of this time is stored and has notes. */
  readonly has_notes: boolean;
};

export type Board = {
  readonly top: readonly BoardEntry[];
  /** null when the board lists no time of the learner. */
  readonly own: OwnRank | null;
  /** The learner's best time when the board lists only checked ones and this one is not. */
  readonly unlisted: { readonly best_time_ms: number; readonly unchecked_because: UncheckedReason } | null;
  /** The learner has a run with a log on the current code. */
  readonly has_replay: boolean;
};

type OwnRank = Pick<AdminEntry, "rank" | "best_time_ms" | "checked" | "unchecked_because">;

/** Returns null when the example does not exist or its course is not published. */
export async function boardOf(
  db: Read,
  exampleId: number,
  userId: number,
  limit: number,
  board: BoardKind,
): Promise<Board | null> {
  const queries = queriesOf[board];
  // Both at once, so that PostgreSQL gets them in one round trip. One statement for both costs SQLite twice as much.
  const [own, top] = await Promise.all([
    queries.selectOwn(db, { exampleId, userId }),
    queries.selectFastest(db, { exampleId, limit }),
  ]);
  const row = own.rows[0];
  if (!row) return null;
  return {
    top: ranked(top.rows),
    own: ownRankOf(row),
    unlisted: board === "checked" ? unlistedOf(row) : null,
    has_replay: Boolean(row.has_replay),
  };
}

/** The fastest entries for admins. Returns null when the example does not exist or its course is not published. */
export async function adminBoardOf(
  db: Read,
  exampleId: number,
  limit: number,
  board: BoardKind,
): Promise<readonly AdminEntry[] | null> {
  const [found, { rows }] = await Promise.all([
    selectPublished(db, { exampleId }),
    queriesOf[board].selectForAdmins(db, { exampleId, limit }),
  ]);
  if (found.rows.length === 0) return null;
  const entries = ranked(rows);
  return rows.map(({ unchecked_because, has_notes }, i) => ({
    ...(entries[i] as BoardEntry),
    ...{ unchecked_because, has_notes: Boolean(has_notes) },
  }));
}

type TopRow = Omit<AdminEntry, "rank" | "checked" | "has_notes">;

/** The rows are the fastest of all, in order. */
function ranked(rows: readonly TopRow[]): BoardEntry[] {
  return rows.map(({ user_id, username, email, profile_photo, best_time_ms, unchecked_because }) => ({
    rank: 1 + rows.findIndex((other) => other.best_time_ms === best_time_ms),
    ...{ user_id, username, email, profile_photo, best_time_ms },
    checked: unchecked_because === null,
  }));
}

type OwnRow = {
  /** The time that the board lists. */
  readonly listed_ms: number | null;
  readonly listed_because: UncheckedReason | null;
  readonly better: number | null;
  readonly best_time_ms: number | null;
  readonly best_unchecked_because: UncheckedReason | null;
  readonly has_replay: Flag | boolean;
};

function ownRankOf({ listed_ms, listed_because, better }: OwnRow): OwnRank | null {
  if (listed_ms === null) return null;
  const checked = listed_because === null;
  return { rank: 1 + Number(better), best_time_ms: listed_ms, checked, unchecked_because: listed_because };
}

function unlistedOf({ best_time_ms, best_unchecked_because }: OwnRow): Board["unlisted"] {
  if (best_time_ms === null || best_unchecked_because === null) return null;
  return { best_time_ms, unchecked_because: best_unchecked_because };
}

// ---------------------------------------------------------------- queries

type LearnerAndExample = { readonly exampleId: number; readonly userId: number };

const published = sql`from example
  join chapter on chapter.id = example.chapter_id
  join lesson on lesson.id = chapter.lesson_id
  join course on course.id = lesson.course_id and course.published = 1`;

const selectPublished = preparedQuery<{ readonly exampleId: number }, { readonly id: number }>((db, value) =>
  sql<{ id: number }>`select example.id ${published} where example.id = ${value("exampleId")}`.compile(db),
);

type AdminRow = TopRow & { readonly has_notes: Flag | boolean };
type Top = { readonly exampleId: number; readonly limit: number };

const queriesOf = { all: boardQueries("all"), checked: boardQueries("checked") } as const;

function boardQueries(board: BoardKind) {
  const { time, at, because } = listedOn(board);
  const fastest = (value: (name: keyof Top) => number, { columns, joins }: Extra) => sql<AdminRow>`
    select progress.user_id, account.username, account.email, account.profile_photo,
      ${time} as best_time_ms, ${because} as unchecked_because${columns}
    from progress join account on account.id = progress.user_id${joins}
    where progress.example_id = ${value("exampleId")}
      and progress.code_version = (select example.code_version from example where example.id = ${value("exampleId")})
      and ${time} is not null
    order by ${time}, ${at}, progress.user_id limit ${value("limit")}`;
  return {
    /** No row for an example that does not exist or is not published. */
    selectOwn: preparedQuery<LearnerAndExample, OwnRow>((db, value) => {
      const code = {
        exampleId: sql.ref<number>("progress.example_id"),
        codeVersion: sql.ref<number>("progress.code_version"),
        board: sql.lit(boards[board]),
      };
      return sql<OwnRow>`
        select own.best_time_ms, own.best_unchecked_because, own.listed_ms, own.listed_because, own.better, exists (
          select 1 from run where run.user_id = ${value("userId")} and run.example_id = example.id
            and run.code_version = example.code_version and run.kept = 1
        ) as has_replay
        ${published}
        left join (
          select progress.code_version, progress.best_time_ms, progress.best_unchecked_because,
            ${time} as listed_ms, ${because} as listed_because, ${countBetter(code, time)} as better
          from progress
          where progress.user_id = ${value("userId")} and progress.example_id = ${value("exampleId")}
            and progress.best_time_ms is not null
        ) as own on own.code_version = example.code_version
        where example.id = ${value("exampleId")}`.compile(db);
    }),
    selectFastest: preparedQuery<Top, TopRow>((db, value) =>
      fastest(value, { columns: sql``, joins: sql`` }).compile(db),
    ),
    selectForAdmins: preparedQuery<Top, AdminRow>((db, value) =>
      fastest(value, {
        columns: sql`, run.notes is not null as has_notes`,
        joins: sql` left join run on run.user_id = progress.user_id and run.example_id = progress.example_id
          and ${isListedRun(board)}`,
      }).compile(db),
    ),
  };
}

type Extra = { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> };
