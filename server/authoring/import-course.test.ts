import { readdirSync, readFileSync } from "node:fs";
import { ApiError } from "@tabstop/contract/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { parseFile } from "./course-jobs.ts";

const fixtures = new URL("../../course/fixtures/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, fixtures), "utf8");
const formatOf = (name: string) => (name.endsWith(".md") ? ("markdown" as const) : ("csv" as const));
const samples = readdirSync(fixtures).filter((name) => /^(sql|typescript|template).*\.(md|csv)$/.test(name));
// The client refuses 12-windows-1252.csv when it decodes the bytes, before any request.
const faulty = readdirSync(new URL("invalid/", fixtures)).filter((name) =>
  /^(?!12-|EXPECTED).*\.(md|csv)$/.test(name),
);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let admin: Person;
  let mira: Person;
  let codeChanges = 0;
  beforeAll(async () => {
    harness = await openServer(opener, {
      env: { RATE_LIMITS: "off" },
      codeChanged: () => void (codeChanges += 1),
    });
    admin = await harness.registerAdmin("root");
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    codeChanges = 0;
  });

  const send = (format: "markdown" | "csv", text: string, dryRun?: boolean, person = admin) =>
    format === "markdown"
      ? person.client("importCourseMarkdown", {
          body: { markdown: text, ...(dryRun === undefined ? {} : { dryRun }) },
        })
      : person.client("importCourseCsv", {
          body: { csvData: text, ...(dryRun === undefined ? {} : { dryRun }) },
        });
  async function refusal(response: Promise<unknown>): Promise<ApiError> {
    const error = await response.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApiError)) throw new Error("an error was expected", { cause: error });
    return error;
  }
  const courseIds = async () =>
    (await harness.store.read((db) => db.selectFrom("course").select("id").orderBy("id").execute())).map(
      ({ id }) => id,
    );
  /** The content of a course that a learner sees, in the form of a course file. */
  async function asLearnt(courseId: number) {
    const course = await mira.client("getCourse", { params: { courseId } });
    const lessons = [];
    for (const { id } of course.lessons) {
      const lesson = await mira.client("getLesson", { params: { lessonId: id } });
      lessons.push({
        title: lesson.title,
        description: lesson.description,
        chapters: lesson.chapters.map(({ title, description, examples }) => ({
          title,
          description,
          examples: examples.map(({ title, description, language, code_content, output }) => ({
            title,
            description,
            language,
            code_content,
            output,
          })),
        })),
      });
    }
    const { title, description, difficulty_level } = course;
    return { title, description, difficulty_level, lessons };
  }
  const minimal = (title: string, more = "") =>
    `---\ntitle: ${title}\ndifficulty_level: beginner\n${more}---\n\n# L\n\n## C\n\n### E\n\n\`\`\`sql\nSELECT 1;\n\`\`\`\n`;

  test("every sample is imported exactly, and learners see it immediately", async () => {
    expect(samples.length).toBeGreaterThanOrEqual(8);
    for (const name of samples) {
      const text = textOf(name);
      const format = formatOf(name);
      const reading = parseFile({ format, text });
      if (!reading.ok) throw new Error(`${name}: ${reading.problems[0]?.message}`);
      const { courseId, results } = await send(format, text);
      const chapters = reading.course.lessons.flatMap((lesson) => lesson.chapters);
      expect(results).toEqual([
        {
          success: true,
          type: "course",
          title: reading.course.title,
          courseId,
          error: null,
          lessons: reading.course.lessons.length,
          chapters: chapters.length,
          examples: chapters.flatMap(({ examples }) => examples).length,
        },
      ]);
      const { order_index: _, ...course } = reading.course;
      expect(await asLearnt(courseId ?? 0)).toEqual(course);
    }
    expect(codeChanges).toBe(samples.length);
  });

  test("a dry run gets the same response with null ids, and writes nothing", async () => {
    for (const name of samples) {
      const dry = await send(formatOf(name), textOf(name), true);
      expect(await courseIds()).toEqual([]);
      const real = await send(formatOf(name), textOf(name), false);
      expect(dry).toEqual({
        ...real,
        courseId: null,
        results: real.results.map((one) => ({ ...one, courseId: null })),
      });
      await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    }
    expect(codeChanges).toBe(samples.length);
  });

  test("a course is published unless it is imported as a draft, which learners see once it is published", async () => {
    const refused = async (courseId: number) =>
      (await refusal(mira.client("getCourse", { params: { courseId } }))).status;
    for (const name of ["sql-first-queries.md", "sql-first-queries.csv"]) {
      const text = textOf(name);
      const importOf = (how: { readonly published?: boolean; readonly dryRun?: boolean }) =>
        formatOf(name) === "markdown"
          ? admin.client("importCourseMarkdown", { body: { markdown: text, ...how } })
          : admin.client("importCourseCsv", { body: { csvData: text, ...how } });
      const dry = await importOf({ published: false, dryRun: true });
      const courses = [];
      for (const published of [undefined, true, false]) {
        const { courseId, ...rest } = await importOf(published === undefined ? {} : { published });
        courses.push(courseId ?? 0);
        expect(rest.results).toEqual(dry.results.map((one) => ({ ...one, courseId })));
      }
      const { courses: seen } = await mira.client("listCourses");
      expect(seen.map(({ id }) => id)).toEqual(courses.slice(0, 2));
      const draft = courses[2] ?? 0;
      expect(await refused(draft)).toBe(404);
      const { lessons } = await admin.client("adminListLessons", { params: { courseId: draft } });
      expect(lessons.length).toBeGreaterThan(0);

      await admin.client("adminUpdateCourse", { params: { courseId: draft }, body: { published: true } });
      expect(await asLearnt(draft)).toEqual(await asLearnt(courses[0] ?? 0));
      await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    }
  });

  test("whether the course is published is true or false", async () => {
    for (const published of [1, "false", null]) {
      const body = { markdown: minimal("A"), published } as unknown as { markdown: string };
      expect((await refusal(admin.client("importCourseMarkdown", { body }))).body).toMatchObject({
        code: "INVALID",
        details: [{ path: "published" }],
      });
    }
    expect(await courseIds()).toEqual([]);
  });

  test("a faulty file is 422 with every fault, in a dry run too, and nothing is written", async () => {
    expect(faulty.length).toBe(13);
    for (const name of faulty)
      for (const dryRun of [true, false]) {
        const text = textOf(`invalid/${name}`);
        const reading = parseFile({ format: formatOf(name), text });
        if (reading.ok) throw new Error(`${name} is no faulty file`);
        const { status, body } = await refusal(send(formatOf(name), text, dryRun));
        const { problems, errorCount, warnings, title } = reading;
        expect([name, status]).toEqual([name, 422]);
        expect(body).toEqual({
          error:
            errorCount === 1 ? "1 error, nothing was imported" : `${errorCount} errors, nothing was imported`,
          code: "IMPORT_INVALID",
          courseId: null,
          errorCount,
          results: [{ success: false, type: "course", title, courseId: null, error: problems[0]?.message }],
          errors: problems,
          warnings,
        });
      }
    expect(await courseIds()).toEqual([]);
    expect(codeChanges).toBe(0);
  });

  test("at most 200 faults are listed; all are counted", async () => {
    const chapter = `\n## C\n${"\n### without code\n".repeat(125)}`;
    const text = minimal("Many") + chapter + chapter;
    const { body } = await refusal(send("markdown", text));
    const { errorCount, errors } = body as { errorCount: number; errors: unknown[] };
    expect([errorCount, errors.length]).toEqual([250, 200]);
  });

  test("an import is always a new course; an equal title is a warning with the id of the other", async () => {
    const first = await send("markdown", minimal("Twice"));
    expect(first.warnings).toEqual([]);
    const dry = await send("markdown", minimal("Twice"), true);
    const second = await send("markdown", minimal("Twice"));
    expect(await courseIds()).toEqual([first.courseId, second.courseId]);
    expect(second.warnings).toEqual([
      {
        code: "TITLE_DUPLICATE",
        found: "Twice",
        message: `There is already a course with the title "Twice" (course ${first.courseId}). This import adds another.`,
      },
    ]);
    expect(dry.warnings).toEqual(second.warnings);
  });

  test("a title that looks like a stored one is the same warning, however it is spelled", async () => {
    const first = await send("markdown", minimal("Caf\u00e9 au lait"));
    for (const title of ["Cafe\u0301 au lait", "Caf\u00e9\u00a0au  lait", "CAF\u00c9 au la\u00adit"]) {
      const { warnings } = await send("markdown", minimal(title), true);
      const taken = warnings.filter(({ code }) => code === "TITLE_DUPLICATE");
      expect(taken.map(({ message }) => message)).toEqual([
        expect.stringContaining(`(course ${first.courseId})`),
      ]);
    }
  });

  test("order_index comes from the file, else it is one more than the last", async () => {
    await send("markdown", minimal("Seventh", "order_index: 7\n"));
    await send("markdown", minimal("Eighth"));
    await send("markdown", minimal("First", "order_index: 0\n"));
    await send("markdown", minimal("Ninth"));
    const { courses } = await mira.client("listCourses");
    expect(courses.map(({ title, order_index }) => [title, order_index])).toEqual([
      ["First", 0],
      ["Seventh", 7],
      ["Eighth", 8],
      ["Ninth", 9],
    ]);
  });

  test("warnings have lines and never prevent the import", async () => {
    const text = minimal("Warned").replace("```sql", "```klingon extra");
    const { courseId, warnings } = await send("markdown", text);
    expect(courseId).not.toBeNull();
    expect(warnings.map(({ code, line }) => `${code} ${line}`).sort()).toEqual([
      "INFO_IGNORED 12",
      "LANGUAGE_UNKNOWN 12",
    ]);
  });

  test("only an admin may import; without a token it is 401", async () => {
    const learner = await refusal(send("markdown", minimal("No"), false, mira));
    expect([learner.status, learner.code]).toEqual([403, "FORBIDDEN"]);
    const stranger = await refusal(
      harness.client("importCourseMarkdown", { body: { markdown: minimal("No") } }),
    );
    expect([stranger.status, stranger.code]).toEqual([401, "TOKEN_INVALID"]);
    expect(await courseIds()).toEqual([]);
  });

  test("a body of the wrong form is 400; a text with a forbidden character is 422 and never stored", async () => {
    const bodies = [{}, { markdown: 7 }, { markdown: null }, { markdown: "x", dryRun: "yes" }];
    for (const body of bodies) {
      const { status, code } = await refusal(
        admin.client("importCourseMarkdown", { body: body as { markdown: string } }),
      );
      expect([status, code]).toEqual([400, "INVALID"]);
    }
    for (const character of ["\0", "\ud800", "\u0007", "\u2028", "\ufffe", "\u0085"]) {
      const { status, body } = await refusal(
        send("markdown", minimal("T").replace("SELECT", `SELECT${character}`)),
      );
      expect([status, (body as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
        422,
        "CHARACTER_FORBIDDEN",
      ]);
    }
    expect(await courseIds()).toEqual([]);
  });

  test("a file over the limit of the format is 422, not a crash", async () => {
    const { status, body } = await refusal(send("markdown", minimal("T") + "x".repeat(8_000_000)));
    expect([status, (body as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
      422,
      "FILE_TOO_LARGE",
    ]);
  });

  test("concurrent imports are complete, each a new course at the end of the list", async () => {
    await send("markdown", minimal("Before", "order_index: 5\n"));
    const responses = await Promise.all(["A", "B", "C"].map((title) => send("markdown", minimal(title))));
    expect(new Set(responses.map(({ courseId }) => courseId)).size).toBe(3);
    const { courses } = await mira.client("listCourses");
    expect(courses.map(({ total_examples }) => total_examples)).toEqual([1, 1, 1, 1]);
    expect(courses[0]?.title).toBe("Before");
    // On PostgreSQL they may read the same last number. Among equal numbers, the older course is first.
    for (const { order_index: index } of courses.slice(1)) expect(index).toBeGreaterThan(5);
  });
});
