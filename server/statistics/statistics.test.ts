// The numbers of the dashboard: tested against their definitions in docs/decisions/dashboard.md, and compared with a
// simple model that computes them from scratch.

import { randomUUID } from "node:crypto";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertCourse } from "../store/content/insert-course.ts";
import { deleteContent } from "../store/content/content-changes.ts";
import { deleteUser } from "../store/accounts/delete-user.ts";
import { recordAutosave } from "../store/results/autosaves.ts";
import { recordCompletion } from "../store/results/completions.ts";
import { recount } from "../store/results/recount.ts";
import type { Store } from "../store/store.ts";
import { courseOf, examplesByTitle, learners } from "../test/courses.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";
import { outcome } from "../test/refusal.ts";
import { getDashboard } from "./get-dashboard.ts";

const dayMs = 86_400_000;
type Dashboard = ResponseOf<"getDashboard">;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  let people: Person[];
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await harness.registerAdmin("ada");
    people = [];
    for (const name of ["mira", "olu", "kim", "lea", "noa"]) people.push(await harness.register(name));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write(async (tx) => {
      await tx.deleteFrom("stored_course").execute();
      await tx.deleteFrom("activity").execute();
    });
  });

  const person = (i: number) => people[i] as Person;
  const finish = (i: number, exampleId: number, timeMs: number, more: object = {}) =>
    person(i).client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: timeMs, attemptId: randomUUID(), ...more },
    });
  const save = (i: number, exampleId: number, progress: number, more: object = {}) =>
    person(i).client("saveProgress", {
      body: { exampleId, progress, accuracy: 90, errors: 1, isComplete: false, timeMs: 1_000, ...more },
    });
  const dashboard = () => ada.client("getDashboard");

  test("on an empty database the dashboard has no figures, and nothing is divided by zero", async () => {
    expect(await dashboard()).toEqual({
      totalUsers: 6,
      dailyActiveUsers: 0,
      weeklyActiveUsers: 0,
      monthlyActiveUsers: 0,
      totalCourses: 0,
      totalLessons: 0,
      totalCompleted: 0,
      topCourses: [],
      bottomCourses: [],
      topLessons: [],
      bottomLessons: [],
      topExamples: [],
      bottomExamples: [],
    });
  });

  test("the dashboard is the same as its four parts", async () => {
    const at = await plantCourse(harness.store, { lessons: { One: { c: ["a", "b"] }, Two: { d: ["e"] } } });
    await finish(0, at.example("a"), 4_000);
    await save(1, at.example("e"), 50);
    const whole = await dashboard();
    expect({
      ...(await ada.client("getUserStats")),
      ...(await ada.client("getCourseStats")),
      ...(await ada.client("getLessonStats")),
      ...(await ada.client("getExampleStats")),
    }).toEqual(whole);
  });

  test("users are active who saved or completed anything in the last 24 hours, 7 days and 30 days", async () => {
    const at = await plantCourse(harness.store, { lessons: { One: { c: ["a"] } } });
    const start = harness.clock.now;
    await save(0, at.example("a"), 10);
    await finish(1, at.example("a"), 4_000);
    const active = async (after: number) => {
      const numbers = await getDashboard({ store: harness.store, now: () => start + after });
      return [numbers.dailyActiveUsers, numbers.weeklyActiveUsers, numbers.monthlyActiveUsers];
    };
    expect(await active(0)).toEqual([2, 2, 2]);
    expect(await active(dayMs - 1)).toEqual([2, 2, 2]);
    expect(await active(dayMs + 1)).toEqual([0, 2, 2]);
    expect(await active(7 * dayMs - 1)).toEqual([0, 2, 2]);
    expect(await active(7 * dayMs + 1)).toEqual([0, 0, 2]);
    expect(await active(30 * dayMs + 1)).toEqual([0, 0, 0]);
    // The practised example is deleted, but the learner still counts as active.
    await ada.client("adminDeleteCourse", { params: { courseId: at.courseId } });
    expect((await dashboard()).dailyActiveUsers).toBe(2);
  });

  test("a completion rate covers all examples and all learners who started, with one decimal, rounded half up", async () => {
    const at = await plantCourse(harness.store, {
      title: "Four",
      lessons: { One: { c: ["a", "b", "c", "d"] }, Two: { e: [] } },
    });
    for (const i of [0, 1, 2]) await save(i, at.example("a"), 10);
    await finish(3, at.example("b"), 4_000);
    const { totalCompleted, topCourses, topLessons, bottomLessons } = await dashboard();
    // 1 of 4 examples × 4 learners: 6.25 %.
    const row = { title: "Four", total_examples: 4, completed_examples: 1, completion_rate: 6.3 };
    expect(topCourses).toEqual([{ id: at.courseId, ...row }]);
    expect(topLessons).toEqual([
      { id: at.lesson("One"), title: "One", course_title: "Four", completion_rate: 6.3 },
    ]);
    expect([totalCompleted, bottomLessons]).toEqual([1, []]);
  });

  test("the average is the exact mean of best times; without any it is null and is sorted last", async () => {
    const at = await plantCourse(harness.store, { lessons: { One: { c: ["a", "b", "c", "d"] } } });
    for (const [i, example, time] of [
      [0, "a", 5_000],
      [0, "a", 3_000],
      [1, "a", 4_001],
      [0, "b", 3_500],
      [1, "b", 3_500],
      [0, "c", 100],
      [1, "c", 100],
      [2, "d", 9_000],
    ] as const)
      await finish(i, at.example(example), time);
    await ada.client("adminUpdateExample", {
      params: { exampleId: at.example("c") },
      body: { code_content: "other" },
    });
    const { topExamples, bottomExamples } = await dashboard();
    const shown = (rows: Dashboard["topExamples"]) =>
      rows.map((row) => [row.title, row.chapter_title, row.users_completed, row.avg_completion_time]);
    expect(shown(topExamples)).toEqual([
      ["b", "c", 2, 3_500],
      ["a", "c", 2, 3_500.5],
    ]);
    expect(shown(bottomExamples)).toEqual([
      ["d", "c", 1, 9_000],
      ["c", "c", 2, null],
    ]);
  });

  test("equal rates are sorted by completions, then by age; the bottom list starts with the worst", async () => {
    const planted: Planted[] = [];
    for (const title of ["A", "B", "C", "D"])
      planted.push(
        await plantCourse(harness.store, { title, lessons: { [title]: { [title]: [title, `${title}2`] } } }),
      );
    const [a, b, c, d] = planted as [Planted, Planted, Planted, Planted];
    // A and B have 50 % with 1 completion each, C 50 % with 2, D none.
    await finish(0, b.example("B"), 1_000);
    await finish(0, a.example("A"), 1_000);
    for (const i of [0, 1]) await finish(i, c.example("C"), 1_000);
    await save(0, d.example("D"), 99);
    const { topCourses, bottomCourses } = await dashboard();
    expect(topCourses.map(({ title }) => title)).toEqual(["C", "A"]);
    expect(bottomCourses.map(({ title }) => title)).toEqual(["D", "B"]);
  });

  test("unpublished courses count, and content that no learner has started is in no list", async () => {
    const at = await plantCourse(harness.store, { title: "Draft", lessons: { One: { c: ["a", "b"] } } });
    await finish(0, at.example("a"), 1_000);
    await ada.client("adminUpdateCourse", { params: { courseId: at.courseId }, body: { published: false } });
    await plantCourse(harness.store, { title: "New", lessons: { Two: { d: ["e"] } } });
    expect(await dashboard()).toMatchObject({
      totalCourses: 2,
      totalLessons: 2,
      totalCompleted: 1,
      topCourses: [{ title: "Draft", completion_rate: 50 }],
      bottomCourses: [],
      topExamples: [{ title: "a" }],
      bottomExamples: [],
    });
  });

  describe("insights", () => {
    test("figures are withheld under five learners and shown from five on", async () => {
      const at = await plantCourse(harness.store, { lessons: { One: { ch: ["ab", "c"] } } });
      const exampleId = at.example("ab");
      const times = [4_000, 9_000, 5_000, 7_000];
      for (const [i, time] of times.entries())
        await save(i, exampleId, 100, { isComplete: true, timeMs: time, errors: i });
      const row = async () => (await ada.client("getInsights")).examples[0];
      const shared = { id: exampleId, title: "ab", chapter_title: "ch" };
      const unknown = {
        completion_rate: null,
        median_best_time_ms: null,
        ms_per_character: null,
        error_rate: null,
      };
      expect(await row()).toEqual({ ...shared, learners: 4, ...unknown });
      await save(4, exampleId, 50);
      // `const ab = 1;` has 13 characters; 0 + 1 + 2 + 3 errors in four runs.
      expect(await row()).toEqual({
        ...shared,
        learners: 5,
        completion_rate: 80,
        median_best_time_ms: 6_000,
        ms_per_character: 6_000 / 13,
        error_rate: 6 / (6 + 4 * 13),
      });
      await finish(4, exampleId, 8_000);
      expect(await row()).toMatchObject({ completion_rate: 100, median_best_time_ms: 7_000 });
      // Characters are code points, and new code resets the counts.
      await ada.client("adminUpdateExample", { params: { exampleId }, body: { code_content: "😀😀" } });
      expect(await row()).toEqual({ ...shared, learners: 5, ...unknown, completion_rate: 100 });
      await finish(4, exampleId, 8_000);
      expect(await row()).toMatchObject({ median_best_time_ms: 8_000, ms_per_character: 4_000 });
      expect((await ada.client("getInsights")).examples[1]).toEqual({
        id: at.example("c"),
        title: "c",
        chapter_title: "ch",
        learners: 0,
        ...unknown,
      });
    });

    test("medians are those of the sorted times, for any times of any number of examples, in learning order", async () => {
      await harness.store.write((tx) => insertCourse(tx, { course: courseOf("M", [40, 30], [5]), at: 0 }));
      const ids = [...(await examplesByTitle(harness.store)).values()];
      const names = Array.from({ length: 24 }, (_, i) => `median ${i}`);
      const users = await learners(harness.store, ...names);
      const time = fc.oneof(
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(63, 64, 65, 4_095, 4_096, 262_143, 262_144, 86_400_000),
      );
      const timesOf = new Map<number, number[]>();
      const [sample] = fc.sample(
        fc.array(fc.array(time, { minLength: 5, maxLength: 24 }), { minLength: 75, maxLength: 75 }),
        1,
      );
      await harness.store.write(async (tx) => {
        for (const [e, exampleId] of ids.entries()) {
          const times = sample?.[e] ?? [];
          timesOf.set(exampleId, times);
          await tx
            .insertInto("progress")
            .values(
              times.map((best, i) => ({
                ...{ user_id: users[i] as number, example_id: exampleId, percent: 100, saved_at: 1 },
                ...{ completed_at: 1, best_time_ms: best, best_at: 1, last_time_ms: best, last_at: 1 },
              })),
            )
            .execute();
        }
        await recount(tx);
      });
      const { examples } = await ada.client("getInsights");
      expect(examples.length).toBe(75);
      expect(examples.slice(0, 3).map(({ title }) => title)).toEqual(["M1.1.1", "M1.1.2", "M1.1.3"]);
      for (const { id, median_best_time_ms } of examples)
        expect([timesOf.get(id), median_best_time_ms]).toEqual([
          timesOf.get(id),
          medianOf(timesOf.get(id) ?? []),
        ]);
      for (const user of users) await harness.store.write((tx) => deleteUser(tx, user));
    });
  });

  test("a time is removed from a leaderboard; the completion stays, and all counts follow", async () => {
    const at = await plantCourse(harness.store, { lessons: { One: { c: ["a"] } } });
    const exampleId = at.example("a");
    await finish(0, exampleId, 10);
    await finish(1, exampleId, 4_000);
    const remove = (userId: number) => ada.client("removeTime", { params: { exampleId, userId } });
    expect(await remove(person(0).id)).toEqual({ message: "Time removed successfully!" });
    const board = await person(1).client("getLeaderboard", { params: { exampleId } });
    expect(board.leaderboard.map(({ user_id, rank }) => [user_id, rank])).toEqual([[person(1).id, 1]]);
    expect((await dashboard()).topExamples).toMatchObject([
      { users_completed: 2, avg_completion_time: 4_000 },
    ]);
    expect(await outcome(remove(person(0).id))).toBe("404 NOT_FOUND");
    expect(await outcome(remove(person(2).id))).toBe("404 NOT_FOUND");
    expect(await finish(0, exampleId, 5_000)).toMatchObject({ best_time_ms: 5_000, isRecord: true });
  });

  test("a removed time that is sent again, over either endpoint, with or without an id, is answered as no record", async () => {
    const at = await plantCourse(harness.store, { lessons: { One: { c: ["a"] } } });
    const exampleId = at.example("a");
    const { client, id: userId } = person(0);
    const attemptId = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
    const run = { exampleId, progress: 100, accuracy: 99, errors: 1, isComplete: true, timeMs: 77 } as const;
    const reports = [
      () => client("saveProgress", { body: { ...run, attemptId } }),
      () => client("completeExample", { params: { exampleId }, body: { status: "completed", time_ms: 77 } }),
      () =>
        client("completeExample", {
          params: { exampleId },
          body: { status: "completed", time_ms: 77, attemptId },
        }),
      () => client("saveProgress", { body: run }),
    ];
    for (const report of reports)
      expect(await report()).toMatchObject({ best_time_ms: 77, last_time_ms: 77, isRecord: true });
    await ada.client("removeTime", { params: { exampleId, userId } });
    const board = () => client("getLeaderboard", { params: { exampleId } });
    for (const report of reports) {
      expect(await report()).toMatchObject({ best_time_ms: null, last_time_ms: 77, isRecord: false });
      expect(await board()).toMatchObject({ leaderboard: [], userRank: null });
    }
  });

  test("after any history of practising and authoring, all numbers equal those of the simple model", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 60, size: "max" }), async (steps) => {
        await harness.store.write(async (tx) => {
          await tx.deleteFrom("stored_course").execute();
          await tx.deleteFrom("activity").execute();
        });
        for (const title of ["A", "B", "C"])
          await harness.store.write((tx) =>
            insertCourse(tx, {
              course: courseOf(title, [2, 1], [1], [2], [1, 1]),
              at: harness.clock.now,
            }),
          );
        const model = new Model();
        const doStep = stepper(harness, ada, people, model);
        // Enough started examples that some rows are in neither list.
        for (let i = 0; i < 40; i++)
          await doStep({ do: i % 3 ? "finish" : "save", a: i, b: i * 7, n: i * 13 });
        // Enough learners that some examples have figures.
        for (let i = 0; i < 25; i++)
          await doStep({ do: i % 4 ? "finish" : "save", a: i, b: Math.floor(i / 5), n: i * 17 });
        const insights = async () => (await ada.client("getInsights")).examples;
        expect(await dashboard()).toEqual(await model.dashboard(harness, ada));
        expect((await insights()).filter((row) => row.completion_rate !== null).length).toBeGreaterThan(4);
        for (const step of steps) await doStep(step);
        const kept = [await dashboard(), await insights()];
        expect(kept).toEqual([await model.dashboard(harness, ada), await model.insights(ada)]);
        await harness.store.write(recount);
        expect([await dashboard(), await insights()]).toEqual(kept);
      }),
      { numRuns: Number(process.env["HISTORIES"] ?? 4) },
    );
  }, 300_000);
});

