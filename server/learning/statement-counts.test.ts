// A request takes a fixed number of statements, however many rows there are.

import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Read, Store, Tx } from "../store/store.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Counts executed queries, not compilations: the store compiles some queries only once.
    async transformResult({ result }) {
      statements += 1;
      return result;
    },
  };
  const counting = (store: Store): Store => ({
    ...store,
    read: (ask) => store.read((db) => ask(db.withPlugin(counter) as Read)),
    write: (run, options) => store.write((tx) => run(tx.withPlugin(counter) as Tx), options),
  });

  beforeAll(async () => {
    harness = await openServer(opener, { wrapStore: counting });
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());

  test("each endpoint for learners takes as many statements with 200 examples as with two", async () => {
    const titles = Array.from({ length: 200 }, (_, i) => `e${i}`);
    const small = await plantCourse(harness.store, { lessons: { L: { C: ["e0", "e1"] }, M: { D: ["f"] } } });
    const large = await plantCourse(harness.store, {
      lessons: {
        L: Object.fromEntries(
          Array.from({ length: 10 }, (_, i) => [`C${i}`, titles.slice(i * 20, i * 20 + 20)]),
        ),
        M: { D: ["f"] },
      },
    });
    // A learner's first save also inserts their activity.
    const first = await plantCourse(harness.store, { lessons: { L: { C: ["e"] } } });
    await mira.client("completeExample", {
      params: { exampleId: first.example("e") },
      body: { status: "completed", time_ms: 9 },
    });
    const counts = [];
    for (const course of [small, large]) {
      const exampleId = course.example("e0");
      const lessonId = course.lesson("L");
      const save = { exampleId, progress: 10, accuracy: 100, errors: 0, isComplete: false, timeMs: 10 };
      const { client } = mira;
      const calls = {
        autosave: () => client("saveProgress", { body: save }),
        autosaveGoingOn: () => client("saveProgress", { body: save }),
        complete: () =>
          client("completeExample", { params: { exampleId }, body: { status: "completed", time_ms: 9 } }),
        listCourses: () => client("listCourses"),
        getCourse: () => client("getCourse", { params: { courseId: course.courseId } }),
        getLesson: () => client("getLesson", { params: { lessonId } }),
        getHome: () => client("getHome", { query: {} }),
        getCourseFigures: () =>
          client("getCourseFigures", { params: { courseId: course.courseId }, query: {} }),
        getCourseOfLesson: () => client("getCourseOfLesson", { params: { lessonId } }),
        getNextExample: () => client("getNextExample"),
        getNextLesson: () => client("getNextLesson", { body: { currentLessonId: lessonId } }),
        getLeaderboard: () => client("getLeaderboard", { params: { exampleId } }),
      };
      const taken: Record<string, number> = {};
      for (const [name, call] of Object.entries(calls)) {
        const before = statements;
        await call();
        taken[name] = statements - before;
      }
      counts.push(taken);
    }
    expect(counts[1]).toEqual(counts[0]);
    // One of these statements finds the principal. Each number is a cost: change one only with a reason.
    expect(Math.min(...Object.values(counts[0] ?? {}))).toBeGreaterThan(1);
    expect(Math.max(...Object.values(counts[0] ?? {}))).toBeLessThan(25);
    expect(counts[0]).toMatchObject({
      autosaveGoingOn: 3,
      listCourses: 2,
      getLesson: 4,
      getHome: 14,
      getCourseFigures: 3,
      getLeaderboard: 3,
    });
  });
});
