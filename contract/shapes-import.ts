// Course files that an admin imports, and the result of an import.

import * as z from "zod/mini";
import { Count, maxInteger } from "./shapes-common.ts";
import { fileText, Id, storableText, wholeNumber } from "./text.ts";

// As long as the body may be. The course formats have a lower limit of their own.
const FileText = fileText(32 * 1024 * 1024);
/** Whether learners see the new course. */
const published = { published: z._default(z.boolean(), true) };
const dryRun = { dryRun: z._default(z.boolean(), false) };
export const MarkdownImport = z.object({ markdown: FileText, ...published, ...dryRun });
export const CsvImport = z.object({ csvData: FileText, ...published, ...dryRun });
export const LessonImport = z.object({
  markdown: FileText,
  courseId: Id,
  lessonTitle: z._default(storableText(10_000), ""),
  ...dryRun,
});
export const LessonsCsvImport = z.object({ csvData: FileText, courseId: Id, ...dryRun });

const ImportProblem = z.object({
  code: z.string(),
  line: z.optional(wholeNumber(1, maxInteger)),
  row: z.optional(wholeNumber(1, maxInteger)),
  column: z.optional(z.string()),
  found: z.string(),
  expected: z.optional(z.string()),
  message: z.string(),
});
const ImportItem = z.object({
  success: z.boolean(),
  type: z.enum(["course", "lesson"]),
  title: z.nullable(z.string()),
  courseId: z.nullable(Id),
  error: z.nullable(z.string()),
  lessons: z.optional(Count),
  chapters: z.optional(Count),
  examples: z.optional(Count),
});
export const ImportResult = z.object({
  courseId: z.nullable(Id),
  results: z.array(ImportItem),
  warnings: z.array(ImportProblem),
});
