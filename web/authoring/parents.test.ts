import { expect, test } from "vitest";
import { chapterLabel, chaptersBeside, chaptersOf, parentChoices } from "./parents.ts";
import type { Structure } from "./structure.ts";

const stamps = { created_at: "2026-11-28T00:00:00.000Z", updated_at: "2026-11-28T00:00:00.000Z" };
const node = (id: number, title: string) => ({
  ...{ id, title, description: "", order_index: 0, lesson_count: 1, chapter_count: 1, example_count: 0 },
  ...{ result_count: 0, ...stamps },
});
const structure: Structure = {
  courses: [
    {
      ...node(1, "JavaScript"),
      difficulty_level: "beginner",
      published: false,
      lessons: [
        {
          ...node(2, "Maps"),
          course_id: 1,
          chapters: [
            { ...node(3, "Grouping"), lesson_id: 2 },
            { ...node(4, "Counting"), lesson_id: 2 },
          ],
        },
        { ...node(5, "Sets"), course_id: 1, chapters: [] },
      ],
    },
  ],
};

test("a chapter has the titles of its lesson and course", () => {
  const [chapter] = chaptersOf(structure);
  expect(chapter).toMatchObject({ id: 3, course_title: "JavaScript", lesson_title: "Maps" });
  expect(chapter && chapterLabel(chapter)).toBe("JavaScript - Maps - Grouping");
});

test("a parent is labelled with the titles of all its parents", () => {
  expect(parentChoices("course", structure)).toEqual([]);
  expect(parentChoices("lesson", structure)).toEqual([{ id: "1", label: "JavaScript" }]);
  expect(parentChoices("chapter", structure)).toEqual([
    { id: "2", label: "JavaScript - Maps" },
    { id: "5", label: "JavaScript - Sets" },
  ]);
  expect(parentChoices("example", structure)).toEqual([
    { id: "3", label: "JavaScript - Maps - Grouping" },
    { id: "4", label: "JavaScript - Maps - Counting" },
  ]);
});

test("the chapters beside a chapter are those of its lesson", () => {
  expect(chaptersBeside(structure, "4")).toEqual([3, 4]);
  expect(chaptersBeside(structure, "9")).toEqual([]);
  expect(chaptersBeside(structure, "")).toEqual([]);
});
