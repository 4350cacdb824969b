// What completions leave beside their results: days of practice, costs and slips. Through the whole server, on both
// databases.

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeExampleCode } from "../store/content/content-changes.ts";
import { practiceDays } from "../store/memory/days.ts";
import { fillConstructs } from "../test/fill-constructs.ts";
import { openers, openServer, type Person, type TestServer } from "../test/harness.ts";
import { plantMemoryExample, review } from "../test/memory-runs.ts";
import { bodyOf, type SentBody, plantExample, runOf, send, typedRun } from "../test/typed-runs.ts";
import { dayOf, monthOf } from "./days/calendar.ts";
import { streakOf } from "./days/streak.ts";

const code = "if (a == b) {\n  return a;\n}\n";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs;

/** A run that types `=` and a space where `==` belongs, and `[` for `(`; 30 ms a key, and 200 ms before what is wrong. */
function slippingRun() {
  let at = 0;
  const keys = [...code].flatMap((text, index) => {
    const wrong = index === code.indexOf("(") ? ["["] : index === code.indexOf("==") + 1 ? [" "] : [];
    return [...wrong.map((key) => ({ key, ms: 200 })), { key: text, ms: 30 }];
  });
  return runOf(
    code,
    keys.map(({ key, ms }) => {
      at += ms;
      return key === "\n" ? { kind: "enter", at } : { kind: "text", text: key, at };
    }),
  );
}

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let exampleId: number;

  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    exampleId = await plantExample(harness.store, code, true, "c");
    await fillConstructs(harness.store);
  });
  beforeEach(async () => {
    harness.clock.now = Date.UTC(2026, 10, 27, 12);
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
  });
  afterAll(() => harness.close());

  const daysOf = (person = mira) =>
    harness.store.read((db) =>
      db
        .selectFrom("practice_day")
        .selectAll()
        .where("user_id", "=", person.id)
        .orderBy("day")
        .orderBy("language")
        .execute(),
    );
  const costsOf = (person = mira) =>
    harness.store.read((db) =>
      db
        .selectFrom("cost")
        .innerJoin("construct", "construct.id", "construct_id")
        .select(["name", "language", "month", "places", "slips", "ms", "characters"])
        .where("user_id", "=", person.id)
        .where("construct.kind", "<>", "form")
        .orderBy("month")
        .orderBy("name")
        .execute(),
    );
  const slipsOf = (person = mira) =>
    harness.store.read((db) =>
      db
        .selectFrom("slip")
        .innerJoin("construct", "construct.id", "expected_construct_id")
        .select(["name", "language", "month", "typed", "n"])
        .where("user_id", "=", person.id)
        .orderBy("month")
        .orderBy("name")
        .execute(),
    );
  const finish = (more: Partial<SentBody> = {}, run = typedRun(code)) =>
    send(mira, bodyOf(exampleId, run, more));

  test("every finished run counts on its day: with a log or without, timed or not, on earlier code too", async () => {
    const run = typedRun(code, { errors: 2 });
    const length = code.length;
    await finish({}, run);
    await finish({ log: undefined }, run);
    await finish({ isTimed: false }, run);
    await finish({ codeVersion: 99 }, run);
    await mira.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: 9_000, zone: "Europe/Berlin" },
    });
    expect(await daysOf()).toEqual([
      {
        ...{ user_id: mira.id, day: dayNumber("2026-11-27"), language: "c", zone: "Europe/Berlin" },
        ...{ ms: 2 * run.timeMs + 9_000, characters: 3 * length, errors: 6, rated_characters: 3 * length },
        ...{ runs: 5, completed: 1, reviews: 0, review_ms: 0, review_characters: 0, asked: 0, came_back: 0 },
        ...{ first_at: harness.clock.now, last_at: harness.clock.now },
      },
    ]);
  });

  test("a repeat adds nothing but the errors and the log that the first report had not", async () => {
    const attemptId = randomUUID();
    const run = typedRun(code, { errors: 1 });
    await mira.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: run.timeMs, attemptId, zone: "Europe/Berlin" },
    });
    expect(await daysOf()).toMatchObject([{ runs: 1, errors: 0, rated_characters: 0 }]);
    expect(await costsOf()).toEqual([]);
    for (let n = 0; n < 3; n++) await finish({ attemptId }, run);
    expect(await daysOf()).toMatchObject([
      { runs: 1, ms: run.timeMs, characters: code.length, errors: 1, rated_characters: code.length },
    ]);
    expect(new Set((await costsOf()).map(({ places }) => places))).toEqual(new Set([1]));
  });

  const at = (text: string) => Date.parse(text);
  test.each([
    ["Berlin, before midnight", "2026-11-27T22:59:59Z", "Europe/Berlin", "2026-11-27"],
    ["Berlin, after midnight", "2026-11-27T23:00:00Z", "Europe/Berlin", "2026-11-28"],
    ["Kiritimati", "2026-11-27T10:00:00Z", "Pacific/Kiritimati", "2026-11-28"],
    ["Apia, after the day that it skipped", "2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"],
    ["Apia, before it", "2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"],
    [
      "New York, the night before the clock is set forward",
      "2026-03-08T04:59:59Z",
      "America/New_York",
      "2026-03-07",
    ],
    ["New York, the night after it was", "2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"],
    [
      "Lord Howe, where it is set back by half an hour",
      "2026-04-04T12:59:59Z",
      "Australia/Lord_Howe",
      "2026-04-04",
    ],
    ["Lord Howe, the night after", "2026-04-05T13:30:00Z", "Australia/Lord_Howe", "2026-04-06"],
    ["a zone that no runtime knows", "2026-11-27T23:30:00Z", "Mars/Olympus", "2026-11-27"],
    ["a difference instead of a name", "2026-11-27T23:30:00Z", "+09:00", "2026-11-27"],
    ["a zone that is no text", "2026-11-27T23:30:00Z", 7, "2026-11-27"],
  ])("a run belongs to the day of its end: %s", async (_where, end, zone, day) => {
    harness.clock.now = at(end) + 5 * dayMs;
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    await finish({ zone, finishedMsAgo: 5 * dayMs });
    expect((await daysOf()).map((row) => row.day)).toEqual([dayNumber(day)]);
  });

  test("a tab that was left open past midnight counts on the day on which its run ends", async () => {
    harness.clock.now = at("2026-11-27T22:50:00Z");
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    const body = bodyOf(exampleId, typedRun(code));
    await mira.client("startAttempt", {
      body: { attemptId: body.attemptId ?? "", exampleId, codeVersion: 1 },
    });
    harness.clock.now = at("2026-11-27T23:10:00Z");
    await send(mira, body);
    // It ended before midnight and waited for a network.
    await finish({ finishedMsAgo: 15 * 60_000 });
    expect((await daysOf()).map(({ day, runs }) => [day, runs])).toEqual([
      [dayNumber("2026-11-27"), 1],
      [dayNumber("2026-11-28"), 1],
    ]);
  });

  test("without a zone the last one known counts, and before any UTC; an unknown one is not kept", async () => {
    const end = at("2026-11-27T23:30:00Z");
    harness.clock.now = end;
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    await finish({ zone: undefined });
    await finish({ zone: "Asia/Tokyo" });
    await finish({ zone: "Mars/Olympus" });
    await finish({ zone: undefined });
    expect(
      (await daysOf()).map(({ day, runs, zone }) => [day - dayNumber("2026-11-27"), runs, zone]),
    ).toEqual([
      [0, 2, "UTC"],
      [1, 2, "Asia/Tokyo"],
    ]);
    const activity = await harness.store.read((db) =>
      db.selectFrom("activity").select("zone").where("user_id", "=", mira.id).executeTakeFirst(),
    );
    expect(activity?.zone).toBe("Asia/Tokyo");
  });

  test("the last zone is that of the run that ended last, in whatever order runs arrive", async () => {
    harness.clock.now = at("2026-11-27T12:00:00Z");
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    await finish({ zone: "Asia/Tokyo", finishedMsAgo: 3_600_000 });
    await finish({ zone: "Europe/Berlin", finishedMsAgo: 86_400_000 });
    const zone = () =>
      harness.store.read((db) =>
        db.selectFrom("activity").select("zone").where("user_id", "=", mira.id).executeTakeFirst(),
      );
    expect(await zone()).toEqual({ zone: "Asia/Tokyo" });
    await finish({ zone: "America/Lima", finishedMsAgo: 0 });
    expect(await zone()).toEqual({ zone: "America/Lima" });
    const { exampleId } = await plantMemoryExample(harness.store, "a\n", []);
    await review(mira, exampleId, { zone: "Asia/Tokyo", finishedMsAgo: 1_000 });
    expect(await zone()).toEqual({ zone: "America/Lima" });
  });

  test.each([
    [
      "west, where a day is lived twice",
      "Pacific/Kiritimati",
      "2026-11-16T19:00Z",
      "Pacific/Honolulu",
      "2026-11-18T05:00Z",
      1,
    ],
    [
      "east, where a day is skipped",
      "Pacific/Honolulu",
      "2026-11-17T06:00Z",
      "Pacific/Kiritimati",
      "2026-11-17T16:00Z",
      2,
    ],
  ])("a flight %s ends no streak", async (_way, from, left, to, landed, days) => {
    const now = at(landed) + hourMs;
    harness.clock.now = now;
    mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
    await finish({ zone: to, finishedMsAgo: now - at(landed) });
    await finish({ zone: from, finishedMsAgo: now - at(left) });
    const rows = await harness.store.read((db) => practiceDays(db, mira.id, 0));
    const streak = streakOf(rows, { at: now, zone: to });
    expect([streak.days, streak.off]).toEqual([days, []]);
    expect(rows.length).toBe(days);
  });

  test("what constructs cost comes from the log, in the month of the run's day", async () => {
    const month = monthOf(dayNumber("2026-11-27"));
    await finish({}, slippingRun());
    const rows = await costsOf();
    const cost = Object.fromEntries(rows.map(({ name, ...row }) => [name, row]));
    expect(cost["=="]).toEqual({ language: "c", month, places: 1, slips: 1, ms: 260, characters: 2 });
    expect(cost["( )"]).toEqual({ language: "c", month, places: 1, slips: 1, ms: 260, characters: 2 });
    expect(cost["return"]).toEqual({ language: "c", month, places: 1, slips: 0, ms: 180, characters: 6 });
    expect(await slipsOf()).toEqual([
      { name: "( )", language: "c", month, typed: "[", n: 1 },
      { name: "==", language: "c", month, typed: "=", n: 1 },
    ]);
  });

  test("no costs come without a log, of a log that leads elsewhere, or of a learner who sends none [SEC-235]", async () => {
    const run = slippingRun();
    await finish({ log: undefined }, run);
    await finish({ log: "AAAA" }, run);
    await finish({ errors: run.errors + 1 }, run);
    await mira.client("updatePreferences", { body: { sendsKeystrokes: false } });
    await finish({}, run);
    expect([await costsOf(), await slipsOf()]).toEqual([[], []]);
    expect(await daysOf()).toMatchObject([{ runs: 4 }]);
  });

  test("costs of an example whose constructs are not known yet, or are those of other code, are not stored", async () => {
    const unfilled = await plantExample(harness.store, code, true, "c");
    const run = slippingRun();
    await send(mira, bodyOf(unfilled, run));
    await fillConstructs(harness.store);
    await harness.store.write((tx) =>
      changeExampleCode(tx, { exampleId: unfilled, codeContent: `${code}\n`, at: harness.clock.now }),
    );
    await send(mira, bodyOf(unfilled, run, { codeVersion: 1 }));
    expect([await costsOf(), await slipsOf()]).toEqual([[], []]);
    expect(await daysOf()).toMatchObject([{ runs: 2 }]);
  });

  test("costs of a month that is no longer kept are not stored, and old months are deleted", async () => {
    const agoOf = (text: string) => harness.clock.now - at(text);
    const run = slippingRun();
    await finish({ finishedMsAgo: agoOf("2026-08-31T12:00:00Z") }, run);
    await finish({ finishedMsAgo: agoOf("2026-09-01T12:00:00Z") }, run);
    expect(new Set((await costsOf()).map(({ month }) => month))).toEqual(
      new Set([monthOf(dayNumber("2026-09-01"))]),
    );
    expect((await daysOf()).length).toBe(2);
  });

  // ---------------------------------------------------------------- any order

  type Delivery = { readonly run: number; readonly delayMs: number; readonly isBare: boolean };
  const zones = ["Pacific/Kiritimati", "Pacific/Honolulu", "Europe/Berlin", "Australia/Lord_Howe"];
  const oneRun = fc.record({
    /** Around midnights, the end of a month and the night of a clock change. */
    endedAt: fc.nat({ max: 72 }).map((hours) => Date.UTC(2026, 9, 30) + hours * hourMs),
    zone: fc.constantFrom(...zones),
    isSlipping: fc.boolean(),
    isTimed: fc.boolean(),
    example: fc.nat({ max: 1 }),
  });

  test("any order, delay and repetition of deliveries gives the same days, costs and slips", async () => {
    const examples = [exampleId, await plantExample(harness.store, code, true, "c")];
    await fillConstructs(harness.store);
    const [slipping, plain] = [slippingRun(), typedRun(code)];
    await fc.assert(
      fc.asyncProperty(
        fc.array(oneRun, { minLength: 2, maxLength: 6 }),
        fc.array(fc.record({ run: fc.nat(), delayMs: fc.nat({ max: 5 * dayMs }), isBare: fc.boolean() }), {
          maxLength: 8,
        }),
        async (runs, repeats) => {
          const attempts = runs.map(() => randomUUID());
          const deliver = async (deliveries: readonly Delivery[]) => {
            mira = await harness.register(`mira-${randomUUID().slice(0, 8)}`);
            let now = Date.UTC(2026, 10, 3);
            for (const { run, delayMs, isBare } of deliveries) {
              now += Math.floor(delayMs / deliveries.length);
              harness.clock.now = now;
              const { endedAt, zone, isSlipping, isTimed, example } = runs[run] as (typeof runs)[number];
              const sent = bodyOf(examples[example] as number, isSlipping ? slipping : plain, {
                ...{ attemptId: attempts[run] ?? "", zone, isTimed, finishedMsAgo: now - endedAt },
                ...(isBare && { log: undefined }),
              });
              await send({ ...mira, client: harness.as((await harness.openSession(mira)).token) }, sent);
            }
            const [days, costs, slips] = [await daysOf(), await costsOf(), await slipsOf()];
            return { days: days.map((day) => ({ ...day, user_id: 0 })), costs, slips };
          };
          const inOrder = runs.map((_, run) => ({ run, delayMs: 0, isBare: false }));
          const first = await deliver(inOrder);
          const shuffled: Delivery[] = repeats.map((one) => ({ ...one, run: one.run % runs.length }));
          // Every run arrives with its log at last, in the opposite order.
          expect(await deliver([...shuffled, ...inOrder.toReversed()])).toEqual(first);
          // The model: the ends of the runs by their days.
          const byDay = new Map<number, unknown[]>();
          for (const one of runs) {
            const day = dayOf(one.endedAt, one.zone);
            byDay.set(day, [...(byDay.get(day) ?? []), one]);
          }
          expect(first.days.map(({ day, runs: n }) => [day, n])).toEqual(
            [...byDay]
              .map(([day, some]) => [day, some.length])
              .toSorted(([a = 0], [b = 0]) => Number(a) - Number(b)),
          );
          expect(first.days.reduce((sum, { completed }) => sum + completed, 0)).toBe(
            new Set(runs.map(({ example }) => example)).size,
          );
        },
      ),
      { numRuns: 12, endOnFailure: false },
    );
  });
});
