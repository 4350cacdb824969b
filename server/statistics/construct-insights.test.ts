// What authors see of constructs: through the whole server, on both databases, and against a plain recount of what
// learners did.

import { randomUUID } from "node:crypto";
import type { ResponseOf } from "@tabstop/contract/endpoints";
import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { firstKeptMonth } from "../learning/days/kept-months.ts";
import { areSomeUncounted, countSome } from "../store/statistics/construct-totals.ts";
import type { Read, Store, Tx } from "../store/store.ts";
import { recording, scannedTables } from "../store/test/plans.ts";
import { fillConstructs } from "../test/fill-constructs.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { memoryLog, review } from "../test/memory-runs.ts";
import { outcome } from "../test/refusal.ts";
import { bodyOf, plantExample, runOf, send } from "../test/typed-runs.ts";
import { countFor } from "./construct-counter.ts";
import { getConstructInsights } from "./get-construct-insights.ts";

const code = "if (a == b) {\n  return a;\n}\n";
const dayMs = 86_400_000;

/** Types the code, with a wrong key before `==` if asked. */
function run(hasSlip: boolean) {
  let at = 0;
  const keys = [...code].flatMap((key, index) =>
    hasSlip && index === code.indexOf("==") ? ["[", key] : [key],
  );
  return runOf(
    code,
    keys.map((key) => {
      at += 100;
      return key === "\n" ? { kind: "enter", at } : { kind: "text", text: key, at };
    }),
  );
}

