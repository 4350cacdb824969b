// Reads a sheet of a course, or of some of its lessons.

import { codePoints } from "@tabstop/engine/code-points";
import { plainText } from "../characters.ts";
import type { Course, Lesson } from "../course.ts";
import { checkCourseSize, checkFileSize, lessonsCharacters } from "../course-size.ts";
import { Findings, type Refusal, type Warning } from "../problems.ts";
import { type Column, requiredOfCourse, requiredOfLessons } from "./csv-columns.ts";
import { openSheet, type Sheet } from "./csv-sheet.ts";
import { SheetReader } from "./sheet-reader.ts";

export type CourseCsvReading =
  | { readonly ok: true; readonly course: Course; readonly warnings: readonly Warning[] }
  /** `title` is the course's, if it could be read. */
  | (Refusal & { readonly title: string | null });

export type LessonsCsvReading =
  | { readonly ok: true; readonly lessons: readonly Lesson[]; readonly warnings: readonly Warning[] }
  /** `titles` are those of the lessons that could be read, in their order. */
  | (Refusal & { readonly titles: readonly string[] });

/** A whole course. `text` may start with a byte order mark and have any line ends. */
export function parseCourseCsv(text: string): CourseCsvReading {
  const findings = new Findings();
  const sheet = open(text, requiredOfCourse, findings);
  if (sheet === null) return { ...findings.refusal(), title: null };
  const reader = new SheetReader(sheet, findings, "course");
  const lessons = reader.lessons();
  const { course_title: title, difficulty_level: difficulty } = reader.course;
  if (title !== undefined && difficulty !== undefined && !findings.failed) {
    const description = reader.course.course_description ?? "";
    const orderIndex = reader.course.course_order_index ?? null;
    const size = codePoints(title) + codePoints(description) + lessonsCharacters(lessons);
    const fault = checkCourseSize(size);
    if (fault === null) {
      const course = { title, description, difficulty_level: difficulty, order_index: orderIndex, lessons };
      return { ok: true, course, warnings: findings.warnings() };
    }
    findings.addProblem(fault, { line: sheet.line, row: sheet.row });
  }
  return { ...findings.refusal(), title: title ?? null };
}

/** Lessons for a course that exists; the columns of the course are ignored. */
export function parseLessonsCsv(text: string): LessonsCsvReading {
  const findings = new Findings();
  const sheet = open(text, requiredOfLessons, findings);
  if (sheet === null) return { ...findings.refusal(), titles: [] };
  const lessons = new SheetReader(sheet, findings, "lessons").lessons();
  if (!findings.failed) {
    const fault = checkCourseSize(lessonsCharacters(lessons));
    if (fault === null) return { ok: true, lessons, warnings: findings.warnings() };
    findings.addProblem(fault, { line: sheet.line, row: sheet.row });
  }
  const titles = lessons.map((lesson) => lesson.title).filter((title) => title !== "");
  return { ...findings.refusal(), titles };
}

function open(text: string, required: readonly Column[], findings: Findings): Sheet | null {
  const tooLarge = checkFileSize(text.length);
  if (tooLarge === null) return openSheet(plainText(text), required, findings);
  findings.addProblem(tooLarge, { line: 1 });
  return null;
}
