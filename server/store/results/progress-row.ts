// What autosaves and completions share: the locks, the learner's row in `progress`, and the time of their last
// activity.
//
// On PostgreSQL, saving a result locks in a fixed order, so that no two transactions deadlock: first the account (against
// clearing) and the example (against admins who change or delete it), then the learner's own row (against the same
// learner in another tab), and only then the rows that learners share (`content-locks.ts`).

import { type AliasedRawBuilder, type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { ProgressTable, Tables } from "../schema.ts";
import type { Tx } from "../store.ts";

type LearnerAndExample = { readonly userId: number; readonly exampleId: number };
type Save = LearnerAndExample & {
  /** The current time. */
  readonly at: number;
};
type FirstSave = Save & { readonly codeVersion: number };

/** The current code of an example and its place. */
export type Target = {
  readonly code_version: number;
  readonly lesson_id: number;
  readonly course_id: number;
};

/** What only a completion needs to know. */
export type CompletedTarget = Target & {
  readonly language: string;
  /** The length of the code. */
  readonly code_points: number;
  /** The zone of the learner's last run that had one. */
  readonly last_zone: string | null;
};

/**
 * Locks the example until the transaction ends. Returns null when the example or the learner no longer exists, or the
 * course is not published.
 */
export async function lockTarget(tx: Tx, save: LearnerAndExample): Promise<Target | null> {
  await lock(tx, save);
  // A second query: while the first waited for the lock, an admin may have moved the example's chapter to another
  // lesson, and a query sees only what was there when it started.
  return (await selectTarget(tx, save)).rows[0] ?? null;
}

/** The same for a completion. */
export async function lockCompletedTarget(tx: Tx, save: LearnerAndExample): Promise<CompletedTarget | null> {
  await lock(tx, save);
  return (await selectCompletedTarget(tx, save)).rows[0] ?? null;
}

/** Creates the learner's row if there is none. True when this is the learner's first save of the example. */
export async function createProgress(tx: Tx, save: Save, target: Target): Promise<boolean> {
  const { userId, exampleId, at } = save;
  const row = { userId, exampleId, at, codeVersion: target.code_version };
  return Boolean((await insertProgress(tx, row)).numAffectedRows);
}

/** What completions change in a learner's row of an example. */
export type Times = Readonly<
  Pick<Selectable<ProgressTable>, Completed | BestTime | "last_time_ms" | "last_at">
>;
type Completed = "completed_at" | "completed_day";
type BestTime = "best_time_ms" | "best_at" | "best_unchecked_because" | "checked_best_ms" | "checked_best_at";
export type BestTimes = Pick<Times, BestTime>;

/** What decides which of the learner's times count. */
export type LockedTimes = Times & {
  /** No unchecked time up to this one is listed, because an admin removed one; null without any. */
  readonly removed_ms: number | null;
};

/**
 * Locks the learner's row, which exists, until the transaction ends. The caller has locked the example. Times of earlier
 * code count as absent.
 */
export async function lockProgress(
  tx: Tx,
  save: LearnerAndExample,
  target: Pick<Target, "code_version">,
): Promise<LockedTimes> {
  const [row] = (await selectTimes(tx, save)).rows as [TimesOfVersion];
  const { code_version, ...times } = row;
  if (code_version === target.code_version) return times;
  const { completed_at, completed_day } = times;
  return { ...noTimes, completed_at, completed_day };
}

/** Replaces the learner's best times. */
export const updateBest = preparedQuery<LearnerAndExample & BestTimes, never>((db, value) =>
  sql<never>`
    update progress set
      best_time_ms = ${value("best_time_ms")}, best_at = ${value("best_at")},
      best_unchecked_because = ${value("best_unchecked_because")},
      checked_best_ms = ${value("checked_best_ms")}, checked_best_at = ${value("checked_best_at")}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")}`.compile(db),
);

/** A time column of `progress`, joined with `example`: null when the time is one of earlier code. */
export function currentTime<K extends keyof Selectable<ProgressTable>>(
  column: K,
): AliasedRawBuilder<Selectable<ProgressTable>[K] | null, K> {
  return sql<Selectable<ProgressTable>[K] | null>`
    case when progress.code_version = example.code_version then ${sql.ref(`progress.${column}`)} end`.as(
    column,
  );
}

export const noBest: BestTimes = {
  best_time_ms: null,
  best_at: null,
  best_unchecked_because: null,
  checked_best_ms: null,
  checked_best_at: null,
};
const noTimes = { ...noBest, last_time_ms: null, last_at: null, removed_ms: null };

/** Stores when the learner was last active. */
export const recordActivity = preparedQuery<Save, never>((db, value) =>
  sql<never>`
    insert into activity (user_id, last_active_at) values (${value("userId")}, ${value("at")})
    on conflict (user_id) do update set last_active_at = excluded.last_active_at
    where activity.last_active_at < excluded.last_active_at`.compile(db),
);

const dayMs = 86_400_000;

/**
 * The same for a counted run, with its zone if it has one. Returns how many runs of the learner were counted on this day
 * (UTC), this one included.
 */
export async function recordRun(tx: Tx, { userId, at, endedAt, zone }: CountedRun): Promise<number> {
  const row = { userId, at, zone, zoneAt: zone === null ? null : endedAt, day: Math.floor(at / dayMs) };
  return (await countRun(tx, row)).rows[0]?.runs ?? 1;
}

type CountedRun = Omit<Save, "exampleId"> & { readonly endedAt: number; readonly zone: string | null };
type RunOfDay = Omit<CountedRun, "endedAt"> & { readonly zoneAt: number | null; readonly day: number };

// An earlier day, after the clock was set back, counts on as the stored one. A run that waited in an outbox while later
// ones arrived does not bring its zone back.
const isZoneLater = sql`(excluded.zone is not null
  and (activity.zone_at is null or excluded.zone_at >= activity.zone_at))`;
const countRun = preparedQuery<RunOfDay, { runs: number }>((db, value) =>
  sql<{ runs: number }>`
    insert into activity (user_id, last_active_at, run_day, runs, zone, zone_at)
    values (${value("userId")}, ${value("at")}, ${value("day")}, 1, ${value("zone")}, ${value("zoneAt")})
    on conflict (user_id) do update set
      last_active_at = case
        when activity.last_active_at < excluded.last_active_at then excluded.last_active_at
        else activity.last_active_at end,
      run_day = case when activity.run_day < excluded.run_day then excluded.run_day else activity.run_day end,
      runs = case when activity.run_day < excluded.run_day then 1 else activity.runs + 1 end,
      zone = case when ${isZoneLater} then excluded.zone else activity.zone end,
      zone_at = case when ${isZoneLater} then excluded.zone_at else activity.zone_at end
    returning runs`.compile(db),
);

// Not Kysely's own `case`, which writes numbers into the text, so that each would be a statement of its own.
export function laterOf(column: string, at: number): RawBuilder<number> {
  return sql`case when ${sql.ref(column)} < ${at} then ${at} else ${sql.ref(column)} end`;
}

const lock = preparedQuery<LearnerAndExample, { id: number }>((db, value) =>
  db
    .selectFrom("example")
    .innerJoin("account", (join) => join.on("account.id", "=", value("userId")))
    .select("example.id")
    .where("example.id", "=", value("exampleId"))
    .forShare(["account", "example"])
    .compile(),
);

type ValueOf = (name: keyof LearnerAndExample) => number;

function publishedTarget(db: Kysely<Tables>, value: ValueOf) {
  return db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .innerJoin("account", (join) => join.on("account.id", "=", value("userId")))
    .select(["example.code_version", "chapter.lesson_id", "lesson.course_id"])
    .where("example.id", "=", value("exampleId"))
    .where("course.published", "=", 1);
}

const selectTarget = preparedQuery<LearnerAndExample, Target>((db, value) =>
  publishedTarget(db, value).compile(),
);

const selectCompletedTarget = preparedQuery<LearnerAndExample, CompletedTarget>((db, value) =>
  publishedTarget(db, value)
    .leftJoin("activity", (join) => join.on("activity.user_id", "=", value("userId")))
    .select(["example.language", "activity.zone as last_zone"])
    .select(sql<number>`length(example.code_content)`.as("code_points"))
    .compile(),
);

const insertProgress = preparedQuery<FirstSave, never>((db, value) =>
  sql<never>`
    insert into progress (user_id, example_id, percent, saved_at, code_version)
    values (${value("userId")}, ${value("exampleId")}, 0, ${value("at")}, ${value("codeVersion")})
    on conflict (user_id, example_id) do nothing`.compile(db),
);

type TimesOfVersion = LockedTimes & Pick<Selectable<ProgressTable>, "code_version">;

const selectTimes = preparedQuery<LearnerAndExample, TimesOfVersion>((db, value) =>
  db
    .selectFrom("progress")
    .select([
      "completed_at",
      "completed_day",
      "best_time_ms",
      "best_at",
      "best_unchecked_because",
      "checked_best_ms",
    ])
    .select(["checked_best_at", "last_time_ms", "last_at", "code_version"])
    .select((eb) =>
      eb
        .selectFrom("removed_time")
        .select((max) => max.fn.max("removed_time.time_ms").as("ms"))
        .where("removed_time.example_id", "=", value("exampleId"))
        .where("removed_time.user_id", "=", value("userId"))
        .whereRef("removed_time.code_version", "=", "progress.code_version")
        .as("removed_ms"),
    )
    .where("user_id", "=", value("userId"))
    .where("example_id", "=", value("exampleId"))
    .forUpdate()
    .compile(),
);
