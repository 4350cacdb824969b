// Fills the outputs of a course file into the courses that were imported from it before files had outputs.

import type { Course } from "@tabstop/course/course";
import { checkCourseSize } from "@tabstop/course/course-size";
import { fold } from "@tabstop/course/fold";
import type { Tx } from "../store.ts";
import { yieldToEventLoop } from "../yield-to-event-loop.ts";
import { lockContent, lockContentTree, lockExamplesIn } from "./content-locks.ts";
import { sizeOfCourse } from "./course-size.ts";
import { codeHash } from "./highlights.ts";

/**
 * A course is one of the file when it was created with the import or its title reads the same, and when its lessons and
 * chapters have exactly the codes of the file in the same order. Titles and descriptions below the course do not count.
 * An example that has an output keeps it. Returns the number of examples that got one.
 */
export async function fillOutputs(
  tx: Tx,
  { course, importedAt, at }: { readonly course: Course; readonly importedAt: number; readonly at: number },
): Promise<number> {
  // Until the end, no other transaction changes a code or moves content.
  await lockContentTree(tx);
  const courses = await tx.selectFrom("course").select(["id", "title", "created_at"]).orderBy("id").execute();
  let filled = 0;
  for (const { id, title, created_at } of courses)
    if (created_at === importedAt || fold(title) === fold(course.title))
      filled += await fillCourse(tx, id, course, at);
  return filled;
}

async function fillCourse(tx: Tx, courseId: number, file: Course, at: number): Promise<number> {
  if ((await lockContent(tx, "course", courseId)) === null) return 0;
  const rows = await examplesOf(tx, courseId);
  const codes = shapeOf(
    rows,
    ({ lesson_id }) => lesson_id,
    ({ chapter_id }) => chapter_id,
  );
  const wanted = placedExamples(file);
  const wantedCodes = shapeOf(
    wanted,
    ({ lesson }) => lesson,
    ({ chapter }) => chapter,
  );
  if (codes.join() !== wantedCodes.join()) return 0;
  const missing = rows.flatMap(({ id, output, updated_at }, place) => {
    const text = wanted[place]?.output ?? "";
    return output === "" && text !== "" ? [{ id, output: text, updated_at }] : [];
  });
  const added = missing.reduce((sum, { output }) => sum + [...output].length, 0);
  // An admin may have written long descriptions.
  if (checkCourseSize((await sizeOfCourse(tx, courseId)).characters + added) !== null) return 0;
  await lockExamplesIn(tx, "course", courseId);
  for (const { id, output, updated_at } of missing.toSorted((a, b) => a.id - b.id)) {
    await tx
      .updateTable("stored_example")
      // An open form notices.
      .set({ output, updated_at: Math.max(at, updated_at + 1) })
      .where("id", "=", id)
      .execute();
    await yieldToEventLoop();
  }
  return missing.length;
}

function examplesOf(tx: Tx, courseId: number) {
  return tx
    .selectFrom("lesson")
    .innerJoin("chapter", "chapter.lesson_id", "lesson.id")
    .innerJoin("example", "example.chapter_id", "chapter.id")
    .select([
      ...(["example.id", "example.code_hash", "example.output", "example.updated_at"] as const),
      ...(["chapter.lesson_id", "example.chapter_id"] as const),
    ])
    .where("lesson.course_id", "=", courseId)
    .orderBy("lesson.order_index")
    .orderBy("lesson.id")
    .orderBy("chapter.order_index")
    .orderBy("chapter.id")
    .orderBy("example.order_index")
    .orderBy("example.id")
    .execute();
}

function placedExamples(file: Course) {
  return file.lessons.flatMap((lesson) =>
    lesson.chapters.flatMap((chapter) =>
      chapter.examples.map(({ code_content, output }) => ({
        ...{ lesson, chapter, output },
        code_hash: codeHash(code_content),
      })),
    ),
  );
}

/** The hash of each code, marked where a lesson or a chapter begins; those without examples do not count. */
function shapeOf<T extends { readonly code_hash: string }>(
  examples: readonly T[],
  lessonOf: (example: T) => unknown,
  chapterOf: (example: T) => unknown,
): readonly string[] {
  let before: T | undefined;
  return examples.map((example) => {
    const isFirstIn = (parentOf: (of: T) => unknown) =>
      before === undefined || parentOf(before) !== parentOf(example);
    const mark = isFirstIn(lessonOf) ? "# " : isFirstIn(chapterOf) ? "## " : "";
    before = example;
    return mark + example.code_hash;
  });
}
