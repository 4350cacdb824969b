// What an admin deletes, with everything in it and all results of learners.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { Kind } from "@tabstop/course/course";
import { capital } from "@tabstop/course/words";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { deleteContent } from "../store/content/content-changes.ts";
import { deletePartOfCourse } from "../store/content/delete-in-parts.ts";
import type { Store } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store; readonly now: () => number };

const endpoints = {
  course: "adminDeleteCourse",
  lesson: "adminDeleteLesson",
  chapter: "adminDeleteChapter",
  example: "adminDeleteExample",
} as const;

// One example may have a result of every learner.
const long = { long: true } as const;

/** Throws DomainError NOT_FOUND. */
export async function adminDelete(
  { store, now }: Deps,
  { userId }: Principal,
  kind: Kind,
  id: number,
): Promise<HandlerResult<"adminDeleteCourse">> {
  let deleted = await store.write(async (tx) => {
    const outcome = await (kind === "course" ? deletePartOfCourse(tx, id) : deleteContent(tx, kind, id));
    const ids = { [`${kind}Id`]: id };
    await appendAdminWrite(tx, { at: now(), userId, endpoint: endpoints[kind], ids });
    return orNotFound(kind, outcome || null);
  }, long);
  // Learners save between two transactions of a large course. When another admin has deleted the rest of it by then,
  // nothing is left to delete.
  while (deleted === "part") deleted = (await store.write((tx) => deletePartOfCourse(tx, id), long)) ?? "all";
  return { message: `${capital(kind)} deleted successfully!` };
}
