// GET /knowledge/{language}: the constructs of a language with what the learner knows of each.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteContent } from "../../store/content/content-changes.ts";
import { openers, openServer, type Person, type TestServer } from "../../test/harness.ts";
import { plantConstructs } from "../../test/memory-runs.ts";
import { plantCards } from "../../test/plant-cards.ts";
import { plantCourse } from "../../test/plant-course.ts";

const dayMs = 86_400_000;
const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    mira = await harness.register("mira");
  });
  beforeEach(async () => {
    // A language is all of its published courses.
    const courses = await harness.store.read((db) => db.selectFrom("course").select("id").execute());
    for (const { id } of courses) await harness.store.write((tx) => deleteContent(tx, "course", id));
    await harness.store.write((tx) => tx.deleteFrom("memory").execute());
  });
  afterAll(() => harness.close());

  const today = () => Math.floor(harness.clock.now / dayMs);
  type Show = "known" | "learning" | "fading" | "resting" | "not_met" | "all";
  const knowledge = (query: { show?: Show; zone?: string } = {}, language = "javascript") =>
    mira.client("getKnowledge", { params: { language }, query });
  const has = (exampleId: number, names: readonly string[], family = "javascript") =>
    plantConstructs(
      harness.store,
      exampleId,
      names.map((name) => ({ name, family, places: [[0, 1]] })),
    );
  const graded = (constructId: number, due: number, stability: number, more: object = {}) => ({
    ...{ constructId, metDay: today() - 90 },
    graded: { due, stability, ...more },
  });

  test("has every construct of published examples, by the next date, and not met ones in the order of lessons", async () => {
    const later = await plantCourse(harness.store, { orderIndex: 9, lessons: { Last: { Z: ["z"] } } });
    const course = await plantCourse(harness.store, {
      orderIndex: 1,
      lessons: { First: { A: ["a", "b"] }, Second: { B: ["c"] } },
    });
    const hiddenCourse = await plantCourse(harness.store, { published: false, lessons: { L: { C: ["h"] } } });
    await has(hiddenCourse.example("h"), ["never"]);
    await has(later.example("z"), ["zeta", "shared"]);
    await has(course.example("c"), ["gamma"]);
    const b = await has(course.example("b"), ["shared", "beta", "known", "fading"]);
    const a = await has(course.example("a"), ["alpha", "resting", "new"]);
    const shown = [3, 2, 1, 0].map((ago) => ({ day: today() - ago, grade: "again" as const }));
    const days = Array.from({ length: 14 }, (_, i) => ({
      day: today() - 60 + i,
      grade: i < 5 ? ("hard" as const) : ("good" as const),
    }));
    await plantCards(harness.store, mira.id, [
      { constructId: a["new"] as number, metDay: today() - 1 },
      graded(a["resting"] as number, today() + 7, 0.5, { days: shown }),
      graded(b["known"] as number, today() + 20, 40, { days }),
      graded(b["fading"] as number, today() - 1, 21),
    ]);
    const { constructs, counts, more, language } = await knowledge();
    expect(
      constructs.map(({ name, state, due_day, lesson }) => [name, state, due_day, lesson?.title ?? null]),
    ).toEqual([
      ["fading", "fading", text(today() - 1), null],
      ["resting", "resting", text(today() + 7), "First"],
      ["known", "known", text(today() + 20), null],
      ["new", "learning", null, null],
      ["alpha", "not_met", null, "First"],
      ["shared", "not_met", null, "First"],
      ["beta", "not_met", null, "First"],
      ["gamma", "not_met", null, "Second"],
      ["zeta", "not_met", null, "Last"],
    ]);
    expect([counts, more, language]).toEqual([
      { known: 1, learning: 2, fading: 1, not_met: 5 },
      false,
      "javascript",
    ]);
    expect(constructs.find(({ name }) => name === "known")?.grades).toEqual([
      ...["hard", "good", "good", "good", "good", "good", "good", "good", "good", "good"],
    ]);
    expect(constructs.find(({ name }) => name === "resting")).toMatchObject({
      ...{ family: "javascript", kind: "symbol", grades: ["again", "again", "again", "again"] },
      lesson: { id: course.lesson("First"), title: "First" },
    });
    for (const [show, names] of Object.entries({
      known: ["known"],
      learning: ["resting", "new"],
      fading: ["fading"],
      resting: ["resting"],
      not_met: ["alpha", "shared", "beta", "gamma", "zeta"],
      all: constructs.map(({ name }) => name),
    })) {
      const filtered = await knowledge({ show: show as Show });
      expect(
        filtered.constructs.map(({ name }) => name),
        show,
      ).toEqual(names);
      expect(filtered.counts).toEqual(counts);
    }
  });

  test("has a card of the family in each language of it, and nothing of other languages", async () => {
    const course = await plantCourse(harness.store, { lessons: { L: { C: ["a", "b"] } } });
    const ids = await has(course.example("a"), ["shared by both"]);
    await harness.store.write((tx) =>
      tx
        .updateTable("stored_example")
        .set({ language: "typescript" })
        .where("id", "=", course.example("b"))
        .execute(),
    );
    await has(course.example("b"), ["shared by both"]);
    await plantCards(harness.store, mira.id, [graded(ids["shared by both"] as number, today() + 9, 30)]);
    for (const language of ["javascript", "typescript"])
      expect((await knowledge({}, language)).counts, language).toEqual({
        known: 1,
        learning: 0,
        fading: 0,
        not_met: 0,
      });
    const nothing = { counts: { known: 0, learning: 0, fading: 0, not_met: 0 }, constructs: [], more: false };
    const languages = ["javascript", "typescript"];
    for (const language of [
      "python",
      "no such language",
      "JavaScript",
      "🙂",
      "__proto__",
      "'; drop table memory",
    ])
      expect(await knowledge({}, language)).toEqual({ language, languages, ...nothing });
    const headers = { authorization: `Bearer ${mira.token}` };
    for (const url of [
      "/api/knowledge/x%00",
      `/api/knowledge/${"x".repeat(51)}`,
      "/api/knowledge/go?show=some",
    ])
      expect((await harness.app.inject({ url, headers })).statusCode, url).toBe(400);
  });

  test("lists a thousand constructs at most and says that there are more, and counts all", async () => {
    const course = await plantCourse(harness.store, { lessons: { L: { C: ["a"] } } });
    const tag = randomUUID().slice(0, 8);
    const names = Array.from({ length: 1_001 }, (_, i) => `${tag}-${i}`);
    await has(course.example("a"), names);
    const { constructs, more, counts } = await knowledge();
    expect([constructs.length, more, counts.not_met]).toEqual([1_000, true, 1_001]);
    expect(constructs[999]?.name).toBe(names[999]);
    expect(await knowledge({ show: "known" })).toMatchObject({ constructs: [], more: false, counts });
  });

  test("is counted in progress as here, whatever the state of the cards", async () => {
    const course = await plantCourse(harness.store, { lessons: { L: { C: ["a", "b"] } } });
    const names = Array.from({ length: 240 }, (_, i) => `n${i}`);
    const ids = await has(course.example("a"), names);
    await harness.store.write((tx) =>
      tx
        .updateTable("stored_example")
        .set({ language: "typescript" })
        .where("id", "=", course.example("b"))
        .execute(),
    );
    await has(course.example("b"), [...names.slice(0, 90), "of typescript"]);
    // Each stability with each due day and last grade; a week after its last day a card may rest.
    const cards = [1, 20.999, 21, 400].flatMap((stability) =>
      [-1, 0, 1, 6, 7, 30].flatMap((due) =>
        [1, 7, 8].flatMap((interval) =>
          (["again", "hard", "good"] as const).map((grade) => ({
            ...{ stability, due: today() + due },
            days: [
              { day: today() + due - interval - 1, grade: "again" as const },
              { day: today() + due - interval, grade },
            ],
          })),
        ),
      ),
    );
    expect(cards.length).toBeLessThan(names.length - 10);
    await plantCards(harness.store, mira.id, [
      ...cards.map(({ due, stability, days }, i) => graded(ids[`n${i}`] as number, due, stability, { days })),
      { constructId: ids["n239"] as number, metDay: today() },
    ]);
    const { knowledge: found } = await mira.client("getProgress", { query: {} });
    const pages = await Promise.all(["javascript", "typescript"].map((language) => knowledge({}, language)));
    expect(found).toEqual(pages.map(({ language, counts }) => ({ language, ...counts })));
    const states = new Set(pages[0]?.constructs.map(({ state }) => state));
    expect(states).toEqual(new Set(["known", "learning", "fading", "resting", "not_met"]));
    const resting = await knowledge({ show: "resting" });
    expect(resting.constructs.length).toBeGreaterThan(3);
  });

  test("names the example that graded a construct last, unless it is not published", async () => {
    const course = await plantCourse(harness.store, { lessons: { L: { C: ["a", "b"] } } });
    const draft = await plantCourse(harness.store, { published: false, lessons: { M: { D: ["d"] } } });
    const ids = await has(course.example("a"), ["one", "two", "three", "four"]);
    const by = (name: string, lastExampleId?: number) =>
      graded(ids[name] as number, today() + 3, 5, { ...(lastExampleId !== undefined && { lastExampleId }) });
    await plantCards(harness.store, mira.id, [
      by("one", course.example("b")),
      by("two", draft.example("d")),
      by("three"),
    ]);
    const named = async () =>
      Object.fromEntries(
        (await knowledge()).constructs.map(({ name, last_example }) => [name, last_example]),
      );
    const b = { id: course.example("b"), lesson_id: course.lesson("L"), title: "b" };
    expect(await named()).toEqual({ one: b, two: null, three: null, four: null });
    await harness.store.write((tx) => deleteContent(tx, "example", course.example("b")));
    expect((await named())["one"]).toBeNull();
  });
});
