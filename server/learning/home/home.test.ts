// GET /courses/home: where a learner goes on, their week, what is due, and their last runs.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeHash, saveHighlight } from "../../store/content/highlights.ts";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import { openServer, openers, type Person, type TestServer } from "../../test/harness.ts";
import { memoryLog, plantMemoryExample, review } from "../../test/memory-runs.ts";
import { plantCourse } from "../../test/plant-course.ts";
import { loggedIn } from "../../test/typed-runs.ts";

/** Friday, 27 November 2026, at noon UTC. */
const now = Date.UTC(2026, 10, 27, 12);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let count = 0;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
  });
  beforeEach(async () => {
    harness.clock.now = now;
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    mira = await harness.register(`mira${(count += 1)}`);
  });
  afterAll(() => harness.close());

  const home = (zone?: string, person = mira) => person.client("getHome", { query: { zone } });

  test("a newcomer gets the first example to type, the courses, and nothing of reviews", async () => {
    const { example, lesson, courseId } = await plantCourse(harness.store, {
      title: "Rust",
      lessons: { One: { first: ["a", "b"] } },
    });
    const { courses, ...rest } = await home();
    expect(rest).toEqual({
      continue: {
        ...{ exampleId: example("a"), lessonId: lesson("One"), title: "a", lesson: "One", chapter: "first" },
        ...{ course: "Rust", place: 1, of: 2, language: "javascript", lines: ["const a = 1;"], tokens: null },
      },
      today: "2026-11-27",
      week: ["23", "24", "25", "26", "27", "28", "29"].map((day) => ({ day: `2026-11-${day}`, ms: 0 })),
      ...{
        streak: 0,
        kept_by_day_off: null,
        goalMinutes: null,
        due: 0,
        next_due_day: null,
        has_cards: false,
      },
      runs: [],
    });
    expect(courses).toEqual([
      {
        ...{ id: courseId, title: "Rust", description: "", difficulty_level: "beginner", total_examples: 2 },
        ...{ lines: ["const a = 1;"], tokens: null },
      },
    ]);
  });

  test("without a published course there is nothing to continue with, and no course", async () => {
    await plantCourse(harness.store, { published: false, lessons: { One: { first: ["a"] } } });
    expect(await home()).toMatchObject({ continue: null, courses: [], runs: [] });
  });

  const finish = (
    exampleId: number,
    {
      ago = 0,
      zone = "UTC",
      ...more
    }: { ago?: number; zone?: string; timeMs?: number; accuracy?: number } = {},
  ) =>
    mira.client("saveProgress", {
      body: {
        ...{ exampleId, progress: 100, accuracy: 90, errors: 1, isComplete: true, timeMs: 60_000 },
        ...{ finishedMsAgo: ago, zone, ...more },
      },
    });

  test("the example to continue with has its number in its chapter and its colours, cut to its first lines", async () => {
    const course = await plantCourse(harness.store, { lessons: { L: { other: ["x"], C: ["a", "b", "c"] } } });
    const code = "const b = 1;\nuse(b);\nmore();";
    await harness.store.write(async (tx) => {
      await changeExampleCode(tx, { exampleId: course.example("b"), codeContent: code, at: now });
      await saveHighlight(tx, {
        ...{ code_hash: codeHash(code), language: "javascript", engine_version: "1" },
        runs: [
          ["k", 5],
          ["", 10],
          ["f", code.length - 15],
        ],
      });
    });
    for (const title of ["x", "a"]) await finish(course.example(title));
    expect((await home()).continue).toEqual({
      ...{ exampleId: course.example("b"), lessonId: course.lesson("L"), title: "b", place: 2, of: 3 },
      ...{ lesson: "L", chapter: "C", course: "A course", language: "javascript" },
      lines: ["const b = 1;", "use(b);"],
      tokens: [
        ["k", 5],
        ["", 7],
        ["", 1],
        ["", 2],
        ["f", 5],
      ],
    });
    for (const title of ["b", "c"]) await finish(course.example(title));
    expect(await home()).toMatchObject({ continue: null, courses: null });
  });

  test("a run that no person can have typed has no time, and one without a report has no accuracy", async () => {
    const { example } = await plantCourse(harness.store, { lessons: { L: { C: ["a", "b"] } } });
    const codeContent = "const a = 1;\n".repeat(20);
    await harness.store.write((tx) =>
      changeExampleCode(tx, { exampleId: example("a"), codeContent, at: now }),
    );
    await finish(example("a"), { timeMs: 3, ago: 1_000 });
    const params = { exampleId: example("b") };
    await mira.client("completeExample", { params, body: { status: "completed", time_ms: 12_000 } });
    expect((await home()).runs).toMatchObject([
      { example: "b", ms: 12_000, wpm: 12, accuracy: null },
      { example: "a", ms: null, wpm: null, accuracy: 90 },
    ]);
  });

  test("the day, and with it the week, begins at midnight where the learner is", async () => {
    const { example } = await plantCourse(harness.store, { lessons: { L: { C: ["a"] } } });
    // Sunday, 23:30 in Berlin; 30 minutes later it is Monday there, and Sunday in New York.
    harness.clock.now = Date.UTC(2026, 10, 29, 22, 30);
    mira = await loggedIn(harness, mira);
    await finish(example("a"), { zone: "Europe/Berlin" });
    const days = async (zone: string) => {
      const { today, week, streak } = await home(zone);
      return [today, week[0]?.day, week.findIndex(({ ms }) => ms === 60_000), streak];
    };
    expect(await days("Europe/Berlin")).toEqual(["2026-11-29", "2026-11-23", 6, 1]);
    harness.clock.now += 30 * 60_000;
    expect(await days("Europe/Berlin")).toEqual(["2026-11-30", "2026-11-30", -1, 1]);
    expect(await days("America/New_York")).toEqual(["2026-11-29", "2026-11-23", 6, 1]);
    // Without a zone the last known one counts, and a name that is none counts as UTC.
    expect((await home()).today).toBe("2026-11-30");
    expect(await days("Mars/Olympus")).toEqual(["2026-11-29", "2026-11-23", 6, 1]);
  });

  test("a day may have more time than it is long, since a device reports the time of its runs", async () => {
    const { example, courseId } = await plantCourse(harness.store, { lessons: { L: { C: ["a"] } } });
    const longestMs = 86_400_000;
    for (let run = 0; run < 25; run++)
      await finish(example("a"), { timeMs: longestMs, ago: run * 11 * 60_000 });
    expect((await home("UTC")).week[4]).toEqual({ day: "2026-11-27", ms: 25 * longestMs });
    const figures = await mira.client("getCourseFigures", { params: { courseId }, query: {} });
    expect(figures.ms).toBe(25 * longestMs);
  });

  test("a week in which the clock changes has seven days, the last of them still Sunday", async () => {
    for (const at of [
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 22, 59),
      Date.UTC(2027, 2, 28, 21, 59),
    ]) {
      harness.clock.now = at;
      mira = await loggedIn(harness, mira);
      const { today, week } = await home("Europe/Berlin");
      expect([week.length, week[6]?.day]).toEqual([7, today]);
    }
  });

  test("a learner who has only typed from memory has a week and cards, and is offered the courses", async () => {
    const code = "const a = 1;";
    const { exampleId, ids } = await plantMemoryExample(harness.store, code, [
      { name: "const", kind: "word", places: [[0, 5]] },
    ]);
    await review(mira, exampleId, { hidden: Object.values(ids), log: memoryLog(code) });
    const { week, has_cards, courses, runs, streak } = await home();
    expect([week[4]?.ms, has_cards, courses?.length, runs, streak]).toEqual([1_100, true, 1, [], 1]);
  });

  test("what others did is in no part of it", async () => {
    const { example } = await plantCourse(harness.store, { lessons: { L: { C: ["a", "b"] } } });
    await finish(example("a"));
    const other = await harness.register(`other${count}`);
    expect(await home(undefined, other)).toMatchObject({
      ...{ streak: 0, runs: [], has_cards: false, courses: [{ total_examples: 2 }] },
      continue: { title: "a" },
    });
  });

  test("the figures are not found for what is unknown, deleted, unpublished or of another course", async () => {
    const [one, other] = [
      await plantCourse(harness.store, { lessons: { L: { C: ["a"] }, Gone: { D: ["b"] }, Empty: {} } }),
      await plantCourse(harness.store, { lessons: { M: { C: ["c"] } } }),
    ];
    const draft = await plantCourse(harness.store, { published: false, lessons: { N: { C: ["d"] } } });
    await harness.store.write((tx) => deleteContent(tx, "lesson", one.lesson("Gone")));
    const figures = (courseId: number, lessonId?: number | string) =>
      mira.client("getCourseFigures", { params: { courseId }, query: { lessonId: lessonId as number } });
    const nothing = { ms: 0, accuracy: null, first_wpm: null, last_wpm: null };
    expect(await figures(one.courseId)).toEqual({
      ...nothing,
      examples: [{ id: one.example("a"), wpm: null }],
    });
    expect(await figures(one.courseId, one.lesson("Empty"))).toEqual({ ...nothing, examples: [] });
    for (const [courseId, lessonId, what] of [
      [2_147_483_647, undefined, "course"],
      [draft.courseId, undefined, "course"],
      [draft.courseId, draft.lesson("N"), "lesson"],
      [one.courseId, other.lesson("M"), "lesson"],
      [one.courseId, one.lesson("Gone"), "lesson"],
      [one.courseId, 2_147_483_647, "lesson"],
    ] as const)
      await expect(figures(courseId, lessonId)).rejects.toMatchObject({
        status: 404,
        message: `There is no such ${what}.`,
      });
    for (const wrong of ["0", "-1", "1e3", "abc", ""])
      await expect(figures(one.courseId, wrong)).rejects.toMatchObject({ status: 400, code: "INVALID" });
  });
});