describe.each(openers)("$name, restarted", (opener) => {
  test("the numbers equal those of a simple recount before and after a restart, a deletion and a new import", async () => {
    const opened = await opener.open();
    const now = () => 1_000_000;
    try {
      const input = { course: courseOf("A", [3, 2], [1]), at: 0 };
      const inputB = { ...input, course: courseOf("B", [2]) };
      await opened.store.write((tx) => insertCourse(tx, input));
      const other = await opened.store.write((tx) => insertCourse(tx, inputB));
      const users = await learners(opened.store, "u", "v", "w");
      const practise = async (store: Store, only: string) => {
        const examples = [...(await examplesByTitle(store))].filter(([title]) => title.startsWith(only));
        for (const [i, [, exampleId]] of examples.entries())
          for (const [j, userId] of users.entries()) {
            const at = 900_000 + i;
            const save = { userId, exampleId, at };
            const run = {
              ...{ ...save, attemptId: null, codeVersion: null, endedAt: at, accuracy: null, errors: null },
              timeMs: 1_000 + i * 100 + j,
            };
            if ((i + j) % 3 === 0)
              await store.write((tx) =>
                recordAutosave(tx, { ...save, percent: 50, accuracy: 90, errors: 0 }),
              );
            else await store.write((tx) => recordCompletion(tx, run));
          }
      };
      /** The dashboard. It must agree with the rows of learners and content. */
      const checked = async (store: Store) => {
        const numbers = await getDashboard({ store, now });
        expect(numbers).toEqual(countedAnew({ ...(await rowsOf(store)), now: now() }));
        return numbers;
      };
      await practise(opened.store, "");
      const before = await checked(opened.store);
      expect(before).toMatchObject({ totalUsers: 3, dailyActiveUsers: 3, totalCourses: 2 });
      expect(before.topExamples.length).toBe(4);
      await opened.store.close();

      const again = await opened.reopen();
      try {
        expect(await checked(again)).toEqual(before);
        await again.write((tx) => deleteContent(tx, "course", other.courseId));
        const without = await checked(again);
        await again.write((tx) => insertCourse(tx, inputB));
        const after = await checked(again);
        expect(after).toMatchObject({ totalCourses: 2, totalLessons: 3, bottomCourses: [] });
        expect(after.topCourses.map(({ title }) => title)).toEqual(["A"]);
        expect(after.totalCompleted).toBe(without.totalCompleted);
        expect(after.totalCompleted).toBeLessThan(before.totalCompleted);
        await practise(again, "B");
        expect((await checked(again)).totalCompleted).toBeGreaterThan(after.totalCompleted);
        const kept = await getDashboard({ store: again, now });
        await again.write(recount);
        expect(await getDashboard({ store: again, now })).toEqual(kept);
      } finally {
        await again.close();
      }
    } finally {
      await opened.remove();
    }
  });
});

