import { describe, expect, test } from "vitest";
import type { Course, CourseSummary, Example, Lesson } from "../flow.ts";
import { courseEnd, nextUnfinished, type OpenExamples } from "./course-end.ts";
import { courseFigures, endFigures, median, openButtonText, openSentence } from "./end-words.ts";
import { firstLines } from "./first-lines.ts";
import { barHeight, lessonEndView } from "./lesson-end-view.ts";
import { endBy, finishedBy, lessonAfter } from "./run-end.ts";

/** A lesson from a drawing: `1+` is a completed example, `1` one that is not; `/` separates chapters. */
function lesson(drawn: string, id = 9): Lesson {
  const chapters = drawn.split("/").map((examples, index) => ({
    id: 100 + index,
    title: `Chapter ${index + 1}`,
    examples: (examples.match(/\d+\+?/g) ?? []).map((one) => ({
      id: Number.parseInt(one, 10),
      title: `Example ${Number.parseInt(one, 10)}`,
      status: one.endsWith("+") ? "completed" : "not_started",
    })),
  }));
  return { id, title: `Lesson ${id}`, course_id: 1, chapters } as unknown as Lesson;
}

const byStatus = finishedBy(1, []);
const example = (id: number, status: Example["status"] = "in_progress") => ({ id, status });

test("an example is finished when it is completed, or when this learner's completion waits to be sent", () => {
  const isFinished = finishedBy(1, [
    { userId: 1, exampleId: 5 },
    { userId: 2, exampleId: 6 },
  ]);
  expect([example(4, "completed"), example(5), example(6), example(7)].map(isFinished)).toEqual([
    ...[true, true, false, false],
  ]);
});

describe("what a run ends", () => {
  const chapter = (title: string, examples: number, next: object | null) => ({
    ...{ kind: "chapter", title, examples, next },
  });
  test.each([
    ["nothing, while its chapter has another open example", "1+ 2 3 / 4", 2, null],
    [
      "the chapter, with the one that follows",
      "1+ 2+ 3 / 4 5",
      3,
      chapter("Chapter 1", 3, { title: "Chapter 2", examples: 2 }),
    ],
    [
      "the chapter, and an empty one does not follow",
      "1 / / 4",
      1,
      chapter("Chapter 1", 1, { title: "Chapter 3", examples: 1 }),
    ],
    [
      "the chapter, also before its last example, where Next Example stays",
      "1 2+ / 4",
      1,
      chapter("Chapter 1", 2, null),
    ],
    ["the chapter, where Next Example leaves the lesson", "1 / 4+ 5", 5, chapter("Chapter 2", 2, null)],
    ["the lesson, with its last open example", "1+ 2+ / 4", 4, { kind: "lesson" }],
    ["the lesson, also before its last example", "1+ 2 / 4+", 2, { kind: "lesson" }],
    ["the lesson, if that is its only example", "1", 1, { kind: "lesson" }],
    ["nothing, when the example was finished before", "1+ 2+ / 4+", 4, null],
    ["nothing, when the example is no longer in the lesson", "1+", 4, null],
  ])("%s", (_what, drawn, exampleId, end) => {
    expect(endBy(lesson(drawn), exampleId, byStatus)).toEqual(end);
  });
  test("a completion that waits to be sent counts for the others, and the run of its example ends nothing again", () => {
    const isFinished = finishedBy(1, [{ userId: 1, exampleId: 1 }]);
    expect(endBy(lesson("1 2"), 2, isFinished)).toEqual({ kind: "lesson" });
    expect(endBy(lesson("1 2+"), 1, isFinished)).toBeNull();
  });
});

/** A course of lessons with so many completed examples of so many. */
function course(...lessons: readonly (readonly [completed: number, total: number])[]): Course {
  return {
    lessons: lessons.map(([completed_examples, total_examples], index) => ({
      ...{ id: 10 + index, completed_examples, total_examples },
    })),
  } as unknown as Course;
}
/** `|` is a finished example, `.` an open one; capital at a lesson's end. */
const drawnTicks = ({ ticks }: ReturnType<typeof courseEnd>) =>
  ticks
    .map(({ isDone, endsLesson }) => (isDone ? (endsLesson ? "I" : "i") : endsLesson ? "O" : "o"))
    .join("");

