// Returns the next lesson of the same course that has an example.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { nextLessonAfter } from "../store/content/published-content.ts";
import type { Store } from "../store/store.ts";
import { lessonUnknown } from "./get-lesson.ts";

/**
 * `lessonId` is null at the end of the course. Throws DomainError NOT_FOUND, also for lessons of unpublished courses.
 */
export async function getNextLesson(
  { store }: { readonly store: Store },
  { currentLessonId }: ParsedBody<"getNextLesson">,
): Promise<HandlerResult<"getNextLesson">> {
  const next = await store.read((db) => nextLessonAfter(db, currentLessonId));
  if (next === null) throw lessonUnknown();
  return next;
}
