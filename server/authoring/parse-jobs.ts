// Reading a course file, as a job for a thread: the text in, a course or its faults out.

import { type CourseCsvReading, parseCourseCsv } from "@tabstop/course/parse-csv";
import { type CourseReading, parseCourse } from "@tabstop/course/parse-markdown";

export type ParseJob = { readonly format: "markdown" | "csv"; readonly text: string };
export type ParseResult = CourseReading | CourseCsvReading;

export function parseFile({ format, text }: ParseJob): ParseResult {
  return format === "markdown" ? parseCourse(text) : parseCourseCsv(text);
}
