// GET /reviews/{id}: an example to type from memory, and what of it is hidden.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import { openers, openServer, type Person, type TestServer } from "../../test/harness.ts";
import { placesOf, plantConstructs } from "../../test/memory-runs.ts";
import { type PlantedCard, plantCards } from "../../test/plant-cards.ts";
import { refusal } from "../../test/refusal.ts";
import { plantExample } from "../../test/typed-runs.ts";

const code = "const a = (b) => c;\nawait d ?? e; // a comment of some length, which stays\n";
const dayMs = 86_400_000;
const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let exampleId: number;
  let ids: Readonly<Record<string, number>>;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
  });
  beforeEach(async () => {
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    exampleId = await plantExample(harness.store, code);
    ids = await plantConstructs(harness.store, exampleId, [
      { name: "const", kind: "word", places: placesOf(code, "const") },
      { name: "( )", places: [[10, 11, 12, 13]] },
      { name: "=>", places: placesOf(code, "=>") },
      { name: ";", places: placesOf(code, ";") },
      { name: "await", kind: "word", places: placesOf(code, "await") },
      { name: "??", places: placesOf(code, "??") },
    ]);
  });
  afterAll(() => harness.close());

  const today = () => Math.floor(harness.clock.now / dayMs);
  const get = (query: { way?: "gaps" | "recall"; zone?: string } = {}, of = exampleId) =>
    mira.client("getReviewExample", { params: { exampleId: of }, query });
  const complete = (of = exampleId) =>
    mira.client("completeExample", {
      params: { exampleId: of },
      body: { status: "completed", time_ms: 5_000 },
    });
  const card = (name: string, due: number, more: Partial<PlantedCard["graded"]> = {}): PlantedCard => ({
    ...{ constructId: ids[name] ?? 0, metDay: today() - 50 },
    graded: { due, ...more },
  });
  const cards = async (...all: readonly PlantedCard[]) => {
    const planted = all.map(({ constructId }) => constructId);
    await harness.store.write((tx) =>
      tx.deleteFrom("memory").where("user_id", "=", mira.id).where("construct_id", "in", planted).execute(),
    );
    await plantCards(harness.store, mira.id, all);
  };
  const hidden = async (query: Parameters<typeof get>[0] = {}) =>
    (await get(query)).constructs.filter((one) => one.hidden).map(({ name }) => name);

  test("has the example as in a lesson, and its constructs in the order of the text with all places", async () => {
    await complete();
    const example = await get();
    expect(example).toMatchObject({
      ...{ id: exampleId, title: "Typed", code_content: code, code_version: 1, language: "text" },
      ...{ lesson_title: "L", course_title: "Typing", way: "gaps", tokens: null },
    });
    const of = { state: "learning", due_day: null, due: false };
    expect(example.constructs[1]).toEqual({
      ...{
        id: ids["( )"],
        name: "( )",
        spoken: "parentheses",
        kind: "symbol",
        places: [[10, 11, 12, 13]],
        hidden: true,
      },
      ...of,
    });
    expect(example.constructs.map(({ name, places }) => [name, places])).toEqual([
      ["const", placesOf(code, "const")],
      ["( )", [[10, 11, 12, 13]]],
      ["=>", placesOf(code, "=>")],
      [";", placesOf(code, ";")],
      ["await", placesOf(code, "await")],
      ["??", placesOf(code, "??")],
    ]);
    const lesson = await mira.client("getLesson", { params: { lessonId: example.lesson_id } });
    expect(lesson.chapters.flatMap(({ examples }) => examples.map(({ id }) => id))).toEqual([exampleId]);
    expect(lesson.course_id).toBe(example.course_id);
  });

  test("hides in Gaps what is due and what is new, and shows what is known and what rests", async () => {
    await complete();
    const shown = [4, 3, 2, 1].map((ago) => ({ day: today() - ago, grade: "again" as const }));
    await cards(
      card("=>", today(), { stability: 30 }),
      card("??", today() + 5),
      card(";", today() + 6, { days: shown }),
    );
    const { constructs } = await get();
    expect(constructs.map(({ name, hidden: is, due, state }) => [name, is, due, state])).toEqual([
      ["const", true, false, "learning"],
      ["( )", true, false, "learning"],
      ["=>", true, true, "fading"],
      [";", false, false, "resting"],
      ["await", true, false, "learning"],
      ["??", false, false, "learning"],
    ]);
    expect(constructs.map(({ due_day }) => due_day)).toEqual([
      ...[null, null, text(today()), text(today() + 6), null, text(today() + 5)],
    ]);
  });

  test("has a new one as due when it is among today's twelve, in the learner's zone", async () => {
    await complete();
    expect((await get()).constructs.map(({ due }) => due)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    const tomorrow = (await get({ zone: "Pacific/Kiritimati" })).constructs;
    expect(tomorrow.map(({ due }) => due)).toEqual([true, true, true, true, true, true]);
  });

  test("hides everything in Recall; without a way it is Gaps", async () => {
    await complete();
    await cards(card("=>", today() + 9, { stability: 30 }));
    expect(await hidden({ way: "recall" })).toEqual(["const", "( )", "=>", ";", "await", "??"]);
    expect(await hidden()).toEqual(await hidden({ way: "gaps" }));
    expect(await hidden()).toEqual(["const", "( )", ";", "await", "??"]);
  });

  test("can be typed before its completion has arrived: what was never met counts as new", async () => {
    const { constructs } = await get();
    expect(constructs.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "not_met"));
    expect(await hidden()).toEqual(["const", "( )", "=>", ";", "await", "??"]);
    await cards(card("=>", today()), card("const", today() + 3));
    expect(await hidden()).toEqual(["( )", "=>", ";", "await", "??"]);
  });

  test("is not found when it is unknown, deleted, or of a course that is not published", async () => {
    const secret = await plantExample(harness.store, code, false);
    await harness.store.write((tx) => deleteContent(tx, "example", exampleId));
    for (const id of [secret, exampleId, 2_147_483_647])
      expect(await refusal(get({}, id))).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const headers = { authorization: `Bearer ${mira.token}` };
    for (const id of ["0", "-1", "1.5", "x", "99999999999999999999", "1%00", "%2e%2e"]) {
      const { statusCode } = await harness.app.inject({ url: `/api/reviews/${id}`, headers });
      expect([400, 404], id).toContain(statusCode);
    }
    const url = `/api/reviews/${await plantExample(harness.store, code)}`;
    for (const query of ["way=copy", "way=", "way=gaps&way=recall"])
      expect((await harness.app.inject({ url: `${url}?${query}`, headers })).statusCode, query).toBe(400);
    for (const query of ["zone=%00", "zone=a&zone=b", `zone=${"x".repeat(5_000)}`, "zone[]=1", "more=1"])
      expect((await harness.app.inject({ url: `${url}?${query}`, headers })).statusCode, query).toBe(200);
  });

  test("has the places of the code as it is now, found at once after an edit", async () => {
    await complete();
    const edited = "let x = 1;\n";
    await harness.store.write((tx) =>
      changeExampleCode(tx, { exampleId, codeContent: edited, at: harness.clock.now }),
    );
    // In plain text nothing is found without colours; the old places are not shown on other code.
    expect(await get()).toMatchObject({ code_content: edited, code_version: 2, constructs: [] });
    const javascript = await plantExample(harness.store, "const a = b ?? 1;\n", true, "javascript");
    const { constructs } = await get({ way: "recall" }, javascript);
    const found = constructs.find(({ name }) => name === "??");
    expect(found).toMatchObject({ places: [[12, 14]], hidden: true, state: "not_met", due: false });
    expect(await get({ way: "recall" }, javascript)).toEqual(await get({ way: "recall" }, javascript));
  });
});
