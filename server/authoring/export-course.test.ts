// Exports files and imports them again, through the whole server and both databases.

import { readdirSync, readFileSync } from "node:fs";
import type { Course } from "@tabstop/course/course";
import { decodeBytes } from "@tabstop/course/decode-bytes";
import { hostileCourse } from "@tabstop/course/test/hostile-courses";
import { printCourseCsv } from "@tabstop/course/csv/print-csv";
import { printCourse } from "@tabstop/course/markdown/print-markdown";
import { templateCsv, templateMarkdown } from "@tabstop/course/templates";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";
import { outcome, refusal } from "../test/refusal.ts";

const coursesPerRun = Number(process.env["HOSTILE_COURSES"] ?? 15);
const fixtures = new URL("../../course/fixtures/", import.meta.url);
const bytesOf = (name: string) => readFileSync(new URL(name, fixtures));
type Format = "markdown" | "csv";
const formatOf = (name: string): Format => (name.endsWith(".md") ? "markdown" : "csv");

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await harness.registerAdmin("ada");
  });
  afterAll(() => harness.close());
  beforeEach(() => harness.store.write((tx) => tx.deleteFrom("stored_course").execute()));

  const importText = (format: Format, text: string) =>
    format === "markdown"
      ? ada.client("importCourseMarkdown", { body: { markdown: text } })
      : ada.client("importCourseCsv", { body: { csvData: text } });
  async function imported(format: Format, text: string): Promise<number> {
    const { courseId } = await importText(format, text);
    if (courseId === null) throw new Error("no course was made");
    return courseId;
  }
  /** The export as bytes, so that its byte order mark is compared too. */
  async function exported(format: Format, courseId: number): Promise<Buffer> {
    const name = format === "markdown" ? "exportMarkdown" : "exportCsv";
    const { content } = await ada.client(name, { params: { courseId } });
    return Buffer.from(await content.arrayBuffer());
  }
  /** Decodes bytes as the file picker does. */
  function textOf(bytes: Uint8Array): string {
    const decoded = decodeBytes(bytes);
    if (!decoded.ok) throw new Error(decoded.problem.message);
    return decoded.text;
  }
  const get = (url: string) =>
    harness.app.inject({
      url,
      headers: { authorization: `Bearer ${ada.token}`, origin: "https://x.example" },
    });
  const rows = () =>
    harness.store.read(async (db) => {
      const all: Record<string, unknown> = {};
      for (const table of [
        "course",
        "lesson",
        "chapter",
        "example",
        "course_total",
        "example_total",
      ] as const)
        all[table] = await db.selectFrom(table).selectAll().execute();
      return all;
    });

  test("importing an export gives the same course and the same bytes, in both formats", async () => {
    await fc.assert(
      fc.asyncProperty(hostileCourse, async (course) => {
        const courseId = await imported("markdown", printCourse(course));
        const { order_index } = await ada.client("adminGetCourse", { params: { courseId } });
        const stored: Course = { ...course, order_index: course.order_index ?? order_index };
        expect(order_index).toBe(stored.order_index);
        const markdown = await exported("markdown", courseId);
        const csv = await exported("csv", courseId);
        expect(markdown.toString()).toBe(printCourse(stored));
        expect(csv.toString()).toBe(printCourseCsv(stored));
        for (const id of [
          await imported("markdown", textOf(markdown)),
          await imported("csv", textOf(csv)),
          await imported("csv", csv.toString()),
          await imported("markdown", markdown.toString().replaceAll("\n", "\r\n")),
        ]) {
          expect(await exported("markdown", id)).toEqual(markdown);
          expect(await exported("csv", id)).toEqual(csv);
        }
      }),
      { numRuns: coursesPerRun },
    );
  }, 300_000);

  test("a course created field by field exports like one from a file", async () => {
    await fc.assert(
      fc.asyncProperty(hostileCourse, async (hostile) => {
        const course: Course = { ...hostile, order_index: hostile.order_index ?? 0 };
        const { title, description, difficulty_level, order_index } = course;
        const { id: courseId } = await ada.client("adminCreateCourse", {
          body: { title, description, difficulty_level, order_index: order_index ?? 0 },
        });
        for (const [l, lesson] of course.lessons.entries()) {
          const { chapters, ...ofLesson } = lesson;
          const inCourse = { ...ofLesson, course_id: courseId, order_index: l };
          const { id: lessonId } = await ada.client("adminCreateLesson", { body: inCourse });
          for (const [c, chapter] of chapters.entries()) {
            const { examples, ...ofChapter } = chapter;
            const inLesson = { ...ofChapter, lesson_id: lessonId, order_index: c };
            const { id: chapterId } = await ada.client("adminCreateChapter", { body: inLesson });
            for (const [e, example] of examples.entries())
              await ada.client("adminCreateExample", {
                body: { ...example, chapter_id: chapterId, order_index: e },
              });
          }
        }
        expect((await exported("markdown", courseId)).toString()).toBe(printCourse(course));
        expect((await exported("csv", courseId)).toString()).toBe(printCourseCsv(course));
      }),
      { numRuns: Math.ceil(coursesPerRun / 3) },
    );
  }, 300_000);

  test("the real sample files export as the expected files", async () => {
    for (const name of ["sql-first-queries", "typescript-first-types"])
      for (const file of [`${name}.md`, `${name}.exported.md`, `${name}.csv`]) {
        const courseId = await imported(formatOf(file), textOf(bytesOf(file)));
        expect(await exported("markdown", courseId)).toEqual(bytesOf(`${name}.exported.md`));
        expect(await exported("csv", courseId)).toEqual(bytesOf(`${name}.csv`));
      }
  });

  test("an export, also of an unpublished course, is ordered by order_index, then by age", async () => {
    const { courseId, lesson, chapter, example } = await plantCourse(harness.store, {
      title: "Draft",
      published: false,
      lessons: { One: { "1a": ["a", "b"], "1b": [] }, Two: {} },
    });
    const last = { order_index: 7 };
    await ada.client("adminUpdateLesson", { params: { lessonId: lesson("One") }, body: last });
    await ada.client("adminUpdateChapter", { params: { chapterId: chapter("1a") }, body: last });
    await ada.client("adminUpdateExample", { params: { exampleId: example("a") }, body: last });
    const headings = (await exported("markdown", courseId)).toString().match(/^#+ .*$/gm);
    expect(headings).toEqual(["# Two", "# One", "## 1b", "## 1a", "### b", "### a"]);
  });

  test("an export is a download, named after the course in any script", async () => {
    const made = async (title: string) => {
      const { id } = await ada.client("adminCreateCourse", { body: { title } });
      return id;
    };
    const latin = await made("C++: First Steps!");
    const chinese = await made("型 (入門)");
    const markdown = await get(`/api/admin/courses/${latin}/export/markdown`);
    expect(markdown.statusCode).toBe(200);
    expect(markdown.headers).toMatchObject({
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="c-first-steps.md"; filename*=UTF-8''c-first-steps.md`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    const csv = await get(`/admin/courses/${chinese}/export/csv`);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="course-${chinese}.csv"; filename*=UTF-8''%E5%9E%8B-%E5%85%A5%E9%96%80.csv`,
      "x-content-type-options": "nosniff",
    });
    expect(csv.rawPayload.subarray(0, 3)).toEqual(Buffer.from("\ufeff"));
    const { name } = await ada.client("exportCsv", { params: { courseId: chinese } });
    expect(name).toBe("型-入門.csv");
  });

  test("the export of an unknown course is 404, with a JSON body", async () => {
    const response = await get("/api/admin/courses/2147483647/export/csv");
    expect([response.statusCode, response.json().code]).toEqual([404, "NOT_FOUND"]);
    expect(response.headers["content-disposition"]).toBe(undefined);
    expect(await outcome(ada.client("exportMarkdown", { params: { courseId: 2 ** 31 - 1 } }))).toBe(
      "404 NOT_FOUND",
    );
  });

  test("the templates are those of the formats' specification, and import without a warning", async () => {
    const markdown = await get("/api/admin/courses/templates/markdown");
    expect([markdown.headers["content-type"], markdown.rawPayload]).toEqual([
      "text/markdown; charset=utf-8",
      Buffer.from(templateMarkdown),
    ]);
    expect(markdown.headers["content-disposition"]).toContain('filename="tabstop-course-template.md"');
    const csv = await get("/api/admin/courses/templates/csv");
    expect([csv.headers["content-type"], csv.rawPayload]).toEqual([
      "text/csv; charset=utf-8",
      Buffer.from(templateCsv),
    ]);
    expect(csv.headers["content-disposition"]).toContain('filename="tabstop-course-template.csv"');
    expect((await importText("markdown", textOf(markdown.rawPayload))).warnings).toEqual([]);
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    expect((await importText("csv", textOf(csv.rawPayload))).warnings).toEqual([]);
  });

  test("every faulty sample gets the faults of EXPECTED.md, and writes nothing", async () => {
    await importText("markdown", textOf(bytesOf("sql-first-queries.md")));
    const before = await rows();
    const table = expectedFaults();
    const files = readdirSync(new URL("invalid/", fixtures)).filter((name) => name !== "EXPECTED.md");
    expect([...table.keys()].sort()).toEqual(files.sort());
    for (const [name, faults] of table) {
      const decoded = decodeBytes(bytesOf(`invalid/${name}`));
      if (!decoded.ok) {
        // The client refuses this file when it decodes the bytes, before any request.
        expect([name, [placeOf(decoded.problem)]]).toEqual([name, faults]);
        continue;
      }
      const { status, body } = await refusal(importText(formatOf(name), decoded.text));
      const { errors, errorCount } = body as { errors: Fault[]; errorCount: number };
      expect([name, status, errorCount, errors.map(placeOf)]).toEqual([name, 422, faults.length, faults]);
    }
    expect(await rows()).toEqual(before);
  });

  test("a text that was decoded wrongly before the upload is imported with a warning, since the bytes are lost", async () => {
    const lossy = new TextDecoder().decode(bytesOf("invalid/12-windows-1252.csv"));
    const { courseId, warnings } = await importText("csv", lossy);
    expect(courseId).not.toBeNull();
    expect(warnings.map(({ code }) => code)).toContain("TEXT_REPLACEMENT");
  });
});

type Fault = { code: string; line?: number; row?: number; column?: string };

function placeOf({ code, line, row, column }: Fault): Fault {
  return {
    code,
    ...(line === undefined ? {} : { line }),
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column }),
  };
}

/** The table of EXPECTED.md; a row without a file name belongs to the file above. */
function expectedFaults(): Map<string, Fault[]> {
  const table = new Map<string, Fault[]>();
  let faults: Fault[] = [];
  for (const line of bytesOf("invalid/EXPECTED.md").toString().split("\n")) {
    const [, name = "", code = "", number = "", place = ""] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!/^[A-Z_]+$/.test(code)) continue;
    if (name !== "") table.set(name, (faults = []));
    const [row = "", column = ""] = place.split("/").map((part) => part.trim());
    faults.push({
      code,
      line: Number(number),
      ...(row === "" ? {} : { row: Number(row) }),
      ...(column === "" ? {} : { column }),
    });
  }
  return table;
}
