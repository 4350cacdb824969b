// Courses, lessons, chapters and examples as admins see, save and import them.

import * as z from "zod/mini";
import { Count, maxInteger } from "./common.ts";
import { DifficultyLevel, Tokens } from "./learning.ts";
import { fileText, Flag, Id, Instant, InstantText, OrderIndex, storableText, wholeNumber } from "../text.ts";
import { contentKinds } from "../vocabulary.ts";

const timestamps = { created_at: Instant, updated_at: Instant };
/** What deleting it also deletes: the content in it, and the saved results, one for each learner and example. */
const inChapter = { example_count: Count, result_count: Count };
const inLesson = { chapter_count: Count, ...inChapter };
const inCourse = { lesson_count: Count, ...inLesson };
// These are limits against floods only. The rules for titles, descriptions, code, languages and levels are those of the
// course formats, which the use case checks, so that a form and a file are refused in the same words.
const Level = storableText(1_000);
const Language = storableText(1_000);
const Title = storableText(10_000);
const Description = storableText(100_000);
const Code = storableText(200_000);
const Output = storableText(50_000);

/** The first fields of every kind of content, and its place among its siblings. */
const content = { id: Id, title: z.string(), description: z.string() };
const place = { order_index: Count };

export const AdminCourse = z.object({
  ...content,
  difficulty_level: DifficultyLevel,
  ...place,
  published: Flag,
  ...inCourse,
  ...timestamps,
});
export const AdminLesson = z.object({
  ...content,
  course_id: Id,
  ...place,
  ...inLesson,
  ...timestamps,
});
export const AdminChapter = z.object({
  ...content,
  lesson_id: Id,
  ...place,
  ...inChapter,
  ...timestamps,
});
export const AdminExample = z.object({
  ...content,
  code_content: z.string(),
  output: z.string(),
  code_version: wholeNumber(1, maxInteger),
  language: z.string(),
  chapter_id: Id,
  ...place,
  result_count: Count,
  /** The number of learners with a best time. A change of the code clears these times. */
  time_count: Count,
  ...timestamps,
});

/** What the author of a saved form should know: a sibling has a title that reads the same. Absent without any. */
const warned = {
  warnings: z.optional(z.array(z.object({ code: z.string(), found: z.string(), message: z.string() }))),
};
export const SavedCourse = z.object({ ...AdminCourse.shape, ...warned });
export const SavedLesson = z.object({ ...AdminLesson.shape, ...warned });
export const SavedChapter = z.object({ ...AdminChapter.shape, ...warned });
export const SavedExample = z.object({ ...AdminExample.shape, ...warned });

/** A list shows the code in the colours that learners see. */
export const ListedExample = z.object({ ...AdminExample.shape, tokens: z.nullable(Tokens) });

/** The `updated_at` of the row that the form was filled from. Without it, the save overwrites later changes. */
const baseRow = { updated_at: z.optional(InstantText) };
const newContent = {
  title: Title,
  description: z._default(Description, ""),
  order_index: z._default(OrderIndex, 0),
};
const contentChange = {
  title: z.optional(Title),
  description: z.optional(Description),
  order_index: z.optional(OrderIndex),
  ...baseRow,
};

export const NewCourse = z.object({
  ...newContent,
  difficulty_level: z._default(Level, "beginner"),
  published: z._default(z.boolean(), true),
});
export const CourseChange = z.object({
  ...contentChange,
  difficulty_level: z.optional(Level),
  published: z.optional(z.boolean()),
});
export const NewLesson = z.object({ ...newContent, course_id: Id });
export const LessonChange = z.object({ ...contentChange, course_id: z.optional(Id) });
export const NewChapter = z.object({ ...newContent, lesson_id: Id });
export const ChapterChange = z.object({ ...contentChange, lesson_id: z.optional(Id) });
export const NewExample = z.object({
  ...newContent,
  code_content: Code,
  output: z._default(Output, ""),
  language: z._default(Language, "text"),
  chapter_id: Id,
});
export const ExampleChange = z.object({
  ...contentChange,
  code_content: z.optional(Code),
  output: z.optional(Output),
  language: z.optional(Language),
  chapter_id: z.optional(Id),
});

export const Structure = z.object({
  courses: z.array(
    z.object({
      ...AdminCourse.shape,
      lessons: z.array(
        z.object({
          ...AdminLesson.shape,
          chapters: z.array(AdminChapter),
        }),
      ),
    }),
  ),
});

/** The ids of all siblings in their new order. `parent_id` is null for courses only. */
export const NewOrder = z
  .object({
    kind: z.enum(contentKinds),
    parent_id: z.nullable(Id),
    ids: z.array(Id),
  })
  .check(
    z.refine(({ kind, parent_id }) => (kind === "course") === (parent_id === null), {
      path: ["parent_id"],
      message: "Courses have no parent, everything else has one",
    }),
  );

// Course files that an admin imports, and the result of an import.

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
