// What an admin deletes, with everything in it and all results of learners.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { Kind } from "@tabstop/course/course";
import { capital } from "@tabstop/course/words";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { deleteContent } from "../store/content/content-changes.ts";
import type { Store } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store; readonly now: () => number; readonly contentChanged: () => void };

const endpoints = {
  course: "adminDeleteCourse",
  lesson: "adminDeleteLesson",
  chapter: "adminDeleteChapter",
  example: "adminDeleteExample",
} as const;

/** Throws DomainError NOT_FOUND. */
export async function adminDelete(
  { store, now, contentChanged }: Deps,
  { userId }: Principal,
  kind: Kind,
  id: number,
): Promise<HandlerResult<"adminDeleteCourse">> {
  await store.write(async (tx) => {
    orNotFound(kind, (await deleteContent(tx, kind, id)) || null);
    await appendAdminWrite(tx, { at: now(), userId, endpoint: endpoints[kind], ids: { [`${kind}Id`]: id } });
  });
  contentChanged();
  return { message: `${capital(kind)} deleted successfully!` };
}
