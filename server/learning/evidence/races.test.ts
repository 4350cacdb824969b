// What happens between the first key and the stored result: edits, other tabs and devices, clocks, repeats.

import { ApiError, createClient } from "@tabstop/contract/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeExampleCode, deleteContent } from "../../store/content/content-changes.ts";
import type { Store } from "../../store/store.ts";
import { fetchFrom, openServer, openers, type Person, type TestServer } from "../../test/harness.ts";
import { refusal } from "../../test/refusal.ts";
import {
  bodyOf,
  complete,
  type Completed,
  loggedIn,
  plantExample,
  runOf,
  type SentBody,
  send,
  startOf,
  typedRun,
} from "../../test/typed-runs.ts";

const code = "for (const a of b) {\n  c(a);\n}\n";
const edited = "for (const a of b) {\n  d(a);\n}\n";
const run = typedRun(code);
const faster = typedRun(code, { msPerKey: 90 });

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  /** Runs once before the next transaction. */
  let beforeWrite: (() => Promise<unknown>) | null = null;
  const withHook = (store: Store): Store => ({
    ...store,
    dialect: store.dialect,
    counters: store.counters,
    write: async (work, options) => {
      const hook = beforeWrite;
      beforeWrite = null;
      await hook?.();
      return store.write(work, options);
    },
  });
  beforeAll(async () => {
    harness = await openServer(opener, { env: { RATE_LIMITS: "off" }, wrapStore: withHook });
    mira = await harness.register("mira");
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    // The clock moves on, and sessions with it.
    mira = await loggedIn(harness, mira);
  });

  const newExample = () => plantExample(harness.store, code);
  const edit = (exampleId: number, codeContent = edited) =>
    harness.store.write((tx) => changeExampleCode(tx, { exampleId, codeContent, at: harness.clock.now }));
  const storedRuns = (exampleId: number) =>
    harness.store.read((db) =>
      db
        .selectFrom("run")
        .select(["time_ms", "code_version", "checked", "unchecked_because", "kept"])
        .where("example_id", "=", exampleId)
        .orderBy("time_ms")
        .execute(),
    );
  const countedAttempts = async (exampleId: number) =>
    (
      await harness.store.read((db) =>
        db.selectFrom("attempt").select("attempt_key").where("example_id", "=", exampleId).execute(),
      )
    ).length;
  const bare = (exampleId: number, more: object = {}) =>
    mira.client("completeExample", {
      params: { exampleId },
      body: { status: "completed", time_ms: run.timeMs, ...more },
    });
  const board = (exampleId: number) => mira.client("getLeaderboard", { params: { exampleId } });

  const lost = { best_time_ms: null, isRecord: false, checked: false, unchecked_because: "log" };

  test("an example edited before the start is typed on its new code, and checked", async () => {
    const exampleId = await newExample();
    await edit(exampleId);
    const answer = await complete(harness, mira, exampleId, typedRun(edited), { more: { codeVersion: 2 } });
    expect(answer).toMatchObject({ checked: true, isRecord: true });
  });

  test("an example edited in mid-run is completed without a time, and its log is not kept", async () => {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, run);
    const { start } = await startOf(mira, body);
    await edit(exampleId);
    harness.clock.now += run.timeMs;
    expect(await send(mira, { ...body, start })).toMatchObject(lost);
    expect(await storedRuns(exampleId)).toEqual([]);
    // Nor does the start serve the new code.
    const other = { ...bodyOf(exampleId, typedRun(edited)), attemptId: body.attemptId, codeVersion: 2 };
    expect((await send(mira, { ...other, start })).checked).toBe(false);
  });

  test.each([1, undefined])(
    "an example edited between the replay and the transaction is completed without a time, with version %s [SEC-213]",
    async (codeVersion) => {
      const exampleId = await newExample();
      const body = bodyOf(exampleId, run);
      const { start } = await startOf(mira, body);
      harness.clock.now += run.timeMs;
      beforeWrite = () => edit(exampleId);
      expect(await send(mira, { ...body, codeVersion, start })).toMatchObject(lost);
      expect(await storedRuns(exampleId)).toEqual([]);
      expect((await board(exampleId)).leaderboard).toEqual([]);
    },
  );

  test("an example deleted between the replay and the transaction is unknown", async () => {
    const exampleId = await newExample();
    const { start } = await startOf(mira, bodyOf(exampleId, run));
    beforeWrite = () => harness.store.write((tx) => deleteContent(tx, "example", exampleId));
    const answer = refusal(send(mira, bodyOf(exampleId, run, { start })));
    expect(await answer).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("the same code saved again leaves a run what it is", async () => {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, run);
    const { start } = await startOf(mira, body);
    await edit(exampleId, code);
    harness.clock.now += run.timeMs;
    expect(await send(mira, { ...body, start })).toMatchObject({ checked: true });
  });

  test("two tabs type the same example at once: both are checked, and the faster one is kept", async () => {
    const exampleId = await newExample();
    const bodies = [bodyOf(exampleId, run), bodyOf(exampleId, faster)];
    const starts = await Promise.all(bodies.map((body) => startOf(mira, body)));
    harness.clock.now += run.timeMs;
    const answers = await Promise.all(
      bodies.map((body, index) => send(mira, { ...body, start: starts[index]?.start })),
    );
    expect(answers.map(({ checked }) => checked)).toEqual([true, true]);
    expect((await board(exampleId)).userRank).toMatchObject({ best_time_ms: faster.timeMs, checked: true });
    expect((await storedRuns(exampleId)).map(({ time_ms, kept }) => [time_ms, kept])).toEqual([
      [faster.timeMs, 1],
      [run.timeMs, 0],
    ]);
  });

  test("a second device has starts of its own, and none of the first one's", async () => {
    const exampleId = await newExample();
    const phone = await loggedIn(harness, mira);
    const [onLaptop, onPhone] = [bodyOf(exampleId, run), bodyOf(exampleId, faster)];
    const { start } = await startOf(mira, onLaptop);
    harness.clock.now += 1_000;
    const { start: startOnPhone } = await startOf(phone, onPhone);
    harness.clock.now += run.timeMs;
    expect(await send(phone, { ...onPhone, start: startOnPhone })).toMatchObject({ checked: true });
    expect(await send(mira, { ...onLaptop, start })).toMatchObject({ checked: true });
    const again = { ...bodyOf(exampleId, faster), start: startOnPhone };
    expect(await send(phone, again)).toMatchObject({ unchecked_because: "start" });
  });

  test("a start of one server is one of every server of the database", async () => {
    const exampleId = await newExample();
    const other = opener.name === "postgres" ? await harness.another() : harness.app;
    const through = createClient({
      baseUrl: "http://tabstop.test",
      fetch: fetchFrom(other),
      session: { token: () => mira.token, renew: async () => null },
    });
    const body = bodyOf(exampleId, run);
    const { start } = await startOf({ ...mira, client: through }, body);
    harness.clock.now += run.timeMs;
    expect(await send(mira, { ...body, start })).toMatchObject({ checked: true });
  });

  test("a device clock that jumps changes nothing: the log's own times count", async () => {
    const exampleId = await newExample();
    // Back by 300 ms in the middle, as some browsers' clocks go.
    const jumping = runOf(
      code,
      run.keystrokes.map((key, index) => ({ ...key, at: index > 9 ? key.at - 300 : key.at })),
    );
    expect(await complete(harness, mira, exampleId, jumping)).toMatchObject({
      ...{ checked: true, best_time_ms: run.timeMs - 300 },
    });
    // The end is counted back by the device's clock, which is a year off.
    const more = { finishedMsAgo: 365 * 86_400_000 };
    expect(await complete(harness, mira, exampleId, faster, { more })).toMatchObject({ checked: true });
    // The last key comes before the first.
    const backwards = run.keystrokes.map((key, index) => ({ ...key, at: -10 * index }));
    const none = { ...runOf(code, backwards), timeMs: run.timeMs };
    expect(await complete(harness, mira, exampleId, none)).toMatchObject({ unchecked_because: "log" });
  });

  test.each([
    ["an hour forward", 3_600_000, "late"],
    ["a minute back, behind the start", -60_000, "late"],
    ["back by more than 2 s", -2_100, "late"],
    ["back by less", -1_900, null],
    ["forward by less than 5 s", 4_900, null],
  ])("a server clock that jumps %s between start and arrival gives %s", async (_name, lateMs, because) => {
    const exampleId = await newExample();
    const answer = await complete(harness, mira, exampleId, run, { lateMs });
    expect(answer).toMatchObject({ best_time_ms: run.timeMs, unchecked_because: because });
    harness.clock.now += 60_000;
  });

  test("a start asked for twice gives two, and either serves", async () => {
    for (const which of [0, 1]) {
      const exampleId = await newExample();
      const body = bodyOf(exampleId, run);
      const first = await startOf(mira, body);
      harness.clock.now += 500;
      const second = await startOf(mira, body);
      expect(second.start).not.toBe(first.start);
      harness.clock.now += run.timeMs;
      const { start } = which === 0 ? first : second;
      expect(await send(mira, { ...body, start })).toMatchObject({ checked: true });
    }
    const rows = await harness.store.read((db) => db.selectFrom("progress").select("example_id").execute());
    const before = rows.length;
    await startOf(mira, bodyOf(await newExample(), run));
    expect(
      (await harness.store.read((db) => db.selectFrom("progress").select("example_id").execute())).length,
    ).toBe(before);
  });

  test("50 copies of a result at once leave one row, and get equal responses [SEC-214]", async () => {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, run);
    const { start } = await startOf(mira, body);
    harness.clock.now += run.timeMs;
    // On PostgreSQL a copy that waits too long for the others is refused, and sent again, as our client does.
    const patiently = async (): Promise<Completed> => {
      for (let tries = 0; tries < 50; tries++)
        try {
          return await send(mira, { ...body, start });
        } catch (error) {
          if (!(error instanceof ApiError && error.status === 503)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      throw new Error("refused 50 times");
    };
    const answers = await Promise.all(Array.from({ length: 50 }, patiently));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ checked: true, isRecord: true, best_time_ms: run.timeMs });
    expect([await countedAttempts(exampleId), (await storedRuns(exampleId)).length]).toEqual([1, 1]);
  });

  /** The same attempt, sent in this order. */
  async function inOrder(...order: readonly ("bare" | "log" | "bad log")[]): Promise<{
    readonly exampleId: number;
    readonly answers: readonly Pick<Completed, "checked" | "unchecked_because">[];
  }> {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, run);
    const { start } = await startOf(mira, body);
    harness.clock.now += run.timeMs;
    const answers = [];
    for (const one of order) {
      const { attemptId, codeVersion } = body;
      const sent: SentBody = { ...body, start, ...(one === "bad log" ? { log: "bad" } : {}) };
      answers.push(
        one === "bare" ? await bare(exampleId, { attemptId, codeVersion }) : await send(mira, sent),
      );
    }
    return { exampleId, answers };
  }
  const reasons = (answers: readonly Pick<Completed, "unchecked_because">[]) =>
    answers.map(({ unchecked_because: because }) => because);

  test("a log that comes after the bare request is added once, and only the mark changes", async () => {
    const { exampleId, answers } = await inOrder("bare", "log", "bare", "log", "bad log");
    expect(reasons(answers)).toEqual(["none", null, null, null, null]);
    const { status: _, ...times } = answers[0] as Awaited<ReturnType<typeof bare>>;
    expect(answers[1]).toEqual({ saved: true, ...times, checked: true, unchecked_because: null });
    expect(await storedRuns(exampleId)).toMatchObject([{ checked: 1, kept: 1 }]);
    expect(await countedAttempts(exampleId)).toBe(1);
    expect((await board(exampleId)).userRank).toMatchObject({ rank: 1, checked: true });
  });

  test("a bare request after the log changes nothing", async () => {
    const { exampleId, answers } = await inOrder("log", "bare");
    expect(reasons(answers)).toEqual([null, null]);
    expect((await storedRuns(exampleId)).length).toBe(1);
  });

  test("the first log counts: a good one after a bad one adds nothing", async () => {
    const { exampleId, answers } = await inOrder("bad log", "log", "bare");
    expect(reasons(answers)).toEqual(["log", "log", "log"]);
    expect(await storedRuns(exampleId)).toEqual([]);
  });

  test("a log of another time than that of the bare request is none of its", async () => {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, faster);
    const { start } = await startOf(mira, body);
    harness.clock.now += run.timeMs;
    await bare(exampleId, { attemptId: body.attemptId });
    const answer = await send(mira, { ...body, start });
    expect(answer).toMatchObject({ best_time_ms: run.timeMs, checked: false, unchecked_because: "log" });
    expect((await board(exampleId)).userRank).toMatchObject({ best_time_ms: run.timeMs, checked: false });
  });

  test("a switch that is turned off in mid-run holds for that run", async () => {
    const exampleId = await newExample();
    const body = bodyOf(exampleId, run);
    const { start } = await startOf(mira, body);
    await mira.client("updatePreferences", { body: { sendsKeystrokes: false } });
    harness.clock.now += run.timeMs;
    expect(await send(mira, { ...body, start })).toMatchObject({ unchecked_because: "none" });
    await mira.client("updatePreferences", { body: { sendsKeystrokes: true } });
    expect(await storedRuns(exampleId)).toEqual([]);
  });
});
