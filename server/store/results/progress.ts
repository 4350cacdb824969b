// What learners did. One attempt counts once, over both calls and in any order; the saved share never goes down; what
// is completed stays completed.
//
// Who records locks, on PostgreSQL, first the example (against authors who change or delete it), then the learner's own
// row of it (against himself in another tab), and only then touches what others share; always in the same order.

import { type RawBuilder, sql } from "kysely";
import { type Found, findAttempt, insertAttempt, noteErrors } from "./attempts.ts";
import { dialectOf } from "../dialect-forks.ts";
import { preparedQuery, type ValueOf } from "../prepared-query.ts";
import type { Read, Tx } from "../store.ts";
import { moveTime } from "./time-counts.ts";
import { addToExample, addToLearner } from "./totals.ts";

/** What both calls say about a run. */
type Run = {
  readonly userId: number;
  readonly exampleId: number;
  /** A UUID made at the first key; null: an old client. */
  readonly attemptId: string | null;
  /** The version of the code that the learner saw; null: the present one. */
  readonly codeVersion: number | null;
  /** When the run ended. At most `at`. */
  readonly endedAt: number;
  /** Now. */
  readonly at: number;
};

export type ProgressSave = Run & {
  readonly percent: number;
  readonly accuracy: number;
  readonly errors: number;
  readonly isComplete: boolean;
  /** Counts only with `isComplete`; null: completes without a time. */
  readonly timeMs: number | null;
};

export type CompletionSave = Run & {
  readonly timeMs: number | null;
};

export type Completed = {
  readonly kind: "completed";
  readonly bestTimeMs: number | null;
  readonly lastTimeMs: number | null;
  /** The time beat the learner's best, or was the first. */
  readonly isRecord: boolean;
};

/** No such example, or of a draft. */
type Unknown = { readonly kind: "unknown" };

/** Keeps an autosave, or a completion when `isComplete`. */
export async function recordProgress(
  tx: Tx,
  save: ProgressSave,
): Promise<{ readonly kind: "saved" } | Completed | Unknown> {
  return save.isComplete ? complete(tx, save) : autosave(tx, save);
}

/**
 * Keeps an autosave of an example that the learner has begun, in one statement where the database has it. False, and
 * nothing is kept, when he has not, when there is no such example, or when somebody holds his row at this moment:
 * `recordProgress` tells which, and waits.
 */
export async function continueProgress(tx: Tx, save: ProgressSave): Promise<boolean> {
  if (dialectOf(tx) === "postgres") return (await raiseAndNote(tx, save)).rows.length > 0;
  if (!(await raise(tx, save)).numAffectedRows) return false;
  await noteActivity(tx, save);
  return true;
}

/** Keeps a completion. A repeat of an attempt changes nothing and gets the first answer. */
export async function recordCompletion(tx: Tx, save: CompletionSave): Promise<Completed | Unknown> {
  return complete(tx, { ...save, accuracy: null, errors: null });
}

/**
 * Where a learner goes on: the first example not completed, in order, of the published course in which he last saved
 * anything (else of the first); if that is done, of the next unfinished one, wrapping round. null: nothing is left.
 */
export async function nextExample(
  db: Read,
  userId: number,
): Promise<{ readonly exampleId: number; readonly lessonId: number } | null> {
  const unfinished = await unfinishedCourses(db, userId);
  if (unfinished.length === 0) return null;
  const present = await courseOfLastSave(db, userId);
  const course = (present && unfinished.find((other) => !isBefore(other, present))) ?? unfinished[0];
  const lessonId = await firstUnfinishedLesson(db, userId, (course as InOrder).id);
  return lessonId === null ? null : firstOpenExample(db, userId, lessonId);
}

// ---------------------------------------------------------------- autosaves

async function autosave(tx: Tx, save: ProgressSave): Promise<{ readonly kind: "saved" } | Unknown> {
  if (await continueProgress(tx, save)) return { kind: "saved" };
  const target = await lockTarget(tx, save);
  if (!target) return { kind: "unknown" };
  const begun = await beginProgress(tx, save);
  await raise(tx, save);
  if (begun) {
    await addToExample(tx, save.exampleId, { begun: 1 });
    await addToLearner(tx, save.userId, target, { begun: 1, completed: 0 });
  }
  await noteActivity(tx, save);
  return { kind: "saved" };
}