describe("the end of a course", () => {
  test("has a tick for each example, longer at the end of a lesson, and none for an empty lesson", () => {
    const end = courseEnd(course([2, 2], [0, 0], [1, 1]), new Map(), byStatus);
    expect(drawnTicks(end)).toBe("iII");
    expect(end).toMatchObject({ completed: 3, total: 3, open: null });
  });
  test("shows the open examples at their places, as far as their lessons are loaded", () => {
    const loaded = new Map([[11, lesson("1+ 2 / 3+ 4+", 11)]]);
    const end = courseEnd(course([2, 2], [3, 4], [1, 3]), loaded, byStatus);
    expect(drawnTicks(end)).toBe("iIioiIioO");
    expect(end).toMatchObject({ completed: 6, total: 9 });
    expect(end.open).toMatchObject({
      count: 3,
      lessonId: 11,
      first: { example: { id: 2 }, place: "Lesson 11, Chapter 1, example 2 of 2" },
      other: null,
    });
  });
  test("leads to the lesson while it is not loaded", () => {
    expect(courseEnd(course([2, 2], [1, 2]), new Map(), byStatus).open).toEqual({
      ...{ count: 1, lessonId: 11, first: null, other: null },
    });
  });
  test("names the second open example if there are two", () => {
    const loaded = new Map([
      [10, lesson("1 2+", 10)],
      [11, lesson("3+ / 4", 11)],
    ]);
    expect(courseEnd(course([1, 2], [1, 2]), loaded, byStatus).open).toMatchObject({
      ...{ count: 2, lessonId: 10, first: { example: { id: 1 } }, other: "Example 4" },
    });
    expect(courseEnd(course([1, 2], [1, 2]), new Map(), byStatus).open).toMatchObject({
      count: 2,
      other: null,
    });
  });
  test("counts a completion that waits to be sent", () => {
    const waiting = finishedBy(1, [{ userId: 1, exampleId: 2 }]);
    const end = courseEnd(course([1, 2]), new Map([[10, lesson("1+ 2", 10)]]), waiting);
    expect(end).toMatchObject({ completed: 2, total: 2, open: null });
  });
});

test("the next course is the next one with an open example, and after the last one the first such again", () => {
  const courses = [
    ...[
      [1, 2, 3],
      [2, 3, 3],
      [3, 0, 4],
      [4, 5, 5],
      [5, 0, 0],
    ].map(
      ([id, completed_examples, total_examples]) =>
        ({ id, completed_examples, total_examples }) as CourseSummary,
    ),
  ];
  const after = (id: number) => nextUnfinished(courses, id)?.id ?? null;
  expect([1, 2, 3, 4, 99].map(after)).toEqual([3, 3, 1, 1, 1]);
  expect(nextUnfinished(courses.slice(1, 2), 2)).toBeNull();
  // The course itself is never its next one.
  expect(nextUnfinished(courses.slice(0, 2), 1)).toBeNull();
});

test("the button names the open example, unless its title has more than 24 characters", () => {
  expect([..."abcd", null].map(openButtonText)).toEqual([
    ...["Type a", "Type b", "Type c", "Type d", "Type the next open one"],
  ]);
  expect(openButtonText("x".repeat(24))).toBe(`Type ${"x".repeat(24)}`);
  expect(openButtonText("🧩".repeat(24))).toBe(`Type ${"🧩".repeat(24)}`);
  expect(openButtonText("x".repeat(25))).toBe("Type the next open one");
});

test("a sentence says where the open example is, and how many are left", () => {
  const first = { example: {} as Example, place: "Generics, Constraints and keyof, example 3 of 3" };
  const open = (count: number, more: Partial<OpenExamples> = {}): OpenExamples => ({
    ...{ count, lessonId: 1, first, other: null },
    ...more,
  });
  expect(openSentence(open(1))).toBe("Generics, Constraints and keyof, example 3 of 3.");
  expect(openSentence(open(2, { other: "Modifiers in a mapped type" }))).toBe(
    "Generics, Constraints and keyof, example 3 of 3. One more is still open: Modifiers in a mapped type.",
  );
  expect(openSentence(open(2))).toBe(
    "Generics, Constraints and keyof, example 3 of 3. One more is still open.",
  );
  expect(openSentence(open(14, { first: null }))).toBe("13 more are still open.");
  expect(openSentence(open(1, { first: null }))).toBe("");
});

describe("figures", () => {
  test("of a course say what is known, in their order", () => {
    const figures = {
      ...{ ms: 11_520_000, accuracy: 97, first_wpm: 38, last_wpm: 55 },
      examples: [50, 58, null, 53].map((wpm, id) => ({ id, wpm })),
    };
    expect(courseFigures(figures)).toEqual([
      { name: "Speed", value: "53 wpm" },
      { name: "Accuracy", value: "97%" },
      { name: "Time typed", value: "3 h 12 min" },
      { name: "First to last ten", value: "38 to 55 wpm" },
    ]);
    const none = { ms: 0, accuracy: null, first_wpm: null, last_wpm: 55, examples: [{ id: 1, wpm: null }] };
    expect(courseFigures(none)).toEqual([]);
  });
  test("of a lesson go from the first example to the last", () => {
    const figures = { speed: 0, accuracy: 0, ms: null, first: 0, last: 54 };
    expect(endFigures(figures, "First to last").map(({ value }) => value)).toEqual([
      ...["0 wpm", "0%", "0 to 54 wpm"],
    ]);
  });
  test("the median of an even number of speeds is the mean of the middle two, cut", () => {
    expect([[], [7], [9, 4], [1, 9, 5], [40, 10, 31, 20]].map(median)).toEqual([null, 7, 6, 5, 25]);
  });
});

