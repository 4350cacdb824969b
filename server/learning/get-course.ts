// One published course with its lessons and the reader's own counts.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { getPublishedCourse } from "../store/content/content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";
import { courseSummary } from "./list-courses.ts";

/** Throws DomainError NOT_FOUND, also for drafts. */
export async function getCourse(
  { store }: { readonly store: Store },
  who: Principal,
  { courseId }: ParsedParams<"getCourse">,
): Promise<HandlerResult<"getCourse">> {
  const course = await store.read((db) => getPublishedCourse(db, who.userId, courseId));
  if (course === null) throw new DomainError("NOT_FOUND", "There is no such course.");
  return {
    ...courseSummary(course),
    lessons: course.lessons.map((lesson) => ({
      id: lesson.id,
      title: lesson.title,
      description: lesson.description,
      course_id: lesson.courseId,
      order_index: lesson.orderIndex,
      completed_examples: lesson.completedExamples,
      total_examples: lesson.totalExamples,
    })),
  };
}
