// Learners' rollups of lessons and courses that are wrong for a while, because content in them was moved or deleted and
// the learners are recounted behind it (`content/clearing.ts`). `inexact_until` of the totals says so; readers then count
// from `progress` itself (`completedIn` in `totals.ts`).

import { sql } from "kysely";
import { forUpdate } from "../dialect-forks.ts";
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

const examplesPerRow = 20;

/** What the recount of one learner costs, as a multiple of what clearing a row costs. */
export async function recountCost(tx: Tx): Promise<number> {
  const { rows } = await sql<{ examples: number | null }>`
    select sum(examples) as examples from lesson_total where inexact_until is not null`.execute(tx);
  return 1 + Math.floor((rows[0]?.examples ?? 0) / examplesPerRow);
}

/**
 * Recounts the learners' rollups of all lessons and courses that are inexact. The caller holds the content lock and the
 * learners' accounts, so that neither the places of content nor the learners' progress change.
 */
export async function recountLearners(tx: Tx, userIds: readonly number[]): Promise<void> {
  const users = listOf(userIds);
  for (const parent of parents) {
    const ids = await lockInexact(tx, parent);
    if (ids.length > 0) await recountParents(tx, parent, listOf(ids), users);
  }
}

type List = ReturnType<typeof listOf>;

function listOf(ids: readonly number[]) {
  return sql`(${sql.join(ids.map((id) => sql.lit(id)))})`;
}

/** Locks all totals that are inexact, also those that this recount does not change: a later one may. */
async function lockInexact(tx: Tx, { total, key }: Parent): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(key)} as id from ${sql.table(total)} where inexact_until is not null
    order by 1 ${forUpdate(tx)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** One statement for all of them: an admin who puts a site in a new order makes hundreds inexact. */
async function recountParents(tx: Tx, parent: Parent, ids: List, users: List): Promise<void> {
  const { kind, learner, total } = parent;
  const key = sql.ref(parent.key);
  const before = await sql<{ id: number }>`
    delete from ${sql.table(learner)} where user_id in ${users} and ${key} in ${ids} returning ${key} as id
  `.execute(tx);
  const after = await sql<{ id: number }>`
    insert into ${sql.table(learner)} (user_id, ${key}, begun, completed)
    ${kind === "lesson" ? inLessons(ids, users) : inCourses(ids, users)} returning ${key} as id`.execute(tx);
  const changes = new Map<number, number>();
  for (const { id } of before.rows) changes.set(id, (changes.get(id) ?? 0) - 1);
  for (const { id } of after.rows) changes.set(id, (changes.get(id) ?? 0) + 1);
  for (const [id, by] of changes)
    if (by !== 0)
      await sql`
        update ${sql.table(total)} set learners = learners + ${sql.lit(by)} where ${key} = ${sql.lit(id)}`.execute(
        tx,
      );
}

// The first condition on examples finds a learner's rows by their key, instead of all rows of the examples.
function inLessons(ids: List, users: List) {
  return sql`
    select progress.user_id, chapter.lesson_id, count(*), count(progress.completed_at)
    from progress
    join example on example.id = progress.example_id
    join chapter on chapter.id = example.chapter_id
    where progress.user_id in ${users} and progress.example_id in (
      select example.id from example join chapter on chapter.id = example.chapter_id
      where chapter.lesson_id in ${ids}
    )
    group by progress.user_id, chapter.lesson_id`;
}

/** From the rollups of their lessons, which are exact: inexact ones were recounted before. */
function inCourses(ids: List, users: List) {
  return sql`
    select learner_lesson.user_id, lesson.course_id, sum(learner_lesson.begun), sum(learner_lesson.completed)
    from learner_lesson join lesson on lesson.id = learner_lesson.lesson_id
    where learner_lesson.user_id in ${users} and lesson.course_id in ${ids}
    group by learner_lesson.user_id, lesson.course_id`;
}
