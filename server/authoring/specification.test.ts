// The admin calls of the specification's section 7, from a table in its order and words: method, path, what it sends and
// what is read of the answer. Each answers at its own address and under /api.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";

const row = "id title description order_index created_at updated_at";
const markdown = "---\ntitle: T\ndifficulty_level: beginner\n---\n# L\n## C\n### E\n```sql\nSELECT 1;\n```\n";
const csvData =
  "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\nT,beginner,L,C,E,sql,x\n";

type Call = readonly [call: string, sends: string, reads: string, body?: (at: Ids) => object];
type Ids = {
  readonly course: number;
  readonly lesson: number;
  readonly chapter: number;
  readonly example: number;
};

const numbers = "totalUsers dailyActiveUsers weeklyActiveUsers monthlyActiveUsers";
const courseLists = "topCourses bottomCourses";
const lessonLists = "topLessons bottomLessons";
const exampleLists = "topExamples bottomExamples";

const section7: readonly Call[] = [
  // Statistics
  [
    "GET /admin/dashboard",
    "",
    `${numbers} totalCourses totalLessons totalCompleted ${courseLists} ${lessonLists} ${exampleLists}`,
  ],
  ["GET /admin/users/stats", "", numbers],
  ["GET /admin/courses/stats", "", `totalCourses ${courseLists} topCourses.0.completion_rate`],
  ["GET /admin/lessons/stats", "", `totalLessons ${lessonLists} topLessons.0.course_title`],
  ["GET /admin/examples/stats", "", `totalCompleted ${exampleLists} topExamples.0.avg_completion_time`],
  // Lists
  ["GET /admin/courses", "", "courses.0.id courses.0.title"],
  [
    "GET /admin/courses-structure",
    "",
    "courses.0.lessons.0.chapters.0.example_count courses.0.title courses.0.lessons.0.title",
  ],
  ["GET /admin/courses/{course}/lessons", "", "lessons.0.id lessons.0.title"],
  ["GET /admin/lessons/{lesson}/chapters", "", "chapters.0.id chapters.0.title"],
  ["GET /admin/chapters/{chapter}/examples", "", "examples.0.id examples.0.code_content"],
  // Courses
  ["GET /admin/courses/{course}", "", `${row} difficulty_level`],
  ["PUT /admin/courses/{course}", "title", `${row} difficulty_level`, () => ({ title: "Renamed" })],
  ["POST /admin/courses", "title", `${row} difficulty_level`, () => ({ title: "New" })],
  // Lessons
  ["GET /admin/lessons/{lesson}", "", `${row} course_id`],
  ["PUT /admin/lessons/{lesson}", "title", `${row} course_id`, () => ({ title: "Renamed" })],
  [
    "POST /admin/lessons",
    "title course_id",
    `${row} course_id`,
    ({ course }) => ({ title: "New", course_id: course }),
  ],
  // Chapters
  ["GET /admin/chapters/{chapter}", "", `${row} lesson_id`],
  ["PUT /admin/chapters/{chapter}", "title", `${row} lesson_id`, () => ({ title: "Renamed" })],
  [
    "POST /admin/chapters",
    "title lesson_id",
    `${row} lesson_id`,
    ({ lesson }) => ({ title: "New", lesson_id: lesson }),
  ],
  // Examples
  ["GET /admin/examples/{example}", "", "title description code_content chapter_id order_index"],
  [
    "POST /admin/examples",
    "title description code_content chapter_id order_index",
    row,
    ({ chapter }) => ({
      title: "New",
      description: "",
      code_content: "x",
      chapter_id: chapter,
      order_index: 0,
    }),
  ],
  [
    "PUT /admin/examples/{example}",
    "title description code_content chapter_id order_index",
    row,
    ({ chapter }) => ({
      title: "E",
      description: "",
      code_content: "y",
      chapter_id: chapter,
      order_index: 3,
    }),
  ],
  // Imports
  ["POST /admin/courses/import/markdown", "markdown", "courseId results.0.success", () => ({ markdown })],
  ["POST /admin/courses/import/csv", "csvData", "courseId results.0.success", () => ({ csvData })],
  [
    "POST /admin/courses/import/lesson",
    "markdown courseId lessonTitle",
    "courseId results.0.success",
    ({ course }) => ({ markdown: "## C\n", courseId: course, lessonTitle: "L" }),
  ],
  [
    "POST /admin/courses/import/lessons-csv",
    "csvData courseId",
    "courseId results.0.success",
    ({ course }) => ({ csvData, courseId: course }),
  ],
  // Downloads
  ["GET /admin/courses/templates/markdown", "", "file"],
  ["GET /admin/courses/templates/csv", "", "file"],
  ["GET /admin/courses/{course}/export/markdown", "", "file"],
  ["GET /admin/courses/{course}/export/csv", "", "file"],
  // Deletes, last, since they take the rest away
  ["DELETE /admin/examples/{example}", "", "message"],
  ["DELETE /admin/chapters/{chapter}", "", "message"],
  ["DELETE /admin/lessons/{lesson}", "", "message"],
  ["DELETE /admin/courses/{course}", "", "message"],
];

describe.each(openers)("$name", (opener) => {
  let it: TestServer;
  let ada: Person;
  beforeAll(async () => {
    it = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await it.registerAdmin("ada");
  });
  afterAll(() => it.close());

  test.each(["", "/api"])(
    "every admin call of section 7 answers at its address with the prefix '%s'",
    async (prefix) => {
      await it.store.write((tx) => tx.deleteFrom("course").execute());
      const planted: Planted = await plantCourse(it.store, { lessons: { L: { C: ["E", "F"] } } });
      const ids: Ids = {
        course: planted.courseId,
        lesson: planted.lesson("L"),
        chapter: planted.chapter("C"),
        example: planted.example("E"),
      };
      await ada.client("completeExample", {
        params: { exampleId: ids.example },
        body: { status: "completed", time_ms: 5_000 },
      });
      expect(section7.length).toBe(34);
      for (const [call, sends, reads, body] of section7) {
        const [method = "", path = ""] = call.split(" ");
        const payload = body?.(ids);
        expect([call, Object.keys(payload ?? {}).join(" ")]).toEqual([call, sends]);
        const answer = await it.app.inject({
          method: method as "GET",
          url: prefix + path.replace(/\{(\w+)\}/g, (_, kind: keyof Ids) => `${ids[kind]}`),
          headers: { authorization: `Bearer ${ada.token}`, accept: "application/json" },
          ...(payload ? { payload } : {}),
        });
        const isMade = method === "POST" && !path.includes("import");
        expect([call, answer.statusCode]).toEqual([call, isMade ? 201 : 200]);
        if (reads === "file") {
          expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"/);
          expect(answer.body.length).toBeGreaterThan(50);
        } else
          for (const name of reads.split(" "))
            expect(answer.json(), `${call} reads ${name}`).toHaveProperty(name);
      }
    },
  );
});
