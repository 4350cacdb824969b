// The lesson after this one in the same course that has something to type.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import { nextLessonAfter } from "../store/content/content.ts";
import type { Store } from "../store/store.ts";
import { lessonUnknown } from "./get-lesson.ts";

/** `lessonId` null at the end of the course. Throws DomainError NOT_FOUND, also for lessons of drafts. */
export async function getNextLesson(
  { store }: { readonly store: Store },
  { currentLessonId }: ParsedBody<"getNextLesson">,
): Promise<HandlerResult<"getNextLesson">> {
  const next = await store.read((db) => nextLessonAfter(db, currentLessonId));
  if (next === null) throw lessonUnknown();
  return { lessonId: next.lessonId, courseTitle: next.courseTitle };
}
