import { expect, test } from "vitest";
import {
  chapterPlace,
  type Course,
  type Example,
  firstOpenLesson,
  firstPlace,
  found,
  isRecord,
  type Lesson,
  namedPlace,
  nextPlace,
  openingPlace,
  type Place,
  placeOf,
  previousPlace,
  withAnswer,
  withCompletion,
  withOneMore,
} from "./flow.ts";

/** A lesson drawn as chapters of examples: `1+` is completed, `1` is not; `/` parts chapters, which may be empty. */
function lesson(drawn: string): Lesson {
  return {
    id: 9,
    title: "Maps and sets",
    description: "",
    course_id: 1,
    order_index: 0,
    chapters: drawn.split("/").map((examples, index) => ({
      id: 100 + index,
      title: `Chapter ${index}`,
      description: "",
      lesson_id: 9,
      order_index: index,
      example_count: 0,
      examples:
        examples.match(/\d+\+?/g)?.map((one) => example(Number.parseInt(one, 10), one.endsWith("+"))) ?? [],
    })),
  };
}
function example(id: number, isCompleted: boolean): Example {
  return {
    id,
    title: `Example ${id}`,
    description: "",
    code_content: "let a;",
    code_version: 1,
    language: "javascript",
    tokens: null,
    chapter_id: 100,
    order_index: 0,
    status: isCompleted ? "completed" : "not_started",
    progress: isCompleted ? 100 : 0,
    best_time_ms: isCompleted ? 10_000 : null,
    last_time_ms: isCompleted ? 12_000 : null,
  };
}
const id = (found: { readonly example: Example } | null) => found?.example.id ?? null;

test.each([
  ["1 2 / 3", null, 1],
  ["1+ 2 / 3", null, 2],
  ["1+ 2+ / 3+ 4", null, 4],
  ["1+ 2+ / 3+", null, 1],
  ["1+ 2 / 3", 3, 3],
  ["1+ 2 / 3", 1, 1],
  ["1+ 2 / 3", 77, 2],
  [" / / 5", null, 5],
  [" / ", null, null],
])("%s, with %s named by the server, opens %s", (drawn, server, opened) => {
  expect(id(openingPlace(lesson(drawn), server))).toBe(opened);
});

test.each([
  ["1+ 2 3 / 4", 100, 2],
  ["1+ 2+ / 4", 100, 1],
  ["1 / 4+ 5", 101, 5],
  ["1 / ", 101, null],
  ["1 / 2", 777, null],
])("%s: choosing chapter %s opens %s", (drawn, chapterId, opened) => {
  expect(id(chapterPlace(lesson(drawn), chapterId))).toBe(opened);
});

test.each([
  ["1 2 3 / 4", 1, 2, null],
  ["1 2 3 / 4", 3, 4, 2],
  ["1 2 3 / 4", 4, null, 3],
  ["1 / / / 4", 1, 4, null],
  ["1 / / / 4", 4, null, 1],
  ["1+ 2+", 1, 2, null],
])("%s: after %s comes %s, before it %s", (drawn, here, next, previous) => {
  const place = placeOf(lesson(drawn), here) as Place;
  expect(id(nextPlace(lesson(drawn), place))).toBe(next);
  expect(id(previousPlace(lesson(drawn), place))).toBe(previous);
});

test.each([
  ["1 2 3 / 4", 2, "1 3 / 4", 3, 1],
  ["1 2 / 4", 2, "1 / 4", 4, 1],
  ["1 / 2 / 3", 2, "1 / / 3", 3, 1],
  ["1 / 2", 2, "1 /", null, 1],
  ["1 / 2", 1, "/ 2", 2, null],
  ["1 2", 1, "", null, null],
])("%s: after %s, which is deleted (%s), comes %s, before it %s", (drawn, here, left, next, previous) => {
  const place = placeOf(lesson(drawn), here) as Place;
  expect(id(nextPlace(lesson(left), place))).toBe(next);
  expect(id(previousPlace(lesson(left), place))).toBe(previous);
});

test("when the chapter is gone too, the next one's first example comes, and before it the last one's last", () => {
  const place = placeOf(lesson("1 / 2 / 3"), 2) as Place;
  const whole = lesson("1 / 2 / 3");
  const left = { ...whole, chapters: whole.chapters.filter((chapter) => chapter !== whole.chapters[1]) };
  expect(id(nextPlace(left, place))).toBe(3);
  expect(id(previousPlace(left, place))).toBe(1);
});

