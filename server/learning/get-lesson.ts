// Returns one lesson of a published course as a whole: its chapters, and its examples with the caller's own progress
// and their colours.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import { DomainError } from "../domain-error.ts";
import { getPublishedLesson } from "../store/content/published-content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

/** Throws DomainError NOT_FOUND, also for lessons of unpublished courses. */
export async function getLesson(
  { store }: { readonly store: Store },
  { userId }: Principal,
  { lessonId }: ParsedParams<"getLesson">,
): Promise<HandlerResult<"getLesson">> {
  const lesson = await store.read((db) => getPublishedLesson(db, userId, lessonId));
  if (lesson === null) throw lessonUnknown();
  return lesson;
}

export function lessonUnknown(): DomainError {
  return new DomainError("NOT_FOUND", "There is no such lesson.");
}
