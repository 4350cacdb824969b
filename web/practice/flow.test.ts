import { expect, test } from "vitest";
import {
  chapterPlace,
  type Course,
  type Example,
  firstPlace,
  filterCourses,
  isRecord,
  type Lesson,
  namedPlace,
  nextPlace,
  openingPlace,
  type Place,
  placeOf,
  previousPlace,
  unfinishedLessons,
  withServerTimes,
  withCompletion,
  withOneMore,
} from "./flow.ts";

/**
 * A lesson from a drawing: `1+` is a completed example, `1` one that is not; `/` separates chapters, which may be
 * empty.
 */
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
    output: "",
    code_version: 1,
    language: "javascript",
    tokens: null,
    chapter_id: 100,
    order_index: 0,
    status: isCompleted ? "completed" : "not_started",
    progress: isCompleted ? 100 : 0,
    best_time_ms: isCompleted ? 10_000 : null,
    last_time_ms: isCompleted ? 12_000 : null,
    best_run: isCompleted ? { errors: 1, accuracy: 90, ended_at: "2026-11-20T10:00:00.000Z" } : null,
  };
}
const id = (place: { readonly example: Example } | null) => place?.example.id ?? null;

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
])("%s, of which the server suggests %s, opens at %s", (drawn, server, opened) => {
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
])("%s: the example after %s is %s, the one before it %s", (drawn, here, next, previous) => {
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
])(
  "%s: with %s deleted (%s) the next example is %s, the previous one %s",
  (drawn, here, left, next, previous) => {
    const place = placeOf(lesson(drawn), here) as Place;
    expect(id(nextPlace(lesson(left), place))).toBe(next);
    expect(id(previousPlace(lesson(left), place))).toBe(previous);
  },
);

test("if the chapter was deleted too, the next example is the first of the next chapter, and the previous one the last of the previous chapter", () => {
  const place = placeOf(lesson("1 / 2 / 3"), 2) as Place;
  const whole = lesson("1 / 2 / 3");
  const left = { ...whole, chapters: whole.chapters.filter((chapter) => chapter !== whole.chapters[1]) };
  expect(id(nextPlace(left, place))).toBe(3);
  expect(id(previousPlace(left, place))).toBe(1);
});

test("the example is that of the address, else that of the history entry; a deleted one stays only if it was on the screen", () => {
  const shown = placeOf(lesson("1 2"), 2) as Place;
  expect(id(namedPlace(lesson("1 2"), [2, 1], null))).toBe(2);
  expect(id(namedPlace(lesson("1 2"), [77, 1], null))).toBe(1);
  expect(id(namedPlace(lesson("1 2"), [null, null], shown))).toBe(null);
  expect(id(namedPlace(lesson("1 3"), [2, null], shown))).toBe(2);
  expect(id(namedPlace(lesson("1 3"), [null, 2], shown))).toBe(2);
  expect(id(namedPlace(lesson("1 3"), [2, null], null))).toBe(null);
});

test("a review begins at the first example, even if it is completed", () => {
  expect(id(firstPlace(lesson(" / 3+ 4")))).toBe(3);
  expect(firstPlace(lesson(" / "))).toBe(null);
});

test("a record is the first time or a better one; an equal time or a run without a time is not a record", () => {
  expect(isRecord(null, 5)).toBe(true);
  expect(isRecord(6, 5)).toBe(true);
  expect(isRecord(5, 5)).toBe(false);
  expect(isRecord(null, null)).toBe(false);
});

const run = { errors: 2, accuracy: 88, ended_at: "2026-11-21T10:00:00.000Z" };
test("a completion always sets the last time, and the best time only if it is lower", () => {
  const times = (drawn: Lesson) => {
    const { status, progress, best_time_ms, last_time_ms } = placeOf(drawn, 1)?.example ?? example(0, false);
    return [status, progress, best_time_ms, last_time_ms];
  };
  expect(times(withCompletion(lesson("1 2"), 1, 8_000, run))).toEqual(["completed", 100, 8_000, 8_000]);
  expect(times(withCompletion(lesson("1+ 2"), 1, 8_000, run))).toEqual(["completed", 100, 8_000, 8_000]);
  expect(times(withCompletion(lesson("1+ 2"), 1, 11_000, run))).toEqual(["completed", 100, 10_000, 11_000]);
  expect(times(withCompletion(lesson("1 2"), 1, null, run))).toEqual(["completed", 100, null, null]);
  expect(placeOf(withCompletion(lesson("1 2"), 1, 8_000, run), 2)?.example.status).toBe("not_started");
});

test("the server's times replace those that the browser assumed", () => {
  const answer = { best_time_ms: 7_000, last_time_ms: 9_000 };
  expect(placeOf(withServerTimes(lesson("1+"), 1, answer), 1)?.example).toMatchObject({
    best_time_ms: 7_000,
    last_time_ms: 9_000,
  });
});

test("the run of the best time goes with that time: that of a time from elsewhere is unknown", () => {
  const bestRun = (drawn: Lesson) => placeOf(drawn, 1)?.example.best_run;
  const before = example(1, true).best_run;
  expect(bestRun(withCompletion(lesson("1+"), 1, 11_000, run))).toEqual(before);
  expect(bestRun(withCompletion(lesson("1+"), 1, 9_000, run))).toEqual(run);
  const answer = { best_time_ms: 10_000, last_time_ms: 11_000 };
  expect(bestRun(withServerTimes(lesson("1+"), 1, answer))).toEqual(before);
  expect(bestRun(withServerTimes(lesson("1+"), 1, { ...answer, best_time_ms: 9_000 }))).toBeNull();
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
test("one more completed example counts in its lesson and its course, up to the number of examples", () => {
  const once = withOneMore(course, 9);
  expect([once.completed_examples, ...once.lessons.map((one) => one.completed_examples)]).toEqual([4, 2, 2]);
  expect(withOneMore(once, 9)).toEqual(once);
});
test("a lesson is unfinished while it has examples left to complete", () => {
  expect(unfinishedLessons(course).map(({ id }) => id)).toEqual([9]);
  expect(unfinishedLessons(withOneMore(course, 9))).toEqual([]);
});

test("a filter keeps courses by their title, and lessons by the titles of course and lesson together", () => {
  const tree = [
    { title: "JavaScript", lessons: [{ title: "Arrays" }, { title: "Maps and sets" }] },
    { title: "SQL", lessons: [{ title: "Joins" }] },
    { title: "Go", lessons: null },
  ];
  const shown = (search: string) =>
    filterCourses(tree, search).map(
      (one) => `${one.title}: ${one.lessons?.map((lesson) => lesson.title).join() ?? "?"}`,
    );
  expect(shown("")).toEqual(["JavaScript: Arrays,Maps and sets", "SQL: Joins", "Go: ?"]);
  expect(shown("  sQl ")).toEqual(["SQL: Joins"]);
  expect(shown("map")).toEqual(["JavaScript: Maps and sets"]);
  expect(shown("java sets")).toEqual(["JavaScript: Maps and sets"]);
  expect(shown("go")).toEqual(["Go: ?"]);
  expect(shown("nothing")).toEqual([]);
});

test("a filter finds a title however it and the search are spelled", () => {
  const tree = [{ title: "Cafe\u0301\u00a0au lait, ＳＱＬ", lessons: null }];
  for (const search of ["caf\u00e9", "CAFE\u0301", "\u00a0au\u2003lait", "sql", "ca\u200bf\u00e9"])
    expect(filterCourses(tree, search), search).toEqual(tree);
  expect(filterCourses(tree, "cafe")).toEqual([]);
});
