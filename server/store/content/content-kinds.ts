// The four kinds of content, each with its table, and the column that says what it belongs to.

import type { Kind } from "@tabstop/course/course";

export const belongsTo = {
  course: { parent: null, column: null },
  lesson: { parent: "course", column: "course_id" },
  chapter: { parent: "lesson", column: "lesson_id" },
  example: { parent: "chapter", column: "chapter_id" },
} as const satisfies Record<Kind, { readonly parent: Kind | null; readonly column: string | null }>;

/** Each belongs to one before it. */
export const kindsFromTop = ["course", "lesson", "chapter", "example"] as const satisfies readonly Kind[];

/** The tables that are written; the views of the same names without the prefix leave out what is deleted. */
export const storedTable = {
  course: "stored_course",
  lesson: "stored_lesson",
  chapter: "stored_chapter",
  example: "stored_example",
} as const satisfies Record<Kind, string>;

/** What has a parent. */
export type ChildKind = Exclude<Kind, "course">;
