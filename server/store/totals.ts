// The sums of what learners did, by example, lesson and course, and the tables behind them: one row for each learner
// and lesson or course that he has begun. All derived from `progress` and `attempt`; `recount` rebuilds them.
//
// Always in the same order: the example, the learner's lesson, the lesson, the learner's course, the course.

import { type RawBuilder, sql } from "kysely";
import type { ExampleTotalTable } from "./schema.ts";
import type { Tx } from "./store.ts";

/** What is counted of a lesson and of a course, alike. */
export const parents = [
  { kind: "lesson", total: "lesson_total", learner: "learner_lesson", key: "lesson_id" },
  { kind: "course", total: "course_total", learner: "learner_course", key: "course_id" },
] as const;
export type Parent = (typeof parents)[number];

type ExampleChange = Partial<Omit<ExampleTotalTable, "example_id">>;
type LearnerChange = { readonly begun: number; readonly completed: number };

export async function addToExample(tx: Tx, exampleId: number, change: ExampleChange): Promise<void> {
  const moved = Object.entries(change).filter(([, by]) => by !== 0);
  if (moved.length === 0) return;
  const sets = moved.map(([column, by]) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${by}`);
  await sql`update example_total set ${sql.join(sets)} where example_id = ${exampleId}`.execute(tx);
}

export async function addToLearner(
  tx: Tx,
  userId: number,
  place: { readonly lessonId: number; readonly courseId: number },
  change: LearnerChange,
): Promise<void> {
  if (change.begun === 0 && change.completed === 0) return;
  for (const parent of parents) {
    const id = parent.kind === "lesson" ? place.lessonId : place.courseId;
    await addToParent(tx, parent, id, userId, change);
  }
}

async function addToParent(
  tx: Tx,
  parent: Parent,
  id: number,
  userId: number,
  change: LearnerChange,
): Promise<void> {
  const learner = sql.table(parent.learner);
  const key = sql.ref(parent.key);
  const add = sql`
    update ${learner} set begun = begun + ${change.begun}, completed = completed + ${change.completed}
    where user_id = ${userId} and ${key} = ${id}`;
  if ((await add.execute(tx)).numAffectedRows) return;
  const { numAffectedRows } = await sql`
    insert into ${learner} (user_id, ${key}, begun, completed)
    values (${userId}, ${id}, ${change.begun}, ${change.completed})
    on conflict do nothing`.execute(tx);
  // In vain: another of the learner's tabs was first.
  if (!numAffectedRows) await add.execute(tx);
  else await addLearners(tx, parent, id, 1);
}

export async function addLearners(tx: Tx, parent: Parent, id: number, by: number): Promise<void> {
  await sql`
    update ${sql.table(parent.total)} set learners = learners + ${by} where ${sql.ref(parent.key)} = ${id}
  `.execute(tx);
}

export async function addExamples(tx: Tx, parent: Parent, id: number, by: number): Promise<void> {
  await sql`
    update ${sql.table(parent.total)} set examples = examples + ${by} where ${sql.ref(parent.key)} = ${id}
  `.execute(tx);
}

/** A table of `user_id`, `begun` and `completed`. */
export type Shares = RawBuilder<unknown>;

/** Puts what learners did in some examples to a lesson or course that these come into. */
export async function addShares(tx: Tx, parent: Parent, id: number, shares: Shares): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into ${sql.table(parent.learner)} (user_id, ${sql.ref(parent.key)}, begun, completed)
    select share.user_id, ${sql.lit(id)}, 0, 0 from ${shares} as share where true
    on conflict do nothing`.execute(tx);
  await moveShares(tx, parent, id, shares, sql`+`);
  await addLearners(tx, parent, id, Number(numAffectedRows ?? 0));
}

/** Takes what learners did in some examples from the lesson or course that these leave. */
export async function takeShares(tx: Tx, parent: Parent, id: number, shares: Shares): Promise<void> {
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
