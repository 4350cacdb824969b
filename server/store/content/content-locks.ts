// Locks of PostgreSQL, always taken in this order, so that no two transactions deadlock (SQLite has only one writer):
//
//  1. the content lock, in every transaction that deletes or moves content, changes code, or changes something below a
//     course. While it is held, no content changes its place, and no other transaction clears (`clearing.ts`).
//  2. the courses concerned, in ascending order of their ids. This does not block learners.
//  3. the examples concerned, in ascending order: `for update` by admins, `for share` by learners' saves.
//  4. the learner's account, `for share` by their saves. Clearing locks the accounts of a batch `for no key update`, and
//     leaves out those that another transaction holds. Neither blocks a log-in.
//  5. the learner's row in `progress`, then their attempts, runs and removed times of the example.
//  6. rows that learners share: `example_total`, then for the lesson and then for the course the learner's rollup and
//     the totals, then `time_count`, then the learner's `activity`. Several rows of one table in ascending order.
//  7. what memory keeps of the learner: after `activity`, which no two of their runs hold at once, in any order; cards in
//     ascending order of their constructs. A run from memory first takes its row of `review_run`.

import type { Kind } from "@tabstop/course/course";
import type { Tx } from "../store.ts";

/** The course and the lesson that a lesson, chapter or example belongs to; a lesson belongs to itself here. */
export type Place = { readonly courseId: number; readonly lessonId: number };
type PlaceOf = {
  readonly course: Pick<Place, "courseId">;
  readonly lesson: Place;
  readonly chapter: Place;
  readonly example: Place;
};

/** Takes the content lock. False when another transaction holds it and `wait` is false. */
export async function lockContentTree(tx: Tx, { wait = true } = {}): Promise<boolean> {
  const lock = tx.selectFrom("content_lock").select("id").forUpdate();
  const row = await (wait ? lock : lock.skipLocked()).executeTakeFirst();
  return row !== undefined;
}

/** Locks the course that the content belongs to, but no example. Returns null when the content does not exist. */
export async function lockContent<K extends Kind>(tx: Tx, kind: K, id: number): Promise<PlaceOf[K] | null> {
  // The place of a course cannot change.
  if (kind !== "course") await lockContentTree(tx);
  const place = await findPlace[kind](tx, id);
  return place && (await lockInOrder(tx, [place.courseId])) ? place : null;
}

/** Locks content and another parent for it. Each place is null when that content does not exist. */
export async function lockMove<K extends Kind, P extends Kind>(
  tx: Tx,
  content: { readonly kind: K; readonly id: number },
  parent: { readonly kind: P; readonly id: number },
): Promise<{ readonly from: PlaceOf[K] | null; readonly to: PlaceOf[P] | null }> {
  await lockContentTree(tx);
  const from = (await findPlace[content.kind](tx, content.id)) ?? null;
  const to = (await findPlace[parent.kind](tx, parent.id)) ?? null;
  await lockInOrder(
    tx,
    [from, to].flatMap((place) => (place ? [place.courseId] : [])),
  );
  return { from, to };
}

/** True when all of these courses exist. */
async function lockInOrder(tx: Tx, courseIds: readonly number[]): Promise<boolean> {
  const ids = [...new Set(courseIds)];
  if (ids.length === 0) return true;
  // Not `for update`, which would also block learners who start the course.
  const rows = await tx
    .selectFrom("course")
    .select("id")
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.length === ids.length;
}

/** Locks all examples in it and returns their ids in ascending order, so that two admins lock in the same order. */
export async function lockExamplesIn(tx: Tx, kind: Kind, id: number): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .select("example.id")
    .where(keyOf[kind], "=", id)
    .orderBy("example.id")
    .forUpdate("example")
    .execute();
  return rows.map((row) => row.id);
}

const keyOf = {
  course: "lesson.course_id",
  lesson: "chapter.lesson_id",
  chapter: "example.chapter_id",
  example: "example.id",
} as const;

const findPlace: { readonly [K in Kind]: (tx: Tx, id: number) => Promise<PlaceOf[K] | undefined> } = {
  course: (tx, id) =>
    tx.selectFrom("course").select("id as courseId").where("id", "=", id).executeTakeFirst(),
  lesson: (tx, id) =>
    tx
      .selectFrom("lesson")
      .select(["course_id as courseId", "id as lessonId"])
      .where("id", "=", id)
      .executeTakeFirst(),
  chapter: (tx, id) =>
    tx
      .selectFrom("chapter")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .select(["lesson.course_id as courseId", "lesson.id as lessonId"])
      .where("chapter.id", "=", id)
      .executeTakeFirst(),
  example: (tx, id) =>
    tx
      .selectFrom("example")
      .innerJoin("chapter", "chapter.id", "example.chapter_id")
      .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
      .select(["lesson.course_id as courseId", "lesson.id as lessonId"])
      .where("example.id", "=", id)
      .executeTakeFirst(),
};
