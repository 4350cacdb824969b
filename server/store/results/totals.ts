// Rollups: sums over results, by example, lesson and course, and by learner and lesson or course. In their columns,
// `begun` counts what has progress. All are derived from `progress` and `attempt`; `recount` rebuilds them.
//
// Rows are locked in a fixed order: the example, the learner's lesson, the lesson, the learner's course, the course.

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

export async function addExamples(tx: Tx, parent: Parent, id: number, by: number): Promise<void> {
  await sql`
    update ${sql.table(parent.total)} set examples = examples + ${by} where ${sql.ref(parent.key)} = ${id}
  `.execute(tx);
}

/** What each learner did in some examples: a table of `user_id`, `begun` and `completed`. */
export type Shares = RawBuilder<unknown>;

/** Adds the learners' shares of some examples to the lesson or course into which these are moved. */
export async function addToRollups(tx: Tx, parent: Parent, id: number, shares: Shares): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into ${sql.table(parent.learner)} (user_id, ${sql.ref(parent.key)}, begun, completed)
    select share.user_id, ${sql.lit(id)}, 0, 0 from ${shares} as share where true
    on conflict do nothing`.execute(tx);
  await moveShares(tx, parent, id, shares, sql`+`);
  await addLearners(tx, parent, id, Number(numAffectedRows ?? 0));
}

/** Subtracts the learners' shares of some examples from the lesson or course that these leave. */
export async function subtractFromRollups(tx: Tx, parent: Parent, id: number, shares: Shares): Promise<void> {
  await moveShares(tx, parent, id, shares, sql`-`);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(parent.learner)} where ${sql.ref(parent.key)} = ${id} and begun = 0
  `.execute(tx);
  await addLearners(tx, parent, id, -Number(numAffectedRows ?? 0));
}

async function moveShares(
  tx: Tx,
  parent: Parent,
  id: number,
  shares: Shares,
  sign: RawBuilder<unknown>,
): Promise<void> {
  const learner = sql.table(parent.learner);
  await sql`
    update ${learner} set begun = ${learner}.begun ${sign} share.begun,
      completed = ${learner}.completed ${sign} share.completed
    from ${shares} as share
    where ${learner}.user_id = share.user_id and ${learner}.${sql.ref(parent.key)} = ${id}
  `.execute(tx);
}
