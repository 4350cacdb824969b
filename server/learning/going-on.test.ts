// Where a learner goes on, and what the next lesson is.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  let it: TestServer;
  let mira: Person;
  let olu: Person;
  beforeAll(async () => {
    it = await openServer(opener);
    mira = await it.register("mira");
    olu = await it.register("olu");
  });
  afterAll(() => it.close());
  beforeEach(async () => {
    await it.store.write(async (tx) => {
      await tx.deleteFrom("course").execute();
      await tx.deleteFrom("activity").execute();
    });
    it.clock.now += 1_000;
  });

  async function finish(course: Planted, titles: string, who = mira) {
    for (const title of titles.split(" ")) {
      it.clock.now += 1;
      await who.client("completeExample", {
        params: { exampleId: course.example(title) },
        body: { status: "completed", time_ms: 5_000 },
      });
    }
  }
  async function autosave(course: Planted, title: string, who = mira) {
    it.clock.now += 1;
    const body = { progress: 10, accuracy: 100, errors: 0, isComplete: false, timeMs: 10 };
    await who.client("saveProgress", { body: { exampleId: course.example(title), ...body } });
  }
  const next = (who = mira) => who.client("getNextExample");
  const at = (course: Planted, lesson: string, example: string) => ({
    exampleId: course.example(example),
    lessonId: course.lesson(lesson),
  });
  const nowhere = { exampleId: null, lessonId: null };

  test("a newcomer goes on at the first example of the first course that has one", async () => {
    await plantCourse(it.store, { orderIndex: 0, published: false, lessons: { D: { d: ["d1"] } } });
    await plantCourse(it.store, { orderIndex: 1, lessons: {} });
    await plantCourse(it.store, { orderIndex: 2, lessons: { E: {}, F: { f: [] } } });
    const first = await plantCourse(it.store, {
      orderIndex: 3,
      lessons: { L: {}, A: { z: [], a: ["a1", "a2"] } },
    });
    await plantCourse(it.store, { orderIndex: 4, lessons: { B: { b: ["b1"] } } });
    expect(await next()).toEqual(at(first, "A", "a1"));
  });

  test("without any example, or any course, there is nowhere to go", async () => {
    expect(await next()).toEqual(nowhere);
    await plantCourse(it.store, { lessons: { L: { c: [] } } });
    expect(await next()).toEqual(nowhere);
  });

  test("it goes on in the course of the last save, at the first example not completed, in order", async () => {
    await plantCourse(it.store, { lessons: { A: { a: ["a1"] } } });
    const second = await plantCourse(it.store, {
      lessons: { B: { b: ["b1", "b2"], c: ["c1"] }, C: { d: ["d1"] } },
    });
    await finish(second, "b1 d1");
    expect(await next()).toEqual(at(second, "B", "b2"));
    await finish(second, "b2");
    expect(await next()).toEqual(at(second, "B", "c1"));
  });

  test("an autosave is a save: it decides the course", async () => {
    const one = await plantCourse(it.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(it.store, { lessons: { B: { b: ["b1", "b2"] } } });
    await finish(two, "b1");
    await autosave(one, "a2");
    expect(await next()).toEqual(at(one, "A", "a1"));
  });

  test("when that course is done it is the next unfinished one, wrapping round", async () => {
    const one = await plantCourse(it.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(it.store, { lessons: { B: { b: ["b1"] } } });
    await plantCourse(it.store, { lessons: { E: {} } });
    const three = await plantCourse(it.store, { lessons: { C: { c: ["c1"] } } });
    await finish(one, "a1");
    await finish(two, "b1");
    expect(await next()).toEqual(at(three, "C", "c1"));
    await finish(three, "c1");
    expect(await next()).toEqual(at(one, "A", "a2"));
    await finish(one, "a2");
    expect(await next()).toEqual(nowhere);
    expect(await next(olu)).toEqual(at(one, "A", "a1"));
  });

  test("the order of courses is order_index, then id, also for what comes next", async () => {
    const last = await plantCourse(it.store, { orderIndex: 9, lessons: { A: { a: ["a1"] } } });
    const older = await plantCourse(it.store, { orderIndex: 4, lessons: { B: { b: ["b1"] } } });
    const younger = await plantCourse(it.store, { orderIndex: 4, lessons: { C: { c: ["c1"] } } });
    await finish(older, "b1");
    expect(await next()).toEqual(at(younger, "C", "c1"));
    await finish(younger, "c1");
    expect(await next()).toEqual(at(last, "A", "a1"));
  });

  test("a course of the last save that became a draft is passed over", async () => {
    const one = await plantCourse(it.store, { lessons: { A: { a: ["a1"] } } });
    const two = await plantCourse(it.store, { lessons: { B: { b: ["b1", "b2"] } } });
    await finish(two, "b1");
    await it.store.write((tx) =>
      tx.updateTable("course").set({ published: 0 }).where("id", "=", two.courseId).execute(),
    );
    expect(await next()).toEqual(at(one, "A", "a1"));
  });

  test("what others do does not move a learner", async () => {
    const one = await plantCourse(it.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(it.store, { lessons: { B: { b: ["b1"] } } });
    await finish(one, "a1");
    await finish(two, "b1", olu);
    expect(await next()).toEqual(at(one, "A", "a2"));
  });

  const lessonAfter = (lessonId: number) =>
    mira.client("getNextLesson", { body: { currentLessonId: lessonId } });

  test("the next lesson is the next of the same course that has an example", async () => {
    const course = await plantCourse(it.store, {
      title: "SQL",
      lessons: {
        A: { a: ["a1"] },
        Empty: {},
        Hollow: { h: [], i: [] },
        B: { b: [], c: ["c1"] },
        C: { d: ["d1"] },
      },
    });
    await plantCourse(it.store, { lessons: { X: { x: ["x1"] } } });
    const lessons = ["A", "Empty", "Hollow", "B", "C"];
    const told = await Promise.all(lessons.map((title) => lessonAfter(course.lesson(title))));
    expect(told).toEqual([
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("C"), courseTitle: "SQL" },
      { lessonId: null, courseTitle: "SQL" },
    ]);
  });

  test("a last lesson before empty ones is the end of the course", async () => {
    const course = await plantCourse(it.store, {
      title: "SQL",
      lessons: { A: { a: ["a1"] }, Empty: {}, Hollow: { h: [] } },
    });
    expect(await lessonAfter(course.lesson("A"))).toEqual({ lessonId: null, courseTitle: "SQL" });
  });

  test("lessons of equal order_index follow each other by id, none twice and none left out", async () => {
    const course = await plantCourse(it.store, {
      title: "SQL",
      lessons: { A: { a: ["a1"] }, B: { b: ["b1"] }, C: { c: ["c1"] } },
    });
    await it.store.write((tx) =>
      tx.updateTable("lesson").set({ order_index: 3 }).where("course_id", "=", course.courseId).execute(),
    );
    const told = await Promise.all(["A", "B", "C"].map((title) => lessonAfter(course.lesson(title))));
    expect(told.map(({ lessonId }) => lessonId)).toEqual([course.lesson("B"), course.lesson("C"), null]);
  });

  test("completing a lesson does not change which lesson is next", async () => {
    const course = await plantCourse(it.store, { lessons: { A: { a: ["a1"] }, B: { b: ["b1"] } } });
    await finish(course, "a1 b1");
    expect((await lessonAfter(course.lesson("A"))).lessonId).toBe(course.lesson("B"));
  });
});
