import { expect, test } from "vitest";
import { checkCount, checkCourseSize, checkFileSize, courseCharacters } from "./course-size.ts";

test("a fault about a limit names the limit and the number found", () => {
  expect(checkCount("lessonsInCourse", 100)).toBeNull();
  expect(checkCount("lessonsInCourse", 101)).toMatchObject({
    code: "TOO_MANY",
    found: "101 lessons in a course",
    expected: "at most 100 lessons",
  });
  expect(checkCount("examplesInCourse", 2_001)?.sentence).toBe(
    "A course can have at most 2,000 examples. This one would be number 2,001.",
  );
  expect(checkCourseSize(2_000_000)).toBeNull();
  expect(checkCourseSize(2_000_001)?.code).toBe("COURSE_TOO_LARGE");
  expect(checkFileSize(8_000_000)).toBeNull();
  expect(checkFileSize(8_000_001)?.code).toBe("FILE_TOO_LARGE");
});

test("the characters of a course are those of its titles, descriptions and code", () => {
  const example = { title: "E", description: "de", language: "js", code_content: "😀\n", output: "" };
  const chapter = { title: "C", description: "", examples: [example, example] };
  const course = {
    title: "T",
    description: "abc",
    difficulty_level: "beginner",
    order_index: null,
    lessons: [{ title: "L", description: "xy", chapters: [chapter] }],
  } as const;
  expect(courseCharacters(course)).toBe(4 + 3 + 1 + 2 * 5);
});
