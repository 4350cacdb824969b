import { expect, test } from "vitest";
import type { CourseFile } from "../course-files.ts";
import { plan, plannedCourse } from "../plan/plan.ts";
import { coverageOf } from "./coverage.ts";
import { coverageReport } from "./report.ts";
import { madeCourse, madeExample } from "./test/made-course.ts";

test("the plan has the courses in the order in which they are offered, each with an honest level", () => {
  expect(plan.map(({ title, level }) => `${title}: ${level}`)).toEqual([
    "Python Essentials: beginner",
    "JavaScript Essentials: beginner",
    "TypeScript Essentials: intermediate",
    "HTML and CSS Essentials: beginner",
    "SQL Essentials: beginner",
    "Bash Essentials: beginner",
    "Symbols and Brackets: intermediate",
    "Java Essentials: beginner",
    "C Essentials: beginner",
    "Go Essentials: beginner",
    "Rust Essentials: beginner",
    "C++ Essentials: intermediate",
    "Git on the Command Line: beginner",
    "PHP Essentials: beginner",
    "Ruby Essentials: beginner",
  ]);
});

test("the last chapter of every course combines what it taught, and every long example has a reason", () => {
  for (const { file, lessons, long = {} } of plan) {
    expect(lessons.at(-1)?.chapters.at(-1)?.[0], file).toBe("All together");
    for (const reason of Object.values(long)) expect(reason.length, file).toBeGreaterThan(20);
    expect(Object.keys(long).length, file).toBeLessThanOrEqual(3);
  }
});

test("symbols, lengths and shares are counted over all examples", () => {
  const coverage = coverageOf(course("own.md", [["a(1);", "b();"]]));
  expect(coverage.characters).toEqual({
    ...{ least: 4, median: 4.5, most: 5, long: [] },
    ofLessons: [{ median: 4.5, most: 5 }],
  });
  expect(coverage.symbols.get("(")).toBe(2);
  expect(coverage.symbols.get("{")).toBe(0);
  expect(coverage.shares).toEqual({ letters: 22.2, symbols: 66.7, whitespace: 0 });
  expect(coverageReport(coverage)).toContain("( 2  ) 2  [ 0");
});

test("too few of a symbol are a fault in a complete course, but not in one that is being written", () => {
  const whole = coverageOf(course("own.md", [["a();"]]));
  expect(whole.rare).toContain("{");
  expect(whole.rare).not.toContain("@");
  expect(whole.faults.map(({ rule }) => rule)).toEqual(["symbols"]);
  const begun = coverageOf(plannedCopy("python-essentials.md", 1));
  expect(begun.rare).toContain("{");
  expect(begun.faults).toEqual([]);
});

test("a course that follows the plan has no fault of structure", () => {
  expect(planMessages(plannedCopy("sql-essentials.md", 6))).toEqual([]);
});

test("another title, order or number of examples than planned is a fault", () => {
  const right = plannedCopy("sql-essentials.md", 2);
  expect(planMessages({ ...right, course: { ...right.course, title: "SQL" } })).toEqual([
    'is titled "SQL", the plan says "SQL Essentials"',
  ]);
  expect(planMessages({ ...right, course: { ...right.course, difficulty_level: "advanced" } })).toEqual([
    "is for advanced, the plan says beginner",
  ]);
  expect(
    planMessages({ ...right, course: { ...right.course, lessons: right.course.lessons.toReversed() } }),
  ).toHaveLength(4);
  const planned = right.examples.length;
  const tenth = Math.floor(planned / 10);
  expect(planMessages({ ...right, examples: right.examples.slice(tenth) })).toEqual([]);
  expect(planMessages({ ...right, examples: right.examples.slice(tenth + 1) })).toEqual([
    `has ${planned - tenth - 1} examples in its lessons, the plan ${planned}`,
  ]);
});

test("a lesson is too long when half of its examples are, and a reason for a length must be needed", () => {
  const long = (length: number) => `${"x".repeat(length)}`;
  const rules = (codes: readonly string[]) =>
    coverageOf(course("own.md", [codes]))
      .faults.filter(({ rule }) => rule === "size")
      .map(({ message }) => message);
  expect(rules([long(100), long(280), long(400)])).toEqual([]);
  expect(rules([long(100), long(281), long(400)])).toEqual([
    "half of its examples have 281 characters or more, at most 280",
  ]);
  expect(coverageReport(coverageOf(course("own.md", [[long(361), long(5)]])))).toContain(
    "more than 360 characters: Example 1 (361)",
  );
});

test("an example that is shorter than the previous one in its chapter is noted", () => {
  expect(coverageOf(course("own.md", [["aaaa", "aa"], ["a"]])).notes).toEqual([
    "own.md: Lesson 1 > Chapter 1 > Example 2: 2 characters after 4",
  ]);
});

function planMessages(file: CourseFile): string[] {
  return coverageOf(file)
    .faults.filter(({ rule }) => rule === "plan")
    .map(({ message }) => message);
}

/** The first lessons of a planned course, every example a single letter. */
function plannedCopy(name: string, lessonCount: number): CourseFile {
  const planned = plannedCourse(name);
  if (planned === undefined) throw new RangeError(`${name} is not planned`);
  const lessons = planned.lessons.slice(0, lessonCount);
  const examples = lessons.flatMap((lesson, lessonIndex) =>
    lesson.chapters.flatMap(([chapter, count], chapterIndex) =>
      Array.from({ length: count }, () =>
        madeExample({
          file: name,
          code: "a",
          language: planned.languages[0] ?? "",
          lesson: lesson.title,
          chapter,
          lessonIndex,
          chapterIndex,
        }),
      ),
    ),
  );
  return {
    ...course(name, []),
    course: {
      title: planned.title,
      description: "A course.",
      difficulty_level: planned.level,
      order_index: 1,
      lessons: lessons.map(({ title, chapters }) => ({
        title,
        description: "",
        chapters: chapters.map(([chapter]) => ({ title: chapter, description: "", examples: [] })),
      })),
    },
    lessonCount,
    examples,
  };
}

function course(name: string, chapters: readonly (readonly string[])[]): CourseFile {
  const examples = chapters.flatMap((codes, chapterIndex) =>
    codes.map((code, index) =>
      madeExample({
        file: name,
        code,
        lesson: "Lesson 1",
        chapter: `Chapter ${chapterIndex + 1}`,
        title: `Example ${index + 1}`,
        chapterIndex,
      }),
    ),
  );
  return madeCourse(examples, name);
}
