// Imports a course file completely or not at all, always as a new course and never over an existing one. A dry run
// writes nothing and gets the same response. Learners see the course unless it is imported as a draft.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { Course } from "@tabstop/course/course";
import type { Warning } from "@tabstop/course/problems";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { findCourseTitles, hashCodes, insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
import type { CourseReader } from "./course-reader.ts";
import { importInvalid, titleTaken } from "./import-errors.ts";

export type ImportDeps = {
  readonly store: Store;
  readonly reader: CourseReader;
  readonly now: () => number;
  /** Called after COMMIT, since new code has no colours yet. */
  readonly codeChanged: () => void;
};

type Result = HandlerResult<"importCourseMarkdown">;

/** `body` as it arrived. Throws DomainError MALFORMED, INVALID, IMPORT_INVALID with every fault of the file. */
export async function importCourse(
  { store, reader, now, codeChanged }: ImportDeps,
  { userId }: Principal,
  endpoint: "importCourseMarkdown" | "importCourseCsv",
  body: Uint8Array,
): Promise<Result> {
  const { request, reading } = await reader.readBody(endpoint, body);
  const { dryRun, published } = request;
  if (!reading.ok) throw importInvalid("course", reading, reading.title === null ? [] : [reading.title]);

  const { course } = reading;
  const sameTitle = await store.read((db) => findCourseTitles(db, course.title));
  const warnings = [...reading.warnings, ...sameTitle.map((id) => titleTaken("course", course.title, id))];
  if (dryRun) return imported(course, null, warnings);

  // Hashing before the transaction: every other save waits for it, so only the rows are written in it.
  const hashes = hashCodes(course.lessons);
  const courseId = await store.write(async (tx) => {
    const at = now();
    const { courseId: id } = await insertCourse(tx, { course: { ...course, published }, hashes, at });
    await appendAdminWrite(tx, { at, userId, endpoint, ids: { courseId: id } });
    return id;
  });
  codeChanged();
  return imported(course, courseId, warnings);
}

function imported(course: Course, courseId: number | null, warnings: readonly Warning[]): Result {
  const chapters = course.lessons.flatMap((lesson) => lesson.chapters);
  return {
    courseId,
    results: [
      {
        success: true,
        type: "course",
        title: course.title,
        courseId,
        error: null,
        lessons: course.lessons.length,
        chapters: chapters.length,
        examples: chapters.reduce((sum, chapter) => sum + chapter.examples.length, 0),
      },
    ],
    warnings: [...warnings],
  };
}
