// The published courses for visitors: what is read, how old it may be, and what happens without the database.

import { readFileSync } from "node:fs";
import { landingExamples } from "@tabstop/contract/landing-examples";
import type { Course, Example } from "@tabstop/course/course";
import { parseCourse } from "@tabstop/course/markdown/parse-markdown";
import { describe, expect, test } from "vitest";
import { insertCourse } from "../../store/content/insert-course.ts";
import { codeHash, saveHighlight } from "../../store/content/highlights.ts";
import { type Store, StoreUnavailable } from "../../store/store.ts";
import { type Opener, openers, serverForTest, sqliteOpener, type TestServer } from "../../test/harness.ts";
import { openLanding } from "./landing.ts";

const catalogue = (language: string): Course => {
  const file = new URL(`../../../catalogue/${language}-essentials.md`, import.meta.url);
  const reading = parseCourse(readFileSync(file, "utf8"));
  if (!reading.ok) throw new TypeError(JSON.stringify(reading.problems));
  return reading.course;
};

const example = (code: string, language = "javascript"): Example => ({
  ...{ title: "An example", description: "", output: "" },
  code_content: code,
  language,
});

/** A course with the codes of each chapter. */
const courseOf = (title: string, ...chapters: readonly (readonly (string | Example)[])[]): Course => ({
  ...{ title, description: `About ${title}`, difficulty_level: "advanced", order_index: null },
  lessons: [
    {
      ...{ title: "Lesson", description: "" },
      chapters: chapters.map((codes) => ({
        ...{ title: "Chapter", description: "" },
        examples: codes.map((code) => (typeof code === "string" ? example(code) : code)),
      })),
    },
  ],
});

async function plant(store: Store, course: Course, published = true): Promise<number> {
  const { courseId } = await store.write((tx) =>
    insertCourse(tx, { course: { ...course, published }, at: 0 }),
  );
  return courseId;
}

/** After the time for which a server keeps what it read. */
async function later(harness: TestServer) {
  harness.clock.now += 2_000;
  return harness.client("getLanding");
}

describe.each(openers)("$name", (opener: Opener) => {
  test("visitors see the published courses in order, each with the first telling lines of its code", async () => {
    const harness = await serverForTest(opener);
    expect(await harness.client("getLanding")).toEqual({ courses: [], total_examples: 0, examples: [] });

    const late = await plant(harness.store, { ...courseOf("Late", ["let a = 1;"]), order_index: 9 });
    const early = await plant(harness.store, {
      ...courseOf("Early", ["short", "x\ny\nlong enough, but late"], ["let first = 1;\nlet second = 2;\n"]),
      order_index: 2,
    });
    const empty = await plant(harness.store, { ...courseOf("Empty"), order_index: 9 });
    await plant(harness.store, courseOf("Draft", ["let hidden = 1;"]), false);

    const level = { difficulty_level: "advanced" as const };
    expect(await later(harness)).toEqual({
      courses: [
        {
          ...{ id: early, title: "Early", description: "About Early", ...level, total_examples: 3 },
          ...{ lines: ["let first = 1;", "let second = 2;"], tokens: null },
        },
        {
          ...{ id: late, title: "Late", description: "About Late", ...level, total_examples: 1 },
          ...{ lines: ["let a = 1;"], tokens: null },
        },
        {
          ...{ id: empty, title: "Empty", description: "About Empty", ...level, total_examples: 0 },
          ...{ lines: [], tokens: null },
        },
      ],
      total_examples: 4,
      examples: [],
    });
  });

  test("a change of content shows at once on its server, on the others and of colours after two seconds", async () => {
    const harness = await serverForTest(opener);
    const code = "const answer = 42;\nlet b;\n";
    const courseId = await plant(harness.store, courseOf("A", [code]));
    const other = opener.name === "postgres" ? await harness.another() : harness.app;
    const onOther = async () => (await other.inject("/api/courses/landing")).json();
    const { courses } = await harness.client("getLanding");
    expect(await onOther()).toMatchObject({ courses });

    const admin = await harness.registerAdmin("root");
    const title = 'B <script>alert("x")</script>';
    await admin.client("adminUpdateCourse", { params: { courseId }, body: { title } });
    expect((await harness.client("getLanding")).courses).toMatchObject([{ title, tokens: null }]);
    await harness.store.write((tx) =>
      saveHighlight(tx, {
        ...{ code_hash: codeHash(code), language: "javascript", engine_version: "1" },
        runs: [
          ["k", 5],
          ["", 13],
          ["c", 8],
        ],
      }),
    );
    harness.clock.now += 1_999;
    expect((await harness.client("getLanding")).courses[0]?.tokens).toBeNull();
    expect((await onOther()).courses[0]?.title).toBe(other === harness.app ? title : "A");
    harness.clock.now += 1;
    const changed = {
      title,
      tokens: [
        ["k", 5],
        ["", 13],
        ["", 1],
        ["c", 6],
      ],
    };
    expect((await harness.client("getLanding")).courses).toMatchObject([changed]);
    expect((await onOther()).courses).toMatchObject([changed]);

    await admin.client("adminUpdateCourse", { params: { courseId }, body: { published: false } });
    expect((await harness.client("getLanding")).courses).toEqual([]);
  });

  test("what a refused change was to do does not make the landing page read again", async () => {
    const harness = await serverForTest(opener);
    const courseId = await plant(harness.store, courseOf("A", ["let a;"]));
    expect((await harness.client("getLanding")).courses).toHaveLength(1);
    await plant(harness.store, courseOf("B", ["let b;"]));
    const url = `/api/admin/courses/${courseId}`;
    expect((await harness.app.inject({ method: "DELETE", url })).statusCode).toBe(401);
    expect((await harness.client("getLanding")).courses).toHaveLength(1);
  });

  test("the page's examples are those that a published course has letter for letter, the first in order", async () => {
    const harness = await serverForTest(opener);
    await plant(harness.store, catalogue("javascript"), false);
    const python = await plant(harness.store, { ...catalogue("python"), order_index: 5 });
    const sql = catalogue("sql");
    const codes = sql.lessons.flatMap(({ chapters }) => chapters.flatMap(({ examples }) => examples));
    const code = codes.find((one) => one.title === "AND with OR in parentheses") as Example;
    const changed = { ...code, code_content: `${code.code_content} ` };
    const otherLanguage = { ...code, language: "text" };
    const first = await plant(harness.store, {
      ...courseOf("SQL", [changed, otherLanguage, code]),
      order_index: 6,
    });
    await plant(harness.store, { ...sql, order_index: 7 });

    const { examples } = await harness.client("getLanding");
    expect(examples).toMatchObject([
      { language: "python", course_id: python, code_version: 1 },
      { language: "sql", course_id: first, code_version: 1 },
    ]);
    for (const { id, lesson_id, language } of examples) {
      const reader = await harness.register(`reader.${language}`);
      const { chapters } = await reader.client("getLesson", { params: { lessonId: lesson_id } });
      const found = chapters.flatMap((chapter) => chapter.examples).find((one) => one.id === id);
      expect(codeHash(found?.code_content ?? "")).toBe(
        landingExamples.find((one) => one.language === language)?.code_hash,
      );
    }
  });
});

