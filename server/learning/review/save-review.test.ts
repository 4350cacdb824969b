// POST /reviews/{id}: what a run from memory grades, and what it answers.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import {
  openers,
  openServer,
  type Person,
  serverForTest,
  sqliteOpener,
  type TestServer,
} from "../../test/harness.ts";
import {
  memoryBody,
  memoryLog,
  type MemoryBody,
  placesOf,
  plantConstructs,
  plantMemoryExample,
  review,
} from "../../test/memory-runs.ts";
import { refusal } from "../../test/refusal.ts";
import { sentUntilTaken } from "../../test/sent-until-taken.ts";
import { loggedIn, plantExample } from "../../test/typed-runs.ts";

const code = "const a = b => c;\nconst d = e => f;\nconst g = h => i;\n";
const constructs = [
  { name: "const", kind: "word" as const, places: placesOf(code, "const") },
  { name: "=", places: placesOf(code, " = ").map(([start = 0]) => [start + 1, start + 2]) },
  { name: "=>", places: placesOf(code, "=>") },
  { name: ";", places: placesOf(code, ";") },
];
const dayMs = 86_400_000;
const text = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let exampleId: number;
  let ids: Readonly<Record<string, number>>;
  const id = (name: string) => ids[name] ?? 0;
  const today = () => Math.floor(harness.clock.now / dayMs);

  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
  });
  beforeEach(async () => {
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    ({ exampleId, ids } = await plantMemoryExample(harness.store, code, constructs));
  });
  afterAll(() => harness.close());

  const send = (more: MemoryBody) => review(mira, exampleId, more);
  const cards = (person = mira) =>
    harness.store.read((db) =>
      db.selectFrom("memory").selectAll().where("user_id", "=", person.id).orderBy("construct_id").execute(),
    );
  const runs = () =>
    harness.store.read((db) =>
      db.selectFrom("review_run").selectAll().where("user_id", "=", mira.id).execute(),
    );

  test("the hidden constructs get their grades and the day on which each comes again", async () => {
    const hidden = [id("const"), id("=>")];
    expect(await send({ hidden, shown: [id("=>")] })).toEqual({
      graded: true,
      constructs: [
        { id: id("const"), grade: "good", due_day: text(today() + 1) },
        { id: id("=>"), grade: "again", due_day: text(today() + 1) },
      ],
      unknown: [],
    });
    expect(await cards()).toMatchObject([
      { construct_id: id("const"), met_day: today(), first_day: today(), last_day: today(), lapses: 0 },
      {
        construct_id: id("=>"),
        due_day: today() + 1,
        last_example_id: exampleId,
        last_at: harness.clock.now,
      },
    ]);
    expect(await runs()).toMatchObject([
      { example_id: exampleId, way: "gaps", graded: 1, time_ms: null, day: today(), zone: "UTC" },
    ]);
  });

  test("with a log, help and wrong tries decide", async () => {
    const at = (name: string, index: number) =>
      constructs.find((one) => one.name === name)?.places[index]?.[0] ?? 0;
    const log = memoryLog(code, {
      [at("const", 0)]: [{ wrong: [0, 200] }],
      [at("=", 2)]: [{ wrong: [50] }],
      [at("=>", 1)]: ["show"],
      [at(";", 1)]: [{ wrong: [50, 1_500] }],
    });
    const answer = await send({ hidden: Object.values(ids), log });
    expect(Object.fromEntries(answer.constructs.map((one) => [one.id, one.grade]))).toEqual({
      [id("const")]: "hard",
      [id("=")]: "good",
      [id("=>")]: "again",
      [id(";")]: "again",
    });
    expect(await runs()).toMatchObject([{ time_ms: 100 * code.length + 200 + 50 + 1_550 }]);
  });

  test("a log of another text, no log, noise and a megabyte leave it to the list of what was shown", async () => {
    const logs = [
      undefined,
      null,
      "",
      "x",
      7,
      [],
      {},
      "A".repeat(1_000_000),
      memoryLog("x\n"),
      memoryLog(code).slice(0, -2),
    ];
    for (const log of logs) {
      const answer = await send({ hidden: [id("="), id("=>")], shown: [id("=")], log });
      expect(answer.constructs.map((one) => one.grade)).toEqual(["again", "good"]);
    }
    expect((await runs()).every((run) => run.time_ms === null)).toBe(true);
  });

  test("memory learns from the shown list alone when the learner sends no timing of keystrokes", async () => {
    await mira.client("updatePreferences", { body: { sendsKeystrokes: false } });
    const log = memoryLog(code, { 0: ["show"] });
    const answer = await send({ hidden: [id("const"), id("=")], shown: [id("=")], log });
    expect(answer.constructs.map((one) => one.grade)).toEqual(["good", "again"]);
    expect(await runs()).toMatchObject([{ time_ms: null }]);
  });

  test("a repeat gets the first answer and changes nothing, in any case of its UUID", async () => {
    const attemptId = randomUUID();
    const first = await send({ attemptId, hidden: [id("="), 2_000_000_000] });
    const before = [await cards(), await runs()];
    harness.clock.now += 3_600_000;
    for (const again of [attemptId, attemptId.toUpperCase()])
      expect(
        await send({
          attemptId: again,
          hidden: Object.values(ids),
          shown: Object.values(ids),
          way: "recall",
        }),
      ).toEqual(first);
    expect([await cards(), await runs()]).toEqual(before);
    // Another example or learner may use the same.
    const other = await plantMemoryExample(harness.store, code, constructs);
    expect((await review(mira, other.exampleId, { attemptId, hidden: [id("=>")] })).constructs).toHaveLength(
      1,
    );
    const olu = await harness.register(`olu-${attemptId.slice(0, 8)}`);
    expect((await review(olu, exampleId, { attemptId, hidden: [id("=>")] })).constructs).toHaveLength(1);
  });

  test("repeats that arrive at once count once", async () => {
    const attemptId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        send({ attemptId, hidden: [id("=")], shown: n % 2 === 0 ? [id("=")] : [] }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await runs()).toHaveLength(1);
    const [card] = await cards();
    expect(card?.last_day).toBe(today());
  });

  test("two devices at once lose nothing", async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () => plantMemoryExample(harness.store, code, constructs)),
    );
    const all = Object.values(ids);
    // In opposite orders, over several examples that share the constructs.
    await Promise.all(
      others.flatMap(({ exampleId: other }, index) =>
        [0, 1, 2].map((daysAgo) => {
          const run = {
            attemptId: randomUUID(),
            hidden: index % 2 === 0 ? all : all.toReversed(),
            shown: index === daysAgo ? all : [],
            finishedMsAgo: daysAgo * dayMs,
          };
          // On a busy machine, twelve runs of one learner at once may wait for each other for too long.
          return sentUntilTaken(() => review(mira, other, run));
        }),
      ),
    );
    const rows = await cards();
    expect(rows.map((row) => row.first_day)).toEqual(all.map(() => today() - 2));
    // Shown on each of the three days by one of the devices.
    expect(rows.map((row) => [row.lapses, row.due_day])).toEqual(all.map(() => [2, today() + 1]));
    expect(new Set(rows.map((row) => row.last_example_id))).toEqual(
      new Set([Math.max(...others.map((other) => other.exampleId))]),
    );
  });

  test("unknown constructs are named and cost the others nothing", async () => {
    const foreign = await plantMemoryExample(harness.store, "x => y\n", [
      { name: "foreign", places: [[0, 1]] },
    ]);
    const strange = [foreign.ids["foreign"] ?? 0, 2_000_000_000];
    const answer = await send({ hidden: [...strange, id("="), id("=")], shown: [strange[1] ?? 0] });
    expect(answer.constructs).toEqual([{ id: id("="), grade: "good", due_day: text(today() + 1) }]);
    expect(new Set(answer.unknown)).toEqual(new Set(strange));
    expect((await cards()).map((row) => row.construct_id)).toEqual([id("=")]);
    expect((await send({ hidden: strange })).constructs).toEqual([]);
  });

  test("10,000 ids, with duplicates, are answered; one more is refused", async () => {
    const many = Array.from({ length: 9_996 }, (_, n) => 1_000_000 + (n % 9_000));
    const answer = await send({ hidden: [...many, ...Object.values(ids)] });
    expect([answer.constructs.length, answer.unknown.length]).toEqual([4, 9_000]);
    const refused = await refusal(send({ hidden: Array.from({ length: 10_001 }, (_, n) => n + 1) }));
    expect(refused).toMatchObject({ status: 400 });
  });

  test("what is in both lists or only in the list of what was shown was hidden and shown", async () => {
    const answer = await send({ hidden: [id("="), id("=")], shown: [id("="), id("=>"), id("=>")] });
    expect(answer.constructs.map((one) => [one.id, one.grade])).toEqual([
      [id("="), "again"],
      [id("=>"), "again"],
    ]);
  });

  test("a form hides its atoms at its places", async () => {
    const form = {
      name: "const =",
      kind: "form" as const,
      places: placesOf(code, "const a =").map(() => [0, 5, 8, 9]),
    };
    const known = await plantConstructs(harness.store, exampleId, [...constructs, form]);
    const hidden = Object.values(known);
    const answer = await send({ hidden, log: memoryLog(code, { 8: ["show"] }) });
    const grades = Object.fromEntries(answer.constructs.map((one) => [one.id, one.grade]));
    expect([grades[known["="] ?? 0], grades[known["const ="] ?? 0]]).toEqual(["good", "again"]);
    // The only place of the atom is the form's.
    const only = [{ name: "=", places: [[8, 9]] }, form];
    const left = await plantConstructs(harness.store, exampleId, only);
    expect((await send({ hidden: Object.values(left) })).constructs.map((one) => one.id)).toEqual([
      left["const ="],
    ]);
  });

  test("a run on code that has changed grades nothing", async () => {
    await harness.store.write((tx) =>
      changeExampleCode(tx, { exampleId, codeContent: "const a = 1;\n", at: harness.clock.now }),
    );
    const answer = await send({ hidden: [id("=")], shown: [id("=>")], log: memoryLog(code) });
    expect(answer).toEqual({ graded: false, constructs: [], unknown: [] });
    expect(await cards()).toEqual([]);
    expect(await runs()).toMatchObject([{ graded: 0, time_ms: null }]);
    expect(await send({ codeVersion: 9, hidden: [id("=")] })).toMatchObject({ graded: false });
  });

  test("an example that is unknown, deleted or of an unpublished course is not found, and nothing is stored", async () => {
    const draft = await plantExample(harness.store, code, false);
    for (const unknown of [2_147_483_647, draft])
      expect(await refusal(review(mira, unknown, { hidden: [id("=")] }))).toMatchObject({ status: 404 });
    await harness.store.write((tx) => deleteContent(tx, "example", exampleId));
    expect(await refusal(send({ hidden: [id("=")] }))).toMatchObject({ status: 404 });
    expect([await cards(), await runs()]).toEqual([[], []]);
  });

  test("a repeat gets the first answer also when the example has gone in the meantime", async () => {
    const attemptId = randomUUID();
    const first = await send({ attemptId, hidden: [id("=")] });
    await harness.store.write((tx) => deleteContent(tx, "example", exampleId));
    expect(await send({ attemptId, hidden: [id("=>")] })).toEqual(first);
    expect(await refusal(send({ hidden: [id("=")] }))).toMatchObject({ status: 404 });
  });

  test("a run that ended on an earlier day grades that day", async () => {
    await send({ hidden: [id("=")] });
    const answer = await send({ hidden: [id("=")], shown: [id("=")], finishedMsAgo: 3 * dayMs });
    // Shown on the day of first meeting, and Good three days later: both count.
    expect(answer.constructs[0]?.grade).toBe("again");
    const [card] = await cards();
    expect(card).toMatchObject({ met_day: today() - 3, first_day: today() - 3, last_day: today() });
    // The run that ended last is the last, in whatever order they came.
    expect(card?.last_at).toBe(harness.clock.now);
    const old = await send({ hidden: [id("=>")], finishedMsAgo: 10 * 366 * dayMs });
    expect(old.constructs).toMatchObject([{ due_day: text(today() - 3_659) }]);
    expect(await refusal(send({ hidden: [], finishedMsAgo: 10 * 366 * dayMs + 1 }))).toMatchObject({
      status: 400,
    });
  });

  test("the day is that of the run's end in its zone", async () => {
    // Noon in UTC is 02:00 of the next day in Kiritimati.
    const zones: [unknown, number][] = [
      ["Pacific/Kiritimati", 1],
      ["Pacific/Pago_Pago", 0],
      ["UTC", 0],
      ["Europe/Nowhere", 0],
      [["x"], 0],
      ["\0", 0],
      ["x".repeat(70), 0],
    ];
    for (const [zone, days] of zones) {
      const other = await plantMemoryExample(harness.store, code, [
        { name: `=${randomUUID()}`, places: [[8, 9]] },
      ]);
      await review(mira, other.exampleId, { zone, hidden: Object.values(other.ids) });
      const row = (await cards()).at(-1);
      expect([zone, (row?.first_day ?? 0) - today()]).toEqual([zone, days]);
    }
  });

  test("a review fills its own day", async () => {
    const days = () =>
      harness.store.read((db) =>
        db
          .selectFrom("practice_day")
          .select(["day", "language", "zone", "runs", "completed", "reviews", "asked", "came_back"])
          .select(["review_ms", "review_characters", "first_at", "last_at"])
          .where("user_id", "=", mira.id)
          .orderBy("day")
          .execute(),
      );
    await send({ hidden: Object.values(ids), shown: [id("=")], log: memoryLog(code) });
    const attemptId = randomUUID();
    for (const _ of [1, 2]) await send({ attemptId, hidden: [id("=")], finishedMsAgo: dayMs });
    // On code that is gone it was practice all the same.
    await send({ hidden: [id("=")], codeVersion: 2 });
    // Nothing was asked.
    await send({ hidden: [], finishedMsAgo: 2 * dayMs });
    // A repeat of this one would not be recognized.
    await send({ hidden: [id("=")], finishedMsAgo: 401 * dayMs });
    const of = { language: "text", zone: "UTC", runs: 0, completed: 0 };
    const at = harness.clock.now;
    const none = { reviews: 0, asked: 0, came_back: 0, review_ms: 0, review_characters: 0 };
    const ended = (daysAgo: number) => ({
      ...{ day: today() - daysAgo, first_at: at - daysAgo * dayMs, last_at: at - daysAgo * dayMs },
    });
    expect(await days()).toEqual([
      { ...of, ...none, ...ended(401) },
      { ...of, ...none, reviews: 1, asked: 1, came_back: 1, ...ended(1) },
      {
        ...{ ...of, ...ended(0), reviews: 2, asked: 4, came_back: 3 },
        ...{ review_ms: 100 * (code.length - 1), review_characters: code.length },
      },
    ]);
  });

  test("nothing hidden grades nothing", async () => {
    expect(await send({ hidden: [] })).toEqual({ graded: true, constructs: [], unknown: [] });
    expect(await cards()).toEqual([]);
  });

  test("constructs that are not known yet are found at once, and nothing is lost", async () => {
    const { id: constructId } = await harness.store.write((tx) =>
      tx
        .insertInto("construct")
        .values({ family: "c", name: `{}-${randomUUID()}`, kind: "symbol" })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const other = await plantExample(harness.store, "for (;;) b = 1;\n", true, "c");
    await review(mira, other, { hidden: [constructId] });
    const names = await harness.store.read((db) =>
      db
        .selectFrom("example_construct")
        .innerJoin("construct", "construct.id", "construct_id")
        .select(["construct_id as id", "name"])
        .where("example_id", "=", other)
        .execute(),
    );
    expect(names.map(({ name }) => name)).toContain("for");
    const hidden = names.map((one) => one.id);
    const answer = await review(mira, other, { hidden });
    expect([answer.unknown, answer.constructs.length > 0]).toEqual([[], true]);
  });

  test("a language without rules and colours has no constructs", async () => {
    await harness.store.write((tx) =>
      tx.deleteFrom("example_syntax").where("example_id", "=", exampleId).execute(),
    );
    expect(await send({ hidden: [id("=")] })).toMatchObject({ graded: true, unknown: [id("=")] });
    expect(await cards()).toEqual([]);
  });

  test("bad bodies are refused with the field's name", async () => {
    for (const [field, value] of [
      ["attemptId", "x"],
      ["attemptId", undefined],
      ["way", "copy"],
      ["way", null],
      ["codeVersion", 0],
      ["hidden", null],
      ["hidden", [0]],
      ["hidden", ["1"]],
      ["shown", {}],
      ["finishedMsAgo", -1],
    ] as const) {
      const refused = await refusal(send({ [field]: value }));
      expect([field, refused.status, JSON.stringify(refused)]).toEqual([
        field,
        400,
        expect.stringContaining(field),
      ]);
    }
  });

  test("another learner's cards stay as they are", async () => {
    const olu = await harness.register(`olu-${randomUUID().slice(0, 8)}`);
    await review(olu, exampleId, { hidden: [id("=")] });
    const before = await cards(olu);
    await send({ hidden: Object.values(ids), shown: Object.values(ids) });
    expect(await cards(olu)).toEqual(before);
  });
});

