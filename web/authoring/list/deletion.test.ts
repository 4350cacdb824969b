import { expect, test } from "vitest";
import { deletionDone, deletionLosses, deletionQuestion } from "./deletion.ts";
import type { ContentRow } from "../kinds.ts";

const stamps = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
const row = { id: 7, title: "Maps", description: "", order_index: 0, ...stamps };
const course = (counts: Partial<ContentRow<"course">["row"]>): ContentRow => ({
  kind: "course",
  row: {
    ...row,
    difficulty_level: "beginner",
    published: true,
    lesson_count: 0,
    chapter_count: 0,
    example_count: 0,
    result_count: 0,
    ...counts,
  },
});
const example = (result_count: number, time_count: number): ContentRow => ({
  kind: "example",
  row: {
    ...row,
    code_content: "x",
    output: "",
    code_version: 1,
    language: "text",
    chapter_id: 1,
    result_count,
    time_count,
  },
});

test("the question and the note have the specification's words", () => {
  expect(deletionQuestion(example(0, 0))).toBe(
    "Are you sure you want to delete this example? This action cannot be undone.",
  );
  expect(deletionDone(example(0, 0))).toBe("Example deleted successfully!");
  expect(deletionDone(course({}))).toBe("Course deleted successfully!");
});

test("everything that is deleted with a course is counted", () => {
  const counts = { lesson_count: 9, chapter_count: 24, example_count: 60, result_count: 5904 };
  expect(deletionLosses(course(counts))).toBe(
    "9 lessons, 24 chapters, 60 examples and 5,904 saved results will be deleted with it.",
  );
});

test("a count of zero is left out", () => {
  expect(deletionLosses(course({}))).toBe("nothing else will be deleted.");
  expect(deletionLosses(course({ lesson_count: 1 }))).toBe("1 lesson will be deleted with it.");
  expect(deletionLosses(course({ lesson_count: 1, chapter_count: 1 }))).toBe(
    "1 lesson and 1 chapter will be deleted with it.",
  );
});

test("for a lesson chapters are counted, for a chapter examples, for an example results and times", () => {
  const inChapter = { ...row, example_count: 4, result_count: 2 };
  expect(deletionLosses({ kind: "lesson", row: { ...inChapter, course_id: 1, chapter_count: 3 } })).toBe(
    "3 chapters, 4 examples and 2 saved results will be deleted with it.",
  );
  expect(deletionLosses({ kind: "chapter", row: { ...inChapter, lesson_id: 1 } })).toBe(
    "4 examples and 2 saved results will be deleted with it.",
  );
  expect(deletionLosses(example(12, 9))).toBe("12 saved results and 9 best times will be deleted with it.");
});
