// Reading and printing course files as jobs for a worker thread. Reading turns a text into a course or lessons, or into
// its faults; printing turns a course into a text.

import type { Course, Lesson } from "@tabstop/course/course";
import { type CourseCsvReading, parseCourseCsv, parseLessonsCsv } from "@tabstop/course/csv/parse-csv";
import { type CourseReading, parseCourse, parseLesson } from "@tabstop/course/markdown/parse-markdown";
import { printCourseCsv } from "@tabstop/course/csv/print-csv";
import { printCourse } from "@tabstop/course/markdown/print-markdown";
import type { Refusal, Warning } from "@tabstop/course/problems";

/** A whole course. */
type CourseJob = { readonly format: "markdown" | "csv"; readonly text: string };
/** Lessons for an existing course: one in Markdown, or several in CSV. */
type LessonsJob =
  | { readonly format: "lesson"; readonly text: string; readonly lessonTitle: string }
  | { readonly format: "lessons-csv"; readonly text: string };
export type ParseJob = CourseJob | LessonsJob;
export type PrintJob = { readonly print: "markdown" | "csv"; readonly course: Course };

export type CourseResult = CourseReading | CourseCsvReading;
export type LessonsResult =
  | { readonly ok: true; readonly lessons: readonly Lesson[]; readonly warnings: readonly Warning[] }
  /** `titles` are those of the lessons that could be read. */
  | (Refusal & { readonly titles: readonly string[] });
export type ResultOf<J extends ParseJob> = J extends CourseJob ? CourseResult : LessonsResult;

export function printFile({ print, course }: PrintJob): string {
  return print === "markdown" ? printCourse(course) : printCourseCsv(course);
}

export function parseFile<J extends ParseJob>(job: J): ResultOf<J>;
export function parseFile(job: ParseJob): CourseResult | LessonsResult {
  switch (job.format) {
    case "markdown":
      return parseCourse(job.text);
    case "csv":
      return parseCourseCsv(job.text);
    case "lesson":
      return parseOneLesson(job.text, job.lessonTitle);
    case "lessons-csv":
      return parseLessonsCsv(job.text);
  }
}

function parseOneLesson(text: string, lessonTitle: string): LessonsResult {
  const reading = parseLesson(text, lessonTitle);
  if (reading.ok) return { ok: true, lessons: [reading.lesson], warnings: reading.warnings };
  const { title, ...refusal } = reading;
  return { ...refusal, titles: title === null ? [] : [title] };
}
