// Rollups: sums over results, by example, lesson and course, and by learner and lesson or course. In their columns,
// `begun` counts what has progress. All are derived from `progress` and `attempt`; `recount` rebuilds them.
//
// `content-locks.ts` says in which order rows are locked.

import { type RawBuilder, sql } from "kysely";
import { preparedQuery } from "../prepared-query.ts";
import type { ExampleTotalTable } from "../schema.ts";
import type { Tx } from "../store.ts";

/** The tables of lessons and of courses, which have the same columns. */
export const parents = [
  { kind: "lesson", total: "lesson_total", learner: "learner_lesson", key: "lesson_id" },
  { kind: "course", total: "course_total", learner: "learner_course", key: "course_id" },
] as const;
export type Parent = (typeof parents)[number];

const noChange = { begun: 0, completions: 0, timed: 0, sum_best_ms: 0, attempts: 0, errors: 0 };
type ExampleChange = typeof noChange;

const addTo = preparedQuery<ExampleTotalTable, never>((db, value) =>
  sql<never>`
    update example_total set
      begun = begun + ${value("begun")}, completions = completions + ${value("completions")},
      timed = timed + ${value("timed")}, sum_best_ms = sum_best_ms + ${value("sum_best_ms")},
      attempts = attempts + ${value("attempts")}, errors = errors + ${value("errors")}
    where example_id = ${value("example_id")}`.compile(db),
);

export async function addToExample(tx: Tx, exampleId: number, change: Partial<ExampleChange>): Promise<void> {
  if (Object.values(change).every((by) => by === 0)) return;
  await addTo(tx, { ...noChange, ...change, example_id: exampleId });
}

type LearnerChange = { readonly begun: number; readonly completed: number };

export async function addToLearner(
  tx: Tx,
  userId: number,
  place: { readonly lesson_id: number; readonly course_id: number },
  change: LearnerChange,
): Promise<void> {
  if (change.begun === 0 && change.completed === 0) return;
  const [lesson, course] = learnerQueries;
  await addToParent(tx, lesson, { ...change, userId, id: place.lesson_id });
  await addToParent(tx, course, { ...change, userId, id: place.course_id });
}

type ParentChange = LearnerChange & { readonly userId: number; readonly id: number };
type LearnerQueries = ReturnType<typeof learnerQueriesOf>;

const learnerQueries = [learnerQueriesOf(parents[0]), learnerQueriesOf(parents[1])] as const;

function learnerQueriesOf(parent: Parent) {
  const learner = sql.table(parent.learner);
  const key = sql.ref(parent.key);
  return {
    parent,
    add: preparedQuery<ParentChange, never>((db, value) =>
      sql<never>`
        update ${learner} set begun = begun + ${value("begun")}, completed = completed + ${value("completed")}
        where user_id = ${value("userId")} and ${key} = ${value("id")}`.compile(db),
    ),
    insert: preparedQuery<ParentChange, never>((db, value) =>
      sql<never>`
        insert into ${learner} (user_id, ${key}, begun, completed)
        values (${value("userId")}, ${value("id")}, ${value("begun")}, ${value("completed")})
        on conflict do nothing`.compile(db),
    ),
  };
}

async function addToParent(tx: Tx, queries: LearnerQueries, change: ParentChange): Promise<void> {
  if ((await queries.add(tx, change)).numAffectedRows) return;
  const { numAffectedRows } = await queries.insert(tx, change);
  // No row inserted: a request from another of the learner's tabs was first.
  if (!numAffectedRows) await queries.add(tx, change);
  else await addLearners(tx, queries.parent, change.id, 1);
}

async function addLearners(tx: Tx, parent: Parent, id: number, by: number): Promise<void> {
  await sql`
    update ${sql.table(parent.total)} set learners = learners + ${by} where ${sql.ref(parent.key)} = ${id}
  `.execute(tx);
}

/** Adds to the number of examples of each of these lessons or courses, in ascending order. */
export async function addExamples(tx: Tx, parent: Parent, by: ReadonlyMap<number, number>): Promise<void> {
  for (const [id, n] of [...by].toSorted(([one], [other]) => one - other))
    await sql`
      update ${sql.table(parent.total)} set examples = examples + ${sql.lit(n)}
      where ${sql.ref(parent.key)} = ${sql.lit(id)}`.execute(tx);
}

/**
 * An expression for how many examples of a lesson or course a learner completed, for queries that have the content and
 * have joined its totals and the learner's rollup. Where the rollup is being corrected, it counts from `progress`.
 */
export function completedIn(kind: Parent["kind"], userId: number): RawBuilder<number> {
  const isInside = kind === "lesson" ? sql`chapter.lesson_id = lesson.id` : sql`lesson.course_id = course.id`;
  const lessons = kind === "lesson" ? sql`` : sql`join lesson on lesson.id = chapter.lesson_id`;
  return sql<number>`
    case when ${sql.ref(`${kind}_total.inexact_until`)} is null
      then coalesce(${sql.ref(`learner_${kind}.completed`)}, 0)
    else (
      select count(*) from progress
      join example on example.id = progress.example_id
      join chapter on chapter.id = example.chapter_id ${lessons}
      where progress.user_id = ${userId} and progress.completed_at is not null and ${isInside}
    ) end`;
}