/** The learners' results and the existing content, read row by row. */
async function rowsOf(store: Store): Promise<Omit<Parameters<typeof countedAnew>[0], "now">> {
  return store.read(async (db) => {
    const lessons = await db
      .selectFrom("lesson")
      .select(["id", "title", "course_id"])
      .orderBy("id")
      .execute();
    const courses = (await db.selectFrom("course").select(["id", "title"]).orderBy("id").execute()).map(
      (course) => ({ ...course, lessons: lessons.filter(({ course_id }) => course_id === course.id) }),
    );
    const chapters = await db.selectFrom("chapter").select(["id", "title", "lesson_id"]).execute();
    const examples = (
      await db.selectFrom("example").select(["id", "title", "chapter_id"]).orderBy("id").execute()
    ).map((example): Placed => {
      const chapter = found(chapters, example.chapter_id);
      const lesson = found(lessons, chapter.lesson_id);
      return { course: found(courses, lesson.course_id), lesson, chapter, example };
    });
    const progress = await db
      .selectFrom("progress")
      .select(["user_id", "example_id", "completed_at", "best_time_ms"])
      .execute();
    const accounts = await db.selectFrom("account").select("id").execute();
    const active = await db.selectFrom("activity").select("last_active_at").execute();
    return {
      ...{ courses, examples, users: accounts.length },
      standings: new Map(
        progress.map((row) => [
          `${row.user_id} ${row.example_id}`,
          { completed: row.completed_at !== null, best: row.best_time_ms },
        ]),
      ),
      activeAt: active.map(({ last_active_at }) => last_active_at),
    };
  });
}