/** A save that lies behind what is stored moves nothing but the time. */
function raised(value: ValueOf<ProgressSave>): RawBuilder<unknown> {
  const isAhead = sql`progress.completed_at is null and progress.percent <= ${value("percent")}`;
  return sql`
      percent = case when ${isAhead} then ${value("percent")} else progress.percent end,
      accuracy = case when ${isAhead} then ${value("accuracy")} else progress.accuracy end,
      errors = case when ${isAhead} then ${value("errors")} else progress.errors end,
      saved_at = ${laterOf("progress.saved_at", value("at"))}`;
}

function isPublished(exampleId: unknown): RawBuilder<unknown> {
  return sql`exists (
      select 1 from example
      join chapter on chapter.id = example.chapter_id
      join lesson on lesson.id = chapter.lesson_id
      join course on course.id = lesson.course_id
      where example.id = ${exampleId} and course.published = 1
    )`;
}

function raising(value: ValueOf<ProgressSave>): RawBuilder<unknown> {
  return sql`
    update progress set ${raised(value)}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")} and ${isPublished(value("exampleId"))}`;
}

const raise = preparedQuery<ProgressSave, never>((db, value) => sql<never>`${raising(value)}`.compile(db));

const savedTypes = {
  userId: "integer",
  exampleId: "integer",
  percent: "integer",
  accuracy: "integer",
  errors: "integer",
  at: "bigint",
} as const;
const savedNames = Object.keys(savedTypes) as (keyof typeof savedTypes)[];

const raiseAndNote = preparedQuery<ProgressSave, { user_id: number }>(
  (db, value) =>
    sql<{ user_id: number }>`
    with raised as (${raising(value)} returning user_id),
    noted as (
      insert into activity (user_id, last_active_at) select user_id, cast(${value("at")} as bigint) from raised ${noteLater}
    )
    select user_id from raised`.compile(db),
  {
    types: savedTypes,
    apart: "userId",
    // Rows that somebody else holds are left to a unit of their own, so that nobody waits here and no two lock each
    // other out; so is a learner's very first save.
    build: (db, asked) =>
      sql<{ place: number; user_id: number }>`
    with mine as (
      select asked.place, ${sql.join(savedNames.map((name) => sql.ref(`asked.${name}`)))} from ${asked}
      join progress on progress.user_id = ${sql.ref("asked.userId")} and progress.example_id = ${sql.ref("asked.exampleId")}
      join activity on activity.user_id = ${sql.ref("asked.userId")}
      where ${isPublished(sql.ref("asked.exampleId"))}
      for no key update of progress, activity skip locked
    ),
    raised as (
      update progress set ${raised((name) => sql.ref(`mine.${name}`) as never)} from mine
      where progress.user_id = ${sql.ref("mine.userId")} and progress.example_id = ${sql.ref("mine.exampleId")}
      returning mine.place, progress.user_id
    ),
    noted as (
      update activity set last_active_at = mine.at from mine
      where activity.user_id = ${sql.ref("mine.userId")} and activity.last_active_at < mine.at
    )
    select place, user_id from raised`.compile(db),
  },
);

// Not Kysely's own `case`, which writes numbers into the text, so that each would be a statement of its own.
function laterOf(column: string, at: number): RawBuilder<number> {
  return sql`case when ${sql.ref(column)} < ${at} then ${at} else ${sql.ref(column)} end`;
}

// ---------------------------------------------------------------- completions

type Finish = CompletionSave & { readonly accuracy: number | null; readonly errors: number | null };

async function complete(tx: Tx, run: Finish): Promise<Completed | Unknown> {
  const target = await lockTarget(tx, run);
  if (!target) return { kind: "unknown" };
  const begun = await beginProgress(tx, run);
  const before = await lockProgress(tx, run);
  const seen = begun ? null : await findAttempt(tx, run);
  if (seen) {
    if (seen.errors === null && run.errors !== null) await addErrors(tx, run, seen, target.codeVersion);
    return { kind: "completed", ...seen.answer };
  }
  const isOnPresentText = run.codeVersion === null || run.codeVersion === target.codeVersion;
  const after = withRun(before, run, isOnPresentText);
  const isRecord = after.bestTimeMs !== before.bestTimeMs;
  const answer = { bestTimeMs: after.bestTimeMs, lastTimeMs: after.lastTimeMs, isRecord };
  await insertAttempt(tx, run, isOnPresentText ? target.codeVersion : null, answer);
  await stand(tx, { ...run, ...after });
  await addToExample(tx, run.exampleId, {
    begun: begun ? 1 : 0,
    completions: before.completedAt === null ? 1 : 0,
    timed: isRecord && before.bestTimeMs === null ? 1 : 0,
    sum_best_ms: (after.bestTimeMs ?? 0) - (before.bestTimeMs ?? 0),
    attempts: isOnPresentText && run.errors !== null ? 1 : 0,
    errors: isOnPresentText ? (run.errors ?? 0) : 0,
  });
  await addToLearner(tx, run.userId, target, {
    begun: begun ? 1 : 0,
    completed: before.completedAt === null ? 1 : 0,
  });
  if (isRecord) await moveTime(tx, run.exampleId, before.bestTimeMs, after.bestTimeMs);
  await noteActivity(tx, run);
  return { kind: "completed", ...answer };
}

