import { describe, expect, test } from "vitest";
import { contentWorld, expectUnknown, finish, planted, unusedId } from "../test/content-world.ts";
import { openers } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  const world = contentWorld(opener);

  test("rows have the fields of the specification, with counts of their content", async () => {
    await finish(world, world.mira, "a", 5_000);
    await finish(world, world.olu, "a", 6_000);
    await finish(world, world.mira, "d", 7_000);
    const params = { courseId: world.at.courseId };
    const course = {
      id: world.at.courseId,
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
    expect(await world.ada.client("adminGetCourse", { params })).toEqual(course);
    expect(await world.ada.client("adminListCourses")).toEqual({ courses: [course] });
    const { lessons } = await world.ada.client("adminListLessons", { params });
    expect(lessons[0]).toEqual({
      id: world.at.lesson("One"),
      title: "One",
      description: "about One",
      course_id: world.at.courseId,
      order_index: 0,
      chapter_count: 2,
      example_count: 3,
      result_count: 2,
      created_at: planted,
      updated_at: planted,
    });
    expect(lessons.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
    const { chapters } = await world.ada.client("adminListChapters", {
      params: { lessonId: world.at.lesson("One") },
    });
    expect(chapters).toMatchObject([
      {
        id: world.at.chapter("1a"),
        title: "1a",
        lesson_id: world.at.lesson("One"),
        example_count: 2,
        result_count: 2,
      },
      { id: world.at.chapter("1b"), title: "1b", order_index: 1, example_count: 1, result_count: 0 },
    ]);
    const { examples } = await world.ada.client("adminListExamples", {
      params: { chapterId: world.at.chapter("1a") },
    });
    expect(examples.map(({ title }) => title)).toEqual(["a", "b"]);
    expect(examples[0]).toEqual({
      id: world.at.example("a"),
      title: "a",
      description: "",
      code_content: "const a = 1;",
      output: "",
      code_version: 1,
      language: "javascript",
      chapter_id: world.at.chapter("1a"),
      order_index: 0,
      result_count: 2,
      time_count: 2,
      created_at: planted,
      updated_at: planted,
      tokens: null,
    });
    for (const lesson of lessons)
      expect(await world.ada.client("adminGetLesson", { params: { lessonId: lesson.id } })).toEqual(lesson);
    for (const chapter of chapters)
      expect(await world.ada.client("adminGetChapter", { params: { chapterId: chapter.id } })).toEqual(
        chapter,
      );
    for (const { tokens: _, ...example } of examples)
      expect(await world.ada.client("adminGetExample", { params: { exampleId: example.id } })).toEqual(
        example,
      );
  });

  test("the structure is the same rows as a tree, with unpublished courses", async () => {
    const draft = await plantCourse(world.harness.store, {
      title: "Draft",
      published: false,
      lessons: { L: {} },
    });
    const { courses } = await world.ada.client("adminGetStructure");
    expect(courses.map(({ title }) => title)).toEqual(["First", "Draft"]);
    for (const { lessons, ...course } of courses) {
      expect(course).toEqual(await world.ada.client("adminGetCourse", { params: { courseId: course.id } }));
      const listed = await world.ada.client("adminListLessons", { params: { courseId: course.id } });
      expect(lessons.map((lesson) => ({ ...lesson, chapters: undefined }))).toEqual(listed.lessons);
      for (const { id, chapters } of lessons)
        expect({ chapters }).toEqual(
          await world.ada.client("adminListChapters", { params: { lessonId: id } }),
        );
    }
    expect(courses[1]?.id).toBe(draft.courseId);
  });

  test("unknown content is 404; an empty list is empty", async () => {
    expect(
      await world.ada.client("adminListChapters", { params: { lessonId: world.at.lesson("Three") } }),
    ).toEqual({
      chapters: [],
    });
    await expectUnknown(
      world.ada.client("adminGetCourse", { params: { courseId: unusedId } }),
      world.ada.client("adminListLessons", { params: { courseId: unusedId } }),
      world.ada.client("adminGetLesson", { params: { lessonId: unusedId } }),
      world.ada.client("adminListChapters", { params: { lessonId: unusedId } }),
      world.ada.client("adminGetChapter", { params: { chapterId: unusedId } }),
      world.ada.client("adminListExamples", { params: { chapterId: unusedId } }),
      world.ada.client("adminGetExample", { params: { exampleId: unusedId } }),
    );
  });
});