function found<T extends { readonly id: number }>(rows: readonly T[], id: number): T {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new RangeError(`There is no row ${id}`);
  return row;
}

function medianOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half - 0.5)] as number) + (sorted[Math.floor(half)] as number)) / 2;
}

// ---------------------------------------------------------------- the simple model

/** A number selects one of the existing rows, modulo their count. */
type Step = {
  readonly do:
    | "save"
    | "finish"
    | "recode"
    | "removeTime"
    | "moveExample"
    | "moveChapter"
    | "moveLesson"
    | "deleteExample"
    | "deleteChapter"
    | "deleteLesson"
    | "deleteCourse"
    | "reimport"
    | "draft"
    | "add"
    | "wait";
  readonly a: number;
  readonly b: number;
  readonly n: number;
};

const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom("save", "finish") },
    {
      weight: 6,
      arbitrary: fc.constantFrom("recode", "removeTime", "moveExample", "moveChapter", "moveLesson", "wait"),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "deleteExample",
        "deleteChapter",
        "deleteLesson",
        "deleteCourse",
        "reimport",
        "draft",
        "add",
      ),
    },
  ) as fc.Arbitrary<Step["do"]>,
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  n: fc.nat(40 * 86_400_000),
});

/** `errors` has one number for each run that completed the current code. */
type Standing = { completed: boolean; best: number | null; errors: number[] };