test("the address's example is shown, else the history's; one that is gone stays only where it was shown", () => {
  const shown = placeOf(lesson("1 2"), 2) as Place;
  expect(id(namedPlace(lesson("1 2"), [2, 1], null))).toBe(2);
  expect(id(namedPlace(lesson("1 2"), [77, 1], null))).toBe(1);
  expect(id(namedPlace(lesson("1 2"), [null, null], shown))).toBe(null);
  expect(id(namedPlace(lesson("1 3"), [2, null], shown))).toBe(2);
  expect(id(namedPlace(lesson("1 3"), [null, 2], shown))).toBe(2);
  expect(id(namedPlace(lesson("1 3"), [2, null], null))).toBe(null);
});

test("a review begins at the first example, whatever is completed", () => {
  expect(id(firstPlace(lesson(" / 3+ 4")))).toBe(3);
  expect(firstPlace(lesson(" / "))).toBe(null);
});

test("a record beats the best, or is the first; the same time is none, and no time is none", () => {
  expect(isRecord(null, 5)).toBe(true);
  expect(isRecord(6, 5)).toBe(true);
  expect(isRecord(5, 5)).toBe(false);
  expect(isRecord(null, null)).toBe(false);
});

test("a completion sets the last time always and the best one only when it is lower", () => {
  const times = (drawn: Lesson) => {
    const { status, progress, best_time_ms, last_time_ms } = placeOf(drawn, 1)?.example ?? example(0, false);
    return [status, progress, best_time_ms, last_time_ms];
  };
  expect(times(withCompletion(lesson("1 2"), 1, 8_000))).toEqual(["completed", 100, 8_000, 8_000]);
  expect(times(withCompletion(lesson("1+ 2"), 1, 8_000))).toEqual(["completed", 100, 8_000, 8_000]);
  expect(times(withCompletion(lesson("1+ 2"), 1, 11_000))).toEqual(["completed", 100, 10_000, 11_000]);
  expect(times(withCompletion(lesson("1 2"), 1, null))).toEqual(["completed", 100, null, null]);
  expect(placeOf(withCompletion(lesson("1 2"), 1, 8_000), 2)?.example.status).toBe("not_started");
});

test("the server's times replace the guessed ones", () => {
  const answer = { best_time_ms: 7_000, last_time_ms: 9_000 };
  expect(placeOf(withAnswer(lesson("1+"), 1, answer), 1)?.example).toMatchObject({
    best_time_ms: 7_000,
    last_time_ms: 9_000,
  });
});

const course: Course = {
  id: 1,
  title: "JavaScript",
  description: "",
  difficulty_level: "beginner",
  order_index: 0,
  completed_examples: 3,
  total_examples: 4,
  lessons: [
    {
      id: 8,
      title: "Arrays",
      description: "",
      course_id: 1,
      order_index: 0,
      completed_examples: 2,
      total_examples: 2,
    },
    {
      id: 9,
      title: "Maps",
      description: "",
      course_id: 1,
      order_index: 1,
      completed_examples: 1,
      total_examples: 2,
    },
  ],
};
test("one more completed example counts in its lesson and its course, and never beyond all", () => {
  const once = withOneMore(course, 9);
  expect([once.completed_examples, ...once.lessons.map((one) => one.completed_examples)]).toEqual([4, 2, 2]);
  expect(withOneMore(once, 9)).toEqual(once);
});
test("the first lesson with something left", () => {
  expect(firstOpenLesson(course)?.id).toBe(9);
  expect(firstOpenLesson(withOneMore(course, 9))).toBe(null);
});

test("a search leaves courses by their title and lessons by course and title together", () => {
  const tree = [
    { title: "JavaScript", lessons: [{ title: "Arrays" }, { title: "Maps and sets" }] },
    { title: "SQL", lessons: [{ title: "Joins" }] },
    { title: "Go", lessons: null },
  ];
  const shown = (search: string) =>
    found(tree, search).map(
      (one) => `${one.title}: ${one.lessons?.map((lesson) => lesson.title).join() ?? "?"}`,
    );
  expect(shown("")).toEqual(["JavaScript: Arrays,Maps and sets", "SQL: Joins", "Go: ?"]);
  expect(shown("  sQl ")).toEqual(["SQL: Joins"]);
  expect(shown("map")).toEqual(["JavaScript: Maps and sets"]);
  expect(shown("java sets")).toEqual(["JavaScript: Maps and sets"]);
  expect(shown("go")).toEqual(["Go: ?"]);
  expect(shown("nothing")).toEqual([]);
});
