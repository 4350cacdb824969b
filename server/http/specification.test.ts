// Every endpoint of the specification's section 7, from a table in its order and words: method, path, fields of the
// request and fields of the response. Each responds at its own address and under /api, and gives a reason when it
// refuses.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@tabstop/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { halves } from "../test/images.ts";
import { plantCourse } from "../test/plant-course.ts";

const row = "id title description order_index created_at updated_at";
const markdown = "---\ntitle: T\ndifficulty_level: beginner\n---\n# L\n## C\n### E\n```sql\nSELECT 1;\n```\n";
const csvData =
  "course_title,difficulty_level,lesson_title,chapter_title,example_title,language,code_content\nT,beginner,L,C,E,sql,x\n";

/** The ids of the content that exists when the requests are sent. */
type World = {
  readonly course: number;
  readonly lesson: number;
  readonly chapter: number;
  readonly example: number;
  /** A learner, for requests that change the account or its sessions. */
  readonly lea: Person;
  /** From the mail about a forgotten password. */
  readonly resetToken: () => Promise<string>;
};

type Row = readonly [
  endpoint: string,
  sends: string,
  reads: string,
  body?: (at: World) => object | Promise<object>,
  /** The user who sends the request, if not the admin. */
  user?: "lea",
];

const numbers = "totalUsers dailyActiveUsers weeklyActiveUsers monthlyActiveUsers";
const courseLists = "topCourses bottomCourses";
const lessonLists = "topLessons bottomLessons";
const exampleLists = "topExamples bottomExamples";

