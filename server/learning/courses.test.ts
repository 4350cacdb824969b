import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "@tabstop/contract/client";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let olu: Person;
  let admin: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
    olu = await harness.register("olu");
    admin = await harness.registerAdmin("root");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write(async (tx) => {
      await tx.deleteFrom("stored_course").execute();
      await tx.deleteFrom("activity").execute();
    });
  });

  const finish = (person: Person, exampleId: number, timeMs = 5_000) =>
    person.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: timeMs },
    });
  const statusOf = async (answer: Promise<unknown>) => {
    const error = await answer.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof ApiError ? `${error.status} ${error.code}` : (error ?? "200");
  };

  test("courses are listed by order_index, then age, each with the learner's own counts", async () => {
    const later = await plantCourse(harness.store, {
      title: "Later",
      orderIndex: 7,
      lessons: { A: { a: ["a1", "a2"] } },
    });
    const second = await plantCourse(harness.store, { title: "Second", orderIndex: 3, lessons: {} });
    const third = await plantCourse(harness.store, {
      title: "Third",
      orderIndex: 3,
      lessons: { B: { b: ["b1"] } },
    });
    await finish(mira, later.example("a1"));
    await finish(olu, third.example("b1"));

    const { courses } = await mira.client("listCourses");
    expect(courses).toEqual([
      {
        id: second.courseId,
        title: "Second",
        ...level,
        order_index: 3,
        completed_examples: 0,
        total_examples: 0,
      },
      {
        id: third.courseId,
        title: "Third",
        ...level,
        order_index: 3,
        completed_examples: 0,
        total_examples: 1,
      },
      {
        id: later.courseId,
        title: "Later",
        ...level,
        order_index: 7,
        completed_examples: 1,
        total_examples: 2,
      },
    ]);
  });
  const level = { description: "", difficulty_level: "beginner" };

  test("a course has its lessons in order with the learner's own counts, also a lesson without examples", async () => {
    const { courseId, lesson, example } = await plantCourse(harness.store, {
      title: "JavaScript",
      lessons: { One: { x: ["a", "b"], y: ["c"] }, Empty: {}, Two: { z: ["d"] } },
    });
    await finish(mira, example("b"));
    await finish(mira, example("b"), 4_000);
    await finish(olu, example("d"));

    const course = await mira.client("getCourse", { params: { courseId } });
    expect(course).toEqual({
      id: courseId,
      title: "JavaScript",
      ...level,
      order_index: 0,
      completed_examples: 1,
      total_examples: 4,
      lessons: [
        lessonRow(lesson("One"), courseId, "One", 0, 1, 3),
        lessonRow(lesson("Empty"), courseId, "Empty", 1, 0, 0),
        lessonRow(lesson("Two"), courseId, "Two", 2, 0, 1),
      ],
    });
  });
  const lessonRow = (
    id: number,
    courseId: number,
    title: string,
    index: number,
    completed: number,
    total: number,
  ) => ({
    id,
    title,
    description: `about ${title}`,
    course_id: courseId,
    order_index: index,
    completed_examples: completed,
    total_examples: total,
  });

  test("a lesson has its chapters in order, also empty ones, and its examples with the learner's own progress", async () => {
    const { courseId, lesson, chapter, example } = await plantCourse(harness.store, {
      lessons: { One: { first: ["a", "b"], empty: [], last: ["c"] } },
    });
    await finish(mira, example("a"), 5_000);
    await finish(mira, example("a"), 7_000);
    await mira.client("saveProgress", {
      body: {
        exampleId: example("c"),
        progress: 40,
        accuracy: 90,
        errors: 1,
        isComplete: false,
        timeMs: 900,
      },
    });
    await finish(olu, example("b"));

    const answer = await mira.client("getLesson", { params: { lessonId: lesson("One") } });
    const shown = (title: string, chapterTitle: string, index: number, state: object) => ({
      id: example(title),
      title,
      description: "",
      code_content: `const ${title} = 1;`,
      output: "",
      code_version: 1,
      language: "javascript",
      tokens: null,
      chapter_id: chapter(chapterTitle),
      order_index: index,
      ...state,
    });
    const noTimes = { best_time_ms: null, last_time_ms: null, best_run: null };
    const untouched = { status: "not_started", progress: 0, ...noTimes };
    const begun = { status: "in_progress", progress: 40, ...noTimes };
    const run = { errors: null, accuracy: null, ended_at: expect.any(String) };
    const done = {
      status: "completed",
      progress: 100,
      best_time_ms: 5_000,
      last_time_ms: 7_000,
      best_run: run,
    };
    const shownChapter = (title: string, index: number, examples: object[]) => ({
      id: chapter(title),
      title,
      description: "",
      lesson_id: lesson("One"),
      order_index: index,
      example_count: examples.length,
      examples,
    });
    expect(answer).toEqual({
      id: lesson("One"),
      title: "One",
      description: "about One",
      course_id: courseId,
      order_index: 0,
      chapters: [
        shownChapter("first", 0, [shown("a", "first", 0, done), shown("b", "first", 1, untouched)]),
        shownChapter("empty", 1, []),
        shownChapter("last", 2, [shown("c", "last", 0, begun)]),
      ],
    });
  });

  test("every list is ordered by order_index, then id", async () => {
    const { courseId, lesson, chapter, example } = await plantCourse(harness.store, {
      lessons: { A: { a: ["a1", "a2", "a3"], b: ["b1"], c: ["c1"] }, B: {}, C: {} },
    });
    await harness.store.write(async (tx) => {
      await tx.updateTable("stored_lesson").set({ order_index: 5 }).where("id", "=", lesson("A")).execute();
      await tx.updateTable("stored_lesson").set({ order_index: 2 }).where("id", "=", lesson("C")).execute();
      await tx.updateTable("stored_lesson").set({ order_index: 2 }).where("id", "=", lesson("B")).execute();
      await tx.updateTable("stored_chapter").set({ order_index: 9 }).where("id", "=", chapter("a")).execute();
      await tx.updateTable("stored_chapter").set({ order_index: 1 }).where("id", "=", chapter("c")).execute();
      await tx
        .updateTable("stored_example")
        .set({ order_index: 0 })
        .where("id", "=", example("a3"))
        .execute();
    });
    const course = await mira.client("getCourse", { params: { courseId } });
    expect(course.lessons.map(({ title }) => title)).toEqual(["B", "C", "A"]);
    const { chapters } = await mira.client("getLesson", { params: { lessonId: lesson("A") } });
    expect(chapters.map(({ title }) => title)).toEqual(["b", "c", "a"]);
    expect(chapters[2]?.examples.map(({ title }) => title)).toEqual(["a1", "a3", "a2"]);
  });

  test("an unpublished course is in no list, and is 404 like an unknown id at every endpoint for learners, even for admins", async () => {
    const draft = await plantCourse(harness.store, { published: false, lessons: { D: { d: ["d1"] } } });
    for (const person of [mira, admin]) {
      expect((await person.client("listCourses")).courses).toEqual([]);
      expect(await person.client("getNextExample")).toEqual({ exampleId: null, lessonId: null });
      for (const [courseId, lessonId, exampleId] of [
        [draft.courseId, draft.lesson("D"), draft.example("d1")],
        [2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1],
      ] as const) {
        const save = { exampleId, progress: 10, accuracy: 100, errors: 0, isComplete: false, timeMs: 10 };
        const { client } = person;
        const answers = {
          getCourse: () => client("getCourse", { params: { courseId } }),
          getLesson: () => client("getLesson", { params: { lessonId } }),
          getCourseOfLesson: () => client("getCourseOfLesson", { params: { lessonId } }),
          getNextLesson: () => client("getNextLesson", { body: { currentLessonId: lessonId } }),
          getLeaderboard: () => client("getLeaderboard", { params: { exampleId } }),
          saveProgress: () => client("saveProgress", { body: save }),
          saveComplete: () => client("saveProgress", { body: { ...save, isComplete: true } }),
          completeExample: () => finish(person, exampleId),
        };
        for (const [call, answer] of Object.entries(answers))
          expect([call, await statusOf(answer())]).toEqual([call, "404 NOT_FOUND"]);
      }
    }
    const written = await harness.store.read((db) => db.selectFrom("progress").selectAll().execute());
    expect(written).toEqual([]);
  });

  test("results in a course do not count from its unpublishing until it is published again", async () => {
    const course = await plantCourse(harness.store, { lessons: { A: { a: ["a1"] } } });
    await finish(mira, course.example("a1"));
    const publish = (published: 0 | 1) =>
      harness.store.write((tx) =>
        tx.updateTable("stored_course").set({ published }).where("id", "=", course.courseId).execute(),
      );
    await publish(0);
    expect((await mira.client("listCourses")).courses).toEqual([]);
    await publish(1);
    expect((await mira.client("listCourses")).courses[0]?.completed_examples).toBe(1);
  });

  test("the course of a lesson is returned with id and title", async () => {
    const { courseId, lesson } = await plantCourse(harness.store, { title: "SQL", lessons: { A: {} } });
    expect(await mira.client("getCourseOfLesson", { params: { lessonId: lesson("A") } })).toEqual({
      id: courseId,
      title: "SQL",
    });
  });

  test("an id that is not a positive whole number is 404 in a path and 400 in a body", async () => {
    for (const id of ["0", "-1", "1.5", "1e3", "abc", "2147483648", "99999999999", " 1", "%00"])
      for (const path of ["courses", "lessons", "leaderboard"]) {
        const { statusCode } = await harness.app.inject({
          url: `/api/courses/${path}/${encodeURIComponent(id)}`,
          headers: { authorization: `Bearer ${mira.token}` },
        });
        expect([path, id, statusCode]).toEqual([path, id, 404]);
      }
    for (const id of [0, -1, 1.5, 2 ** 31, "1", null])
      expect(await statusOf(mira.client("getNextLesson", { body: { currentLessonId: id as number } }))).toBe(
        "400 INVALID",
      );
  });

  test("every endpoint for learners requires a token", async () => {
    const course = await plantCourse(harness.store, { lessons: { A: { a: ["a1"] } } });
    const exampleId = course.example("a1");
    const answers = [
      () => harness.client("listCourses"),
      () => harness.client("getCourse", { params: { courseId: course.courseId } }),
      () => harness.client("getLesson", { params: { lessonId: course.lesson("A") } }),
      () => harness.client("getCourseOfLesson", { params: { lessonId: course.lesson("A") } }),
      () => harness.client("getNextExample"),
      () => harness.client("getNextLesson", { body: { currentLessonId: course.lesson("A") } }),
      () => harness.client("getLeaderboard", { params: { exampleId } }),
      () =>
        harness.client("completeExample", {
          params: { exampleId },
          body: { status: "completed", time_ms: 5 },
        }),
      () =>
        harness.client("saveProgress", {
          body: { exampleId, progress: 1, accuracy: 1, errors: 1, isComplete: true, timeMs: 1 },
        }),
    ];
    for (const answer of answers) expect(await statusOf(answer())).toBe("401 TOKEN_INVALID");
    expect(await harness.store.read((db) => db.selectFrom("progress").selectAll().execute())).toEqual([]);
  });
});
