// The limits on the size of a course, checked after a change and in its transaction, so that a change which breaks one
// is undone.

import type { Kind } from "@tabstop/course/course";
import { checkCount, checkCourseSize } from "@tabstop/course/course-size";
import { DomainError } from "../domain-error.ts";
import { countChildren, sizeOfCourse } from "../store/content/course-size.ts";
import type { Tx } from "../store/store.ts";

type Changed = {
  readonly courseId: number;
  readonly kind: Kind;
  /** The parent of the changed content; null for a course. */
  readonly parentId: number | null;
  /** The field to name when the course has too much text. */
  readonly field: string;
};

/** Throws DomainError TOO_MANY, or INVALID when there is too much text. The caller has locked the course. */
export async function enforceLimits(tx: Tx, { courseId, kind, parentId, field }: Changed): Promise<void> {
  const { lessons, examples, characters } = await sizeOfCourse(tx, courseId);
  const tooMany =
    checkCount("lessonsInCourse", lessons) ??
    (await checkSiblings(tx, kind, parentId)) ??
    checkCount("examplesInCourse", examples);
  if (tooMany) throw new DomainError("TOO_MANY", tooMany.sentence);
  const tooLarge = checkCourseSize(characters);
  if (tooLarge)
    throw new DomainError("INVALID", tooLarge.sentence, {
      details: [{ path: field, message: tooLarge.sentence }],
    });
}

async function checkSiblings(tx: Tx, kind: Kind, parentId: number | null) {
  if (parentId === null || (kind !== "chapter" && kind !== "example")) return null;
  const limit = kind === "chapter" ? "chaptersInLesson" : "examplesInChapter";
  return checkCount(limit, await countChildren(tx, kind, parentId));
}
