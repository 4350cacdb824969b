// Returns one published course with its lessons and the caller's own counts.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { getPublishedCourse } from "../store/content/published-content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

/** Throws DomainError NOT_FOUND, also for unpublished courses. */
export async function getCourse(
  { store }: { readonly store: Store },
  { userId }: Principal,
  { courseId }: ParsedParams<"getCourse">,
): Promise<HandlerResult<"getCourse">> {
  const course = await store.read((db) => getPublishedCourse(db, userId, courseId));
  if (course === null) throw new DomainError("NOT_FOUND", "There is no such course.");
  return course;
}
