import { expect, test } from "vitest";
import type { CourseSummary, Lesson } from "../flow.ts";
import { nextExampleOf, plainOffers } from "./home-fallback.ts";

const lesson = {
  id: 7,
  title: "Values",
  course_id: 3,
  chapters: [
    {
      id: 1,
      title: "Names",
      examples: [
        {
          id: 11,
          title: "One name",
          code_content: "let a;",
          language: "javascript",
          tokens: null,
        },
        {
          id: 12,
          title: "Two names",
          code_content: "let a;\nlet b;\nlet c;",
          language: "javascript",
          tokens: [
            ["k", 3],
            ["", 4],
            ["k", 3],
            ["", 10],
          ],
        },
      ],
    },
  ],
} as unknown as Lesson;
const course: CourseSummary = {
  id: 3,
  title: "JavaScript",
  description: "Type it.",
  difficulty_level: "beginner",
  total_examples: 2,
  completed_examples: 1,
} as CourseSummary;

test("the next example is named, with the colours of its first two lines", () => {
  expect(nextExampleOf(lesson, 12, [course])).toEqual({
    exampleId: 12,
    lessonId: 7,
    title: "Two names",
    lesson: "Values",
    chapter: "Names",
    course: "JavaScript",
    place: 2,
    of: 2,
    language: "javascript",
    lines: ["let a;", "let b;"],
    tokens: [
      ["k", 3],
      ["", 4],
      ["k", 3],
      ["", 3],
    ],
  });
});

test("it needs neither colours nor a known course, but the lesson has to contain it", () => {
  expect(nextExampleOf(lesson, 11, [])).toMatchObject({ course: "", lines: ["let a;"], tokens: null });
  expect(nextExampleOf(lesson, 13, [course])).toBeNull();
});

test("courses without their code are offered by name and description", () => {
  expect(plainOffers([course])).toMatchObject([{ id: 3, title: "JavaScript", lines: [], tokens: null }]);
});
