// The size limits of files and courses: characters, and numbers of lessons, chapters and examples.

import { codePoints } from "@tabstop/engine/code-points";
import { type Course, type Lesson, limits } from "./course.ts";
import type { Fault } from "./problems.ts";
import { counted, thousands } from "./words.ts";

export type Count = "lessonsInCourse" | "chaptersInLesson" | "examplesInChapter" | "examplesInCourse";

/** Returns a fault when `number` exceeds the limit for this kind of content, else null. */
export function checkCount(what: Count, number: number): Fault | null {
  const most = limits[what];
  if (number <= most) return null;
  const [children, parent] = countNames[what];
  return {
    code: "TOO_MANY",
    found: `${thousands(number)} ${children} in a ${parent}`,
    expected: `at most ${thousands(most)} ${children}`,
    sentence: `A ${parent} can have at most ${thousands(most)} ${children}. This one would be number ${thousands(number)}.`,
  };
}

const countNames: Record<Count, readonly [children: string, parent: string]> = {
  lessonsInCourse: ["lessons", "course"],
  chaptersInLesson: ["chapters", "lesson"],
  examplesInChapter: ["examples", "chapter"],
  examplesInCourse: ["examples", "course"],
};

/** A fault when a course holds too much text, else null. `characters` as `courseCharacters` counts them. */
export function checkCourseSize(characters: number): Fault | null {
  if (characters <= limits.charactersInCourse) return null;
  const most = thousands(limits.charactersInCourse);
  return {
    code: "COURSE_TOO_LARGE",
    found: counted(characters, "character"),
    expected: `at most ${most} characters in a course`,
    sentence: `The course has ${counted(characters, "character")} in total. At most ${most} are allowed. Split it into two courses.`,
  };
}

/** Before anything is read: a fault when a text is too long for a course file, else null. */
export function checkFileSize(units: number): Fault | null {
  if (units <= limits.fileUnits) return null;
  const most = thousands(limits.fileUnits);
  return {
    code: "FILE_TOO_LARGE",
    found: counted(units, "character"),
    expected: `at most ${most} characters`,
    sentence: `The file has ${counted(units, "character")}. At most ${most} are allowed. Split it into several files.`,
  };
}

/** Code points of every title, description, code and output of a course. */
export function courseCharacters(course: Course): number {
  return codePoints(course.title) + codePoints(course.description) + lessonsCharacters(course.lessons);
}

export function lessonsCharacters(lessons: readonly Lesson[]): number {
  let sum = 0;
  for (const lesson of lessons) {
    sum += codePoints(lesson.title) + codePoints(lesson.description);
    for (const chapter of lesson.chapters) {
      sum += codePoints(chapter.title) + codePoints(chapter.description);
      for (const example of chapter.examples) {
        sum += codePoints(example.title) + codePoints(example.description);
        sum += codePoints(example.code_content) + codePoints(example.output);
      }
    }
  }
  return sum;
}
