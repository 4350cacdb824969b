// What goes when something is deleted, in words.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { capital, counted, list } from "../ui/words.ts";

export type CourseRow = ResponseOf<"adminGetCourse">;
export type LessonRow = ResponseOf<"adminGetLesson">;
export type ChapterRow = ResponseOf<"adminGetChapter">;
export type ExampleRow = ResponseOf<"adminGetExample">;
/** In a list, with its colours. */
export type ListedExample = ResponseOf<"adminListExamples">["examples"][number];

export type ContentRow =
  | { readonly kind: "course"; readonly row: CourseRow }
  | { readonly kind: "lesson"; readonly row: LessonRow }
  | { readonly kind: "chapter"; readonly row: ChapterRow }
  | { readonly kind: "example"; readonly row: ExampleRow };

/** The specification's question, word for word. */
export function deletionQuestion({ kind }: ContentRow): string {
  return `Are you sure you want to delete this ${kind}? This action cannot be undone.`;
}

export function deletionDone({ kind }: ContentRow): string {
  return `${capital(kind)} deleted successfully!`;
}

/**
 * '9 lessons, 24 chapters, 60 examples and 5,904 saved results go with it.' The name stands before it, apart: a number
 * behind one in Hebrew or Arabic would else be shown on the other side of it.
 */
export function deletionLosses(doomed: ContentRow): string {
  const losses = lossesOf(doomed).filter(({ n }) => n > 0);
  if (losses.length === 0) return "nothing else goes with it.";
  const verb = losses.length === 1 && losses[0]?.n === 1 ? "goes" : "go";
  return `${list(losses.map(({ n, what }) => counted(n, what)))} ${verb} with it.`;
}

function lossesOf(doomed: ContentRow): { readonly n: number; readonly what: string }[] {
  const results = { n: doomed.row.result_count, what: "saved result" };
  if (doomed.kind === "example") return [results, { n: doomed.row.time_count, what: "best time" }];
  const below = [{ n: doomed.row.example_count, what: "example" }, results];
  if (doomed.kind === "chapter") return below;
  const chapters = { n: doomed.row.chapter_count, what: "chapter" };
  if (doomed.kind === "lesson") return [chapters, ...below];
  return [{ n: doomed.row.lesson_count, what: "lesson" }, chapters, ...below];
}
