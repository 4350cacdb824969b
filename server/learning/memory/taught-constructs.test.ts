// What the published examples of each language have, in memory: right after each change of content, on every server.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, describe, test } from "vitest";
import { deleteContent } from "../../store/content/content-changes.ts";
import { insertCourse } from "../../store/content/insert-course.ts";
import { saveConstructs } from "../../store/memory/constructs.ts";
import { readTaught, type Taught } from "../../store/memory/taught.ts";
import { courseOf } from "../../test/courses.ts";
import { fillConstructs } from "../../test/fill-constructs.ts";
import { openers, openServer, type Person, type TestServer } from "../../test/harness.ts";
import { type Planted, plantCourse } from "../../test/plant-course.ts";
import { openTaughtConstructs } from "./taught-constructs.ts";

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let admin: Person;
  let course: Planted;
  let other: Planted;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    admin = await harness.registerAdmin("root");
  });
  beforeEach(async () => {
    const courses = await harness.store.read((db) => db.selectFrom("course").select("id").execute());
    for (const one of courses) await harness.store.write((tx) => deleteContent(tx, "course", one.id));
    const plan = { lessons: { One: { A: ["a", "b"] }, Two: { B: ["c"] } } };
    course = await plantCourse(harness.store, { ...plan, title: `One ${randomUUID()}` });
    other = await plantCourse(harness.store, { ...plan, title: `Other ${randomUUID()}` });
    await fillConstructs(harness.store);
  });
  afterAll(() => harness.close());

  const listed = (taught: Taught) => [...taught].map(([language, found]) => [language, [...found]] as const);
  const id = (of: Planted, title: string) => ({ params: { exampleId: of.example(title) } });

  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    "new code, whose constructs are found": async () => {
      await admin.client("adminUpdateExample", {
        ...id(course, "a"),
        body: { code_content: "let x = y ?? 1;" },
      });
      await fillConstructs(harness.store);
    },
    "another language": () =>
      admin.client("adminUpdateExample", { ...id(course, "b"), body: { language: "typescript" } }),
    "another order of examples": () =>
      admin.client("adminUpdateExample", { ...id(course, "a"), body: { order_index: 9 } }),
    "another order of lessons": () =>
      admin.client("adminUpdateLesson", {
        params: { lessonId: course.lesson("One") },
        body: { order_index: 9 },
      }),
    "another order of courses": () =>
      admin.client("adminUpdateCourse", {
        params: { courseId: course.courseId },
        body: { order_index: 999 },
      }),
    "another title of a lesson": () =>
      admin.client("adminUpdateLesson", {
        params: { lessonId: course.lesson("One") },
        body: { title: `Renamed ${randomUUID()}` },
      }),
    "an unpublished course": () =>
      admin.client("adminUpdateCourse", {
        params: { courseId: course.courseId },
        body: { published: false },
      }),
    "a moved example": () =>
      admin.client("adminUpdateExample", {
        ...id(course, "a"),
        body: { chapter_id: other.chapter("B"), code_content: "const a = async () => 1;" },
      }),
    "a deleted lesson": () =>
      admin.client("adminDeleteLesson", { params: { lessonId: course.lesson("One") } }),
    "a deleted course": () => admin.client("adminDeleteCourse", { params: { courseId: course.courseId } }),
    "a new example, whose constructs are found": async () => {
      await admin.client("adminCreateExample", {
        body: {
          ...{ title: "New", chapter_id: course.chapter("A"), language: "python" },
          code_content: "x = [y for y in z]\n",
        },
      });
      await fillConstructs(harness.store);
    },
    "an imported course, whose constructs are found": async () => {
      await harness.store.write((tx) => insertCourse(tx, { course: courseOf("Imported", [2]), at: 0 }));
      await fillConstructs(harness.store);
    },
    "constructs in another order by other rules": () =>
      harness.store.write(async (tx) => {
        const found = ["&&", "||"].map(
          (name) => ({ name, family: "signs", kind: "symbol", places: [[0, 1]] }) as const,
        );
        const example = { example_id: course.example("a"), code_version: 1, language: "javascript" };
        await saveConstructs(tx, [{ ...example, constructs: found }], 90);
        await saveConstructs(tx, [{ ...example, constructs: found.toReversed() }], 91);
      }),
  };

  test.each(Object.keys(changes))("is read again after a change: %s", async (name) => {
    const [one, another] = [openTaughtConstructs(), openTaughtConstructs()];
    const asks = [one, another].map((ask) => () => harness.store.read(ask));
    const before = await Promise.all(asks.map((ask) => ask()));
    await changes[name]?.();
    const fresh = listed(await harness.store.read(readTaught));
    for (const ask of asks) expect(listed(await ask())).toEqual(fresh);
    if (!name.startsWith("a moved") && !name.startsWith("another order of examples"))
      expect(listed(before[0] as Taught)).not.toEqual(fresh);
  });

  test("is read once for many requests, and again after a failure", async () => {
    const ask = openTaughtConstructs();
    const [first, second] = await harness.store.read((db) => Promise.all([ask(db), ask(db)]));
    expect(first).toBe(second);
    expect(await harness.store.read(ask)).toBe(first);
    await admin.client("adminUpdateExample", { ...id(course, "a"), body: { order_index: 7 } });
    const failing = harness.store.read(async (db) => {
      let queries = 0;
      const broken = new Proxy(db, {
        get: (target, key) => {
          if (key === "executeQuery" && ++queries > 1)
            return () => Promise.reject(new Error("the connection broke"));
          const value: unknown = Reflect.get(target, key);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return ask(broken);
    });
    await expect(failing).rejects.toThrow("the connection broke");
    expect(listed(await harness.store.read(ask))).toEqual(listed(await harness.store.read(readTaught)));
  });
});
