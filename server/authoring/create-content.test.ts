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

describe.each(openers)("$name", (opener) => {
  const world = contentWorld(opener);

  test("a course has the defaults of the form, and learners see it immediately", async () => {
    const made = await world.ada.client("adminCreateCourse", { body: { title: "  New \t" } });
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
      created_at: nowText(world),
      updated_at: nowText(world),
    });
    expect(await world.ada.client("adminGetCourse", { params: { courseId: made.id } })).toEqual(made);
    // Among equal numbers, the older course is first.
    const { courses } = await world.mira.client("listCourses");
    expect(courses.map(({ title }) => title)).toEqual(["First", "New"]);
  });

  test("a title that reads the same as a sibling's is saved with a warning, created or changed", async () => {
    const { client } = world.ada;
    const shared = (kind: string, id: number) => [
      {
        code: "TITLE_DUPLICATE",
        found: expect.any(String),
        message: expect.stringMatching(
          new RegExp(`another ${kind} whose title reads the same.*\\(${kind} ${id}\\)`),
        ),
      },
    ];
    const course = await client("adminCreateCourse", { body: { title: "Caf\u00e9 au lait" } });
    expect(course.warnings).toBe(undefined);
    const other = await client("adminCreateCourse", { body: { title: "CAFE\u0301\u00a0au  la\u00adit" } });
    expect(other.warnings).toEqual(shared("course", course.id));
    const body = { title: "L", course_id: course.id };
    const lesson = await client("adminCreateLesson", { body });
    expect((await client("adminCreateLesson", { body: { ...body, course_id: other.id } })).warnings).toBe(
      undefined,
    );
    const third = await client("adminCreateLesson", { body: { ...body, title: "M" } });
    expect(third.warnings).toBe(undefined);
    const changed = await client("adminUpdateLesson", {
      params: { lessonId: third.id },
      body: { title: "l\u200b" },
    });
    expect(changed.warnings).toEqual(shared("lesson", lesson.id));
    const chapterBody = { title: "H", lesson_id: lesson.id };
    const chapter = await client("adminCreateChapter", { body: chapterBody });
    const twin = await client("adminCreateChapter", { body: { ...chapterBody, title: "\uff28" } });
    expect(twin.warnings).toEqual(shared("chapter", chapter.id));
    const exampleBody = { title: "a b", code_content: "x", chapter_id: chapter.id };
    const example = await client("adminCreateExample", { body: exampleBody });
    const same = await client("adminCreateExample", { body: { ...exampleBody, title: "a\u2003b" } });
    expect(same.warnings).toEqual(shared("example", example.id));
  });

  test("a lesson, its chapter and its example are created, and the example can be typed immediately", async () => {
    const course = await world.ada.client("adminCreateCourse", {
      body: { title: "C", description: " d\r\n e ", difficulty_level: " Advanced ", order_index: 7 },
    });
    expect(course).toMatchObject({ description: "d\n e", difficulty_level: "advanced", order_index: 7 });
    const lesson = await world.ada.client("adminCreateLesson", {
      body: { title: "L", course_id: course.id },
    });
    expect(lesson).toMatchObject({ title: "L", description: "", course_id: course.id, order_index: 0 });
    const chapter = await world.ada.client("adminCreateChapter", {
      body: { title: "H", lesson_id: lesson.id },
    });
    expect(chapter).toMatchObject({ title: "H", lesson_id: lesson.id, order_index: 0 });
    const body = { title: "E", code_content: " x\r\ny \r\n", chapter_id: chapter.id };
    const example = await world.ada.client("adminCreateExample", { body: { ...body, language: " TS " } });
    expect(example).toMatchObject({
      code_content: " x\ny \n",
      code_version: 1,
      language: "typescript",
      chapter_id: chapter.id,
      order_index: 0,
      result_count: 0,
      time_count: 0,
    });
    expect(await world.ada.client("adminCreateExample", { body })).toMatchObject({ language: "text" });
    expect(world.codeChanges).toBe(2);
    await finish(world, world.mira, "a", 1_000);
    const done = { params: { exampleId: example.id }, body: { status: "completed", time_ms: 9 } } as const;
    expect(await world.mira.client("completeExample", done)).toMatchObject({ isRecord: true });
    expect(await world.mira.client("getCourse", { params: { courseId: course.id } })).toMatchObject({
      completed_examples: 1,
      total_examples: 2,
      lessons: [{ completed_examples: 1, total_examples: 2 }],
    });
    await expectDerivedExact(world);
  });

  test("unknown fields have no effect", async () => {
    const more = { id: 7, created_at: planted, updated_at: planted, lesson_count: 9, user_id: 1 };
    const made = await world.ada.client("adminCreateCourse", { body: { title: "C", ...more } });
    expect(made.id).not.toBe(7);
    expect(made).toMatchObject({ created_at: nowText(world), updated_at: nowText(world), lesson_count: 0 });
  });

  test("an unknown parent is 404", async () => {
    const title = "T";
    await expectUnknown(
      world.ada.client("adminCreateLesson", { body: { title, course_id: unusedId } }),
      world.ada.client("adminCreateChapter", { body: { title, lesson_id: unusedId } }),
      world.ada.client("adminCreateExample", { body: { title, code_content: "x", chapter_id: unusedId } }),
    );
  });
});
