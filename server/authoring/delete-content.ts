// What an admin deletes, with everything in it and all that learners did there.

import type { HandlerResult, ParsedParams } from "@tabstop/contract/endpoints";
import type { Kind } from "@tabstop/course/course";
import { capital } from "@tabstop/course/words";
import { deleteContent } from "../store/content/content-changes.ts";
import { deletePartOfCourse } from "../store/content/delete-in-parts.ts";
import type { Store } from "../store/store.ts";
import { orNotFound } from "./or-not-found.ts";

type Deps = { readonly store: Store };

/** This and all that follow throw DomainError NOT_FOUND. */
export async function adminDeleteCourse(
  { store }: Deps,
  { courseId }: ParsedParams<"adminDeleteCourse">,
): Promise<HandlerResult<"adminDeleteCourse">> {
  const part = () => store.write((tx) => deletePartOfCourse(tx, courseId), long);
  let deleted: Awaited<ReturnType<typeof part>> = await store.write(
    async (tx) => orNotFound("course", await deletePartOfCourse(tx, courseId)),
    long,
  );
  // Learners save between two parts. Where it is gone then, somebody else has deleted the rest.
  while (deleted === "part") deleted = await part();
  return deletedAnswer("course");
}

export async function adminDeleteLesson(
  deps: Deps,
  { lessonId }: ParsedParams<"adminDeleteLesson">,
): Promise<HandlerResult<"adminDeleteLesson">> {
  return remove(deps, "lesson", lessonId);
}

export async function adminDeleteChapter(
  deps: Deps,
  { chapterId }: ParsedParams<"adminDeleteChapter">,
): Promise<HandlerResult<"adminDeleteChapter">> {
  return remove(deps, "chapter", chapterId);
}

export async function adminDeleteExample(
  deps: Deps,
  { exampleId }: ParsedParams<"adminDeleteExample">,
): Promise<HandlerResult<"adminDeleteExample">> {
  return remove(deps, "example", exampleId);
}

// One example may have a result of every learner.
const long = { long: true } as const;

async function remove({ store }: Deps, kind: Kind, id: number) {
  await store.write(async (tx) => orNotFound(kind, (await deleteContent(tx, kind, id)) || null), long);
  return deletedAnswer(kind);
}

function deletedAnswer(kind: Kind) {
  return { message: `${capital(kind)} deleted successfully!` };
}