type Row = ResponseOf<"getConstructInsights">["constructs"][number];

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let ada: Person;
  let people: Person[];
  let exampleId: number;
  let ids: Readonly<Record<string, number>>;

  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    ada = await harness.registerAdmin("ada");
    people = await Promise.all(["mira", "olu", "kim", "lea", "noa"].map((name) => harness.register(name)));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.clock.now = Date.UTC(2026, 10, 27, 12);
    await harness.store.write(async (tx) => {
      for (const table of ["stored_course", "cost", "uncounted_cost", "construct_total", "memory"] as const)
        await tx.deleteFrom(table).execute();
    });
    exampleId = await plantExample(harness.store, code, true, "c");
    await fillConstructs(harness.store);
    ids = await idsOf(exampleId);
  });

  async function idsOf(example: number): Promise<Readonly<Record<string, number>>> {
    const rows = await harness.store.read((db) =>
      db
        .selectFrom("example_construct")
        .innerJoin("construct", "construct.id", "example_construct.construct_id")
        .select(["construct.id", "construct.name"])
        .where("example_id", "=", example)
        .execute(),
    );
    return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
  }
  const person = (i: number) => people[i] as Person;
  const copy = (i: number, hasSlip = false, more: object = {}) =>
    send(person(i), bodyOf(exampleId, run(hasSlip), more));
  const ask = (i: number, names: readonly string[], shown: readonly string[] = [], more: object = {}) =>
    review(person(i), exampleId, {
      hidden: names.map((name) => ids[name] ?? 0),
      shown: shown.map((name) => ids[name] ?? 0),
      ...more,
    });
  const insights = (query: { language?: string; courseId?: number } = {}) =>
    ada.client("getConstructInsights", { query });
  const rowOf = async (name: string, language = "c"): Promise<Row | undefined> =>
    (await insights()).constructs.find((row) => row.name === name && row.language === language);
  const courseId = async () =>
    (await harness.store.read((db) => db.selectFrom("course").select("id").executeTakeFirstOrThrow())).id;

  test("figures of a construct are null for four learners, and sums over five", async () => {
    for (let i = 0; i < 4; i++) await copy(i, i % 2 === 0);
    await ask(0, ["==", "return"], ["=="]);
    const nothing = {
      places: null,
      slips: null,
      hidden: null,
      shown: null,
      slip_rate: null,
      shown_rate: null,
    };
    expect(await rowOf("==")).toMatchObject(nothing);
    await ask(4, ["=="]);
    expect(await rowOf("==")).toEqual({
      ...{ id: ids["=="], name: "==", spoken: "equal", language: "c" },
      ...{ places: 4, slips: 2, slip_rate: 0.5, hidden: 2, shown: 1, shown_rate: 0.5 },
    });
    // Four have typed or recalled it, whatever the others did.
    expect(await rowOf("return")).toMatchObject(nothing);
    await copy(4);
    const { constructs, languages } = await insights();
    expect(languages).toEqual(["c"]);
    expect(constructs.find(({ name }) => name === "return")).toMatchObject({
      ...{ places: 5, slips: 0, slip_rate: 0, hidden: 1, shown: 0, shown_rate: 0 },
    });
    // What was never asked has no share.
    expect(constructs.find(({ name }) => name === "if")).toMatchObject({
      hidden: 0,
      shown: 0,
      shown_rate: null,
    });
    expect(constructs[0]).toMatchObject({ name: "==" });
    expect(constructs.length).toBe(Object.keys(ids).length);
  });

  test("each graded run from memory counts once, in the month of its day", async () => {
    const attemptId = randomUUID();
    for (let n = 0; n < 2; n++) await ask(0, ["==", "return"], ["=="], { attemptId });
    // A run on other code, and one that may be a repeat, count for nothing.
    await ask(0, ["=="], [], { codeVersion: 7 });
    await ask(0, ["=="], [], { finishedMsAgo: 401 * dayMs });
    await ask(0, ["return"], [], { zone: "Pacific/Kiritimati" });
    // Of a month that is not kept.
    await ask(0, ["return"], [], { finishedMsAgo: 100 * dayMs });
    // In the month before.
    await ask(0, ["return"], [], { finishedMsAgo: 40 * dayMs });
    const rows = await harness.store.read((db) =>
      db
        .selectFrom("cost")
        .innerJoin("construct", "construct.id", "construct_id")
        .select(["name", "language", "month", "places", "ms", "hidden", "shown"])
        .orderBy("month")
        .orderBy("name")
        .execute(),
    );
    const november = 12 * 2026 + 10;
    const of = { language: "c", places: 0, ms: 0 };
    expect(rows).toEqual([
      { ...of, name: "return", month: november - 1, hidden: 1, shown: 0 },
      { ...of, name: "==", month: november, hidden: 1, shown: 1 },
      { ...of, name: "return", month: november, hidden: 2, shown: 0 },
    ]);
  });

  test("help in the log counts as shown, and only what was graded counts as hidden", async () => {
    const log = memoryLog(code, { [code.indexOf("return")]: ["show"] });
    const { constructs } = await ask(0, Object.keys(ids), [], { log });
    expect(constructs.find(({ id }) => id === ids["return"])).toMatchObject({ grade: "again" });
    const rows = await harness.store.read((db) => db.selectFrom("cost").selectAll().execute());
    const counted = new Map(rows.map((row) => [row.construct_id, [row.hidden, row.shown]]));
    expect(counted).toEqual(new Map(constructs.map(({ id, grade }) => [id, [1, grade === "again" ? 1 : 0]])));
    expect(counted.size).toBeGreaterThan(3);
  });

  test("a month with fewer than five learners is left out of the sum", async () => {
    for (let i = 0; i < 5; i++) await copy(i, true);
    await copy(0, true, { finishedMsAgo: 40 * dayMs });
    expect(await rowOf("==")).toMatchObject({ places: 5, slips: 5 });
    for (let i = 1; i < 5; i++) await copy(i, false, { finishedMsAgo: 40 * dayMs });
    expect(await rowOf("==")).toMatchObject({ places: 10, slips: 6, slip_rate: 0.6 });
    // When October is no longer kept, anywhere, its figures are gone before they are deleted.
    const placesAt = async (now: number) => {
      harness.clock.now = now;
      const client = harness.as((await harness.openSession(ada)).token);
      const { constructs } = await client("getConstructInsights", { query: {} });
      return constructs.find(({ name }) => name === "==")?.places;
    };
    expect(await placesAt(Date.UTC(2027, 0, 1, 11))).toBe(10);
    expect(await placesAt(Date.UTC(2027, 0, 1, 13))).toBe(5);
  });

  test("a course has the constructs of its examples, also those without figures, by language", async () => {
    for (let i = 0; i < 5; i++) await copy(i);
    const other = await plantExample(harness.store, "a == b ? 1 : 2;\n", false, "java");
    await fillConstructs(harness.store);
    const java = await idsOf(other);
    const rows = await harness.store.read((db) =>
      db.selectFrom("course").select("id").orderBy("id").execute(),
    );
    const [first = 0, second = 0] = rows.map(({ id }) => id);
    const ofFirst = await insights({ courseId: first });
    expect(ofFirst.languages).toEqual(["c"]);
    expect(ofFirst.constructs.map(({ name }) => name).toSorted()).toEqual(Object.keys(ids).toSorted());
    expect(ofFirst.constructs.every(({ places }) => (places ?? 0) >= 5)).toBe(true);
    const ofSecond = await insights({ courseId: second });
    expect(ofSecond.languages).toEqual(["java"]);
    expect(ofSecond.constructs.map(({ name }) => name).toSorted()).toEqual(Object.keys(java).toSorted());
    expect(new Set(ofSecond.constructs.map(({ language, places }) => `${language} ${places}`))).toEqual(
      new Set(["java null"]),
    );
    expect(await insights({ courseId: second, language: "c" })).toEqual({
      languages: ["java"],
      constructs: [],
    });
    expect((await insights({ language: "java" })).constructs).toEqual([]);
    expect((await insights({ language: "c" })).constructs.length).toBe(Object.keys(ids).length);
    expect(await outcome(insights({ courseId: 2_147_483_647 }))).toBe("404 NOT_FOUND");
    expect(await outcome(person(0).client("getConstructInsights", { query: {} }))).toBe("403 FORBIDDEN");
  });

  test("figures agree with a plain recount of many random runs", async () => {
    const sent = { places: 0, slips: 0, hidden: 0, shown: 0 };
    for (let n = 0; n < 40; n++) {
      const i = n % 5;
      if (n % 3 === 0) {
        const isShown = n % 2 === 0;
        await ask(i, ["=="], isShown ? ["=="] : []);
        sent.hidden += 1;
        sent.shown += isShown ? 1 : 0;
      } else {
        await copy(i, n % 4 === 0);
        sent.places += 1;
        sent.slips += n % 4 === 0 ? 1 : 0;
      }
      // The job comes between.
      if (n % 7 === 0) await harness.store.write(countSome);
    }
    expect(await rowOf("==")).toMatchObject(sent);
  });

  test("the answer does not wait for a count that is stuck, and has the figures of the last one", async () => {
    for (let i = 0; i < 5; i++) await copy(i);
    expect(await rowOf("if")).toMatchObject({ places: 5 });
    await copy(0);
    const stuck: Store = { ...harness.store, write: () => new Promise(() => {}) };
    const deps = { store: stuck, now: () => harness.clock.now, firstKeptMonth };
    const { constructs } = await getConstructInsights(deps, {});
    expect(constructs.find(({ name }) => name === "if")).toMatchObject({ places: 5 });
    const failing: Store = { ...harness.store, write: () => Promise.reject(new Error("the disk is full")) };
    await countFor(failing, 50);
    expect(await harness.store.read(areSomeUncounted)).toBe(true);
  });

  test("no statement reads what single learners did, and none scans a table of them", async () => {
    for (let i = 0; i < 5; i++) await copy(i);
    const { store } = harness;
    await store.write(async (tx) => {
      const queries: CompiledQuery[] = [];
      const db = recording(store, tx, queries);
      const recorded = {
        ...store,
        read: (ask_: (db: Read) => unknown) => ask_(db),
        write: (change: (db: Tx) => unknown) => change(db as Tx),
      } as unknown as Store;
      const deps = { store: recorded, now: () => harness.clock.now, firstKeptMonth };
      await countFor(recorded, 5_000);
      const counting = queries.splice(0);
      expect(counting.length).toBeGreaterThan(5);
      expect((await getConstructInsights(deps, {})).constructs.length).toBeGreaterThan(5);
      await getConstructInsights(deps, { courseId: await courseIdIn(db), language: "c" });
      expect(queries.length).toBeGreaterThan(8);
      for (const { sql: text } of queries)
        expect(text).not.toMatch(
          /\b(progress|attempt|run|review_run|memory|cost|slip|practice_day|activity)\b/,
        );
      if (store.dialect === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
      // Of a cost only what its learner's key leads to, of totals only the kept months.
      for (const query of new Map([...counting, ...queries].map((one) => [one.sql, one])).values()) {
        const scanned = await scannedTables(tx, query, "example_construct");
        expect(scanned, query.sql).not.toContain("cost");
        expect(scanned, query.sql).not.toContain("construct_total");
        expect(scanned, query.sql).not.toContain("example_construct");
      }
    });
  });

  async function courseIdIn(db: Read): Promise<number> {
    expect(await courseId()).toBeGreaterThan(0);
    return (await db.selectFrom("course").select("id").executeTakeFirstOrThrow()).id;
  }
});
