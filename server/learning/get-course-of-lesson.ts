// Returns the course that a lesson belongs to, for a screen that was opened at the lesson.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { getCourseOfLesson as findCourseOfLesson } from "../store/content/published-content.ts";
import type { Store } from "../store/store.ts";
import { lessonUnknown } from "./get-lesson.ts";

/** Throws DomainError NOT_FOUND, also for lessons of unpublished courses. */
export async function getCourseOfLesson(
  { store }: { readonly store: Store },
  { lessonId }: ParsedParams<"getCourseOfLesson">,
): Promise<HandlerResult<"getCourseOfLesson">> {
  const course = await store.read((db) => findCourseOfLesson(db, lessonId));
  if (course === null) throw lessonUnknown();
  return course;
}
