// The example with which a learner continues, and the next lesson.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let olu: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
    olu = await harness.register("olu");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write(async (tx) => {
      await tx.deleteFrom("stored_course").execute();
      await tx.deleteFrom("activity").execute();
    });
    harness.clock.now += 1_000;
  });

  async function finish(course: Planted, titles: string, person = mira) {
    for (const title of titles.split(" ")) {
      harness.clock.now += 1;
      await person.client("completeExample", {
        params: { exampleId: course.example(title) },
        body: { status: "completed", time_ms: 5_000 },
      });
    }
  }
  async function autosave(course: Planted, title: string, person = mira) {
    harness.clock.now += 1;
    const body = { progress: 10, accuracy: 100, errors: 0, isComplete: false, timeMs: 10 };
    await person.client("saveProgress", { body: { exampleId: course.example(title), ...body } });
  }
  const next = (person = mira) => person.client("getNextExample");
  const at = (course: Planted, lesson: string, example: string) => ({
    exampleId: course.example(example),
    lessonId: course.lesson(lesson),
  });
  const nowhere = { exampleId: null, lessonId: null };

  test("a new learner continues with the first example of the first course that has one", async () => {
    await plantCourse(harness.store, { orderIndex: 0, published: false, lessons: { D: { d: ["d1"] } } });
    await plantCourse(harness.store, { orderIndex: 1, lessons: {} });
    await plantCourse(harness.store, { orderIndex: 2, lessons: { E: {}, F: { f: [] } } });
    const first = await plantCourse(harness.store, {
      orderIndex: 3,
      lessons: { L: {}, A: { z: [], a: ["a1", "a2"] } },
    });
    await plantCourse(harness.store, { orderIndex: 4, lessons: { B: { b: ["b1"] } } });
    expect(await next()).toEqual(at(first, "A", "a1"));
  });

  test("without examples or courses there is nothing to continue with", async () => {
    expect(await next()).toEqual(nowhere);
    await plantCourse(harness.store, { lessons: { L: { c: [] } } });
    expect(await next()).toEqual(nowhere);
  });

  test("a learner continues in the course of their last save, with the first example not completed", async () => {
    await plantCourse(harness.store, { lessons: { A: { a: ["a1"] } } });
    const second = await plantCourse(harness.store, {
      lessons: { B: { b: ["b1", "b2"], c: ["c1"] }, C: { d: ["d1"] } },
    });
    await finish(second, "b1 d1");
    expect(await next()).toEqual(at(second, "B", "b2"));
    await finish(second, "b2");
    expect(await next()).toEqual(at(second, "B", "c1"));
  });

  test("an autosave counts as a save and decides the course", async () => {
    const one = await plantCourse(harness.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(harness.store, { lessons: { B: { b: ["b1", "b2"] } } });
    await finish(two, "b1");
    await autosave(one, "a2");
    expect(await next()).toEqual(at(one, "A", "a1"));
  });

  test("when that course is completed, the next unfinished one follows, wrapping round", async () => {
    const one = await plantCourse(harness.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(harness.store, { lessons: { B: { b: ["b1"] } } });
    await plantCourse(harness.store, { lessons: { E: {} } });
    const three = await plantCourse(harness.store, { lessons: { C: { c: ["c1"] } } });
    await finish(one, "a1");
    await finish(two, "b1");
    expect(await next()).toEqual(at(three, "C", "c1"));
    await finish(three, "c1");
    expect(await next()).toEqual(at(one, "A", "a2"));
    await finish(one, "a2");
    expect(await next()).toEqual(nowhere);
    expect(await next(olu)).toEqual(at(one, "A", "a1"));
  });

  test("courses follow each other in the order of order_index, then id", async () => {
    const last = await plantCourse(harness.store, { orderIndex: 9, lessons: { A: { a: ["a1"] } } });
    const older = await plantCourse(harness.store, { orderIndex: 4, lessons: { B: { b: ["b1"] } } });
    const younger = await plantCourse(harness.store, { orderIndex: 4, lessons: { C: { c: ["c1"] } } });
    await finish(older, "b1");
    expect(await next()).toEqual(at(younger, "C", "c1"));
    await finish(younger, "c1");
    expect(await next()).toEqual(at(last, "A", "a1"));
  });

  test("the course of the last save is skipped once it is unpublished", async () => {
    const one = await plantCourse(harness.store, { lessons: { A: { a: ["a1"] } } });
    const two = await plantCourse(harness.store, { lessons: { B: { b: ["b1", "b2"] } } });
    await finish(two, "b1");
    await harness.store.write((tx) =>
      tx.updateTable("stored_course").set({ published: 0 }).where("id", "=", two.courseId).execute(),
    );
    expect(await next()).toEqual(at(one, "A", "a1"));
  });

  test("other learners' results change nothing", async () => {
    const one = await plantCourse(harness.store, { lessons: { A: { a: ["a1", "a2"] } } });
    const two = await plantCourse(harness.store, { lessons: { B: { b: ["b1"] } } });
    await finish(one, "a1");
    await finish(two, "b1", olu);
    expect(await next()).toEqual(at(one, "A", "a2"));
  });

  test("nothing leads into what an admin has just created, emptied or unpublished, for a fresh and a finished account", async () => {
    const ada = await harness.registerAdmin(`ada.${opener.name}`);
    const course = await plantCourse(harness.store, {
      orderIndex: 5,
      lessons: { A: { a: ["a1"], b: ["b1"] }, B: { c: ["c1"] }, C: { d: ["d1"] } },
    });
    const emptied = await plantCourse(harness.store, { orderIndex: 1, lessons: { X: { x: ["x1"] } } });
    const hidden = await plantCourse(harness.store, { orderIndex: 2, lessons: { Y: { y: ["y1"] } } });
    await finish(emptied, "x1");
    // In front of everything, as the forms propose: a course, a lesson and a chapter without an example.
    const first = { title: "New", order_index: 0 };
    const empty = await ada.client("adminCreateCourse", { body: first });
    await ada.client("adminCreateLesson", { body: { ...first, course_id: empty.id } });
    await ada.client("adminCreateChapter", { body: { ...first, lesson_id: course.lesson("A") } });
    await ada.client("adminDeleteExample", { params: { exampleId: emptied.example("x1") } });
    await ada.client("adminUpdateCourse", {
      params: { courseId: hidden.courseId },
      body: { published: false },
    });
    // The only example of lesson B moves to lesson C.
    await ada.client("adminUpdateExample", {
      params: { exampleId: course.example("c1") },
      body: { chapter_id: course.chapter("d"), order_index: 0 },
    });
    for (const person of [mira, olu]) expect(await next(person)).toEqual(at(course, "A", "a1"));
    const { lessonId } = await mira.client("getNextLesson", {
      body: { currentLessonId: course.lesson("A") },
    });
    expect(lessonId).toBe(course.lesson("C"));
    await finish(course, "a1 b1 c1 d1");
    expect(await next()).toEqual(nowhere);
    const last = await mira.client("getNextLesson", { body: { currentLessonId: course.lesson("C") } });
    expect(last.lessonId).toBe(null);
  });

  const lessonAfter = (lessonId: number) =>
    mira.client("getNextLesson", { body: { currentLessonId: lessonId } });

  test("the next lesson is the next of the same course that has an example", async () => {
    const course = await plantCourse(harness.store, {
      title: "SQL",
      lessons: {
        A: { a: ["a1"] },
        Empty: {},
        Hollow: { h: [], i: [] },
        B: { b: [], c: ["c1"] },
        C: { d: ["d1"] },
      },
    });
    await plantCourse(harness.store, { lessons: { X: { x: ["x1"] } } });
    const lessons = ["A", "Empty", "Hollow", "B", "C"];
    const found = await Promise.all(lessons.map((title) => lessonAfter(course.lesson(title))));
    expect(found).toEqual([
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("B"), courseTitle: "SQL" },
      { lessonId: course.lesson("C"), courseTitle: "SQL" },
      { lessonId: null, courseTitle: "SQL" },
    ]);
  });

  test("a lesson followed only by empty ones is the end of the course", async () => {
    const course = await plantCourse(harness.store, {
      title: "SQL",
      lessons: { A: { a: ["a1"] }, Empty: {}, Hollow: { h: [] } },
    });
    expect(await lessonAfter(course.lesson("A"))).toEqual({ lessonId: null, courseTitle: "SQL" });
  });

  test("lessons of equal order_index follow each other in the order of their ids, none twice and none skipped", async () => {
    const course = await plantCourse(harness.store, {
      title: "SQL",
      lessons: { A: { a: ["a1"] }, B: { b: ["b1"] }, C: { c: ["c1"] } },
    });
    await harness.store.write((tx) =>
      tx
        .updateTable("stored_lesson")
        .set({ order_index: 3 })
        .where("course_id", "=", course.courseId)
        .execute(),
    );
    const found = await Promise.all(["A", "B", "C"].map((title) => lessonAfter(course.lesson(title))));
    expect(found.map(({ lessonId }) => lessonId)).toEqual([course.lesson("B"), course.lesson("C"), null]);
  });

  test("completing a lesson does not change which lesson is next", async () => {
    const course = await plantCourse(harness.store, { lessons: { A: { a: ["a1"] }, B: { b: ["b1"] } } });
    await finish(course, "a1 b1");
    expect((await lessonAfter(course.lesson("A"))).lessonId).toBe(course.lesson("B"));
  });
});
