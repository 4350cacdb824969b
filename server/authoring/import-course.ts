// Imports a course file as a new course: all of it or nothing, always new, never over one that exists. What it answers
// is the same for a dry run, which writes nothing, and for the real one.

import type { HandlerResult, ParsedBody } from "@tabstop/contract/endpoints";
import type { Course } from "@tabstop/course/course";
import type { Warning } from "@tabstop/course/problems";
import { findCourseTitles, hashCodes, insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";
import type { CourseReader } from "./course-reader.ts";
import { importInvalid, titleTaken } from "./import-errors.ts";
import type { CourseJob } from "./course-jobs.ts";

export type ImportNeeds = {
  readonly store: Store;
  readonly reader: CourseReader;
  readonly now: () => number;
  /** Called after COMMIT: there is new code, which has no colours yet. */
  readonly codeChanged: () => void;
};

type Result = HandlerResult<"importCourseMarkdown">;

/** Throws DomainError IMPORT_INVALID with every fault of the file. */
export function importCourseMarkdown(
  deps: ImportNeeds,
  { markdown, dryRun }: ParsedBody<"importCourseMarkdown">,
): Promise<HandlerResult<"importCourseMarkdown">> {
  return importCourse(deps, { format: "markdown", text: markdown }, dryRun);
}

/** Throws DomainError IMPORT_INVALID with every fault of the file. */
export function importCourseCsv(
  deps: ImportNeeds,
  { csvData, dryRun }: ParsedBody<"importCourseCsv">,
): Promise<HandlerResult<"importCourseCsv">> {
  return importCourse(deps, { format: "csv", text: csvData }, dryRun);
}

async function importCourse(deps: ImportNeeds, job: CourseJob, dryRun: boolean): Promise<Result> {
  const { store, reader, now, codeChanged } = deps;
  const reading = await reader.read(job);
  if (!reading.ok) throw importInvalid("course", reading, reading.title === null ? [] : [reading.title]);

  const { course } = reading;
  const sameTitle = await store.read((db) => findCourseTitles(db, course.title));
  const warnings = [...reading.warnings, ...sameTitle.map((id) => titleTaken("course", course.title, id))];
  if (dryRun) return imported(course, null, warnings);

  // Whoever saves waits for the transaction: in it are rows and nothing else.
  const hashes = hashCodes(course.lessons);
  const { courseId } = await store.write((tx) =>
    insertCourse(tx, { course: { ...course, published: true }, hashes, at: now() }),
  );
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
