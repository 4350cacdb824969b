import { describe, expect, test } from "vitest";
import {
  contentWorld,
  expectDerivedExact,
  expectUnknown,
  finish,
  nowText,
  planted,
  unusedId,
} from "../test/content-world.ts";
import { openers } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";
import { outcome, refusal } from "../test/refusal.ts";

describe.each(openers)("$name", (opener) => {
  const world = contentWorld(opener);

  test("an absent field keeps its value, and '' clears a description", async () => {
    const lessonId = world.at.lesson("One");
    const before = await world.ada.client("adminGetLesson", { params: { lessonId } });
    const renamed = await world.ada.client("adminUpdateLesson", {
      params: { lessonId },
      body: { title: "Uno" },
    });
    expect(renamed).toEqual({ ...before, title: "Uno", updated_at: nowText(world) });
    const cleared = await world.ada.client("adminUpdateLesson", {
      params: { lessonId },
      body: { description: "", order_index: 9 },
    });
    expect(cleared).toMatchObject({ title: "Uno", description: "", order_index: 9 });
  });

  test("saving the whole row changes nothing", async () => {
    const exampleId = world.at.example("b");
    await finish(world, world.mira, "b", 4_000);
    const { ...row } = await world.ada.client("adminGetExample", { params: { exampleId } });
    const saved = await world.ada.client("adminUpdateExample", { params: { exampleId }, body: row });
    expect(saved).toEqual({ ...row, updated_at: nowText(world) });
  });

  test("every kind can be saved, by the rules of the formats", async () => {
    expect(
      await world.ada.client("adminUpdateCourse", {
        params: { courseId: world.at.courseId },
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
      await world.ada.client("adminUpdateChapter", {
        params: { chapterId: world.at.chapter("1b") },
        body: { title: "One b", description: "x", order_index: 0 },
      }),
    ).toMatchObject({ title: "One b", description: "x", order_index: 0, lesson_id: world.at.lesson("One") });
    expect(
      await world.ada.client("adminUpdateExample", {
        params: { exampleId: world.at.example("c") },
        body: { title: "C", language: "c++", code_content: "\tc\r" },
      }),
    ).toMatchObject({ title: "C", language: "cpp", code_content: "\tc\n", code_version: 2 });
  });

  test("null, a wrong type, a number out of range and a text that no file can contain are 400", async () => {
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
    const exampleId = world.at.example("a");
    const before = await world.ada.client("adminGetExample", { params: { exampleId } });
    for (const [body, path] of faults) {
      const { status, code, details } = await refusal(
        world.ada.client("adminUpdateExample", { params: { exampleId }, body }),
      );
      expect([body, status, code, details[0]?.path]).toEqual([body, 400, "INVALID", path]);
      const full = { title: "T", code_content: "x", chapter_id: world.at.chapter("1a"), ...body };
      if (path !== "updated_at")
        expect(await outcome(world.ada.client("adminCreateExample", { body: full }))).toBe("400 INVALID");
    }
    const params = { courseId: world.at.courseId };
    for (const body of [{ difficulty_level: "easy" }, { published: 1 }, { published: null }])
      expect(
        await outcome(
          world.ada.client("adminUpdateCourse", { params, body: body as { published: boolean } }),
        ),
      ).toBe("400 INVALID");
    expect(await world.ada.client("adminGetExample", { params: { exampleId } })).toEqual(before);
    expect((await world.ada.client("adminGetCourse", { params })).example_count).toBe(4);
    expect(world.codeChanges).toBe(0);
  });

  test("the longest texts of the formats are accepted, in the longest spelling", async () => {
    const body = {
      title: "😀".repeat(200),
      description: "😀".repeat(5_000),
      code_content: Array.from({ length: 20 }, () => "😀".repeat(499)).join("\n"),
    };
    const escaped = JSON.stringify(body).replace(
      /[\ud800-\udfff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
    );
    const response = await world.harness.app.inject({
      method: "PUT",
      url: `/api/admin/examples/${world.at.example("a")}`,
      headers: { authorization: `Bearer ${world.ada.token}`, "content-type": "application/json" },
      payload: escaped,
    });
    expect([response.statusCode, response.json()]).toMatchObject([200, body]);
  });

  test("several faults are reported together, each at its field", async () => {
    const body = {
      title: "",
      code_content: `${"x".repeat(501)}\n\u0007`,
      chapter_id: world.at.chapter("1a"),
    };
    const { message, details } = await refusal(world.ada.client("adminCreateExample", { body }));
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

  test("unknown content is 404, and so is an unknown parent", async () => {
    await expectUnknown(
      world.ada.client("adminUpdateCourse", { params: { courseId: unusedId }, body: {} }),
      world.ada.client("adminUpdateLesson", { params: { lessonId: unusedId }, body: {} }),
      world.ada.client("adminUpdateChapter", { params: { chapterId: unusedId }, body: {} }),
      world.ada.client("adminUpdateExample", { params: { exampleId: unusedId }, body: {} }),
      world.ada.client("adminUpdateLesson", {
        params: { lessonId: world.at.lesson("One") },
        body: { course_id: unusedId },
      }),
      world.ada.client("adminUpdateChapter", {
        params: { chapterId: world.at.chapter("1a") },
        body: { lesson_id: unusedId },
      }),
      world.ada.client("adminUpdateExample", {
        params: { exampleId: world.at.example("a") },
        body: { title: "not saved", chapter_id: unusedId },
      }),
    );
    const example = await world.ada.client("adminGetExample", {
      params: { exampleId: world.at.example("a") },
    });
    expect(example).toMatchObject({ title: "a", updated_at: planted });
  });

  test("learners do not see an unpublished course, and keep their results until it is published again", async () => {
    await finish(world, world.mira, "a", 4_000);
    const params = { courseId: world.at.courseId };
    const publish = (published: boolean) =>
      world.ada.client("adminUpdateCourse", { params, body: { published } });
    expect((await publish(false)).published).toBe(false);
    expect((await world.mira.client("listCourses")).courses).toEqual([]);
    expect(await outcome(world.mira.client("getCourse", { params }))).toBe("404 NOT_FOUND");
    expect(await world.mira.client("getNextExample")).toEqual({ exampleId: null, lessonId: null });
    expect(await world.ada.client("adminGetCourse", { params })).toMatchObject({ result_count: 1 });
    await publish(true);
    expect((await world.mira.client("listCourses")).courses).toMatchObject([{ completed_examples: 1 }]);
  });

  test("new code is a new version: completions stay, times and leaderboard start from scratch", async () => {
    await finish(world, world.mira, "a", 4_000);
    await finish(world, world.olu, "a", 5_000);
    const exampleId = world.at.example("a");
    const params = { exampleId };
    const same = await world.ada.client("adminUpdateExample", {
      params,
      body: { code_content: "const a = 1;" },
    });
    expect(same).toMatchObject({ code_version: 1, time_count: 2 });
    const changed = await world.ada.client("adminUpdateExample", {
      params,
      body: { code_content: "let a;" },
    });
    expect(changed).toMatchObject({
      code_content: "let a;",
      code_version: 2,
      time_count: 0,
      result_count: 2,
    });
    expect(await world.mira.client("getLeaderboard", { params })).toMatchObject({
      leaderboard: [],
      userRank: null,
    });
    const { chapters } = await world.mira.client("getLesson", {
      params: { lessonId: world.at.lesson("One") },
    });
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
    expect(await world.mira.client("completeExample", { params, body: old })).toMatchObject({
      best_time_ms: null,
      isRecord: false,
    });
    expect(await finish(world, world.mira, "a", 6_000)).toMatchObject({
      best_time_ms: 6_000,
      isRecord: true,
    });
    await expectDerivedExact(world);
  });

  test("a new language keeps the times and causes new colours; a new title causes none", async () => {
    await finish(world, world.mira, "a", 4_000);
    const params = { exampleId: world.at.example("a") };
    await world.ada.client("adminUpdateExample", { params, body: { title: "A" } });
    expect(world.codeChanges).toBe(0);
    const saved = await world.ada.client("adminUpdateExample", { params, body: { language: "python" } });
    expect(saved).toMatchObject({ language: "python", code_version: 1, time_count: 1 });
    expect(world.codeChanges).toBe(1);
  });

  const titlesOf = async (lessonId: number) =>
    (await world.ada.client("adminListChapters", { params: { lessonId } })).chapters.map(
      ({ title }) => title,
    );

  test("a lesson moves to the end of another course, with all results in it", async () => {
    const other = await plantCourse(world.harness.store, {
      title: "Other",
      lessons: { X: { x: ["x"] }, Y: {} },
    });
    await finish(world, world.mira, "a", 4_000);
    await finish(world, world.mira, "d", 4_000);
    await finish(world, world.olu, "b", 5_000);
    const moved = await world.ada.client("adminUpdateLesson", {
      params: { lessonId: world.at.lesson("One") },
      body: { course_id: other.courseId },
    });
    expect(moved).toMatchObject({ course_id: other.courseId, order_index: 2, result_count: 2 });
    const { lessons } = await world.ada.client("adminListLessons", { params: { courseId: other.courseId } });
    expect(lessons.map(({ title }) => title)).toEqual(["X", "Y", "One"]);
    expect(await world.mira.client("getCourse", { params: { courseId: world.at.courseId } })).toMatchObject({
      completed_examples: 1,
      total_examples: 1,
    });
    expect(await world.mira.client("getCourse", { params: { courseId: other.courseId } })).toMatchObject({
      completed_examples: 1,
      total_examples: 4,
    });
    expect((await world.mira.client("listCourses")).courses).toMatchObject([
      { completed_examples: 1, total_examples: 1 },
      { completed_examples: 1, total_examples: 4 },
    ]);
    await expectDerivedExact(world);
  });

  test("a chapter moves to the given place in a lesson of another course", async () => {
    const other = await plantCourse(world.harness.store, {
      title: "Other",
      lessons: { X: { x: ["x"], y: [] } },
    });
    await finish(world, world.mira, "a", 4_000);
    const moved = await world.ada.client("adminUpdateChapter", {
      params: { chapterId: world.at.chapter("1a") },
      body: { lesson_id: other.lesson("X"), order_index: 1, title: "Moved" },
    });
    expect(moved).toMatchObject({ lesson_id: other.lesson("X"), order_index: 1, title: "Moved" });
    // Among equal numbers, the older one is first.
    expect(await titlesOf(other.lesson("X"))).toEqual(["x", "Moved", "y"]);
    expect(await titlesOf(world.at.lesson("One"))).toEqual(["1b"]);
    await expectDerivedExact(world);
  });

  test("an example moves to the end of another chapter; the chapter that it is already in is not a move", async () => {
    await finish(world, world.mira, "a", 4_000);
    const params = { exampleId: world.at.example("a") };
    const stayed = await world.ada.client("adminUpdateExample", {
      params,
      body: { chapter_id: world.at.chapter("1a") },
    });
    expect(stayed).toMatchObject({ chapter_id: world.at.chapter("1a"), order_index: 0 });
    const moved = await world.ada.client("adminUpdateExample", {
      params,
      body: { chapter_id: world.at.chapter("2a"), code_content: "new" },
    });
    expect(moved).toMatchObject({ chapter_id: world.at.chapter("2a"), order_index: 1, code_version: 2 });
    expect(await world.mira.client("getCourse", { params: { courseId: world.at.courseId } })).toMatchObject({
      lessons: [
        { completed_examples: 0, total_examples: 2 },
        { completed_examples: 1, total_examples: 2 },
        { completed_examples: 0, total_examples: 0 },
      ],
    });
    await expectDerivedExact(world);
  });

  test("when the last sibling has the largest number, all are renumbered to make room at the end", async () => {
    const params = { chapterId: world.at.chapter("2a") };
    const last = { params: { exampleId: world.at.example("d") }, body: { order_index: 1_000_000 } };
    await world.ada.client("adminUpdateExample", last);
    await world.ada.client("adminUpdateExample", {
      params: { exampleId: world.at.example("a") },
      body: { chapter_id: params.chapterId },
    });
    const { examples } = await world.ada.client("adminListExamples", { params });
    expect(examples.map(({ title, order_index }) => [title, order_index])).toEqual([
      ["d", 0],
      ["a", 1],
    ]);
  });
});
