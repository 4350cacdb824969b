// Locks for changing content, always taken in this order. First the course, so that only one admin changes it at a
// time; this lock does not block learners. Then the examples concerned, so that a learner who finishes one of them
// waits and then sees the change.

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

/** Locks the course that the content belongs to, but no example. Returns null when the content does not exist. */
export async function lockContent<K extends Kind>(tx: Tx, kind: K, id: number): Promise<PlaceOf[K] | null> {
  let locked: number | null = null;
  // The content may be moved to another course before the lock is taken, so its place is read again afterwards.
  for (;;) {
    const place = await findPlace[kind](tx, id);
    if (!place) return null;
    if (place.courseId === locked) return place;
    // Not `for update`, which would also block learners who start the course.
    await tx.selectFrom("course").select("id").where("id", "=", place.courseId).forNoKeyUpdate().execute();
    locked = place.courseId;
  }
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
