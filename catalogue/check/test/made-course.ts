// Makes courses for tests, as the catalogue reads them.

import type { CourseFile, CatalogueExample } from "../../course-files.ts";

/** An example without faults, except for the given fields. */
export function madeExample(fields: Partial<CatalogueExample> = {}): CatalogueExample {
  return {
    file: "own.md",
    lesson: "Lesson",
    chapter: "Chapter",
    title: "const",
    description: "A name for a value.",
    language: "javascript",
    code: "",
    output: "",
    lessonIndex: 0,
    chapterIndex: 0,
    fixtureSql: "",
    fixtureHash: "",
    ...fields,
  };
}

/** A course with these examples, and with the lessons and chapters that their indexes name. */
export function madeCourse(examples: readonly CatalogueExample[], name = "own.md"): CourseFile {
  const chapters = new Set(examples.map(({ lessonIndex, chapterIndex }) => `${lessonIndex} ${chapterIndex}`));
  return {
    name,
    course: {
      title: "Own",
      description: "A course.",
      difficulty_level: "beginner",
      order_index: 1,
      lessons: [],
    },
    lessonCount: Math.max(0, ...examples.map(({ lessonIndex }) => lessonIndex)) + 1,
    chapterCount: chapters.size,
    examples,
  };
}
