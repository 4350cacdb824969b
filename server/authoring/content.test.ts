// What an admin reads, makes, saves, moves and deletes by hand.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recount } from "../store/results/recount.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";
import { outcome, refusal } from "../test/refusal.ts";

const nobody = 2 ** 31 - 1;

describe.each(openers)("$name", (opener) => {
  let it: TestServer;
  let ada: Person;
  let mira: Person;
  let olu: Person;
  let codeChanges = 0;
  let at: Planted;
  beforeAll(async () => {
    it = await openServer(opener, {
      env: { RATE_LIMITS: "off" },
      codeChanged: () => void (codeChanges += 1),
    });
    ada = await it.registerAdmin("ada");
    mira = await it.register("mira");
    olu = await it.register("olu");
  });
  afterAll(() => it.close());
  beforeEach(async () => {
    await it.store.write((tx) => tx.deleteFrom("course").execute());
    codeChanges = 0;
    at = await plantCourse(it.store, {
      title: "First",
      lessons: { One: { "1a": ["a", "b"], "1b": ["c"] }, Two: { "2a": ["d"] }, Three: {} },
    });
    it.clock.now += 1_000;
  });

  const finish = (who: Person, title: string, timeMs: number) =>
    who.client("completeExample", {
      params: { exampleId: at.example(title) },
      body: { status: "completed", time_ms: timeMs },
    });
  const now = () => new Date(it.clock.now).toISOString();
  const planted = new Date(Date.UTC(2026, 10, 1)).toISOString();

  async function expectUnknown(...answers: Promise<unknown>[]) {
    const outcomes = await Promise.all(answers.map(outcome));
    expect(outcomes).toEqual(answers.map(() => "404 NOT_FOUND"));
  }

  async function expectDerivedExact() {
    const tables = [
      "time_count",
      "example_total",
      "lesson_total",
      "course_total",
      "learner_lesson",
      "learner_course",
    ] as const;
    const derived = () =>
      it.store.read(async (db) => {
        const all: Record<string, string[]> = {};
        for (const table of tables)
          all[table] = (await db.selectFrom(table).selectAll().execute())
            .map((row) => JSON.stringify(row, Object.keys(row).sort()))
            .sort();
        return all;
      });
    const kept = await derived();
    await it.store.write(recount);
    expect(kept).toEqual(await derived());
  }

  describe("reading", () => {
    test("rows are spelled as the specification spells them, with what hangs in them", async () => {
      await finish(mira, "a", 5_000);
      await finish(olu, "a", 6_000);
      await finish(mira, "d", 7_000);
      const params = { courseId: at.courseId };
      const course = {
        id: at.courseId,
        title: "First",
        description: "",
        difficulty_level: "beginner",
        order_index: 0,
        published: true,
        lesson_count: 3,
        chapter_count: 3,
        example_count: 4,
        result_count: 3,
        created_at: planted,
        updated_at: planted,
      };
      expect(await ada.client("adminGetCourse", { params })).toEqual(course);
      expect(await ada.client("adminListCourses")).toEqual({ courses: [course] });
      const { lessons } = await ada.client("adminListLessons", { params });
      expect(lessons[0]).toEqual({
        id: at.lesson("One"),
        title: "One",
        description: "about One",
        course_id: at.courseId,
        order_index: 0,
        chapter_count: 2,
        example_count: 3,
        result_count: 2,
        created_at: planted,
        updated_at: planted,
      });
      expect(lessons.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
      const { chapters } = await ada.client("adminListChapters", { params: { lessonId: at.lesson("One") } });
      expect(chapters).toMatchObject([
        { id: at.chapter("1a"), title: "1a", lesson_id: at.lesson("One"), example_count: 2, result_count: 2 },
        { id: at.chapter("1b"), title: "1b", order_index: 1, example_count: 1, result_count: 0 },
      ]);
      const { examples } = await ada.client("adminListExamples", { params: { chapterId: at.chapter("1a") } });
      expect(examples.map(({ title }) => title)).toEqual(["a", "b"]);
      expect(examples[0]).toEqual({
        id: at.example("a"),
        title: "a",
        description: "",
        code_content: "const a = 1;",
        code_version: 1,
        language: "javascript",
        chapter_id: at.chapter("1a"),
        order_index: 0,
        result_count: 2,
        time_count: 2,
        created_at: planted,
        updated_at: planted,
        tokens: null,
      });
      for (const lesson of lessons)
        expect(await ada.client("adminGetLesson", { params: { lessonId: lesson.id } })).toEqual(lesson);
      for (const chapter of chapters)
        expect(await ada.client("adminGetChapter", { params: { chapterId: chapter.id } })).toEqual(chapter);
      for (const { tokens: _, ...example } of examples)
        expect(await ada.client("adminGetExample", { params: { exampleId: example.id } })).toEqual(example);
    });

    test("the structure is the same rows as a tree, drafts too", async () => {
      const draft = await plantCourse(it.store, { title: "Draft", published: false, lessons: { L: {} } });
      const { courses } = await ada.client("adminGetStructure");
      expect(courses.map(({ title }) => title)).toEqual(["First", "Draft"]);
      for (const { lessons, ...course } of courses) {
        expect(course).toEqual(await ada.client("adminGetCourse", { params: { courseId: course.id } }));
        const listed = await ada.client("adminListLessons", { params: { courseId: course.id } });
        expect(lessons.map((lesson) => ({ ...lesson, chapters: undefined }))).toEqual(listed.lessons);
        for (const { id, chapters } of lessons)
          expect({ chapters }).toEqual(await ada.client("adminListChapters", { params: { lessonId: id } }));
      }
      expect(courses[1]?.id).toBe(draft.courseId);
    });

    test("what is not there is 404; a list of nothing is empty", async () => {
      expect(await ada.client("adminListChapters", { params: { lessonId: at.lesson("Three") } })).toEqual({
        chapters: [],
      });
      await expectUnknown(
        ada.client("adminGetCourse", { params: { courseId: nobody } }),
        ada.client("adminListLessons", { params: { courseId: nobody } }),
        ada.client("adminGetLesson", { params: { lessonId: nobody } }),
        ada.client("adminListChapters", { params: { lessonId: nobody } }),
        ada.client("adminGetChapter", { params: { chapterId: nobody } }),
        ada.client("adminListExamples", { params: { chapterId: nobody } }),
        ada.client("adminGetExample", { params: { exampleId: nobody } }),
      );
    });
  });

  describe("making", () => {
    test("a course has the defaults of the form, and is there for learners at once", async () => {
      const made = await ada.client("adminCreateCourse", { body: { title: "  New \t" } });
      expect(made).toEqual({
        id: made.id,
        title: "New",
        description: "",
        difficulty_level: "beginner",
        order_index: 0,
        published: true,
        lesson_count: 0,
        chapter_count: 0,
        example_count: 0,
        result_count: 0,
        created_at: now(),
        updated_at: now(),
      });
      expect(await ada.client("adminGetCourse", { params: { courseId: made.id } })).toEqual(made);
      // Equal numbers are in the order of age.
      const { courses } = await mira.client("listCourses");
      expect(courses.map(({ title }) => title)).toEqual(["First", "New"]);
    });

    test("a lesson, a chapter and an example are made in each other, and can be typed at once", async () => {
      const course = await ada.client("adminCreateCourse", {
        body: { title: "C", description: " d\r\n e ", difficulty_level: " Advanced ", order_index: 7 },
      });
      expect(course).toMatchObject({ description: "d\n e", difficulty_level: "advanced", order_index: 7 });
      const lesson = await ada.client("adminCreateLesson", { body: { title: "L", course_id: course.id } });
      expect(lesson).toMatchObject({ title: "L", description: "", course_id: course.id, order_index: 0 });
      const chapter = await ada.client("adminCreateChapter", { body: { title: "H", lesson_id: lesson.id } });
      expect(chapter).toMatchObject({ title: "H", lesson_id: lesson.id, order_index: 0 });
      const body = { title: "E", code_content: " x\r\ny \r\n", chapter_id: chapter.id };
      const example = await ada.client("adminCreateExample", { body: { ...body, language: " TS " } });
      expect(example).toMatchObject({
        code_content: " x\ny \n",
        code_version: 1,
        language: "typescript",
        chapter_id: chapter.id,
        order_index: 0,
        result_count: 0,
        time_count: 0,
      });
      expect(await ada.client("adminCreateExample", { body })).toMatchObject({ language: "text" });
      expect(codeChanges).toBe(2);
      await finish(mira, "a", 1_000);
      const done = { params: { exampleId: example.id }, body: { status: "completed", time_ms: 9 } } as const;
      expect(await mira.client("completeExample", done)).toMatchObject({ isRecord: true });
      expect(await mira.client("getCourse", { params: { courseId: course.id } })).toMatchObject({
        completed_examples: 1,
        total_examples: 2,
        lessons: [{ completed_examples: 1, total_examples: 2 }],
      });
      await expectDerivedExact();
    });

    test("what a client sends too much has no effect", async () => {
      const more = { id: 7, created_at: planted, updated_at: planted, lesson_count: 9, user_id: 1 };
      const made = await ada.client("adminCreateCourse", { body: { title: "C", ...more } });
      expect(made.id).not.toBe(7);
      expect(made).toMatchObject({ created_at: now(), updated_at: now(), lesson_count: 0 });
    });

    test("an unknown parent is 404", async () => {
      const title = "T";
      await expectUnknown(
        ada.client("adminCreateLesson", { body: { title, course_id: nobody } }),
        ada.client("adminCreateChapter", { body: { title, lesson_id: nobody } }),
        ada.client("adminCreateExample", { body: { title, code_content: "x", chapter_id: nobody } }),
      );
    });
  });

  describe("saving", () => {
    test("a field that is absent keeps its value, and '' clears a description", async () => {
      const lessonId = at.lesson("One");
      const before = await ada.client("adminGetLesson", { params: { lessonId } });
      const renamed = await ada.client("adminUpdateLesson", { params: { lessonId }, body: { title: "Uno" } });
      expect(renamed).toEqual({ ...before, title: "Uno", updated_at: now() });
      const cleared = await ada.client("adminUpdateLesson", {
        params: { lessonId },
        body: { description: "", order_index: 9 },
      });
      expect(cleared).toMatchObject({ title: "Uno", description: "", order_index: 9 });
    });

    test("the whole row sent back saves it as it is", async () => {
      const exampleId = at.example("b");
      await finish(mira, "b", 4_000);
      const { ...row } = await ada.client("adminGetExample", { params: { exampleId } });
      const saved = await ada.client("adminUpdateExample", { params: { exampleId }, body: row });
      expect(saved).toEqual({ ...row, updated_at: now() });
    });

    test("every kind can be saved, by the rules of the formats", async () => {
      expect(
        await ada.client("adminUpdateCourse", {
          params: { courseId: at.courseId },
          body: {
            title: " T ",
            description: "\r\nd",
            difficulty_level: "INTERMEDIATE",
            order_index: 1_000_000,
          },
        }),
      ).toMatchObject({
        title: "T",
        description: "d",
        difficulty_level: "intermediate",
        order_index: 1_000_000,
      });
      expect(
        await ada.client("adminUpdateChapter", {
          params: { chapterId: at.chapter("1b") },
          body: { title: "One b", description: "x", order_index: 0 },
        }),
      ).toMatchObject({ title: "One b", description: "x", order_index: 0, lesson_id: at.lesson("One") });
      expect(
        await ada.client("adminUpdateExample", {
          params: { exampleId: at.example("c") },
          body: { title: "C", language: "c++", code_content: "\tc\r" },
        }),
      ).toMatchObject({ title: "C", language: "cpp", code_content: "\tc\n", code_version: 2 });
    });

    test("null, a wrong type, a number out of range and a text that no file could hold are 400", async () => {
      const faults: [object, string][] = [
        [{ title: null }, "title"],
        [{ description: null }, "description"],
        [{ code_content: null }, "code_content"],
        [{ language: null }, "language"],
        [{ chapter_id: null }, "chapter_id"],
        [{ order_index: null }, "order_index"],
        [{ updated_at: null }, "updated_at"],
        [{ order_index: 1.5 }, "order_index"],
        [{ order_index: -1 }, "order_index"],
        [{ order_index: 1_000_001 }, "order_index"],
        [{ chapter_id: "1" }, "chapter_id"],
        [{ title: "" }, "title"],
        [{ title: " \n " }, "title"],
        [{ title: "a\tb" }, "title"],
        [{ title: "😀".repeat(201) }, "title"],
        [{ description: "x".repeat(5_001) }, "description"],
        [{ description: "a\u0007" }, "description"],
        [{ code_content: "" }, "code_content"],
        [{ code_content: " \n\u200b" }, "code_content"],
        [{ code_content: `x${"\n".repeat(500)}` }, "code_content"],
        [{ code_content: "x".repeat(501) }, "code_content"],
        [{ code_content: `${"x".repeat(400)}\n`.repeat(25) }, "code_content"],
        [{ code_content: "a\u2028" }, "code_content"],
        [{ language: "" }, "language"],
        [{ language: "no language" }, "language"],
      ];
      const exampleId = at.example("a");
      const before = await ada.client("adminGetExample", { params: { exampleId } });
      for (const [body, path] of faults) {
        const { status, code, details } = await refusal(
          ada.client("adminUpdateExample", { params: { exampleId }, body }),
        );
        expect([body, status, code, details[0]?.path]).toEqual([body, 400, "INVALID", path]);
        const full = { title: "T", code_content: "x", chapter_id: at.chapter("1a"), ...body };
        if (path !== "updated_at")
          expect(await outcome(ada.client("adminCreateExample", { body: full }))).toBe("400 INVALID");
      }
      const params = { courseId: at.courseId };
      for (const body of [{ difficulty_level: "easy" }, { published: 1 }, { published: null }])
        expect(
          await outcome(ada.client("adminUpdateCourse", { params, body: body as { published: boolean } })),
        ).toBe("400 INVALID");
      expect(await ada.client("adminGetExample", { params: { exampleId } })).toEqual(before);
      expect((await ada.client("adminGetCourse", { params })).example_count).toBe(4);
      expect(codeChanges).toBe(0);
    });

    test("the longest texts of the formats are taken, in the longest spelling", async () => {
      const body = {
        title: "😀".repeat(200),
        description: "😀".repeat(5_000),
        code_content: Array.from({ length: 20 }, () => "😀".repeat(499)).join("\n"),
      };
      const escaped = JSON.stringify(body).replace(
        /[\ud800-\udfff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
      );
      const answer = await it.app.inject({
        method: "PUT",
        url: `/api/admin/examples/${at.example("a")}`,
        headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json" },
        payload: escaped,
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([200, body]);
    });

    test("several faults are told at once, each at its field", async () => {
      const body = { title: "", code_content: `${"x".repeat(501)}\n\u0007`, chapter_id: at.chapter("1a") };
      const { message, details } = await refusal(ada.client("adminCreateExample", { body }));
      expect(message).toBe("The example title is empty. Give it 1 to 200 characters.");
      expect(details).toEqual([
        { path: "title", message },
        {
          path: "code_content",
          message: "Line 1: This line of code has 501 characters. At most 500 are allowed.",
        },
        {
          path: "code_content",
          message: "Line 2: The code contains a character that cannot be stored: U+0007.",
        },
      ]);
    });

    test("what is not there is 404, also a new parent", async () => {
      await expectUnknown(
        ada.client("adminUpdateCourse", { params: { courseId: nobody }, body: {} }),
        ada.client("adminUpdateLesson", { params: { lessonId: nobody }, body: {} }),
        ada.client("adminUpdateChapter", { params: { chapterId: nobody }, body: {} }),
        ada.client("adminUpdateExample", { params: { exampleId: nobody }, body: {} }),
        ada.client("adminUpdateLesson", {
          params: { lessonId: at.lesson("One") },
          body: { course_id: nobody },
        }),
        ada.client("adminUpdateChapter", {
          params: { chapterId: at.chapter("1a") },
          body: { lesson_id: nobody },
        }),
        ada.client("adminUpdateExample", {
          params: { exampleId: at.example("a") },
          body: { title: "not saved", chapter_id: nobody },
        }),
      );
      const example = await ada.client("adminGetExample", { params: { exampleId: at.example("a") } });
      expect(example).toMatchObject({ title: "a", updated_at: planted });
    });

    test("a draft is not there for learners, and comes back with all that they did", async () => {
      await finish(mira, "a", 4_000);
      const params = { courseId: at.courseId };
      const publish = (published: boolean) =>
        ada.client("adminUpdateCourse", { params, body: { published } });
      expect((await publish(false)).published).toBe(false);
      expect((await mira.client("listCourses")).courses).toEqual([]);
      expect(await outcome(mira.client("getCourse", { params }))).toBe("404 NOT_FOUND");
      expect(await mira.client("getNextExample")).toEqual({ exampleId: null, lessonId: null });
      expect(await ada.client("adminGetCourse", { params })).toMatchObject({ result_count: 1 });
      await publish(true);
      expect((await mira.client("listCourses")).courses).toMatchObject([{ completed_examples: 1 }]);
    });

    test("new code keeps completions, starts times and board afresh, and is a new version", async () => {
      await finish(mira, "a", 4_000);
      await finish(olu, "a", 5_000);
      const exampleId = at.example("a");
      const params = { exampleId };
      const same = await ada.client("adminUpdateExample", { params, body: { code_content: "const a = 1;" } });
      expect(same).toMatchObject({ code_version: 1, time_count: 2 });
      const changed = await ada.client("adminUpdateExample", { params, body: { code_content: "let a;" } });
      expect(changed).toMatchObject({
        code_content: "let a;",
        code_version: 2,
        time_count: 0,
        result_count: 2,
      });
      expect(await mira.client("getLeaderboard", { params })).toEqual({ leaderboard: [], userRank: null });
      const { chapters } = await mira.client("getLesson", { params: { lessonId: at.lesson("One") } });
      expect(chapters[0]?.examples[0]).toMatchObject({
        code_content: "let a;",
        code_version: 2,
        tokens: null,
        status: "completed",
        progress: 100,
        best_time_ms: null,
        last_time_ms: null,
      });
      const old = { status: "completed", time_ms: 10, codeVersion: 1 } as const;
      expect(await mira.client("completeExample", { params, body: old })).toMatchObject({
        best_time_ms: null,
        isRecord: false,
      });
      expect(await finish(mira, "a", 6_000)).toMatchObject({ best_time_ms: 6_000, isRecord: true });
      await expectDerivedExact();
    });

    test("a new language keeps the times, and asks for new colours; a new title asks for none", async () => {
      await finish(mira, "a", 4_000);
      const params = { exampleId: at.example("a") };
      await ada.client("adminUpdateExample", { params, body: { title: "A" } });
      expect(codeChanges).toBe(0);
      const saved = await ada.client("adminUpdateExample", { params, body: { language: "python" } });
      expect(saved).toMatchObject({ language: "python", code_version: 1, time_count: 1 });
      expect(codeChanges).toBe(1);
    });
  });

  describe("moving", () => {
    const titlesOf = async (lessonId: number) =>
      (await ada.client("adminListChapters", { params: { lessonId } })).chapters.map(({ title }) => title);

    test("a lesson goes to the end of another course, with all that learners did in it", async () => {
      const other = await plantCourse(it.store, { title: "Other", lessons: { X: { x: ["x"] }, Y: {} } });
      await finish(mira, "a", 4_000);
      await finish(mira, "d", 4_000);
      await finish(olu, "b", 5_000);
      const moved = await ada.client("adminUpdateLesson", {
        params: { lessonId: at.lesson("One") },
        body: { course_id: other.courseId },
      });
      expect(moved).toMatchObject({ course_id: other.courseId, order_index: 2, result_count: 2 });
      const { lessons } = await ada.client("adminListLessons", { params: { courseId: other.courseId } });
      expect(lessons.map(({ title }) => title)).toEqual(["X", "Y", "One"]);
      expect(await mira.client("getCourse", { params: { courseId: at.courseId } })).toMatchObject({
        completed_examples: 1,
        total_examples: 1,
      });
      expect(await mira.client("getCourse", { params: { courseId: other.courseId } })).toMatchObject({
        completed_examples: 1,
        total_examples: 4,
      });
      expect((await mira.client("listCourses")).courses).toMatchObject([
        { completed_examples: 1, total_examples: 1 },
        { completed_examples: 1, total_examples: 4 },
      ]);
      await expectDerivedExact();
    });

    test("a chapter goes to the place that it is given, into a lesson of another course", async () => {
      const other = await plantCourse(it.store, { title: "Other", lessons: { X: { x: ["x"], y: [] } } });
      await finish(mira, "a", 4_000);
      const moved = await ada.client("adminUpdateChapter", {
        params: { chapterId: at.chapter("1a") },
        body: { lesson_id: other.lesson("X"), order_index: 1, title: "Moved" },
      });
      expect(moved).toMatchObject({ lesson_id: other.lesson("X"), order_index: 1, title: "Moved" });
      // Of equal numbers the older is first.
      expect(await titlesOf(other.lesson("X"))).toEqual(["x", "Moved", "y"]);
      expect(await titlesOf(at.lesson("One"))).toEqual(["1b"]);
      await expectDerivedExact();
    });

    test("an example goes to the end of another chapter; the parent that it has is no move", async () => {
      await finish(mira, "a", 4_000);
      const params = { exampleId: at.example("a") };
      const stayed = await ada.client("adminUpdateExample", {
        params,
        body: { chapter_id: at.chapter("1a") },
      });
      expect(stayed).toMatchObject({ chapter_id: at.chapter("1a"), order_index: 0 });
      const moved = await ada.client("adminUpdateExample", {
        params,
        body: { chapter_id: at.chapter("2a"), code_content: "new" },
      });
      expect(moved).toMatchObject({ chapter_id: at.chapter("2a"), order_index: 1, code_version: 2 });
      expect(await mira.client("getCourse", { params: { courseId: at.courseId } })).toMatchObject({
        lessons: [
          { completed_examples: 0, total_examples: 2 },
          { completed_examples: 1, total_examples: 2 },
          { completed_examples: 0, total_examples: 0 },
        ],
      });
      await expectDerivedExact();
    });

    test("the end of siblings whose last has the largest number is found by numbering them anew", async () => {
      const params = { chapterId: at.chapter("2a") };
      const last = { params: { exampleId: at.example("d") }, body: { order_index: 1_000_000 } };
      await ada.client("adminUpdateExample", last);
      await ada.client("adminUpdateExample", {
        params: { exampleId: at.example("a") },
        body: { chapter_id: params.chapterId },
      });
      const { examples } = await ada.client("adminListExamples", { params });
      expect(examples.map(({ title, order_index }) => [title, order_index])).toEqual([
        ["d", 0],
        ["a", 1],
      ]);
    });
  });

  describe("deleting", () => {
    test("each kind goes with all in it and all that learners did there, and is told in words", async () => {
      for (const title of ["a", "b", "c", "d"]) await finish(mira, title, 4_000);
      await finish(olu, "a", 5_000);
      expect(await ada.client("adminDeleteExample", { params: { exampleId: at.example("a") } })).toEqual({
        message: "Example deleted successfully!",
      });
      await expectDerivedExact();
      expect(await ada.client("adminDeleteChapter", { params: { chapterId: at.chapter("1a") } })).toEqual({
        message: "Chapter deleted successfully!",
      });
      await expectDerivedExact();
      expect(await ada.client("adminDeleteLesson", { params: { lessonId: at.lesson("Two") } })).toEqual({
        message: "Lesson deleted successfully!",
      });
      await expectDerivedExact();
      expect(await mira.client("getCourse", { params: { courseId: at.courseId } })).toMatchObject({
        completed_examples: 1,
        total_examples: 1,
        lessons: [{ title: "One" }, { title: "Three" }],
      });
      expect(await ada.client("adminDeleteCourse", { params: { courseId: at.courseId } })).toEqual({
        message: "Course deleted successfully!",
      });
      await expectDerivedExact();
      const left = await it.store.read((db) => db.selectFrom("progress").selectAll().execute());
      expect(left).toEqual([]);
      expect((await ada.client("adminListCourses")).courses).toEqual([]);
    });

    test("what is gone is 404 for the second of two", async () => {
      const params = { lessonId: at.lesson("One") };
      const both = [ada.client("adminDeleteLesson", { params }), ada.client("adminDeleteLesson", { params })];
      expect((await Promise.all(both.map(outcome))).sort()).toEqual(["200", "404 NOT_FOUND"]);
      await expectUnknown(
        ada.client("adminDeleteCourse", { params: { courseId: nobody } }),
        ada.client("adminDeleteChapter", { params: { chapterId: at.chapter("1a") } }),
        ada.client("adminDeleteExample", { params: { exampleId: at.example("a") } }),
      );
    });
  });
});
