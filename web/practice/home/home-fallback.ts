// The next example, and the courses, from what the practice screen loads anyway: shown while the home itself cannot be
// loaded.

import type { Tokens } from "@tabstop/contract/vocabulary";
import type { OfferedCourse } from "../../learning/course-offer.tsx";
import { type CourseSummary, type Lesson, placeOf } from "../flow.ts";
import type { NextExample } from "./home-words.ts";

/** null if the lesson does not contain the example. */
export function nextExampleOf(
  lesson: Lesson,
  exampleId: number,
  courses: readonly CourseSummary[],
): NextExample | null {
  const found = placeOf(lesson, exampleId);
  if (found === null) return null;
  const { chapter, example, index } = found;
  const lines = example.code_content.split("\n").slice(0, 2);
  return {
    exampleId,
    lessonId: lesson.id,
    title: example.title,
    lesson: lesson.title,
    chapter: chapter.title,
    course: courses.find(({ id }) => id === lesson.course_id)?.title ?? "",
    place: index + 1,
    of: chapter.examples.length,
    language: example.language,
    lines,
    tokens: beginningOf(example.tokens, lines.join("\n").length) as NextExample["tokens"],
  };
}

/** The courses without their code. */
export function plainOffers(courses: readonly CourseSummary[]): readonly OfferedCourse[] {
  return courses.map((course) => ({ ...course, lines: [], tokens: null }));
}

/** The colours of the first so many units of a code. */
function beginningOf(tokens: Tokens | null, length: number): Tokens | null {
  if (tokens === null) return null;
  const kept: (typeof tokens)[number][] = [];
  let left = length;
  for (const [token, units] of tokens) {
    if (left <= 0) break;
    kept.push([token, Math.min(units, left)]);
    left -= units;
  }
  return kept;
}