test("the first lines of a code keep their colours", () => {
  const code_content = "let a;\nlet bc;\nlet d;";
  expect(
    firstLines({
      code_content,
      tokens: [
        ["k", 3],
        ["", 10],
        ["k", 8],
      ],
    }),
  ).toEqual({
    lines: ["let a;", "let bc;"],
    tokens: [
      ["k", 3],
      ["", 10],
      ["k", 1],
    ],
  });
  expect(
    firstLines({
      code_content: "let a;",
      tokens: [
        ["k", 3],
        ["", 3],
      ],
    }),
  ).toEqual({
    lines: ["let a;"],
    tokens: [
      ["k", 3],
      ["", 3],
    ],
  });
  expect(firstLines({ code_content, tokens: null }).tokens).toBeNull();
});

describe("the end of a lesson", () => {
  /** Each example has 60 characters: as many words a minute as 720 s has times of it. */
  const withTimes = (drawn: string, times: Readonly<Record<number, number | null>>): Lesson => {
    const drawnLesson = lesson(drawn);
    const timed = (one: Example): Example => ({
      ...one,
      code_content: "x".repeat(60),
      best_time_ms: times[one.id] ?? null,
      best_run: (times[one.id] ?? null) === null ? null : { errors: 0, accuracy: 90 + one.id, ended_at: "" },
    });
    return {
      ...drawnLesson,
      chapters: drawnLesson.chapters.map((chapter) => ({
        ...chapter,
        examples: chapter.examples.map(timed),
      })),
    };
  };
  const run = (exampleId: number, accuracy: number) => ({
    example: { id: exampleId } as Example,
    result: { accuracy, shownMs: 14_400 } as Parameters<typeof lessonEndView>[1]["result"],
  });
  test("has the speed of each example's best run, by chapters, the run itself included", () => {
    const times = { 1: 18_000, 2: 16_000, 3: 14_400 };
    const view = lessonEndView(withTimes("1+ 2+ / / 3+", times), run(3, 98), 846_000);
    expect(view.chapters.map((ticks) => ticks.map(({ number, wpm }) => [number, wpm]))).toEqual([
      [
        [1, 40],
        [2, 45],
      ],
      [[3, 50]],
    ]);
    expect(view).toMatchObject({ total: 3, wpm: 45 });
    expect(view.figures).toEqual([
      { name: "Speed", value: "45 wpm" },
      // The mean of 91, 92 and 98, cut.
      { name: "Accuracy", value: "93%" },
      { name: "Time typed", value: "14 min 20 s" },
      { name: "First to last", value: "40 to 50 wpm" },
    ]);
  });
  test("leaves out what is unknown, and a run that sets no time", () => {
    const view = lessonEndView(withTimes("1+ 2+", { 1: 18_000 }), run(2, 98), null);
    expect(view.figures).toEqual([
      { name: "Speed", value: "40 wpm" },
      { name: "Accuracy", value: "91%" },
    ]);
    expect(view.chapters.flat().map(({ wpm }) => wpm)).toEqual([40, null]);
    const alone = lessonEndView(withTimes("1+", { 1: 14_400 }), run(1, 100), 0);
    expect(alone.figures.map(({ value }) => value)).toEqual(["50 wpm", "100%", "14 s"]);
  });
  test("is followed by the next lesson with an example", () => {
    const lessons = course([2, 2], [0, 0], [1, 3]);
    expect([10, 11, 12, 99].map((id) => lessonAfter(lessons, id)?.id ?? null)).toEqual([12, 12, null, null]);
    expect(lessonAfter(null, 10)).toBeNull();
  });
  test("has bars that leave room for the needle, on a scale that ends at a multiple of 20", () => {
    expect([43, 50, 54].map((wpm) => barHeight(wpm, 54))).toEqual([53.75, 62.5, 67.5]);
    expect([0, 20].map((wpm) => barHeight(wpm, 20))).toEqual([0, 50]);
    expect([null, 0].map((wpm) => barHeight(wpm, 0))).toEqual([0, 0]);
  });
});
