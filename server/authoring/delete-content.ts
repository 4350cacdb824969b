// What an admin deletes, with everything in it and all that learners did there.

import type { Answer, ParsedParams } from "@tabstop/contract/calls";
import type { Kind } from "@tabstop/course/course";
import { deleteChapter, deleteCourse, deleteExample, deleteLesson } from "../store/content-changes.ts";
import type { Store, Tx } from "../store/store.ts";
import { known } from "./content-answers.ts";

type Needs = { readonly store: Store };

/** This and all that follow throw DomainError NOT_FOUND. */
export async function adminDeleteCourse(
  needs: Needs,
  { courseId }: ParsedParams<"adminDeleteCourse">,
): Promise<Answer<"adminDeleteCourse">> {
  return remove(needs, "course", (tx) => deleteCourse(tx, courseId));
}

export async function adminDeleteLesson(
  needs: Needs,
  { lessonId }: ParsedParams<"adminDeleteLesson">,
): Promise<Answer<"adminDeleteLesson">> {
  return remove(needs, "lesson", (tx) => deleteLesson(tx, lessonId));
}

export async function adminDeleteChapter(
  needs: Needs,
  { chapterId }: ParsedParams<"adminDeleteChapter">,
): Promise<Answer<"adminDeleteChapter">> {
  return remove(needs, "chapter", (tx) => deleteChapter(tx, chapterId));
}

export async function adminDeleteExample(
  needs: Needs,
  { exampleId }: ParsedParams<"adminDeleteExample">,
): Promise<Answer<"adminDeleteExample">> {
  return remove(needs, "example", (tx) => deleteExample(tx, exampleId));
}

async function remove({ store }: Needs, kind: Kind, deleted: (tx: Tx) => Promise<boolean>) {
  await store.write(async (tx) => known(kind, (await deleted(tx)) || null), { long: true });
  return { message: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} deleted successfully!` };
}
