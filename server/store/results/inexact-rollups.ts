// Learners' rollups of lessons and courses that are wrong for a while, because content in them was moved or deleted and
// the learners are recounted behind it (`content/clearing.ts`). `inexact_until` of the totals says so; readers then count
// from `progress` itself (`completedIn` in `totals.ts`).

import { sql } from "kysely";
import type { Tx } from "../store.ts";
import { type Parent, parents } from "./totals.ts";

type Inexact = { readonly lessons?: readonly number[]; readonly courses?: readonly number[] };

/** `clearingId` is later than that of all work before it. Locks lessons before courses, each in ascending order. */
export async function setInexact(
  tx: Tx,
  clearingId: number,
  { lessons = [], courses = [] }: Inexact,
): Promise<void> {
  for (const parent of parents)
    for (const id of new Set((parent.kind === "lesson" ? lessons : courses).toSorted((a, b) => a - b)))
      await sql`
        update ${sql.table(parent.total)} set inexact_until = ${sql.lit(clearingId)}
        where ${sql.ref(parent.key)} = ${sql.lit(id)}`.execute(tx);
}

/** This work is done, and with it all before it. */
export async function finishRecount(tx: Tx, clearingId: number): Promise<void> {
  for (const { total } of parents)
    await sql`
      update ${sql.table(total)} set inexact_until = null where inexact_until = ${sql.lit(clearingId)}
    `.execute(tx);
}

/**
 * Recounts the learners' rollups of all lessons and courses that are inexact. The caller holds the content lock and the
 * learners' accounts, so that neither the places of content nor the learners' progress change.
 */
export async function recountLearners(tx: Tx, userIds: readonly number[]): Promise<void> {
  const users = sql`(${sql.join(userIds.map((id) => sql.lit(id)))})`;
  for (const parent of parents)
    for (const id of await inexactIds(tx, parent)) await recountParent(tx, parent, id, users);
}

async function inexactIds(tx: Tx, { total, key }: Parent): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(key)} as id from ${sql.table(total)} where inexact_until is not null order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function recountParent(
  tx: Tx,
  { kind, learner, total, key }: Parent,
  id: number,
  users: ReturnType<typeof sql>,
): Promise<void> {
  const { numAffectedRows: before } = await sql`
    delete from ${sql.table(learner)} where user_id in ${users} and ${sql.ref(key)} = ${sql.lit(id)}`.execute(
    tx,
  );
  const { numAffectedRows: after } = await sql`
    insert into ${sql.table(learner)} (user_id, ${sql.ref(key)}, begun, completed)
    ${kind === "lesson" ? inLesson(id, users) : inCourse(id, users)}`.execute(tx);
  const by = Number(after ?? 0) - Number(before ?? 0);
  if (by !== 0)
    await sql`
      update ${sql.table(total)} set learners = learners + ${sql.lit(by)} where ${sql.ref(key)} = ${sql.lit(id)}
    `.execute(tx);
}

function inLesson(id: number, users: ReturnType<typeof sql>) {
  return sql`
    select user_id, ${sql.lit(id)}, count(*), count(completed_at) from progress
    where user_id in ${users} and example_id in (
      select example.id from example join chapter on chapter.id = example.chapter_id
      where chapter.lesson_id = ${sql.lit(id)}
    )
    group by user_id`;
}

/** From the rollups of its lessons, which are exact: inexact ones were recounted before. */
function inCourse(id: number, users: ReturnType<typeof sql>) {
  return sql`
    select learner_lesson.user_id, ${sql.lit(id)}, sum(learner_lesson.begun), sum(learner_lesson.completed)
    from learner_lesson join lesson on lesson.id = learner_lesson.lesson_id
    where learner_lesson.user_id in ${users} and lesson.course_id = ${sql.lit(id)}
    group by learner_lesson.user_id`;
}
