// Tests of inserting courses and of the queries with which learners read them, on both databases.

import { describe, expect, test } from "vitest";
import { courseOf, examplesByTitle, learners, lessonOf } from "../../test/courses.ts";
import { openers, withStore } from "../../test/stores.ts";
import { importedBuiltins, rememberBuiltin } from "./builtin.ts";
import { deleteContent } from "./content-changes.ts";
import { appendLessons, findCourseTitles, insertCourse, type NewCourse } from "./insert-course.ts";
import {
  getCourseOfLesson,
  getPublishedCourse,
  getPublishedLesson,
  listPublishedCourses,
  nextLessonAfter,
} from "./published-content.ts";
import { missingHighlights, saveHighlight, sweepHighlights } from "./highlights.ts";
import { recordCompletion } from "../results/completions.ts";
import { nextExample } from "../results/next-example.ts";
import type { Store } from "../store.ts";

function insert(store: Store, course: NewCourse, orderIndex: number | null = null) {
  return store.write((tx) => insertCourse(tx, { course: { ...course, order_index: orderIndex }, at: 5 }));
}

async function titles(store: Store): Promise<string[]> {
  return (await store.read((db) => listPublishedCourses(db, 0))).map(
    (course) => `${course.title} ${course.order_index}`,
  );
}