type Titled = { readonly id: number; readonly title: string };
/** An example and the content it belongs to. */
type Placed = {
  readonly course: Titled;
  readonly lesson: Titled;
  readonly chapter: Titled;
  readonly example: Titled;
};

/** The results of all learners, without any counts. */
class Model {
  readonly standings = new Map<string, Standing>();
  readonly activeAt = new Map<number, number>();

  at(user: number, example: number): Standing {
    const key = `${user} ${example}`;
    const standing = this.standings.get(key) ?? { completed: false, best: null, errors: [] };
    this.standings.set(key, standing);
    return standing;
  }

  async dashboard(harness: TestServer, ada: Person): Promise<Dashboard> {
    const users = await harness.store.read((db) => db.selectFrom("account").select("id").execute());
    const { courses, examples } = await contentOf(ada);
    return countedAnew({
      ...{ courses, examples, standings: this.standings, users: users.length, now: harness.clock.now },
      activeAt: [...this.activeAt.values()],
    });
  }

  async insights(ada: Person): Promise<ResponseOf<"getInsights">["examples"]> {
    const { examples } = await contentOf(ada);
    return examples.map(({ chapter, example }) => {
      const those = [...this.standings].filter(([key]) => key.endsWith(` ${example.id}`));
      const standings = those.map(([, standing]) => standing);
      const bests = standings.flatMap(({ best }) => best ?? []);
      const errors = standings.flatMap((standing) => standing.errors);
      const length = [...example.code_content].length;
      const isKnown = standings.length >= 5;
      const median = isKnown && bests.length > 0 ? medianOf(bests) : null;
      const wrong = errors.reduce((sum, n) => sum + n, 0);
      return {
        ...{ id: example.id, title: example.title, chapter_title: chapter.title, learners: standings.length },
        completion_rate: isKnown
          ? Math.round((1_000 * standings.filter(({ completed }) => completed).length) / standings.length) /
            10
          : null,
        median_best_time_ms: median,
        ms_per_character: median === null ? null : median / length,
        error_rate: isKnown && errors.length > 0 ? wrong / (wrong + errors.length * length) : null,
      };
    });
  }
}

