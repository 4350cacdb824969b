// A published course of one chapter with these examples, for tests of colours.

import type { Course } from "@tabstop/course/course";
import { insertCourse } from "../store/content/insert-course.ts";
import type { Store } from "../store/store.ts";

/** Pairs of a language and a code. */
export async function plantTexts(
  store: Store,
  texts: readonly (readonly [language: string, code: string])[],
): Promise<void> {
  const examples = texts.map(([language, code_content], n) => ({
    title: `e${n}`,
    description: "",
    language,
    code_content,
    output: "",
  }));
  const course: Course = {
    title: "A course",
    description: "",
    difficulty_level: "beginner",
    order_index: null,
    lessons: [{ title: "L", description: "", chapters: [{ title: "C", description: "", examples }] }],
  };
  await store.write((tx) => insertCourse(tx, { course: { ...course, published: true }, at: 1 }));
}
