// The example with which a learner continues.

import { preparedQuery } from "../prepared-query.ts";
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
  // Both at once, so that PostgreSQL gets them in one round trip.
  const [unfinished, last] = await Promise.all([
    unfinishedCourses(db, { userId }),
    courseOfLastSave(db, { userId }),
  ]);
  const [first] = unfinished.rows;
  if (first === undefined) return null;
  const [current] = last.rows;
  const course = (current && unfinished.rows.find((other) => !isBefore(other, current))) ?? first;
  const lesson = (await firstUnfinishedLesson(db, { userId, courseId: course.id })).rows[0];
  if (lesson === undefined) return null;
  const example = (await firstOpenExample(db, { userId, lessonId: lesson.id })).rows[0];
  return example === undefined ? null : { exampleId: example.id, lessonId: lesson.id };
}

type Of = { readonly userId: number };
type CourseInOrder = { readonly id: number; readonly order_index: number };

function isBefore(one: CourseInOrder, other: CourseInOrder): boolean {
  return one.order_index < other.order_index || (one.order_index === other.order_index && one.id < other.id);
}

const unfinishedCourses = preparedQuery<Of, CourseInOrder>((db, value) =>
  db
    .selectFrom("course")
    .innerJoin("course_total", "course_total.course_id", "course.id")
    .leftJoin("learner_course", (join) =>
      join
        .onRef("learner_course.course_id", "=", "course.id")
        .on("learner_course.user_id", "=", value("userId")),
    )
    .select(["course.id", "course.order_index"])
    .where("course.published", "=", 1)
    .where("course_total.examples", ">", completedIn("course", value("userId")))
    .orderBy("course.order_index")
    .orderBy("course.id")
    .compile(),
);

const courseOfLastSave = preparedQuery<Of, CourseInOrder>((db, value) =>
  db
    .selectFrom("progress")
    .innerJoin("example", "example.id", "progress.example_id")
    .innerJoin("chapter", "chapter.id", "example.chapter_id")
    .innerJoin("lesson", "lesson.id", "chapter.lesson_id")
    .innerJoin("course", "course.id", "lesson.course_id")
    .select(["course.id", "course.order_index"])
    .where("progress.user_id", "=", value("userId"))
    .where("course.published", "=", 1)
    .orderBy("progress.saved_at", "desc")
    .limit(1)
    .compile(),
);

const firstUnfinishedLesson = preparedQuery<Of & { readonly courseId: number }, { readonly id: number }>(
  (db, value) =>
    db
      .selectFrom("lesson")
      .innerJoin("lesson_total", "lesson_total.lesson_id", "lesson.id")
      .leftJoin("learner_lesson", (join) =>
        join
          .onRef("learner_lesson.lesson_id", "=", "lesson.id")
          .on("learner_lesson.user_id", "=", value("userId")),
      )
      .select("lesson.id")
      .where("lesson.course_id", "=", value("courseId"))
      .where("lesson_total.examples", ">", completedIn("lesson", value("userId")))
      .orderBy("lesson.order_index")
      .orderBy("lesson.id")
      .limit(1)
      .compile(),
);

const firstOpenExample = preparedQuery<Of & { readonly lessonId: number }, { readonly id: number }>(
  (db, value) =>
    db
      .selectFrom("chapter")
      .innerJoin("example", "example.chapter_id", "chapter.id")
      .leftJoin("progress", (join) =>
        join.onRef("progress.example_id", "=", "example.id").on("progress.user_id", "=", value("userId")),
      )
      .select("example.id")
      .where("chapter.lesson_id", "=", value("lessonId"))
      .where("progress.completed_at", "is", null)
      .orderBy("chapter.order_index")
      .orderBy("chapter.id")
      .orderBy("example.order_index")
      .orderBy("example.id")
      .limit(1)
      .compile(),
);