test("each of the page's examples is one of the built-in course of its language", () => {
  for (const { title, language, code_hash } of landingExamples) {
    const examples = catalogue(language).lessons.flatMap(({ chapters }) =>
      chapters.flatMap((chapter) => chapter.examples),
    );
    const found = examples.filter((one) => one.title === title);
    expect(found.map((one) => [one.language, codeHash(one.code_content)])).toEqual([[language, code_hash]]);
  }
});

/** A store that counts its reads, which fail or hang as a test says. */
function countedStore(): { store: Store; reads: number; does: "read" | "fail" | "hang" } {
  const counted = {
    reads: 0,
    does: "read" as "read" | "fail" | "hang",
    store: {
      async read() {
        counted.reads += 1;
        if (counted.does === "fail") throw new StoreUnavailable("The database is away");
        if (counted.does === "hang") return new Promise(() => {});
        return { courses: [], total_examples: counted.reads, examples: [] };
      },
    } as unknown as Store,
  };
  return counted;
}

test("a flood of visitors costs one read every two seconds", async () => {
  const counted = countedStore();
  let at = 0;
  const landing = openLanding({ store: counted.store, now: () => at });
  await Promise.all(Array.from({ length: 1_000 }, () => landing.read()));
  at = 1_999;
  await landing.readSoon();
  expect(counted.reads).toBe(1);
  at = 2_000;
  await Promise.all(Array.from({ length: 1_000 }, () => landing.readSoon()));
  expect(counted.reads).toBe(2);
});

test("without the database the page gets what was read last, and the endpoint says 503", async () => {
  const counted = countedStore();
  let at = 0;
  const landing = openLanding({ store: counted.store, now: () => at });
  counted.does = "fail";
  expect(await landing.readSoon()).toBeNull();
  expect(counted.reads).toBe(1);
  counted.does = "read";
  at = 2_000;
  expect(await landing.readSoon()).toMatchObject({ total_examples: 2 });
  counted.does = "fail";
  at = 4_000;
  expect(await landing.readSoon()).toMatchObject({ total_examples: 2 });
  await expect(landing.read()).rejects.toThrow(StoreUnavailable);
  expect(counted.reads).toBe(3);
});

test("a database that hangs delays the page by a second, and is not asked again before it responds", async () => {
  const counted = countedStore();
  let at = 0;
  const landing = openLanding({ store: counted.store, now: () => at });
  counted.does = "hang";
  expect(await landing.readSoon()).toBeNull();
  at = 60_000;
  expect(await landing.readSoon()).toBeNull();
  expect(counted.reads).toBe(1);
});

test("the endpoint needs no account", async () => {
  const harness = await serverForTest(sqliteOpener);
  expect((await harness.app.inject("/api/courses/landing")).statusCode).toBe(200);
});