test.each(openers)(
  "reviews count among the results of a day, and are refused beyond them ($name)",
  async (opener) => {
    const harness = await serverForTest(opener);
    const mira = await harness.register("mira");
    const { exampleId, ids } = await plantMemoryExample(harness.store, code, constructs);
    const hidden = Object.values(ids);
    const attemptId = randomUUID();
    await review(mira, exampleId, { attemptId, hidden });
    const run_day = Math.floor(harness.clock.now / dayMs);
    await harness.store.write((tx) =>
      tx.updateTable("activity").set({ runs: 1_999, run_day }).where("user_id", "=", mira.id).execute(),
    );
    await review(mira, exampleId, { hidden });
    const body = memoryBody({ hidden, shown: hidden });
    const refused = await refusal(mira.client("saveReview", { params: { exampleId }, body }));
    expect(refused).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    const rows = await harness.store.read((db) =>
      db.selectFrom("review_run").select("attempt_key").execute(),
    );
    expect(rows).toHaveLength(2);
    // A repeat is no further run.
    expect(await review(mira, exampleId, { attemptId, hidden })).toMatchObject({ graded: true });
    harness.clock.now += dayMs;
    const again = await loggedIn(harness, mira);
    expect(await again.client("saveReview", { params: { exampleId }, body })).toMatchObject({ graded: true });
  },
);

test("while constructs cannot be found a review is refused for a moment, and its repeat counts", async () => {
  const harness = await serverForTest(sqliteOpener, { ensureConstructs: async () => false });
  const mira = await harness.register("mira");
  const exampleId = await plantExample(harness.store, "{ a; }\n", true, "c");
  const body = memoryBody({ hidden: [1], shown: [1] });
  const send = () => mira.client("saveReview", { params: { exampleId }, body });
  expect(await refusal(send())).toMatchObject({ status: 503, code: "UNAVAILABLE", retryAfterS: 2 });
  const stored = () => harness.store.read((db) => db.selectFrom("review_run").selectAll().execute());
  expect(await stored()).toEqual([]);
  // The first construct of this database.
  expect(await plantConstructs(harness.store, exampleId, [{ name: "{ }", places: [[0, 1, 5, 6]] }])).toEqual({
    "{ }": 1,
  });
  expect(await send()).toMatchObject({ graded: true, constructs: [{ id: 1, grade: "again" }], unknown: [] });
});
