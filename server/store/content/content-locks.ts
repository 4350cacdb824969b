// Where content hangs, and how whoever changes it holds it: first the course (one author at a time, which learners don't
// notice), then the examples concerned (learners finishing one of them wait, and then find it changed).

import type { Tx } from "../store.ts";

/** Of a lesson, a chapter or an example. */
export type Place = { readonly courseId: number; readonly lessonId: number };

/** Holds the course; null when there is none. */
export function lockCourse(tx: Tx, courseId: number): Promise<Pick<Place, "courseId"> | null> {
  return lockCourseOf(tx, () => findCourse(tx, courseId));
}

/** Holds the course of the lesson; null when there is none. */
export function lockLesson(tx: Tx, lessonId: number): Promise<Place | null> {
  return lockCourseOf(tx, () => findLesson(tx, lessonId));
}

/** Holds the course of the chapter; null when there is none. */
export function lockChapter(tx: Tx, chapterId: number): Promise<Place | null> {
  return lockCourseOf(tx, () => findChapter(tx, chapterId));
}

/** Holds the course of the example, not the example; null when there is none. */
export function lockExample(tx: Tx, exampleId: number): Promise<Place | null> {
  return lockCourseOf(tx, () => findExample(tx, exampleId));
}

type ExampleScope = "example.id" | "example.chapter_id" | "chapter.lesson_id" | "lesson.course_id";

/** The ids, in ascending order, so that two authors lock in the same order. */
export async function lockExamples(tx: Tx, scope: ExampleScope, id: number): Promise<readonly number[]> {
  const rows = await tx
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .select("example.id")
    .where(scope, "=", id)
    .orderBy("example.id")
    .forUpdate("example")
    .execute();
  return rows.map((row) => row.id);
}

/** Looks where something hangs, locks that course, and looks again: it may have moved meanwhile. */
async function lockCourseOf<P extends Pick<Place, "courseId">>(
  tx: Tx,
  look: () => Promise<P | undefined>,
): Promise<P | null> {
  let locked: number | null = null;
  for (;;) {
    const place = await look();
    if (!place) return null;
    if (place.courseId === locked) return place;
    // Not `for update`, which would also hold up learners who begin the course.
    await tx.selectFrom("course").select("id").where("id", "=", place.courseId).forNoKeyUpdate().execute();
    locked = place.courseId;
  }
}

async function findCourse(tx: Tx, courseId: number): Promise<Pick<Place, "courseId"> | undefined> {
  return tx.selectFrom("course").select("id as courseId").where("id", "=", courseId).executeTakeFirst();
}

async function findLesson(tx: Tx, lessonId: number): Promise<Place | undefined> {
  return tx
    .selectFrom("lesson")
    .select(["id as lessonId", "course_id as courseId"])
    .where("id", "=", lessonId)
    .executeTakeFirst();
}

async function findChapter(tx: Tx, chapterId: number): Promise<Place | undefined> {
  return tx
    .selectFrom("chapter")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .select(["lesson.id as lessonId", "lesson.course_id as courseId"])
    .where("chapter.id", "=", chapterId)
    .executeTakeFirst();
}

async function findExample(tx: Tx, exampleId: number): Promise<Place | undefined> {
  return tx
    .selectFrom("example")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .select(["lesson.id as lessonId", "lesson.course_id as courseId"])
    .where("example.id", "=", exampleId)
    .executeTakeFirst();
}