async function contentOf(ada: Person) {
  const { courses } = await ada.client("adminGetStructure");
  const examples: (Placed & { readonly example: ResponseOf<"adminGetExample"> })[] = [];
  for (const course of courses)
    for (const lesson of course.lessons)
      for (const chapter of lesson.chapters) {
        const list = await ada.client("adminListExamples", { params: { chapterId: chapter.id } });
        for (const example of list.examples) examples.push({ course, lesson, chapter, example });
      }
  return { courses, examples };
}

/** All numbers, computed only from the content and the learners' results. */
function countedAnew({
  courses,
  examples,
  standings,
  users,
  activeAt,
  now,
}: {
  readonly courses: readonly (Titled & { readonly lessons: readonly Titled[] })[];
  readonly examples: readonly Placed[];
  /** The key is `<user> <example>`. */
  readonly standings: ReadonlyMap<string, Pick<Standing, "completed" | "best">>;
  readonly users: number;
  readonly activeAt: readonly number[];
  readonly now: number;
}): Dashboard {
  const of = (exampleIds: readonly number[]) => {
    const those = [...standings].filter(([key]) => exampleIds.includes(Number(key.split(" ")[1])));
    return {
      learners: new Set(those.map(([key]) => key.split(" ")[0])).size,
      completions: those.filter(([, { completed }]) => completed).length,
      times: those.flatMap(([, { best }]) => best ?? []),
    };
  };
  const rated = (kind: "course" | "lesson") => {
    const all = kind === "course" ? courses : courses.flatMap(({ lessons }) => lessons);
    const rows = all.map(({ id, title }) => {
      const inside = examples.filter((one) => one[kind].id === id);
      const { learners: begun, completions } = of(inside.map(({ example }) => example.id));
      const rate = begun === 0 ? 0 : Math.round((1_000 * completions) / (inside.length * begun)) / 10;
      return { id, title, begun, completions, rate, total: inside.length };
    });
    return split(
      rows.filter(({ begun }) => begun > 0),
      (x, y) => y.rate - x.rate || y.completions - x.completions || x.id - y.id,
    );
  };
  const courseRow = (row: ReturnType<typeof rated>["top"][number]) => ({
    ...{ id: row.id, title: row.title, total_examples: row.total },
    ...{ completed_examples: row.completions, completion_rate: row.rate },
  });
  const lessonRow = (row: ReturnType<typeof rated>["top"][number]) => ({
    ...{ id: row.id, title: row.title, completion_rate: row.rate },
    course_title: courses.find(({ lessons }) => lessons.some(({ id }) => id === row.id))?.title ?? "",
  });
  const exampleLists = split(
    examples
      .map(({ example, chapter }) => {
        const { learners: begun, completions, times } = of([example.id]);
        const average = times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0) / times.length;
        return {
          id: example.id,
          title: example.title,
          chapter: chapter.title,
          begun,
          completions,
          average,
        };
      })
      .filter(({ begun }) => begun > 0),
    (x, y) =>
      y.completions - x.completions || (x.average ?? Infinity) - (y.average ?? Infinity) || x.id - y.id,
  );
  const exampleRow = (row: (typeof exampleLists)["top"][number]) => ({
    ...{ id: row.id, title: row.title, chapter_title: row.chapter },
    ...{ users_completed: row.completions, avg_completion_time: row.average },
  });
  const active = (days: number) => activeAt.filter((at) => at >= now - days * 86_400_000).length;
  const [courseLists, lessonLists] = [rated("course"), rated("lesson")];
  return {
    totalUsers: users,
    dailyActiveUsers: active(1),
    weeklyActiveUsers: active(7),
    monthlyActiveUsers: active(30),
    totalCourses: courses.length,
    totalLessons: courses.flatMap(({ lessons }) => lessons).length,
    totalCompleted: of(examples.map(({ example }) => example.id)).completions,
    topCourses: courseLists.top.map(courseRow),
    bottomCourses: courseLists.bottom.map(courseRow),
    topLessons: lessonLists.top.map(lessonRow),
    bottomLessons: lessonLists.bottom.map(lessonRow),
    topExamples: exampleLists.top.map(exampleRow),
    bottomExamples: exampleLists.bottom.map(exampleRow),
  };
}