const section7 = {
  "Auth (paths under /api/auth)": [
    [
      "POST /auth/login",
      "email password rememberMe",
      "token refreshToken",
      ({ lea: { email, password } }) => ({ email, password, rememberMe: false }),
    ],
    [
      "POST /auth/register",
      "username email password",
      "token refreshToken",
      () => ({ username: `new${++made}`, email: `new${made}@example.com`, password: "123456" }),
    ],
    [
      "POST /auth/refresh",
      "refreshToken",
      "token refreshToken",
      ({ lea: { refreshToken } }) => ({ refreshToken }),
    ],
    ["POST /auth/forgot-password", "email", "message", ({ lea: { email } }) => ({ email })],
    ["GET /auth/reset-password/{token}", "", "valid"],
    [
      "POST /auth/reset-password",
      "token password",
      "message",
      async ({ resetToken, lea: { password } }) => ({ token: await resetToken(), password }),
    ],
    [
      "POST /auth/change-password (Bearer)",
      "currentPassword newPassword",
      "message",
      ({ lea: { password } }) => ({ currentPassword: password, newPassword: "another password" }),
      "lea",
    ],
    ["POST /auth/profile-photo (Bearer, multipart, field profilePhoto)", "", "profile_photo"],
    ["DELETE /auth/profile-photo (Bearer)", "", "message"],
    ["GET /auth/profile (Bearer)", "", "username email profile_photo created_at updated_at"],
  ],
  "Auth (paths without the /api prefix)": [
    [
      "POST /auth/update-profile-photo (Bearer)",
      "profilePhoto",
      "profile_photo",
      () => ({ profilePhoto: "https://res.cloudinary.com/demo/image/upload/me.jpg" }),
    ],
    ["DELETE /auth/profile-photo (Bearer)", "", "message"],
    [
      "GET /auth/cloudinary-signature (Bearer)",
      "",
      "cloudName apiKey timestamp signature folder uploadPreset",
    ],
  ],
  "Learner calls": [
    [
      "POST /courses/progress (Bearer)",
      "exampleId progress accuracy errors isComplete timeMs",
      "",
      ({ example }) => ({
        ...{ exampleId: example, progress: 40, accuracy: 98, errors: 1, isComplete: false, timeMs: 1_500 },
      }),
    ],
    [
      "POST /courses/progress/{example} (Bearer)",
      "status time_ms",
      "",
      () => ({ status: "completed", time_ms: 5_000 }),
    ],
    [
      "GET /courses/courses (Bearer)",
      "",
      "id title difficulty_level completed_examples total_examples"
        .split(" ")
        .map((name) => `courses.0.${name}`)
        .join(" "),
    ],
    ["GET /courses/courses/{course} (Bearer)", "", "lessons.0.id lessons.0.title"],
    [
      "GET /courses/lessons/{lesson} (Bearer)",
      "",
      "title description chapters.0.id chapters.0.examples.0.code_content chapters.0.examples.0.status",
    ],
    ["GET /courses/lesson/{lesson}/course (Bearer)", "", "title"],
    ["GET /courses/next-lesson (Bearer)", "", "exampleId lessonId"],
    [
      "POST /courses/next-lesson (Bearer)",
      "currentLessonId",
      "lessonId courseTitle",
      ({ lesson }) => ({ currentLessonId: lesson }),
    ],
    [
      "GET /courses/leaderboard/{example} (Bearer)",
      "",
      "userRank.rank userRank.best_time_ms " +
        "rank username email best_time_ms profile_photo user_id"
          .split(" ")
          .map((name) => `leaderboard.0.${name}`)
          .join(" "),
    ],
  ],
  "Developer tests": [
    ["GET /test", "", "message"],
    ["POST /test-post", "any", "message", () => ({ any: "thing" })],
  ],
  "Admin calls": [
    // Statistics
    [
      "GET /admin/dashboard (Bearer)",
      "",
      `${numbers} totalCourses totalLessons totalCompleted ${courseLists} ${lessonLists} ${exampleLists}`,
    ],
    ["GET /admin/users/stats (Bearer)", "", numbers],
    ["GET /admin/courses/stats (Bearer)", "", `totalCourses ${courseLists} topCourses.0.completion_rate`],
    ["GET /admin/lessons/stats (Bearer)", "", `totalLessons ${lessonLists} topLessons.0.course_title`],
    [
      "GET /admin/examples/stats (Bearer)",
      "",
      `totalCompleted ${exampleLists} topExamples.0.avg_completion_time`,
    ],
    // Lists
    ["GET /admin/courses (Bearer)", "", "courses.0.id courses.0.title"],
    [
      "GET /admin/courses-structure (Bearer)",
      "",
      "courses.0.lessons.0.chapters.0.example_count courses.0.title courses.0.lessons.0.title",
    ],
    ["GET /admin/courses/{course}/lessons (Bearer)", "", "lessons.0.id lessons.0.title"],
    ["GET /admin/lessons/{lesson}/chapters (Bearer)", "", "chapters.0.id chapters.0.title"],
    ["GET /admin/chapters/{chapter}/examples (Bearer)", "", "examples.0.id examples.0.code_content"],
    // Courses
    ["GET /admin/courses/{course} (Bearer)", "", `${row} difficulty_level`],
    [
      "PUT /admin/courses/{course} (Bearer)",
      "title",
      `${row} difficulty_level`,
      () => ({ title: "Renamed" }),
    ],
    ["POST /admin/courses (Bearer)", "title", `${row} difficulty_level`, () => ({ title: "New" })],
    // Lessons
    ["GET /admin/lessons/{lesson} (Bearer)", "", `${row} course_id`],
    ["PUT /admin/lessons/{lesson} (Bearer)", "title", `${row} course_id`, () => ({ title: "Renamed" })],
    [
      "POST /admin/lessons (Bearer)",
      "title course_id",
      `${row} course_id`,
      ({ course }) => ({ title: "New", course_id: course }),
    ],
    // Chapters
    ["GET /admin/chapters/{chapter} (Bearer)", "", `${row} lesson_id`],
    ["PUT /admin/chapters/{chapter} (Bearer)", "title", `${row} lesson_id`, () => ({ title: "Renamed" })],
    [
      "POST /admin/chapters (Bearer)",
      "title lesson_id",
      `${row} lesson_id`,
      ({ lesson }) => ({ title: "New", lesson_id: lesson }),
    ],
    // Examples
    ["GET /admin/examples/{example} (Bearer)", "", "title description code_content chapter_id order_index"],
    [
      "POST /admin/examples (Bearer)",
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
      "PUT /admin/examples/{example} (Bearer)",
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
    [
      "POST /admin/courses/import/markdown (Bearer)",
      "markdown",
      "courseId results.0.success",
      () => ({ markdown }),
    ],
    ["POST /admin/courses/import/csv (Bearer)", "csvData", "courseId results.0.success", () => ({ csvData })],
    [
      "POST /admin/courses/import/lesson (Bearer)",
      "markdown courseId lessonTitle",
      "courseId results.0.success",
      ({ course }) => ({ markdown: "## C\n", courseId: course, lessonTitle: "L" }),
    ],
    [
      "POST /admin/courses/import/lessons-csv (Bearer)",
      "csvData courseId",
      "courseId results.0.success",
      ({ course }) => ({ csvData, courseId: course }),
    ],
    // Downloads
    ["GET /admin/courses/templates/markdown (Bearer)", "", "file"],
    ["GET /admin/courses/templates/csv (Bearer)", "", "file"],
    ["GET /admin/courses/{course}/export/markdown (Bearer)", "", "file"],
    ["GET /admin/courses/{course}/export/csv (Bearer)", "", "file"],
    // Deletes come last, since they delete what the other requests need
    ["DELETE /admin/examples/{example} (Bearer)", "", "message"],
    ["DELETE /admin/chapters/{chapter} (Bearer)", "", "message"],
    ["DELETE /admin/lessons/{lesson} (Bearer)", "", "message"],
    ["DELETE /admin/courses/{course} (Bearer)", "", "message"],
  ],
} as const satisfies Record<string, readonly Row[]>;

const countOf = { auth: 10, photo: 3, learner: 9, developer: 2, admin: 34 };
let made = 0;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  beforeAll(async () => {
    const cloudinary = {
      CLOUDINARY_URL: "cloudinary://123456:a-secret@demo",
      CLOUDINARY_UPLOAD_PRESET: "photos",
    };
    harness = await openServer(opener, { env: { RATE_LIMITS: "off", ...cloudinary } });
    ada = await harness.registerAdmin("ada");
  });
  afterAll(() => harness.close());

  test("the table has as many endpoints as section 7", () => {
    expect(Object.values(section7).map((rows) => rows.length)).toEqual(Object.values(countOf));
    const known = new Set(
      Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "{}")}`),
    );
    for (const [endpoint] of allRows) expect(known).toContain(partsOf(endpoint).shape);
  });

  test.each(["", "/api"])(
    "every endpoint of section 7 responds at its address with the prefix '%s'",
    async (prefix) => {
      const at = await world();
      for (const [endpoint, sends, reads, body, user] of allRows) {
        const { method, path, isBearer, isMultipart } = partsOf(endpoint);
        const payload = await body?.(at);
        expect([endpoint, Object.keys(payload ?? {}).join(" ")]).toEqual([endpoint, sends]);
        const { token } = user === "lea" ? await harness.openSession(at.lea) : ada;
        const form = isMultipart ? await photoForm() : null;
        const sent = form?.payload ?? payload;
        const response = await harness.app.inject({
          method: method as "GET",
          url: prefix + (await filled(path, at)),
          headers: {
            accept: "application/json",
            ...(isBearer && { authorization: `Bearer ${token}` }),
            ...form?.headers,
          },
          ...(sent && { payload: sent }),
        });
        const isMade =
          path === "/auth/register" ||
          (method === "POST" && path.startsWith("/admin/") && !path.includes("import"));
        expect(response.statusCode, `${endpoint}: ${response.body}`).toBe(isMade ? 201 : 200);
        if (reads === "file") {
          expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="[\w.-]+"/);
          expect(response.body.length).toBeGreaterThan(50);
        } else
          for (const name of reads.split(" ").filter((one) => one !== ""))
            expect(response.json(), `${endpoint} reads ${name}`).toHaveProperty(name);
      }
    },
  );

  test("every refusal gives a reason", async () => {
    const at = await world();
    for (const [endpoint] of allRows) {
      const { method, path, isBearer, isAdmin } = partsOf(endpoint);
      if (path.startsWith("/test")) continue;
      const url = `/api${(await filled(path, at)).replace(/reset-password\/.*/, "reset-password/none")}`;
      const refused = async (headers: Record<string, string>) => {
        const payload = method === "GET" ? {} : { payload: {} };
        const response = await harness.app.inject({ method: method as "GET", url, headers, ...payload });
        return [endpoint, response.statusCode, typeof response.json().error, response.json().error !== ""];
      };
      const status = isBearer ? 401 : path === "/auth/refresh" ? expect.any(Number) : 400;
      expect(await refused({})).toEqual([endpoint, status, "string", true]);
      if (!isAdmin) continue;
      expect(await refused({ authorization: `Bearer ${at.lea.token}` })).toEqual([
        endpoint,
        403,
        "string",
        true,
      ]);
    }
  });

  async function world(): Promise<World> {
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    const planted = await plantCourse(harness.store, { lessons: { L: { C: ["E", "F"] }, M: { D: ["G"] } } });
    let token: Promise<string> | null = null;
    const lea = await harness.register(`lea${++made}`);
    return {
      course: planted.courseId,
      lesson: planted.lesson("L"),
      chapter: planted.chapter("C"),
      example: planted.example("E"),
      lea,
      resetToken: () => (token ??= mailedToken(lea)),
    };
  }

  async function mailedToken({ email }: Person): Promise<string> {
    await harness.client("forgotPassword", { body: { email } });
    await harness.deliverMail();
    const mails = readdirSync(harness.mailFolder).map((file) =>
      readFileSync(join(harness.mailFolder, file), "utf8"),
    );
    const mail = mails.find((text) => text.includes(`To: ${email}`));
    return /token=([\w-]+)/.exec(mail ?? "")?.[1] ?? "no mail";
  }

  async function filled(path: string, at: World): Promise<string> {
    if (path.includes("{token}")) return path.replace("{token}", await at.resetToken());
    return path.replace(
      /\{(\w+)\}/g,
      (_, kind: "course" | "lesson" | "chapter" | "example") => `${at[kind]}`,
    );
  }
});

const allRows: readonly Row[] = Object.values(section7).flat();

function partsOf(endpoint: string) {
  const [, method = "", path = "", note = ""] = /^(\w+) (\S+)(?: \((.*)\))?$/.exec(endpoint) ?? [];
  return {
    ...{ method, path, shape: `${method} ${path.replace(/\{\w+\}/g, "{}")}` },
    isBearer: note.startsWith("Bearer"),
    isMultipart: note.includes("multipart"),
    isAdmin: path.startsWith("/admin/"),
  };
}

async function photoForm() {
  const boundary = "----tabstop-test-boundary";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="profilePhoto"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`;
  const photo = await halves(60, 60).png().toBuffer();
  return {
    payload: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
