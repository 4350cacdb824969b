// The example with which a learner continues.

import type { Read } from "../store.ts";
import { completedIn } from "./totals.ts";

/**
 * The first example not completed, in order, of the published course in which the learner last saved anything (else of
 * the first course); if that course is done, of the next unfinished one, wrapping round. null when every example is
 * completed.
 */
export async function nextExample(
  db: Read,
  userId: number,
): Promise<{ readonly exampleId: number; readonly lessonId: number } | null> {
  const unfinished = await unfinishedCourses(db, userId);
  if (unfinished.length === 0) return null;
  const current = await courseOfLastSave(db, userId);
  const course = (current && unfinished.find((other) => !isBefore(other, current))) ?? unfinished[0];
  const lessonId = await firstUnfinishedLesson(db, userId, (course as CourseInOrder).id);
  return lessonId === null ? null : firstOpenExample(db, userId, lessonId);
}

type CourseInOrder = { readonly id: number; readonly order_index: number };

function isBefore(one: CourseInOrder, other: CourseInOrder): boolean {
  return one.order_index < other.order_index || (one.order_index === other.order_index && one.id < other.id);
}

async function unfinishedCourses(db: Read, userId: number): Promise<readonly CourseInOrder[]> {
  return db
    .selectFrom("course")
    .innerJoin("course_total", "course_total.course_id", "course.id")
    .leftJoin("learner_course", (join) =>
      join.onRef("learner_course.course_id", "=", "course.id").on("learner_course.user_id", "=", userId),
    )
    .select(["course.id", "course.order_index"])
    .where("course.published", "=", 1)
    .where("course_total.examples", ">", completedIn("course", userId))
    .orderBy("course.order_index")
    .orderBy("course.id")
    .execute();
}

async function courseOfLastSave(db: Read, userId: number): Promise<CourseInOrder | undefined> {
  return db
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select(["course.id", "course.order_index"])
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
    .where("lesson_total.examples", ">", completedIn("lesson", userId))
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