/** A repeat that knows how many errors the run had, where the first call did not: nothing of the answer changes. */
async function addErrors(tx: Tx, run: Finish, seen: Found, codeVersion: number): Promise<void> {
  await noteErrors(tx, run, seen);
  await tx
    .updateTable("progress")
    .set({ errors: run.errors, accuracy: run.accuracy })
    .where("user_id", "=", run.userId)
    .where("example_id", "=", run.exampleId)
    .where("errors", "is", null)
    .execute();
  if (seen.codeVersion === codeVersion) {
    await addToExample(tx, run.exampleId, { attempts: 1, errors: run.errors ?? 0 });
  }
}

/** Where a learner stands with an example. */
type Standing = {
  readonly completedAt: number | null;
  readonly bestTimeMs: number | null;
  readonly bestAt: number | null;
  readonly lastTimeMs: number | null;
  readonly lastAt: number | null;
};

function withRun(before: Standing, run: Finish, isOnPresentText: boolean): Standing {
  const completed = { ...before, completedAt: before.completedAt ?? run.endedAt };
  if (run.timeMs === null || !isOnPresentText) return completed;
  return {
    ...completed,
    ...bestOf(before, run.timeMs, run.endedAt),
    ...lastOf(before, run.timeMs, run.endedAt),
  };
}

function bestOf(before: Standing, timeMs: number, endedAt: number) {
  const isBetter = before.bestTimeMs === null || timeMs < before.bestTimeMs;
  // The same time, reached earlier but arriving later: earlier comes first on the board.
  const isEarlier = timeMs === before.bestTimeMs && endedAt < (before.bestAt as number);
  if (isBetter || isEarlier) return { bestTimeMs: timeMs, bestAt: endedAt };
  return { bestTimeMs: before.bestTimeMs, bestAt: before.bestAt };
}

function lastOf(before: Standing, timeMs: number, endedAt: number) {
  if (before.lastAt === null || endedAt >= before.lastAt) return { lastTimeMs: timeMs, lastAt: endedAt };
  return { lastTimeMs: before.lastTimeMs, lastAt: before.lastAt };
}

const stand = preparedQuery<Finish & Standing, never>((db, value) =>
  sql<never>`
    update progress set
      percent = 100,
      accuracy = coalesce(${value("accuracy")}, accuracy),
      errors = coalesce(${value("errors")}, errors),
      completed_at = ${value("completedAt")},
      best_time_ms = ${value("bestTimeMs")}, best_at = ${value("bestAt")},
      last_time_ms = ${value("lastTimeMs")}, last_at = ${value("lastAt")},
      saved_at = ${laterOf("saved_at", value("at"))}
    where user_id = ${value("userId")} and example_id = ${value("exampleId")}`.compile(db),
);

// ---------------------------------------------------------------- what both need

export type Target = {
  readonly exampleId: number;
  readonly codeVersion: number;
  readonly lessonId: number;
  readonly courseId: number;
};

type Asked = Pick<Run, "userId" | "exampleId">;

const targetOf = preparedQuery<Asked, Target>((db, value) =>
  db
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .innerJoin("account", (join) => join.on("account.id", "=", value("userId")))
    .select([
      "example.id as exampleId",
      "example.code_version as codeVersion",
      "chapter.lesson_id as lessonId",
      "lesson.course_id as courseId",
    ])
    .where("example.id", "=", value("exampleId"))
    .where("course.published", "=", 1)
    .compile(),
);

const lock = preparedQuery<Asked, { id: number }>((db, value) =>
  db
    .selectFrom("example")
    .innerJoin("account", (join) => join.on("account.id", "=", value("userId")))
    .select("example.id")
    .where("example.id", "=", value("exampleId"))
    .forShare("example")
    .forKeyShare("account")
    .compile(),
);

