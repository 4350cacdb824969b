import { describe, expect, test } from "vitest";
import { contentWorld, expectDerivedExact, expectUnknown, finish, unusedId } from "../test/content-world.ts";
import { openers } from "../test/harness.ts";
import { outcome } from "../test/refusal.ts";

describe.each(openers)("$name", (opener) => {
  const world = contentWorld(opener);

  test("deleting content deletes everything in it and all results, and responds with a sentence", async () => {
    for (const title of ["a", "b", "c", "d"]) await finish(world, world.mira, title, 4_000);
    await finish(world, world.olu, "a", 5_000);
    expect(
      await world.ada.client("adminDeleteExample", { params: { exampleId: world.at.example("a") } }),
    ).toEqual({
      message: "Example deleted successfully!",
    });
    await expectDerivedExact(world);
    expect(
      await world.ada.client("adminDeleteChapter", { params: { chapterId: world.at.chapter("1a") } }),
    ).toEqual({
      message: "Chapter deleted successfully!",
    });
    await expectDerivedExact(world);
    expect(
      await world.ada.client("adminDeleteLesson", { params: { lessonId: world.at.lesson("Two") } }),
    ).toEqual({
      message: "Lesson deleted successfully!",
    });
    await expectDerivedExact(world);
    expect(await world.mira.client("getCourse", { params: { courseId: world.at.courseId } })).toMatchObject({
      completed_examples: 1,
      total_examples: 1,
      lessons: [{ title: "One" }, { title: "Three" }],
    });
    expect(await world.ada.client("adminDeleteCourse", { params: { courseId: world.at.courseId } })).toEqual({
      message: "Course deleted successfully!",
    });
    await expectDerivedExact(world);
    const left = await world.harness.store.read((db) => db.selectFrom("progress").selectAll().execute());
    expect(left).toEqual([]);
    expect((await world.ada.client("adminListCourses")).courses).toEqual([]);
  });

  test("of two concurrent deletions one gets 404", async () => {
    const params = { lessonId: world.at.lesson("One") };
    const both = [
      world.ada.client("adminDeleteLesson", { params }),
      world.ada.client("adminDeleteLesson", { params }),
    ];
    expect((await Promise.all(both.map(outcome))).sort()).toEqual(["200", "404 NOT_FOUND"]);
    await expectUnknown(
      world.ada.client("adminDeleteCourse", { params: { courseId: unusedId } }),
      world.ada.client("adminDeleteChapter", { params: { chapterId: world.at.chapter("1a") } }),
      world.ada.client("adminDeleteExample", { params: { exampleId: world.at.example("a") } }),
    );
  });
});
