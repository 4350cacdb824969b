// The four kinds of content, each with its table, and the column that says what it belongs to.

import type { Kind } from "@tabstop/course/course";

export const belongsTo = {
  course: { parent: null, column: null },
  lesson: { parent: "course", column: "course_id" },
  chapter: { parent: "lesson", column: "lesson_id" },
  example: { parent: "chapter", column: "chapter_id" },
} as const satisfies Record<Kind, { readonly parent: Kind | null; readonly column: string | null }>;

/** What has a parent. */
export type ChildKind = Exclude<Kind, "course">;
