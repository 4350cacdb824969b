// The published courses in order, with the reader's own counts.

import type { HandlerResult } from "@tabstop/contract/endpoints";
import { type CourseSummary, listPublishedCourses } from "../store/content/content.ts";
import type { Store } from "../store/store.ts";
import type { Principal } from "../principal.ts";

export async function listCourses(
  { store }: { readonly store: Store },
  who: Principal,
): Promise<HandlerResult<"listCourses">> {
  const courses = await store.read((db) => listPublishedCourses(db, who.userId));
  return { courses: courses.map(courseSummary) };
}

export function courseSummary(course: CourseSummary): HandlerResult<"listCourses">["courses"][number] {
  return {
    id: course.id,
    title: course.title,
    description: course.description,
    difficulty_level: course.difficultyLevel,
    order_index: course.orderIndex,
    completed_examples: course.completedExamples,
    total_examples: course.totalExamples,
  };
}
