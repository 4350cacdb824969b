// The four kinds of content and how they differ for admins, one entry per kind. Their requests are in
// content-requests.ts.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import type { Kind } from "@tabstop/course/course";

/** The row of each kind, as the API returns it. */
export type Rows = {
  readonly course: ResponseOf<"adminGetCourse">;
  readonly lesson: ResponseOf<"adminGetLesson">;
  readonly chapter: ResponseOf<"adminGetChapter">;
  readonly example: ResponseOf<"adminGetExample">;
};

export type ExampleRow = Rows["example"];

/** A row with its kind. */
export type ContentRow<K extends Kind = Kind> = {
  readonly [P in K]: { readonly kind: P; readonly row: Rows[P] };
}[K];

/** A field of a form, spelled as its column. `parent` is the id of the course, lesson or chapter that it is in. */
export type FieldName =
  | "parent"
  | "title"
  | "description"
  | "difficulty_level"
  | "published"
  | "code_content"
  | "output"
  | "language"
  | "order_index";

/** What a save sends, apart from the parent and `updated_at`. */
export type ContentBody = {
  readonly title: string;
  readonly description: string;
  readonly order_index: number;
  readonly difficulty_level?: string;
  readonly published?: boolean;
  readonly code_content?: string;
  readonly output?: string;
  readonly language?: string;
};

export type CountColumn = "lesson_count" | "chapter_count" | "example_count" | "result_count" | "time_count";

type KindEntry<Row> = {
  /** The kind that it is put into; null for courses. */
  readonly parent: Exclude<Kind, "example"> | null;
  /** The fields of its form, in the order shown. */
  readonly fields: readonly FieldName[];
  /** What is deleted with it: columns of its row, in the order in which a sentence lists them. */
  readonly deletedWith: readonly (CountColumn & keyof Row)[];
  /** The page that lists it, where its form leads after a save. */
  readonly listPath: (row: Row) => string;
};

const coursesPath = () => "/admin/courses";

export function examplesPath(chapterId: string | number): string {
  return `/admin/chapters/${chapterId}/examples`;
}

export const kinds: { readonly [K in Kind]: KindEntry<Rows[K]> } = {
  course: {
    parent: null,
    fields: ["title", "description", "difficulty_level", "order_index", "published"],
    deletedWith: ["lesson_count", "chapter_count", "example_count", "result_count"],
    listPath: coursesPath,
  },
  lesson: {
    parent: "course",
    fields: ["parent", "title", "description", "order_index"],
    deletedWith: ["chapter_count", "example_count", "result_count"],
    listPath: coursesPath,
  },
  chapter: {
    parent: "lesson",
    fields: ["parent", "title", "description", "order_index"],
    deletedWith: ["example_count", "result_count"],
    listPath: coursesPath,
  },
  example: {
    parent: "chapter",
    fields: ["parent", "title", "description", "language", "order_index", "code_content", "output"],
    deletedWith: ["result_count", "time_count"],
    listPath: ({ chapter_id }) => examplesPath(chapter_id),
  },
};
