// Imports the lessons of a file completely or not at all, always as new lessons after the existing ones of a course. A
// dry run writes nothing and gets the same response.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import type { Lesson } from "@tabstop/course/course";
import { checkCount, checkCourseSize, lessonsCharacters } from "@tabstop/course/course-size";
import { fold } from "@tabstop/course/fold";
import { problemAt, type Warning } from "@tabstop/course/problems";
import type { Principal } from "../principal.ts";
import { appendAdminWrite } from "../store/accounts/audit.ts";
import { listContent } from "../store/content/content-admin.ts";
import { lockContent } from "../store/content/content-locks.ts";
import { type CourseSize, sizeOfCourse } from "../store/content/course-size.ts";
import { appendLessons, hashCodes } from "../store/content/insert-course.ts";
import { orNotFound } from "./or-not-found.ts";
import { importInvalid, titleTaken } from "./import-errors.ts";
import type { ImportDeps } from "./import-course.ts";

/**
 * `body` as it arrived. Throws DomainError MALFORMED, INVALID, NOT_FOUND for an unknown course, IMPORT_INVALID with every
 * fault of the file.
 */
export async function importLessons(
  { store, reader, now, codeChanged }: ImportDeps,
  { userId }: Principal,
  endpoint: "importLesson" | "importLessonsCsv",
  body: Uint8Array,
): Promise<HandlerResult<"importLessonsCsv">> {
  const { request, reading } = await reader.readBody(endpoint, body);
  const { courseId, dryRun } = request;
  const present = orNotFound("course", await store.read((db) => listContent(db, "lesson", courseId)));
  if (!reading.ok) throw importInvalid("lesson", reading, reading.titles);

  const { lessons } = reading;
  const warnings = [
    ...reading.warnings,
    ...lessons.flatMap(({ title }) =>
      present
        .filter((other) => fold(other.title) === fold(title))
        .map(({ id }) => titleTaken("lesson", title, id)),
    ),
  ];
  const added = sizeOf(lessons);
  if (dryRun) {
    refuseTooMuch(await store.read((db) => sizeOfCourse(db, courseId)), added, lessons, warnings);
    return imported(courseId, lessons, warnings);
  }
  const hashes = hashCodes(lessons);
  await store.write(async (tx) => {
    // Another admin may have deleted or filled the course while the file was read.
    orNotFound("course", await lockContent(tx, "course", courseId));
    refuseTooMuch(await sizeOfCourse(tx, courseId), added, lessons, warnings);
    orNotFound("course", await appendLessons(tx, { courseId, lessons, hashes, at: now() }));
    await appendAdminWrite(tx, { at: now(), userId, endpoint, ids: { courseId } });
  });
  codeChanged();
  return imported(courseId, lessons, warnings);
}

function sizeOf(lessons: readonly Lesson[]): CourseSize {
  const chapters = lessons.flatMap((lesson) => lesson.chapters);
  return {
    lessons: lessons.length,
    examples: chapters.reduce((sum, { examples }) => sum + examples.length, 0),
    characters: lessonsCharacters(lessons),
  };
}

/** The file may be valid and still be too large for what the course has already. */
function refuseTooMuch(
  present: CourseSize,
  added: CourseSize,
  lessons: readonly Lesson[],
  warnings: readonly Warning[],
): void {
  const faults = [
    checkCount("lessonsInCourse", present.lessons + added.lessons),
    checkCount("examplesInCourse", present.examples + added.examples),
    checkCourseSize(present.characters + added.characters),
  ].filter((fault) => fault !== null);
  if (faults.length === 0) return;
  const problems = faults.map((fault) => problemAt(fault, {}));
  throw importInvalid(
    "lesson",
    { ok: false, problems, errorCount: faults.length, warnings },
    lessons.map(({ title }) => title),
  );
}

function imported(
  courseId: number,
  lessons: readonly Lesson[],
  warnings: readonly Warning[],
): HandlerResult<"importLessonsCsv"> {
  return {
    courseId,
    results: lessons.map(({ title, chapters }) => ({
      success: true,
      type: "lesson",
      title,
      courseId,
      error: null,
      chapters: chapters.length,
      examples: chapters.reduce((sum, { examples }) => sum + examples.length, 0),
    })),
    warnings: [...warnings],
  };
}
