// Which times are checked, and why the others are not.

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal } from "../../test/refusal.ts";
import { openServer, openers, type Person, testSecretKey, type TestServer } from "../../test/harness.ts";
import { bodyOf, complete, loggedIn, plantExample, send, startOf, typedRun } from "../../test/typed-runs.ts";
import { createStarts } from "./start.ts";

const code = "for (const a of b) {\n  c(a);\n}\n";
const run = typedRun(code);

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let olu: Person;
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    mira = await harness.register("mira");
    olu = await harness.register("olu");
  });
  beforeEach(async () => {
    // The clock moves on, and sessions with it.
    mira = await loggedIn(harness, mira);
    olu = await loggedIn(harness, olu);
  });
  afterAll(() => harness.close());

  const newExample = () => plantExample(harness.store, code);
  const runs = (exampleId: number) =>
    harness.store.read((db) =>
      db
        .selectFrom("run")
        .select(["time_ms", "errors", "accuracy", "keystrokes", "started_ms", "zone", "checked", "kept"])
        .where("example_id", "=", exampleId)
        .execute(),
    );

  test("a run with its start and its log is checked, and its log is kept", async () => {
    const exampleId = await newExample();
    const answer = await complete(harness, mira, exampleId, run);
    expect(answer).toEqual({
      saved: true,
      best_time_ms: run.timeMs,
      last_time_ms: run.timeMs,
      isRecord: true,
      checked: true,
      unchecked_because: null,
    });
    expect(await runs(exampleId)).toEqual([
      {
        time_ms: run.timeMs,
        errors: 0,
        accuracy: 100,
        keystrokes: run.keystrokes.length,
        started_ms: run.timeMs + 100,
        zone: "Europe/Berlin",
        checked: 1,
        kept: 1,
      },
    ]);
  });

  test("completeExample takes the same fields", async () => {
    const exampleId = await newExample();
    const attemptId = randomUUID();
    const { start } = await mira.client("startAttempt", { body: { attemptId, exampleId, codeVersion: 1 } });
    harness.clock.now += run.timeMs;
    const body = { status: "completed", time_ms: run.timeMs, attemptId, start, log: run.log } as const;
    const answer = await mira.client("completeExample", { params: { exampleId }, body });
    expect(answer).toMatchObject({ status: "completed", checked: true, unchecked_because: null });
  });

  test("wrong keys are in the log, and the errors and accuracy of the run are those of the replay", async () => {
    const exampleId = await newExample();
    const slips = typedRun(code, { errors: 3 });
    // Nothing that the client says about accuracy is believed.
    const answer = await complete(harness, mira, exampleId, slips, { more: { accuracy: 100 } });
    expect(answer.checked).toBe(true);
    expect(await runs(exampleId)).toMatchObject([{ errors: 3, accuracy: slips.accuracy }]);
  });

  test.each([
    ["2 s and 1 ms less than the log", -2_001, "late"],
    ["2 s less", -2_000, null],
    ["as much", 0, null],
    ["5 s and a tenth of the log more", 5_000 + Math.floor(run.timeMs / 10), null],
    ["1 ms more than that", 5_001 + Math.floor(run.timeMs / 10), "late"],
    ["half an hour more, so that the start has expired", 1_800_000, "late"],
  ])("of the server's time passed %s", async (_name, lateMs, because) => {
    const exampleId = await newExample();
    const answer = await complete(harness, mira, exampleId, run, { lateMs });
    expect([answer.checked, answer.unchecked_because]).toEqual([because === null, because]);
    // The time counts all the same.
    expect(answer.best_time_ms).toBe(run.timeMs);
    expect(await runs(exampleId)).toMatchObject([{ started_ms: run.timeMs + lateMs }]);
  });

  test("a start of another user, attempt, example, version or server, or what is no start, is none [SEC-205]", async () => {
    const exampleId = await newExample();
    const other = await newExample();
    const body = bodyOf(exampleId, run);
    const { attemptId = "" } = body;
    const starts = [
      (await startOf(olu, body)).start,
      (await startOf(mira, { ...body, attemptId: randomUUID() })).start,
      (await startOf(mira, { ...body, exampleId: other })).start,
      (await startOf(mira, { ...body, codeVersion: 2 })).start,
      createStarts("another secret key, 32 and more chars").sign(
        { userId: mira.id, attemptId, exampleId, codeVersion: 1 },
        harness.clock.now,
      ),
      ...forged((await startOf(mira, body)).start),
      ...[undefined, null, "", ".", "x", 7, true, [], {}, "a".repeat(1_000_000), "\0", "\ud800"],
      (await startOf(mira, body)).start,
    ];
    harness.clock.now += run.timeMs;
    for (const [index, start] of starts.entries()) {
      const own = index === starts.length - 1;
      const because = own ? null : "start";
      // Each is the first of its attempt.
      await harness.store.write((tx) =>
        tx.deleteFrom("attempt").where("example_id", "=", exampleId).execute(),
      );
      const answer = await send(mira, { ...body, start });
      expect([start, answer.unchecked_because]).toEqual([start, because]);
    }
  });

  test("a start from the future, by another server's clock, is judged by the same bounds", async () => {
    const quick = typedRun(code, { msPerKey: 20 });
    for (const aheadMs of [
      0,
      1,
      2_000 - quick.timeMs,
      2_001 - quick.timeMs,
      60_000,
      1_000 * 365 * 86_400_000,
    ]) {
      const exampleId = await newExample();
      const body = bodyOf(exampleId, quick);
      const { attemptId = "" } = body;
      const of = { userId: mira.id, attemptId, exampleId, codeVersion: 1 };
      const start = createStarts(testSecretKey).sign(of, harness.clock.now + aheadMs);
      const because = aheadMs <= 2_000 - quick.timeMs ? null : "late";
      expect([aheadMs, (await send(mira, { ...body, start })).unchecked_because]).toEqual([aheadMs, because]);
      expect(await runs(exampleId)).toMatchObject([{ started_ms: 0 - aheadMs }]);
    }
  });

  test("the UUID of an attempt is the same in any case", async () => {
    const exampleId = await newExample();
    const attemptId = randomUUID();
    const { start } = await startOf(mira, bodyOf(exampleId, run, { attemptId: attemptId.toUpperCase() }));
    harness.clock.now += run.timeMs;
    expect((await send(mira, bodyOf(exampleId, run, { attemptId, start }))).checked).toBe(true);
  });

  const logs: readonly (readonly [string, unknown])[] = [
    ["an empty text", ""],
    ["a number", 7],
    ["false", false],
    ["a list", []],
    ["a list of 5,000 numbers", Array.from({ length: 5_000 }, (_, n) => n)],
    ["a list of events", run.keystrokes],
    ["an object of 2,000 names", Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`a${n}`, n]))],
    ["lists in 500 lists", Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], [])],
    ["a megabyte of a text", "A".repeat(1_000_000)],
    ["a megabyte of lists", Array.from({ length: 300_000 }, () => [])],
    ["a text with NUL", "\0"],
    ["half of a surrogate pair", "\ud800"],
    ["no base64", "%%%%"],
    ["one of another version", `Ag${run.log.slice(2)}`],
    ["cut at the end", run.log.slice(0, -4)],
    ["cut in the middle", run.log.slice(0, run.log.length / 2)],
    ["twice", run.log + run.log],
    ["with a letter more", `${run.log}A`],
    ["of another text", typedRun("while (a) b();\n").log],
    ["of another pace", typedRun(code, { msPerKey: 121 }).log],
    ["with an error that was not reported", typedRun(code, { errors: 1 }).log],
  ];
  test.each(logs)("a log that is %s costs no result [SEC-206]", async (_name, log) => {
    const exampleId = await newExample();
    const answer = await complete(harness, mira, exampleId, run, { more: { log } });
    expect(answer).toMatchObject({
      ...{ saved: true, best_time_ms: run.timeMs, isRecord: true },
      ...{ checked: false, unchecked_because: "log" },
    });
    expect(await runs(exampleId)).toEqual([]);
  });

  test("figures that are not those of the log make it another run's", async () => {
    const exampleId = await newExample();
    for (const more of [
      { timeMs: run.timeMs - 1 },
      { timeMs: run.timeMs + 1 },
      { timeMs: 1_000 },
      { errors: 1 },
      { codeVersion: 2 },
    ])
      expect((await complete(harness, mira, exampleId, run, { more })).unchecked_because).toBe("log");
  });

  test("without a log there is nothing to check, whatever start and zone are", async () => {
    const exampleId = await newExample();
    for (const more of [{ log: undefined }, { log: null }, { log: undefined, start: 7, zone: [[]] }])
      expect((await complete(harness, mira, exampleId, run, { more })).unchecked_because).toBe("none");
    expect(await runs(exampleId)).toEqual([]);
  });

  test("a learner who keeps the timing of their keystrokes to themselves gets 'none', and no log is stored [SEC-207]", async () => {
    const exampleId = await newExample();
    await mira.client("updatePreferences", { body: { sendsKeystrokes: false } });
    for (const log of [run.log, "no log", [], 7])
      expect((await complete(harness, mira, exampleId, run, { more: { log } })).unchecked_because).toBe(
        "none",
      );
    expect(await runs(exampleId)).toEqual([]);
    await mira.client("updatePreferences", { body: { sendsKeystrokes: true } });
    expect((await complete(harness, mira, exampleId, run)).checked).toBe(true);
  });

  test("below 2 ms a character a run sets no time, also with a good log", async () => {
    const exampleId = await newExample();
    const quick = typedRun(code, { msPerKey: 1 });
    const answer = await complete(harness, mira, exampleId, quick);
    expect(answer).toMatchObject({
      ...{ best_time_ms: null, last_time_ms: null, isRecord: false },
      ...{ checked: false, unchecked_because: "fast" },
    });
    const lesson = await mira.client("getNextExample");
    expect(lesson.exampleId).not.toBe(exampleId);
  });

  test("a device that slept sets no time, and its good log is late", async () => {
    const exampleId = await newExample();
    const answer = await complete(harness, mira, exampleId, run, { more: { isTimed: false } });
    expect(answer).toMatchObject({ best_time_ms: null, checked: false, unchecked_because: "late" });
  });

  test.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["America/Argentina/Buenos_Aires", true],
    ["Etc/GMT+5", true],
    ["Europe/Nowhere", false],
    ["+01:00", false],
    ["", false],
    ["x".repeat(65), false],
    [7, false],
    [["UTC"], false],
    [null, false],
    [undefined, false],
    ["Europe/Berlin\0", false],
  ])("the zone %j is stored: %s, and refuses nothing", async (zone, isKnown) => {
    const exampleId = await newExample();
    expect((await complete(harness, mira, exampleId, run, { more: { zone } })).checked).toBe(true);
    expect(await runs(exampleId)).toMatchObject([{ zone: isKnown ? zone : null }]);
  });

  test("an unknown example is unknown with a log too, and an unpublished one", async () => {
    const hidden = await plantExample(harness.store, code, false);
    for (const exampleId of [2_147_483_647, hidden])
      expect(await refusal(complete(harness, mira, exampleId, run))).toMatchObject({ status: 404 });
  });

  test("an autosave with anything in these fields is an autosave", async () => {
    const exampleId = await newExample();
    const more = { isComplete: false, progress: 40, log: [[]], start: 7, zone: {} };
    expect(await send(mira, bodyOf(exampleId, run, more))).toEqual({ saved: true });
    expect(await runs(exampleId)).toEqual([]);
  });
});

/** The start with each part changed a little. */
function forged(start: string): string[] {
  const [ms = "", signature = ""] = start.split(".");
  const earlier = (Number.parseInt(ms, 36) - 60_000).toString(36);
  return [
    `${earlier}.${signature}`,
    `${ms}.${signature.slice(0, -1)}`,
    `${ms}.${signature.slice(1)}A`,
    `${ms}.`,
    `.${signature}`,
    `${ms}${signature}`,
    ` ${start}`,
    `${start} `,
    `${ms.toUpperCase()}.${signature}`,
    `0${ms}.${signature}`,
    `${start}.${signature}`,
  ];
}