/** The example, held as it is until the unit ends; null when it or the learner is gone, or the course is a draft. */
async function lockTarget(tx: Tx, run: Run): Promise<Target | null> {
  await lock(tx, run);
  // Asked anew: while this waited for the lock, an author may have hung the example's chapter elsewhere, and a question
  // sees what was there when it began.
  return (await targetOf(tx, run)).rows[0] ?? null;
}

const begin = preparedQuery<Run, never>((db, value) =>
  sql<never>`
    insert into progress (user_id, example_id, percent, saved_at)
    values (${value("userId")}, ${value("exampleId")}, 0, ${value("at")})
    on conflict (user_id, example_id) do nothing`.compile(db),
);

/** True when this was the learner's first save of the example. */
async function beginProgress(tx: Tx, run: Run): Promise<boolean> {
  return Boolean((await begin(tx, run)).numAffectedRows);
}

const standingOf = preparedQuery<Asked, Standing>((db, value) =>
  db
    .selectFrom("progress")
    .select([
      "completed_at as completedAt",
      "best_time_ms as bestTimeMs",
      "best_at as bestAt",
      "last_time_ms as lastTimeMs",
      "last_at as lastAt",
    ])
    .where("user_id", "=", value("userId"))
    .where("example_id", "=", value("exampleId"))
    .forUpdate()
    .compile(),
);

/** The learner's row, held until the unit ends. There is one: it was begun, and the example cannot go meanwhile. */
async function lockProgress(tx: Tx, run: Run): Promise<Standing> {
  return (await standingOf(tx, run)).rows[0] as Standing;
}

const noteLater = sql`
  on conflict (user_id) do update set last_active_at = excluded.last_active_at
  where activity.last_active_at < excluded.last_active_at`;

const noteActivity = preparedQuery<Run, never>((db, value) =>
  sql<never>`
    insert into activity (user_id, last_active_at) values (${value("userId")}, ${value("at")}) ${noteLater}
  `.compile(db),
);

// ---------------------------------------------------------------- going on

type InOrder = { readonly id: number; readonly order: number };

function isBefore(one: InOrder, other: InOrder): boolean {
  return one.order < other.order || (one.order === other.order && one.id < other.id);
}

async function unfinishedCourses(db: Read, userId: number): Promise<readonly InOrder[]> {
  return db
    .selectFrom("course")
    .innerJoin("course_total", "course_total.course_id", "course.id")
    .leftJoin("learner_course", (join) =>
      join.onRef("learner_course.course_id", "=", "course.id").on("learner_course.user_id", "=", userId),
    )
    .select(["course.id", "course.order_index as order"])
    .where("course.published", "=", 1)
    .where((eb) => eb("course_total.examples", ">", eb.fn.coalesce("learner_course.completed", eb.lit(0))))
    .orderBy("course.order_index")
    .orderBy("course.id")
    .execute();
}

async function courseOfLastSave(db: Read, userId: number): Promise<InOrder | undefined> {
  return db
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select(["course.id", "course.order_index as order"])
    .where("progress.user_id", "=", userId)
    .where("course.published", "=", 1)
    .orderBy("progress.saved_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function firstUnfinishedLesson(db: Read, userId: number, courseId: number): Promise<number | null> {
  const row = await db
    .selectFrom("lesson")
    .innerJoin("lesson_total", "lesson_total.lesson_id", "lesson.id")
    .leftJoin("learner_lesson", (join) =>
      join.onRef("learner_lesson.lesson_id", "=", "lesson.id").on("learner_lesson.user_id", "=", userId),
    )
    .select("lesson.id")
    .where("lesson.course_id", "=", courseId)
    .where((eb) => eb("lesson_total.examples", ">", eb.fn.coalesce("learner_lesson.completed", eb.lit(0))))
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function firstOpenExample(
  db: Read,
  userId: number,
  lessonId: number,
): Promise<{ readonly exampleId: number; readonly lessonId: number } | null> {
  const row = await db
    .selectFrom("chapter")
    .innerJoin("example", "example.chapter_id", "chapter.id")
    .leftJoin("progress", (join) =>
      join.onRef("progress.example_id", "=", "example.id").on("progress.user_id", "=", userId),
    )
    .select("example.id")
    .where("chapter.lesson_id", "=", lessonId)
    .where("progress.completed_at", "is", null)
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .orderBy("example.order_index")
    .orderBy("example.id")
    .limit(1)
    .executeTakeFirst();
  return row ? { exampleId: row.id, lessonId } : null;
}
