// Returns the published courses in order, with the caller's own counts.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { listPublishedCourses } from "../store/content/published-content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

export async function listCourses(
  { store }: { readonly store: Store },
  { userId }: Principal,
): Promise<HandlerResult<"listCourses">> {
  return { courses: await store.read((db) => listPublishedCourses(db, userId)) };
}