function complete(store: Store, userId: number, exampleId: number, at: number) {
  const times = { endedAt: at, at, timeMs: 1_000 };
  const unknown = { attemptId: null, codeVersion: null, accuracy: null, errors: null };
  const run = { userId, exampleId, ...times, ...unknown };
  return store.write((tx) => recordCompletion(tx, run));
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("a course is read as it was inserted, in its order", () =>
      withStore(opener, async ({ store }) => {
        const course = courseOf("A", [2, 0], [], [1]);
        const inserted = await insert(store, course);
        expect(inserted).toEqual({ courseId: 1, lessons: 3, chapters: 3, examples: 3 });
        const found = await store.read((db) => getPublishedCourse(db, 0, 1));
        expect(found).toMatchObject({
          title: "A",
          description: "About A",
          difficulty_level: "beginner",
          total_examples: 3,
        });
        const tree = await Promise.all(
          (found?.lessons ?? []).map((lesson) => store.read((db) => getPublishedLesson(db, 0, lesson.id))),
        );
        const seen = tree.map((lesson) => ({
          title: lesson?.title,
          description: lesson?.description,
          chapters: lesson?.chapters.map((chapter) => ({
            title: chapter.title,
            description: chapter.description,
            examples: chapter.examples.map(({ title, description, language, code_content, output }) => ({
              title,
              description,
              language,
              code_content,
              output,
            })),
          })),
        }));
        expect(seen).toEqual(course.lessons);
      }));

    test("a course of 2,000 examples is inserted completely and in order, while readers continue", () =>
      withStore(opener, async ({ store }) => {
        const wide = courseOf(
          "Wide",
          ...Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 20)),
        );
        let reads = 0;
        let done = false;
        const inserting = insert(store, wide).finally(() => (done = true));
        while (!done) {
          await store.ping();
          await new Promise((next) => setImmediate(next));
          reads++;
        }
        expect(await inserting).toEqual({ courseId: 1, lessons: 10, chapters: 100, examples: 2_000 });
        expect(reads).toBeGreaterThan(5);
        const lesson = await store.read((db) => getPublishedLesson(db, 0, 10));
        const last = lesson?.chapters[9]?.examples[19];
        expect(last).toMatchObject({
          title: "Wide10.10.20",
          code_content: "// Wide10.10.20\n",
          order_index: 19,
        });
      }));

    test("a course without a number is last, and among equal numbers the oldest is first", () =>
      withStore(opener, async ({ store }) => {
        await insert(store, courseOf("A"));
        await insert(store, courseOf("B"), 5);
        await insert(store, courseOf("C"), 5);
        await insert(store, courseOf("D"));
        await insert(store, courseOf("E"), 0);
        expect(await titles(store)).toEqual(["A 0", "E 0", "B 5", "C 5", "D 6"]);
      }));

    test("when the largest number is taken, it is used again", () =>
      withStore(opener, async ({ store }) => {
        await insert(store, courseOf("A"), 1_000_000);
        await insert(store, courseOf("B"));
        expect(await titles(store)).toEqual(["A 1000000", "B 1000000"]);
      }));

    test("appended lessons come after the existing ones", () =>
      withStore(opener, async ({ store }) => {
        const { courseId } = await insert(store, courseOf("A", [1], [1]));
        const lessons = [lessonOf("new 1", [1]), lessonOf("new 2", [2, 1])];
        const appended = await store.write((tx) => appendLessons(tx, { courseId, lessons, at: 9 }));
        expect(appended).toEqual({ courseId, lessons: 2, chapters: 3, examples: 4 });
        const course = await store.read((db) => getPublishedCourse(db, 0, courseId));
        expect(course?.lessons.map((lesson) => [lesson.title, lesson.total_examples])).toEqual([
          ["A1", 1],
          ["A2", 1],
          ["new 1", 1],
          ["new 2", 3],
        ]);
        expect(course?.total_examples).toBe(6);
        expect(await store.write((tx) => appendLessons(tx, { courseId: 99, lessons, at: 9 }))).toBeNull();
      }));

    test("courses are found by their title, however it is spelled, oldest first", () =>
      withStore(opener, async ({ store }) => {
        for (const title of ["Same", "same", "Same\u00a0", "Sam"]) await insert(store, courseOf(title));
        await insert(store, { ...courseOf("Same"), published: false });
        expect(await store.read((db) => findCourseTitles(db, "Same"))).toEqual([1, 2, 3, 5]);
      }));

    test("learners do not see an unpublished course", () =>
      withStore(opener, async ({ store }) => {
        await insert(store, { ...courseOf("A", [1]), published: false });
        expect(await titles(store)).toEqual([]);
        expect(await store.read((db) => getPublishedCourse(db, 0, 1))).toBeNull();
        expect(await store.read((db) => getPublishedLesson(db, 0, 1))).toBeNull();
        expect(await store.read((db) => getCourseOfLesson(db, 1))).toBeNull();
        expect(await store.read((db) => nextLessonAfter(db, 1))).toBeNull();
        expect(await store.read((db) => nextExample(db, 1))).toBeNull();
      }));

    test("the next lesson is the next one with an example, in the order of the course", () =>
      withStore(opener, async ({ store }) => {
        await insert(store, courseOf("A", [1], [0], [], [2]));
        await insert(store, courseOf("B", [1]));
        // The order is now 2, 1, 3, 4: lessons 1 and 3 have the same number, so the older one is first.
        await store.write((tx) =>
          tx.updateTable("stored_lesson").set({ order_index: 2 }).where("id", "=", 1).execute(),
        );
        const next = (lessonId: number) => store.read((db) => nextLessonAfter(db, lessonId));
        expect(await next(2)).toEqual({ lessonId: 1, courseTitle: "A" });
        expect(await next(1)).toEqual({ lessonId: 4, courseTitle: "A" });
        expect(await next(3)).toEqual({ lessonId: 4, courseTitle: "A" });
        expect(await next(4)).toEqual({ lessonId: null, courseTitle: "A" });
        await store.write((tx) =>
          tx.updateTable("stored_lesson").set({ order_index: 9 }).where("id", "=", 1).execute(),
        );
        expect(await next(4)).toEqual({ lessonId: 1, courseTitle: "A" });
        expect(await next(99)).toBeNull();
        expect(await store.read((db) => getCourseOfLesson(db, 5))).toEqual({ id: 2, title: "B" });
      }));

    test("the next example is in the course of the last save, then in the next unfinished one, wrapping around", () =>
      withStore(opener, async ({ store }) => {
        for (const course of [courseOf("A", [1], [1]), courseOf("B", [1, 1]), courseOf("C", [1])]) {
          await insert(store, course);
        }
        const [user] = (await learners(store, "ada")) as [number];
        const ids = await examplesByTitle(store);
        const next = async () => {
          const place = await store.read((db) => nextExample(db, user));
          return [...ids].find(([, id]) => id === place?.exampleId)?.[0] ?? null;
        };
        const walk = [await next()];
        for (const [i, title] of ["B1.1.1", "B1.2.1", "C1.1.1", "A1.1.1", "A2.1.1"].entries()) {
          await complete(store, user, ids.get(title) as number, 100 + i);
          walk.push(await next());
        }
        expect(walk).toEqual(["A1.1.1", "B1.2.1", "C1.1.1", "A1.1.1", "A2.1.1", null]);
      }));

    test("equal code shares its colours, which are computed once, and again by a new engine version", () =>
      withStore(opener, async ({ store }) => {
        const course = courseOf("A", [2]);
        await insert(store, course);
        await insert(store, course);
        const missing = (engine: string) => store.read((db) => missingHighlights(db, engine, 10));
        expect((await missing("1")).map((row) => row.code_content).sort()).toEqual([
          "// A1.1.1\n",
          "// A1.1.2\n",
        ]);
        for (const { code_hash, language, code_content } of await missing("1")) {
          const runs: ["c" | "", number][] | null = code_content.includes("1.1.2")
            ? null
            : [
                ["c", 9],
                ["", 1],
              ];
          await store.write((tx) => saveHighlight(tx, { code_hash, language, engine_version: "1", runs }));
        }
        expect(await missing("1")).toEqual([]);
        expect(await missing("2")).toHaveLength(2);
        const lesson = await store.read((db) => getPublishedLesson(db, 0, 2));
        expect(lesson?.chapters[0]?.examples.map((example) => example.tokens)).toEqual([
          [
            ["c", 9],
            ["", 1],
          ],
          null,
        ]);
      }));

    test("colours of deleted code are deleted", () =>
      withStore(opener, async ({ store }) => {
        await insert(store, courseOf("A", [2]));
        for (const { code_hash, language } of await store.read((db) => missingHighlights(db, "1", 10))) {
          await store.write((tx) =>
            saveHighlight(tx, { code_hash, language, engine_version: "1", runs: [] }),
          );
        }
        expect(await store.write(sweepHighlights)).toBe(0);
        await store.write((tx) => deleteContent(tx, "example", 1));
        expect(await store.write(sweepHighlights)).toBe(1);
      }));

    test("of two servers that import a built-in course concurrently only one succeeds, and the import stays recorded", () =>
      withStore(opener, async ({ store }) => {
        const builtin = { file_name: "sql.md", text_hash: "abc", imported_at: 7, outputs_at: 7 };
        const both = [0, 1].map(() => store.write((tx) => rememberBuiltin(tx, builtin)));
        expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
        expect(await store.read(importedBuiltins)).toEqual([{ file_name: "sql.md", outputs_at: 7 }]);
      }));
  });
}
