// How much a course may hold, judged after a change and within its transaction: a change that breaks a limit is undone.

import { checkCount, checkCourseSize } from "@tabstop/course/fields";
import { DomainError } from "../domain-error.ts";
import { countChapters, countExamples, sizeOfCourse } from "../store/content/content-saves.ts";
import type { Tx } from "../store/store.ts";

type Changed = {
  readonly courseId: number;
  /** Where chapters, or examples, came in. */
  readonly lessonId?: number;
  readonly chapterId?: number;
  /** The field to blame when the course has too much text. */
  readonly field: string;
};

/** Throws DomainError TOO_MANY, or INVALID when it is the text that is too much. The course is held. */
export async function enforceLimits(
  tx: Tx,
  { courseId, lessonId, chapterId, field }: Changed,
): Promise<void> {
  const { lessons, examples, characters } = await sizeOfCourse(tx, courseId);
  const tooMany =
    checkCount("lessonsInCourse", lessons) ??
    (lessonId === undefined ? null : checkCount("chaptersInLesson", await countChapters(tx, lessonId))) ??
    (chapterId === undefined ? null : checkCount("examplesInChapter", await countExamples(tx, chapterId))) ??
    checkCount("examplesInCourse", examples);
  if (tooMany) throw new DomainError("TOO_MANY", tooMany.sentence);
  const tooLarge = checkCourseSize(characters);
  if (tooLarge)
    throw new DomainError("INVALID", tooLarge.sentence, {
      details: [{ path: field, message: tooLarge.sentence }],
    });
}
