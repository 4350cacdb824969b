// What an admin reads of the content. Each of these throws DomainError NOT_FOUND when there is no content with the id.

import type { Kind } from "@tabstop/course/course";
import { findContent, listContent, listExamples } from "../store/content/content-admin.ts";
import { belongsTo } from "../store/content/content-kinds.ts";
import type { Store } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store };

/** One row, with the counts of what is in it. */
export async function adminGet<K extends Kind>({ store }: Deps, kind: K, id: number) {
  return orNotFound(kind, await store.read((db) => findContent(db, kind, id)));
}

/** The lessons of a course or the chapters of a lesson. */
export async function adminList<K extends "lesson" | "chapter">({ store }: Deps, kind: K, parentId: number) {
  return orNotFound(belongsTo[kind].parent, await store.read((db) => listContent(db, kind, parentId)));
}

/** Returns the examples with their colours. */
export async function adminListExamples({ store }: Deps, chapterId: number) {
  return orNotFound("chapter", await store.read((db) => listExamples(db, chapterId)));
}
