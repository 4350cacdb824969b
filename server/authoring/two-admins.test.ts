// Two admins work at the same time: no save and no new order silently overwrites that of the other admin.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { type Planted, plantCourse } from "../test/plant-course.ts";
import { outcome, refusal } from "../test/refusal.ts";

const nobody = 2 ** 31 - 1;

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  let bob: Person;
  let mira: Person;
  let at: Planted;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await harness.registerAdmin("ada");
    bob = await harness.registerAdmin("bob");
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.store.write((tx) => tx.deleteFrom("stored_course").execute());
    at = await plantCourse(harness.store, {
      lessons: { One: { "1a": ["a", "b", "c"], "1b": ["d"] }, Two: { "2a": ["e"] } },
    });
    harness.clock.now += 60_000;
  });

  type Row = { readonly updated_at: string; readonly title: string };
  type Form = {
    readonly read: (person: Person) => Promise<Row>;
    readonly save: (person: Person, body: { title?: string; updated_at?: string }) => Promise<Row>;
  };
  const forms = (): Record<string, Form> => {
    const course = { courseId: at.courseId };
    const lesson = { lessonId: at.lesson("One") };
    const chapter = { chapterId: at.chapter("1a") };
    const example = { exampleId: at.example("a") };
    return {
      course: {
        read: (person) => person.client("adminGetCourse", { params: course }),
        save: (person, body) => person.client("adminUpdateCourse", { params: course, body }),
      },
      lesson: {
        read: (person) => person.client("adminGetLesson", { params: lesson }),
        save: (person, body) => person.client("adminUpdateLesson", { params: lesson, body }),
      },
      chapter: {
        read: (person) => person.client("adminGetChapter", { params: chapter }),
        save: (person, body) => person.client("adminUpdateChapter", { params: chapter, body }),
      },
      example: {
        read: (person) => person.client("adminGetExample", { params: example }),
        save: (person, body) => person.client("adminUpdateExample", { params: example, body }),
      },
    };
  };
  const kinds = ["course", "lesson", "chapter", "example"] as const;

  test.each(kinds)(
    "the later save of a %s is refused with the row of the earlier one, and changes nothing",
    async (kind) => {
      const { read, save } = forms()[kind] as Form;
      const seen = await read(bob);
      expect(await read(ada)).toEqual(seen);
      const saved = await save(ada, { title: "Ada's", updated_at: seen.updated_at });
      expect(saved.title).toBe("Ada's");
      const { status, code, body } = await refusal(
        save(bob, { title: "Bob's", updated_at: seen.updated_at }),
      );
      expect([status, code]).toEqual([409, "EDIT_CONFLICT"]);
      expect(body).toEqual({ error: expect.any(String), code: "EDIT_CONFLICT", current: saved });
      expect(await read(bob)).toEqual(saved);
      // 'Keep mine': with the `updated_at` of the current row.
      expect((await save(bob, { title: "Bob's", updated_at: saved.updated_at })).title).toBe("Bob's");
    },
  );

  test.each(kinds)("a save of a %s without updated_at is accepted in any case", async (kind) => {
    const { save } = forms()[kind] as Form;
    await save(ada, { title: "Ada's" });
    expect((await save(bob, { title: "Bob's" })).title).toBe("Bob's");
  });

  test.each(kinds)(
    "updated_at of a %s grows with every save, also when the clock stops or is set back",
    async (kind) => {
      const { save } = forms()[kind] as Form;
      const moments: number[] = [];
      for (const step of [0, 0, -5_000, 0, 10_000]) {
        harness.clock.now += step;
        moments.push(Date.parse((await save(ada, {})).updated_at));
      }
      for (let i = 1; i < moments.length; i++) expect(moments[i]).toBeGreaterThan(moments[i - 1] as number);
      expect(moments.at(-1)).toBe(harness.clock.now);
    },
  );

  test.each(kinds)("of two concurrent saves of a %s one is accepted", async (kind) => {
    const { read, save } = forms()[kind] as Form;
    for (let round = 0; round < 3; round++) {
      const { updated_at } = await read(ada);
      const both = [save(ada, { title: "Ada's", updated_at }), save(bob, { title: "Bob's", updated_at })];
      const outcomes = await Promise.all(both.map(outcome));
      expect(outcomes.toSorted()).toEqual(["200", "409 EDIT_CONFLICT"]);
      expect((await read(ada)).title).toBe(outcomes[0] === "200" ? "Ada's" : "Bob's");
    }
  });

  test("learners' results and saves of content inside a row do not make its form out of date", async () => {
    const rows = new Map<string, Row>();
    for (const kind of kinds) rows.set(kind, await (forms()[kind] as Form).read(ada));
    await mira.client("completeExample", {
      params: { exampleId: at.example("a") },
      body: { status: "completed", time_ms: 5_000 },
    });
    await ada.client("adminCreateExample", {
      body: { title: "New", code_content: "x", chapter_id: at.chapter("1a") },
    });
    for (const kind of kinds) {
      const { updated_at } = rows.get(kind) as Row;
      expect(await outcome((forms()[kind] as Form).save(bob, { updated_at }))).toBe("200");
    }
  });

  describe("the order of siblings", () => {
    const order = (person: Person, kind: (typeof kinds)[number], parent_id: number | null, ids: number[]) =>
      person.client("adminReorder", { body: { kind, parent_id, ids } });
    const examplesOf = async (chapterId: number) =>
      (await ada.client("adminListExamples", { params: { chapterId } })).examples;
    const abc = () => [at.example("a"), at.example("b"), at.example("c")] as const;

    test("siblings of each kind get their new order, which learners see too", async () => {
      const [a, b, c] = abc();
      await order(ada, "example", at.chapter("1a"), [c, a, b]);
      await order(ada, "chapter", at.lesson("One"), [at.chapter("1b"), at.chapter("1a")]);
      await order(ada, "lesson", at.courseId, [at.lesson("Two"), at.lesson("One")]);
      const other = await plantCourse(harness.store, { title: "Other", lessons: {} });
      expect(await order(ada, "course", null, [other.courseId, at.courseId])).toEqual({
        message: "Order saved successfully!",
      });
      const { courses } = await mira.client("listCourses");
      expect(courses.map(({ id, order_index }) => [id, order_index])).toEqual([
        [other.courseId, 0],
        [at.courseId, 1],
      ]);
      const { lessons } = await mira.client("getCourse", { params: { courseId: at.courseId } });
      expect(lessons.map(({ title }) => title)).toEqual(["Two", "One"]);
      const { chapters } = await mira.client("getLesson", { params: { lessonId: at.lesson("One") } });
      expect(chapters.map(({ title }) => title)).toEqual(["1b", "1a"]);
      expect(chapters[1]?.examples.map(({ title }) => title)).toEqual(["c", "a", "b"]);
      expect(await mira.client("getNextExample")).toEqual({
        exampleId: at.example("e"),
        lessonId: at.lesson("Two"),
      });
    });

    test("only rows with a new number are saved, and a form with the old number is out of date", async () => {
      const [a, b, c] = abc();
      const before = await examplesOf(at.chapter("1a"));
      await order(ada, "example", at.chapter("1a"), [a, c, b]);
      const after = await examplesOf(at.chapter("1a"));
      expect(after.map(({ id, order_index }) => [id, order_index])).toEqual([
        [a, 0],
        [c, 1],
        [b, 2],
      ]);
      const savedAt = (rows: typeof after, id: number) => rows.find((row) => row.id === id)?.updated_at;
      expect(savedAt(after, a)).toBe(savedAt(before, a));
      expect(savedAt(after, b)).toBe(new Date(harness.clock.now).toISOString());
      const form = { order_index: 1, updated_at: savedAt(before, b) as string };
      const stale = bob.client("adminUpdateExample", { params: { exampleId: b }, body: form });
      expect(await outcome(stale)).toBe("409 EDIT_CONFLICT");
    });

    test("equal and missing numbers are put in order too", async () => {
      const [a, b, c] = abc();
      for (const [exampleId, order_index] of [
        [a, 5],
        [b, 5],
        [c, 1_000_000],
      ] as const)
        await ada.client("adminUpdateExample", { params: { exampleId }, body: { order_index } });
      await order(ada, "example", at.chapter("1a"), [b, a, c]);
      expect((await examplesOf(at.chapter("1a"))).map(({ id, order_index }) => [id, order_index])).toEqual([
        [b, 0],
        [a, 1],
        [c, 2],
      ]);
    });

    test("an order whose ids are not those of the siblings is refused with the current ids, and changes nothing", async () => {
      const [a, b, c] = abc();
      const before = await examplesOf(at.chapter("1a"));
      for (const ids of [
        [b, a],
        [c, b, a, at.example("d")],
        [c, b, b],
        [c, b, at.example("d")],
        [c, b, nobody],
        [],
      ]) {
        const { status, code, body } = await refusal(order(ada, "example", at.chapter("1a"), ids));
        expect([ids, status, code]).toEqual([ids, 409, "EDIT_CONFLICT"]);
        expect(body).toEqual({ error: expect.any(String), code: "EDIT_CONFLICT", current: [a, b, c] });
      }
      expect(await outcome(order(ada, "course", null, []))).toBe("409 EDIT_CONFLICT");
      expect(await examplesOf(at.chapter("1a"))).toEqual(before);
    });

    test("an unknown parent is 404, a missing or superfluous one 400", async () => {
      const outcomes = await Promise.all(
        [
          order(ada, "lesson", nobody, []),
          order(ada, "chapter", nobody, []),
          order(ada, "example", nobody, []),
          order(ada, "example", null, []),
          order(ada, "course", at.courseId, [at.courseId]),
        ].map(outcome),
      );
      expect(outcomes).toEqual([
        ...Array.from({ length: 3 }, () => "404 NOT_FOUND"),
        ...Array.from({ length: 2 }, () => "400 INVALID"),
      ]);
    });

    test.each(["course", "example"] as const)(
      "after two concurrent new orders of %ss the order is one of the two, not a mixture",
      async (kind) => {
        const ids =
          kind === "example"
            ? [...abc()]
            : [
                at.courseId,
                ...(await Promise.all(
                  ["B", "C", "D"].map(
                    async (title) => (await plantCourse(harness.store, { title, lessons: {} })).courseId,
                  ),
                )),
              ];
        const parent = kind === "example" ? at.chapter("1a") : null;
        const reversed = ids.toReversed();
        const turned = [...ids.slice(1), ids[0] as number];
        const present = async () =>
          kind === "example"
            ? (await examplesOf(at.chapter("1a"))).map(({ id }) => id)
            : (await ada.client("adminListCourses")).courses.map(({ id }) => id);
        for (let round = 0; round < 3; round++) {
          await Promise.all([order(ada, kind, parent, reversed), order(bob, kind, parent, turned)]);
          expect([reversed, turned]).toContainEqual(await present());
        }
      },
    );

    test("a new order and a concurrent new sibling take effect one after the other", async () => {
      const [a, b, c] = abc();
      const create = ada.client("adminCreateExample", {
        body: { title: "New", code_content: "x", chapter_id: at.chapter("1a"), order_index: 3 },
      });
      const outcomes = await Promise.all([
        outcome(order(bob, "example", at.chapter("1a"), [c, b, a])),
        create,
      ]);
      const ids = (await examplesOf(at.chapter("1a"))).map(({ id }) => id);
      const first = outcomes[0] === "200" ? [c, b, a] : [a, b, c];
      expect(ids).toEqual([...first, outcomes[1].id]);
    });
  });
});