/** With n < 10 rows the top list takes the first ceil(n / 2), at most 5, and the bottom list the rest, worst first. */
function split<T>(rows: readonly T[], order: (x: T, y: T) => number): { top: T[]; bottom: T[] } {
  const sorted = rows.toSorted(order);
  if (sorted.length >= 10) return { top: sorted.slice(0, 5), bottom: sorted.slice(-5).reverse() };
  const top = Math.min(5, Math.ceil(sorted.length / 2));
  return { top: sorted.slice(0, top), bottom: sorted.slice(top).reverse() };
}

function stepper(harness: TestServer, ada: Person, people: readonly Person[], model: Model) {
  const pick = <T>(list: readonly T[], i: number): T | undefined => list[i % list.length];
  const ids = (table: "course" | "lesson" | "chapter" | "example") =>
    harness.store.read(async (db) => {
      const rows = await db.selectFrom(table).select("id").orderBy("id").execute();
      return rows.map(({ id }) => id);
    });
  const forget = async () => {
    const left = new Set(await ids("example"));
    for (const key of model.standings.keys())
      if (!left.has(Number(key.split(" ")[1]))) model.standings.delete(key);
  };
  return async ({ do: what, a, b, n }: Step): Promise<void> => {
    harness.clock.now += 1;
    const who = pick(people, a) as Person;
    const exampleId = pick(await ids("example"), b);
    switch (what) {
      case "wait":
        harness.clock.now += n % (20 * 86_400_000);
        // The users' access tokens are valid for one hour only.
        for (const one of [...people, ada]) {
          const { token } = await harness.openSession(one);
          Object.assign(one, { token, client: harness.as(token) });
        }
        return;
      case "save":
      case "finish": {
        if (exampleId === undefined) return;
        const timeMs = 1 + (n % 100_000);
        const run = { timeMs, attemptId: randomUUID() };
        const body = { exampleId, progress: n % 101, accuracy: 90, errors: n % 7, ...run };
        const isComplete = what === "finish";
        const done = await outcome(who.client("saveProgress", { body: { ...body, isComplete } }));
        // The example belongs to an unpublished course.
        if (done === "404 NOT_FOUND") return;
        expect(done).toBe("200");
        const standing = model.at(who.id, exampleId);
        if (isComplete) {
          standing.completed = true;
          standing.errors.push(body.errors);
          standing.best = Math.min(standing.best ?? Infinity, timeMs);
        }
        model.activeAt.set(who.id, harness.clock.now);
        return;
      }
      case "recode": {
        if (exampleId === undefined) return;
        const params = { exampleId };
        const before = await ada.client("adminGetExample", { params });
        const body = { code_content: `code ${n % 3}` };
        await ada.client("adminUpdateExample", { params, body });
        if (before.code_content !== body.code_content)
          for (const [key, standing] of model.standings)
            if (key.endsWith(` ${exampleId}`)) Object.assign(standing, { best: null, errors: [] });
        return;
      }
      case "removeTime": {
        if (exampleId === undefined) return;
        const params = { exampleId, userId: who.id };
        if ((await outcome(ada.client("removeTime", { params }))) === "200")
          model.at(who.id, exampleId).best = null;
        return;
      }
      case "moveExample": {
        const chapter_id = pick(await ids("chapter"), n);
        if (exampleId === undefined || chapter_id === undefined) return;
        await ada.client("adminUpdateExample", { params: { exampleId }, body: { chapter_id } });
        return;
      }
      case "moveChapter": {
        const [chapterId, lesson_id] = [pick(await ids("chapter"), b), pick(await ids("lesson"), n)];
        if (chapterId === undefined || lesson_id === undefined) return;
        await ada.client("adminUpdateChapter", { params: { chapterId }, body: { lesson_id } });
        return;
      }
      case "moveLesson": {
        const [lessonId, course_id] = [pick(await ids("lesson"), b), pick(await ids("course"), n)];
        if (lessonId === undefined || course_id === undefined) return;
        await ada.client("adminUpdateLesson", { params: { lessonId }, body: { course_id } });
        return;
      }
      case "deleteExample":
        if (exampleId !== undefined) await ada.client("adminDeleteExample", { params: { exampleId } });
        return forget();
      case "deleteChapter": {
        const chapterId = pick(await ids("chapter"), b);
        if (chapterId !== undefined) await ada.client("adminDeleteChapter", { params: { chapterId } });
        return forget();
      }
      case "deleteLesson": {
        const lessonId = pick(await ids("lesson"), b);
        if (lessonId !== undefined) await ada.client("adminDeleteLesson", { params: { lessonId } });
        return forget();
      }
      case "deleteCourse":
      case "reimport": {
        const courseId = pick(await ids("course"), b);
        if (courseId === undefined) return;
        const { content } = await ada.client("exportMarkdown", { params: { courseId } });
        await ada.client("adminDeleteCourse", { params: { courseId } });
        if (what === "reimport")
          await ada.client("importCourseMarkdown", { body: { markdown: await content.text() } });
        return forget();
      }
      case "draft": {
        const courseId = pick(await ids("course"), b);
        if (courseId === undefined) return;
        await ada.client("adminUpdateCourse", { params: { courseId }, body: { published: n % 2 === 0 } });
        return;
      }
      case "add": {
        const chapter_id = pick(await ids("chapter"), b);
        if (chapter_id === undefined) return;
        await ada.client("adminCreateExample", { body: { title: "Added", code_content: "x", chapter_id } });
        return;
      }
    }
  };
}
