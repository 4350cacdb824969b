import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recount } from "../store/results/recount.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";
import { outcome, refusal } from "../test/refusal.ts";

const textOf = (name: string) =>
  readFileSync(new URL(`../../course/fixtures/${name}`, import.meta.url), "utf8");
const nobody = 2 ** 31 - 1;
const lessonText = (title: string, code = "SELECT 1;") =>
  `# ${title}\n\n## C\n\n### E\n\n\`\`\`sql\n${code}\n\`\`\`\n`;
const sheet = (...titles: string[]) =>
  `lesson_title,chapter_title,example_title,language,code_content\n${titles
    .map((title) => `${title},C,E of ${title},sql,SELECT 1;\n`)
    .join("")}`;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  let mira: Person;
  let at: Planted;
  let codeChanges = 0;
  beforeAll(async () => {
    harness = await openServer(opener, {
      env: { RATE_LIMITS: "off" },
      codeChanged: () => void (codeChanges += 1),
    });
    ada = await harness.registerAdmin("ada");
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    at = await plantCourse(harness.store, { title: "SQL", lessons: { One: { c: ["a"] }, Two: {} } });
    codeChanges = 0;
  });

  const markdown = (text: string, more: { lessonTitle?: string; dryRun?: boolean; courseId?: number } = {}) =>
    ada.client("importLesson", { body: { markdown: text, courseId: at.courseId, ...more } });
  const csv = (text: string, more: { dryRun?: boolean; courseId?: number } = {}) =>
    ada.client("importLessonsCsv", { body: { csvData: text, courseId: at.courseId, ...more } });
  const lessons = async () =>
    (await ada.client("adminListLessons", { params: { courseId: at.courseId } })).lessons;
  const titles = async () => (await lessons()).map(({ title }) => title);

  test("a lesson in Markdown is added exactly, after the last one, and learners see it immediately", async () => {
    expect(await markdown(textOf("lesson-narrowing.md"), { lessonTitle: " Narrowing " })).toEqual({
      courseId: at.courseId,
      results: [
        {
          success: true,
          type: "lesson",
          title: "Narrowing",
          courseId: at.courseId,
          error: null,
          chapters: 1,
          examples: 1,
        },
      ],
      warnings: [],
    });
    expect(await titles()).toEqual(["One", "Two", "Narrowing"]);
    const lessonId = (await lessons())[2]?.id as number;
    expect(await mira.client("getLesson", { params: { lessonId } })).toMatchObject({
      description: expect.stringMatching(/^How to tell.*\n.*from lessonTitle\.$/),
      order_index: 2,
      chapters: [{ title: "Type guards", examples: [{ title: "typeof", language: "typescript" }] }],
    });
    expect(codeChanges).toBe(1);
  });

  test("the lessons of a CSV file are added in order after the last one, each with its own result", async () => {
    const { results, warnings } = await csv(textOf("lessons.csv"));
    const shared = { success: true, type: "lesson", courseId: at.courseId, error: null, chapters: 1 };
    expect(results).toEqual([
      { ...shared, title: "Sorting", examples: 2 },
      { ...shared, title: "Sets", examples: 1 },
    ]);
    expect(warnings).toEqual([]);
    expect(await titles()).toEqual(["One", "Two", "Sorting", "Sets"]);
    expect(await mira.client("getCourse", { params: { courseId: at.courseId } })).toMatchObject({
      total_examples: 4,
    });
  });

  test("a dry run gets the same response and writes nothing", async () => {
    const title = { lessonTitle: "Narrowing" };
    for (const run of [
      (dryRun: boolean) => markdown(textOf("lesson-narrowing.md"), { ...title, dryRun }),
      (dryRun: boolean) => csv(textOf("lessons.csv"), { dryRun }),
      (dryRun: boolean) => markdown(lessonText("One"), { dryRun }),
    ]) {
      const before = await titles();
      const dry = await run(true);
      expect([await titles(), codeChanges]).toEqual([before, 0]);
      expect(await run(false)).toEqual(dry);
      codeChanges = 0;
    }
  });

  test("lessonTitle replaces the file's title, with a warning; without either the file is refused", async () => {
    const both = await markdown(lessonText("Of the file"), { lessonTitle: "Of the form" });
    expect(both.warnings).toMatchObject([{ code: "LESSON_TITLE_DIFFERS", line: 1, found: "Of the file" }]);
    const fromFile = await markdown(lessonText("Of the file"), { lessonTitle: "  " });
    expect(fromFile.results).toMatchObject([{ title: "Of the file" }]);
    expect(fromFile.warnings).toEqual([]);
    expect(await titles()).toEqual(["One", "Two", "Of the form", "Of the file"]);
    const { status, body } = await refusal(markdown("Just a description.\n"));
    expect([status, body]).toMatchObject([
      422,
      { results: [{ success: false, type: "lesson", title: null }], errors: [{ code: "TITLE_EMPTY" }] },
    ]);
  });

  test("front matter and course columns are ignored, with a warning", async () => {
    const front = await markdown(`---\ntitle: Course\n---\n${lessonText("L")}`);
    expect(front.warnings).toMatchObject([{ code: "FRONT_MATTER_IGNORED", line: 1 }]);
    const columns = await csv(
      sheet("M")
        .replace(/^/gm, (_, at: number) => (at === 0 ? "course_title," : "Course,"))
        .replace(/Course,$/, ""),
    );
    expect(columns.warnings).toMatchObject([{ code: "COURSE_COLUMNS_IGNORED" }]);
    const course = await ada.client("adminGetCourse", { params: { courseId: at.courseId } });
    expect([course.title, await titles()]).toEqual(["SQL", ["One", "Two", "L", "M"]]);
  });

  test("an existing title is a warning with the id of the lesson that has it", async () => {
    const again = await csv(sheet("Two", "Three"));
    expect(again.warnings).toEqual([
      {
        code: "TITLE_DUPLICATE",
        found: "Two",
        message: `There is already a lesson with the title "Two" in this course (lesson ${at.lesson("Two")}). This import adds another.`,
      },
    ]);
    const third = await markdown(lessonText("Two"), { dryRun: true });
    expect(third.warnings.length).toBe(2);
    // The title may exist in another course.
    const other = await plantCourse(harness.store, { title: "Other", lessons: {} });
    expect((await markdown(lessonText("Two"), { courseId: other.courseId })).warnings).toEqual([]);
  });

  test("a faulty file is 422 with every fault and the titles that could be read, and nothing is written", async () => {
    const faulty = `${sheet("L", "M")}N,C,E,,x\n,C,E,sql,x\n`;
    for (const dryRun of [true, false]) {
      const { status, body } = await refusal(csv(faulty, { dryRun }));
      expect([status, body]).toMatchObject([
        422,
        {
          error: "2 errors, nothing was imported",
          code: "IMPORT_INVALID",
          courseId: null,
          errorCount: 2,
          results: ["L", "M", "N"].map((title) => ({
            success: false,
            type: "lesson",
            title,
            courseId: null,
            error: expect.stringMatching(/^Line 4: /),
          })),
          errors: [
            { code: "LANGUAGE_MISSING", line: 4, row: 4, column: "language" },
            { code: "TITLE_EMPTY", line: 5, row: 5, column: "lesson_title" },
          ],
        },
      ]);
    }
    expect(await outcome(markdown(lessonText("A") + lessonText("B")))).toBe("422 IMPORT_INVALID");
    expect([await titles(), codeChanges]).toEqual([["One", "Two"], 0]);
  });

  test("an unknown course is 404, in a dry run too, before the file is read", async () => {
    for (const dryRun of [true, false]) {
      expect(await outcome(markdown("faulty", { courseId: nobody, dryRun }))).toBe("404 NOT_FOUND");
      expect(await outcome(csv("faulty", { courseId: nobody, dryRun }))).toBe("404 NOT_FOUND");
    }
  });

  test("lessons are added after the last one, whatever its number; all are renumbered when no higher number is free", async () => {
    const params = { lessonId: at.lesson("One") };
    await ada.client("adminUpdateLesson", { params, body: { order_index: 900 } });
    await csv(sheet("A", "B"));
    expect((await lessons()).map(({ title, order_index }) => `${title} ${order_index}`)).toEqual([
      "Two 1",
      "One 900",
      "A 901",
      "B 902",
    ]);
    await ada.client("adminUpdateLesson", { params, body: { order_index: 999_999 } });
    await csv(sheet("C", "D"));
    expect((await lessons()).map(({ title, order_index }) => `${title} ${order_index}`)).toEqual([
      "Two 0",
      "A 1",
      "B 2",
      "One 3",
      "C 4",
      "D 5",
    ]);
  });

  test("concurrent imports into one course are complete and not interleaved", async () => {
    await Promise.all([
      csv(sheet("A1", "A2", "A3")),
      csv(sheet("B1", "B2", "B3")),
      markdown(lessonText("C")),
    ]);
    const order = (await titles()).slice(2).join(" ");
    expect(order).toContain("A1 A2 A3");
    expect(order).toContain("B1 B2 B3");
    expect(new Set((await lessons()).map(({ order_index }) => order_index)).size).toBe(9);
  });

  test("results stay, and all rollups are correct afterwards", async () => {
    await mira.client("completeExample", {
      params: { exampleId: at.example("a") },
      body: { status: "completed", time_ms: 5_000 },
    });
    await csv(sheet("A", "B"));
    const course = () => mira.client("getCourse", { params: { courseId: at.courseId } });
    const before = await course();
    expect(before).toMatchObject({ completed_examples: 1, total_examples: 3 });
    await harness.store.write(recount);
    expect(await course()).toEqual(before);
  });
});
