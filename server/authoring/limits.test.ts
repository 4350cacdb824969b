// The limits of a course, for every way in which content is added: 409 for too many items, 400 for too much text.

import type { Chapter, Course, Example, Lesson } from "@tabstop/course/course";
import { limits } from "@tabstop/course/course";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertCourse } from "../store/content/insert-course.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { outcome, refusal } from "../test/refusal.ts";

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const example = (title: string, code = "x"): Example => ({
  title,
  description: "",
  language: "text",
  code_content: code,
  output: "",
});
const chapter = (title: string, ...examples: Example[]): Chapter => ({ title, description: "", examples });
const lesson = (title: string, ...chapters: Chapter[]): Lesson => ({ title, description: "", chapters });
const course = (title: string, ...lessons: Lesson[]): Course => ({
  title,
  description: "",
  difficulty_level: "beginner",
  order_index: null,
  lessons,
});
const twoThousand = () =>
  lesson("Full", ...many(10, (c) => chapter(`${c}`, ...many(200, (e) => example(`${c}.${e}`)))));
/** 2,000,000 characters less `left`, in 200 examples. */
function fullOfText(left: number): Course {
  const code = `${"x".repeat(399)}\n`.repeat(25).slice(0, 9_999);
  const examples = many(200, () => example("E", code));
  const inAll = 1 + 1 + 1 + 200 * 10_000;
  examples[0] = example("E", code.slice(0, code.length - (inAll - 2_000_000) - left));
  return course("T", lesson("L", chapter("C", ...examples)));
}

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await harness.registerAdmin("ada");
  });
  afterAll(() => harness.close());
  beforeEach(() => harness.store.write((tx) => tx.deleteFrom("stored_course").execute()));

  async function plant(planted: Course) {
    const { courseId } = await harness.store.write((tx) =>
      insertCourse(tx, { course: { ...planted, published: true }, at: 0 }),
    );
    const [first] = (await ada.client("adminListLessons", { params: { courseId } })).lessons;
    const lessonId = first?.id ?? 0;
    const chapters = first ? (await ada.client("adminListChapters", { params: { lessonId } })).chapters : [];
    return { courseId, lessonId, chapterIds: chapters.map(({ id }) => id), chapterId: chapters[0]?.id ?? 0 };
  }
  const counts = async (courseId: number) => {
    const row = await ada.client("adminGetCourse", { params: { courseId } });
    return [row.lesson_count, row.chapter_count, row.example_count];
  };

  test("a course has at most 100 lessons: created, moved or imported", async () => {
    const full = await plant(course("Full", ...many(99, (i) => lesson(`${i}`))));
    const other = await plant(course("Other", lesson("L")));
    const make = () => ada.client("adminCreateLesson", { body: { title: "L", course_id: full.courseId } });
    // Two concurrent requests, with room for one lesson.
    expect((await Promise.all([make(), make()].map(outcome))).toSorted()).toEqual(["200", "409 TOO_MANY"]);
    expect((await refusal(make())).message).toBe(
      "A course can have at most 100 lessons. This one would be number 101.",
    );
    const move = ada.client("adminUpdateLesson", {
      params: { lessonId: other.lessonId },
      body: { course_id: full.courseId },
    });
    expect(await outcome(move)).toBe("409 TOO_MANY");
    for (const dryRun of [true, false]) {
      const { status, body } = await refusal(
        ada.client("importLesson", { body: { markdown: "# L\n", courseId: full.courseId, dryRun } }),
      );
      expect([status, body]).toMatchObject([
        422,
        {
          code: "IMPORT_INVALID",
          errorCount: 1,
          results: [{ success: false, type: "lesson", title: "L", courseId: null }],
          errors: [{ code: "TOO_MANY", found: "101 lessons in a course" }],
        },
      ]);
    }
    expect([await counts(full.courseId), await counts(other.courseId)]).toEqual([
      [100, 0, 0],
      [1, 0, 0],
    ]);
  });

  test("a lesson has at most 100 chapters: created or moved", async () => {
    const full = await plant(course("Full", lesson("L", ...many(99, (i) => chapter(`${i}`)))));
    const other = await plant(course("Other", lesson("L", chapter("C"))));
    const make = () => ada.client("adminCreateChapter", { body: { title: "C", lesson_id: full.lessonId } });
    expect((await Promise.all([make(), make()].map(outcome))).toSorted()).toEqual(["200", "409 TOO_MANY"]);
    const move = ada.client("adminUpdateChapter", {
      params: { chapterId: other.chapterId },
      body: { lesson_id: full.lessonId },
    });
    expect(await outcome(move)).toBe("409 TOO_MANY");
    expect(await counts(full.courseId)).toEqual([1, 100, 0]);
    // A full lesson can still be changed.
    const rename = { params: { lessonId: full.lessonId }, body: { title: "Renamed" } };
    expect(await outcome(ada.client("adminUpdateLesson", rename))).toBe("200");
  });

  test("a chapter has at most 200 examples: created or moved", async () => {
    const full = await plant(
      course(
        "Full",
        lesson("L", chapter("C", ...many(199, (i) => example(`${i}`))), chapter("D", example("E"))),
      ),
    );
    const make = () =>
      ada.client("adminCreateExample", {
        body: { title: "E", code_content: "x", chapter_id: full.chapterId, output: "" },
      });
    expect((await Promise.all([make(), make()].map(outcome))).toSorted()).toEqual(["200", "409 TOO_MANY"]);
    const { examples } = await ada.client("adminListExamples", {
      params: { chapterId: full.chapterIds[1] as number },
    });
    const move = ada.client("adminUpdateExample", {
      params: { exampleId: examples[0]?.id as number },
      body: { chapter_id: full.chapterId },
    });
    expect(await outcome(move)).toBe("409 TOO_MANY");
    expect(await counts(full.courseId)).toEqual([1, 2, 201]);
  });

  test("a course has at most 2,000 examples: created, moved at any level, or imported [SEC-14]", async () => {
    const full = await plant(course("Full", twoThousand(), lesson("Free", chapter("F"))));
    const other = await plant(course("Other", lesson("L", chapter("C", example("E")))));
    const { lessons } = await ada.client("adminListLessons", { params: { courseId: full.courseId } });
    const lessonId = lessons[1]?.id as number;
    const { chapters } = await ada.client("adminListChapters", { params: { lessonId } });
    const chapterId = chapters[0]?.id as number;
    const { examples } = await ada.client("adminListExamples", { params: { chapterId: other.chapterId } });
    const exampleId = examples[0]?.id as number;
    const writes = [
      ada.client("adminCreateExample", {
        body: { title: "E", code_content: "x", chapter_id: chapterId, output: "" },
      }),
      ada.client("adminUpdateExample", { params: { exampleId }, body: { chapter_id: chapterId } }),
      ada.client("adminUpdateChapter", {
        params: { chapterId: other.chapterId },
        body: { lesson_id: lessonId },
      }),
      ada.client("adminUpdateLesson", {
        params: { lessonId: other.lessonId },
        body: { course_id: full.courseId },
      }),
    ];
    expect(await Promise.all(writes.map(outcome))).toEqual(writes.map(() => "409 TOO_MANY"));
    const csvData =
      "lesson_title,chapter_title,example_title,language,code_content\nL,C,E,text,x\nM,C,E,text,x\n";
    const { status, body } = await refusal(
      ada.client("importLessonsCsv", { body: { csvData, courseId: full.courseId } }),
    );
    expect([status, body]).toMatchObject([
      422,
      { results: [{ title: "L" }, { title: "M" }], errors: [{ code: "TOO_MANY" }] },
    ]);
    expect([await counts(full.courseId), await counts(other.courseId)]).toEqual([
      [2, 11, 2_000],
      [1, 1, 1],
    ]);
  });

  test("a course has at most 2,000,000 characters, however the last characters are added", async () => {
    const full = await plant(fullOfText(10));
    const other = await plant(course("Other", lesson("L", chapter("C", example("E", "12345678901")))));
    const { examples } = await ada.client("adminListExamples", { params: { chapterId: full.chapterId } });
    const exampleId = examples[1]?.id as number;
    const params = { courseId: full.courseId };
    const tooMuch = (found: string) =>
      `The course has ${found} characters in total. At most 2,000,000 are allowed. Split it into two courses.`;
    const rename = (title: string) => ada.client("adminUpdateCourse", { params, body: { title } });
    // An emoji is one character, on both databases.
    expect(await outcome(rename("T".repeat(10) + "😀"))).toBe("200");
    const { status, code, message, details } = await refusal(rename("T".repeat(12)));
    expect([status, code, message]).toEqual([400, "INVALID", tooMuch("2,000,001")]);
    expect(details).toEqual([{ path: "description", message }]);
    await rename("T");
    const writes: [Promise<unknown>, string][] = [
      [
        ada.client("adminUpdateExample", { params: { exampleId }, body: { description: "12345678901" } }),
        "code_content",
      ],
      [
        ada.client("adminCreateLesson", { body: { title: "12345678901", course_id: full.courseId } }),
        "description",
      ],
      [
        ada.client("adminCreateChapter", { body: { title: "12345678901", lesson_id: full.lessonId } }),
        "description",
      ],
      [
        ada.client("adminUpdateChapter", {
          params: { chapterId: other.chapterId },
          body: { lesson_id: full.lessonId },
        }),
        "lesson_id",
      ],
      [
        ada.client("adminUpdateLesson", {
          params: { lessonId: other.lessonId },
          body: { course_id: full.courseId },
        }),
        "course_id",
      ],
    ];
    const refusals = await Promise.all(writes.map(([response]) => refusal(response)));
    expect(refusals.map(({ status, code, details }) => [status, code, details[0]?.path])).toEqual(
      writes.map(([, path]) => [400, "INVALID", path]),
    );
    const { body } = await refusal(
      ada.client("importLesson", { body: { markdown: "# 12345678901\n", courseId: full.courseId } }),
    );
    expect(body).toMatchObject({ code: "IMPORT_INVALID", errors: [{ code: "COURSE_TOO_LARGE" }] });
    expect(
      await outcome(
        ada.client("importLesson", { body: { markdown: "# 1234567890\n", courseId: full.courseId } }),
      ),
    ).toBe("200");
  });

  test("the largest course is exported, and imported again", async () => {
    const full = await plant(course("Full", twoThousand()));
    const { content } = await ada.client("exportCsv", { params: { courseId: full.courseId } });
    const { results } = await ada.client("importCourseCsv", { body: { csvData: await content.text() } });
    expect(results).toMatchObject([{ success: true, examples: limits.examplesInCourse }]);
  });
});
