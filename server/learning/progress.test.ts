// The rules of progress, one test each, through both endpoints.

import { randomUUID } from "node:crypto";
import { ApiError } from "@tabstop/contract/client";
import type { RequestBody } from "@tabstop/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeExampleCode } from "../store/content/content-changes.ts";
import { openServer, openers, type Person, type TestServer } from "../test/harness.ts";
import { plantCourse } from "../test/plant-course.ts";

describe.each(openers)("$name", (opener) => {
  let harness: TestServer;
  let mira: Person;
  let olu: Person;
  beforeAll(async () => {
    harness = await openServer(opener);
    mira = await harness.register("mira");
    olu = await harness.register("olu");
  });
  afterAll(() => harness.close());

  type Save = Partial<RequestBody<"saveProgress">>;
  type Finish = Partial<RequestBody<"completeExample">>;

  /** A new example and the requests for it, which mira sends unless another user is given. */
  async function example() {
    const planted = await plantCourse(harness.store, { lessons: { L: { C: ["x"] } } });
    const exampleId = planted.example("x");
    const save = (body: Save, person = mira) =>
      person.client("saveProgress", {
        body: { exampleId, progress: 50, accuracy: 90, errors: 2, isComplete: false, timeMs: 1_000, ...body },
      });
    const finish = (body: Finish, person = mira) =>
      person.client("completeExample", {
        params: { exampleId },
        body: { status: "completed", time_ms: 5_000, ...body },
      });
    const state = async (person = mira) => {
      const lesson = await person.client("getLesson", { params: { lessonId: planted.lesson("L") } });
      const { status, progress, best_time_ms: best, last_time_ms: last } = shown(lesson);
      return { status, progress, best, last };
    };
    const attempts = async () =>
      (
        await harness.store.read((db) =>
          db.selectFrom("attempt").select("user_id").where("example_id", "=", exampleId).execute(),
        )
      ).length;
    const board = async () =>
      (await mira.client("getLeaderboard", { params: { exampleId } })).leaderboard.map(
        (entry) => entry.best_time_ms,
      );
    const change = (codeContent: string) =>
      harness.store.write((tx) => changeExampleCode(tx, { exampleId, codeContent, at: harness.clock.now }));
    return { exampleId, save, finish, state, attempts, board, change };
  }
  type Lesson = Awaited<ReturnType<typeof loadLesson>>;
  const loadLesson = (lessonId: number) => mira.client("getLesson", { params: { lessonId } });
  function shown(lesson: Lesson) {
    const found = lesson.chapters[0]?.examples[0];
    if (found === undefined) throw new RangeError("the lesson is empty");
    return found;
  }
  async function refusal(response: Promise<unknown>): Promise<string> {
    const error = await response.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ApiError)) throw new Error("an error was expected", { cause: error });
    return `${error.status} ${error.code} ${[...new Set(error.details.map(({ path }) => path))].join()}`;
  }
  const saved = { saved: true };
  const withoutLog = { checked: false, unchecked_because: "none" };
  /** The responses of both endpoints to a completion. */
  const completed = (best: number | null, last: number | null, isRecord: boolean) => {
    const times = { best_time_ms: best, last_time_ms: last, isRecord, ...withoutLog };
    return { save: { saved: true, ...times }, finish: { status: "completed", ...times } };
  };

  test("an autosave stores the progress and changes no best or last time, whatever its timeMs", async () => {
    const { save, state, attempts, board } = await example();
    expect(await save({ progress: 40, timeMs: 86_400_000 })).toEqual(saved);
    expect(await state()).toEqual({ status: "in_progress", progress: 40, best: null, last: null });
    expect(await attempts()).toBe(0);
    expect(await board()).toEqual([]);
  });

  test("the saved progress never decreases", async () => {
    const { save, state } = await example();
    for (const progress of [40, 70, 55, 0]) await save({ progress });
    expect(await state()).toMatchObject({ status: "in_progress", progress: 70 });
  });

  test("progress 100 alone completes nothing", async () => {
    const { save, state, attempts } = await example();
    expect(await save({ progress: 100, timeMs: 4_000 })).toEqual(saved);
    expect(await state()).toEqual({ status: "in_progress", progress: 100, best: null, last: null });
    expect(await attempts()).toBe(0);
  });

  test("isComplete completes and stores progress 100, whatever progress says", async () => {
    const { save, state, board } = await example();
    expect(await save({ progress: 99, isComplete: true, timeMs: 4_000 })).toEqual(
      completed(4_000, 4_000, true).save,
    );
    expect(await state()).toEqual({ status: "completed", progress: 100, best: 4_000, last: 4_000 });
    expect(await board()).toEqual([4_000]);
  });

  test("a completed example stays completed, and a later autosave changes no time", async () => {
    const { save, finish, state } = await example();
    await finish({ time_ms: 5_000 });
    await save({ progress: 10, timeMs: 1 });
    expect(await state()).toEqual({ status: "completed", progress: 100, best: 5_000, last: 5_000 });
  });

  test("the best time is replaced only by a lower time, the last time by every time", async () => {
    const { finish, state } = await example();
    const responses = [];
    for (const time of [5_000, 6_000, 5_000, 4_999, 4_999]) {
      harness.clock.now += 1;
      const answer = await finish({ time_ms: time, attemptId: randomUUID() });
      const { best_time_ms: best, last_time_ms: last, isRecord, status } = answer;
      responses.push([status, best, last, isRecord]);
    }
    expect(responses).toEqual([
      ["completed", 5_000, 5_000, true],
      ["completed", 5_000, 6_000, false],
      ["completed", 5_000, 5_000, false],
      ["completed", 4_999, 4_999, true],
      ["completed", 4_999, 4_999, false],
    ]);
    expect(await state()).toMatchObject({ best: 4_999, last: 4_999 });
  });

  const orders: readonly (readonly [string, ...("save" | "finish")[]])[] = [
    ["the completion repeated", "finish", "finish"],
    ["the save repeated", "save", "save"],
    ["save, then completion", "save", "finish"],
    ["completion, then save", "finish", "save"],
    ["save, completion, save, completion", "save", "finish", "save", "finish"],
  ];
  for (const [name, ...requests] of orders)
    test(`one attempt counts once, whichever endpoints report it: ${name}`, async () => {
      const { save, finish, state, attempts } = await example();
      const attemptId = randomUUID();
      const first = completed(5_000, 5_000, true);
      for (const request of requests) {
        harness.clock.now += 1_000;
        if (request === "save")
          expect(await save({ isComplete: true, timeMs: 5_000, attemptId })).toEqual(first.save);
        else expect(await finish({ time_ms: 5_000, attemptId })).toEqual(first.finish);
      }
      expect(await attempts()).toBe(1);
      expect(await state()).toEqual({ status: "completed", progress: 100, best: 5_000, last: 5_000 });
    });

  test("a repeated report gets the first response, isRecord included, even after better attempts in between", async () => {
    const { save, finish, state, attempts } = await example();
    const first = randomUUID();
    const answer = await finish({ time_ms: 5_000, attemptId: first });
    await finish({ time_ms: 3_000, attemptId: randomUUID() });
    expect(await finish({ time_ms: 5_000, attemptId: first.toUpperCase() })).toEqual(answer);
    expect(answer).toEqual(completed(5_000, 5_000, true).finish);
    expect(await save({ isComplete: true, timeMs: 5_000, attemptId: first })).toEqual(
      completed(5_000, 5_000, true).save,
    );
    expect(await state()).toMatchObject({ best: 3_000, last: 3_000 });
    expect(await attempts()).toBe(2);
  });

  test("a repeated report with another time changes nothing either", async () => {
    const { finish, state } = await example();
    const attemptId = randomUUID();
    const answer = await finish({ time_ms: 5_000, attemptId });
    expect(await finish({ time_ms: 1_000, attemptId })).toEqual(answer);
    expect(await state()).toMatchObject({ best: 5_000, last: 5_000 });
  });

  test("an attempt counts once when many requests of both endpoints arrive at the same time", async () => {
    const { save, finish, state, attempts, board } = await example();
    const attemptId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        i % 2 === 0
          ? finish({ time_ms: 5_000, attemptId })
          : save({ isComplete: true, timeMs: 5_000, attemptId }),
      ),
    );
    const first = completed(5_000, 5_000, true);
    expect(answers).toEqual(answers.map((_, i) => (i % 2 === 0 ? first.finish : first.save)));
    expect(await attempts()).toBe(1);
    expect(await state()).toEqual({ status: "completed", progress: 100, best: 5_000, last: 5_000 });
    expect(await board()).toEqual([5_000]);
  });

  test("of many concurrent attempts each is counted and the best is kept", async () => {
    const { finish, state, attempts, board } = await example();
    const times = [9_000, 5_000, 7_000, 5_000, 6_000, 8_000];
    await Promise.all(times.map((time_ms) => finish({ time_ms, attemptId: randomUUID() })));
    expect(await attempts()).toBe(6);
    expect(await state()).toMatchObject({ best: 5_000 });
    expect(await board()).toEqual([5_000]);
  });

  test("without attemptId the same time within 10 minutes is the same attempt, whichever endpoints report it", async () => {
    const { save, finish, attempts } = await example();
    const first = await finish({ time_ms: 5_000 });
    expect(first.isRecord).toBe(true);
    harness.clock.now += 9 * 60_000;
    expect(await finish({ time_ms: 5_000 })).toEqual(first);
    expect(await save({ isComplete: true, timeMs: 5_000 })).toEqual(completed(5_000, 5_000, true).save);
    expect(await attempts()).toBe(1);
    expect((await finish({ time_ms: 5_001 })).isRecord).toBe(false);
    expect(await attempts()).toBe(2);
    harness.clock.now += 2 * 60_000;
    expect((await finish({ time_ms: 5_000 })).isRecord).toBe(false);
    expect(await attempts()).toBe(3);
    harness.clock.now -= 11 * 60_000;
  });

  test("last_time_ms is of the attempt that ended last, not of the one that arrived last", async () => {
    const { finish, state } = await example();
    await finish({ time_ms: 5_000, attemptId: randomUUID(), finishedMsAgo: 1_000 });
    const late = await finish({ time_ms: 6_000, attemptId: randomUUID(), finishedMsAgo: 60_000 });
    expect(late).toMatchObject({ best_time_ms: 5_000, last_time_ms: 5_000, isRecord: false });
    expect(await state()).toMatchObject({ last: 5_000 });
    await finish({ time_ms: 7_000, attemptId: randomUUID(), finishedMsAgo: 0 });
    expect(await state()).toMatchObject({ best: 5_000, last: 7_000 });
  });

  test("the end of an attempt is counted back from the server's clock", async () => {
    const { exampleId, finish } = await example();
    await finish({ attemptId: randomUUID(), finishedMsAgo: 90_000 });
    const rows = await harness.store.read((db) =>
      db
        .selectFrom("attempt")
        .select(["ended_at", "received_at"])
        .where("example_id", "=", exampleId)
        .execute(),
    );
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { ended_at: harness.clock.now - 90_000, received_at: harness.clock.now },
    ]);
  });

  test("a completion's time is 1 ms to 24 h at both endpoints", async () => {
    const { save, finish, state, attempts } = await example();
    expect(await refusal(save({ isComplete: true, timeMs: 0 }))).toBe("400 INVALID timeMs");
    expect(await refusal(save({ isComplete: true, timeMs: 86_400_001 }))).toBe("400 INVALID timeMs");
    expect(await refusal(finish({ time_ms: 0 }))).toBe("400 INVALID time_ms");
    expect(await refusal(finish({ time_ms: 86_400_001 }))).toBe("400 INVALID time_ms");
    expect(await state()).toEqual({ status: "not_started", progress: 0, best: null, last: null });
    expect(await save({ isComplete: false, timeMs: 0 })).toEqual(saved);
    expect(await finish({ time_ms: 86_400_000 })).toMatchObject({ best_time_ms: 86_400_000, isRecord: true });
    expect(await finish({ time_ms: 1 })).toMatchObject({ best_time_ms: 1, isRecord: true });
    expect(await attempts()).toBe(2);
  });

  test("numbers out of range, wrong types and a wrong status are 400 and write nothing", async () => {
    const { save, finish, state } = await example();
    const saves: [Record<string, unknown>, string][] = [
      [{ progress: 101 }, "progress"],
      [{ progress: -1 }, "progress"],
      [{ progress: 12.5 }, "progress"],
      [{ progress: "50" }, "progress"],
      [{ accuracy: 101 }, "accuracy"],
      [{ errors: 1_000_001 }, "errors"],
      [{ isComplete: "true" }, "isComplete"],
      [{ isComplete: null }, "isComplete"],
      [{ timeMs: -1 }, "timeMs"],
      [{ timeMs: 1e300 }, "timeMs"],
      [{ exampleId: 2 ** 31 }, "exampleId"],
      [{ attemptId: "first" }, "attemptId"],
      [{ finishedMsAgo: -1 }, "finishedMsAgo"],
      [{ codeVersion: 0 }, "codeVersion"],
      [{ isTimed: "no" }, "isTimed"],
    ];
    for (const [body, path] of saves) expect(await refusal(save(body as Save))).toBe(`400 INVALID ${path}`);
    for (const status of ["done", "COMPLETED", undefined])
      expect(await refusal(finish({ status } as Finish))).toBe("400 INVALID status");
    expect(await state()).toEqual({ status: "not_started", progress: 0, best: null, last: null });
  });

  test("fields that name another user change nothing: progress is the caller's own", async () => {
    const { save, finish, state } = await example();
    const alien = { user_id: olu.id, userId: olu.id, best_time_ms: 1, completed_at: 1 };
    await save({ progress: 30, ...alien } as Save);
    await finish({ ...alien } as Finish);
    expect(await state(olu)).toEqual({ status: "not_started", progress: 0, best: null, last: null });
    expect(await state(mira)).toEqual({ status: "completed", progress: 100, best: 5_000, last: 5_000 });
  });

  test("two learners may by chance use the same attemptId", async () => {
    const { finish, state } = await example();
    const attemptId = randomUUID();
    await finish({ time_ms: 5_000, attemptId }, mira);
    expect(await finish({ time_ms: 6_000, attemptId }, olu)).toEqual({
      status: "completed",
      best_time_ms: 6_000,
      last_time_ms: 6_000,
      isRecord: true,
      ...withoutLog,
    });
    expect(await state(olu)).toMatchObject({ best: 6_000 });
  });

  test("the same attemptId on another example is another attempt", async () => {
    const one = await example();
    const other = await example();
    const attemptId = randomUUID();
    await one.finish({ time_ms: 5_000, attemptId });
    expect(await other.finish({ time_ms: 6_000, attemptId })).toMatchObject({
      best_time_ms: 6_000,
      isRecord: true,
    });
  });

  test("when the code changes, completions stay, and times and leaderboard are cleared", async () => {
    const { exampleId, finish, state, board, change } = await example();
    await finish({ time_ms: 5_000 }, mira);
    await finish({ time_ms: 6_000 }, olu);
    await change("const y = 2;");
    expect(await state(mira)).toEqual({ status: "completed", progress: 100, best: null, last: null });
    expect(await state(olu)).toEqual({ status: "completed", progress: 100, best: null, last: null });
    expect(await board()).toEqual([]);
    expect((await mira.client("getLeaderboard", { params: { exampleId } })).userRank).toBeNull();
    expect(await finish({ time_ms: 9_000, attemptId: randomUUID(), codeVersion: 2 })).toEqual({
      status: "completed",
      best_time_ms: 9_000,
      last_time_ms: 9_000,
      isRecord: true,
      ...withoutLog,
    });
    expect(await board()).toEqual([9_000]);
  });

  test("an attempt started on the old code completes the example and sets no time, at both endpoints", async () => {
    for (const call of ["save", "finish"] as const) {
      const { save, finish, state, board, change, attempts } = await example();
      await change("const y = 2;");
      const attemptId = randomUUID();
      const old = { attemptId, codeVersion: 1 };
      const without = completed(null, null, false);
      if (call === "save")
        expect(await save({ isComplete: true, timeMs: 4_000, ...old })).toEqual(without.save);
      else expect(await finish({ time_ms: 4_000, ...old })).toEqual(without.finish);
      expect(await finish({ time_ms: 4_000, ...old })).toEqual(without.finish);
      expect(await state()).toEqual({ status: "completed", progress: 100, best: null, last: null });
      expect(await board()).toEqual([]);
      expect(await attempts()).toBe(1);
    }
  });

  test("an attempt on a code version newer than the server's sets no time", async () => {
    const { finish } = await example();
    expect(await finish({ codeVersion: 2 })).toMatchObject({ best_time_ms: null, isRecord: false });
  });

  test("an attempt whose time cannot be trusted completes the example and sets no time, at both endpoints", async () => {
    for (const call of ["save", "finish"] as const) {
      const { save, finish, state, board, attempts } = await example();
      const slept = { attemptId: randomUUID(), codeVersion: 1, isTimed: false };
      const without = completed(null, null, false);
      if (call === "save")
        expect(await save({ isComplete: true, timeMs: 4_000, ...slept })).toEqual(without.save);
      else expect(await finish({ time_ms: 4_000, ...slept })).toEqual(without.finish);
      expect(await finish({ time_ms: 4_000, ...slept })).toEqual(without.finish);
      expect(await state()).toEqual({ status: "completed", progress: 100, best: null, last: null });
      expect([await board(), await attempts()]).toEqual([[], 1]);
    }
  });

  test("an attempt without a time leaves existing times unchanged, and isTimed is true by default", async () => {
    const { finish, state } = await example();
    const answer = { status: "completed", best_time_ms: 5_000, last_time_ms: 5_000, ...withoutLog };
    expect(await finish({ attemptId: randomUUID(), isTimed: true })).toEqual({ ...answer, isRecord: true });
    const slept = { time_ms: 1_000, attemptId: randomUUID(), isTimed: false };
    expect(await finish(slept)).toEqual({ ...answer, isRecord: false });
    expect(await state()).toMatchObject({ best: 5_000, last: 5_000 });
  });

  test("saving the same code again keeps version and times", async () => {
    const { finish, state, change } = await example();
    await finish({ time_ms: 5_000 });
    await change("const x = 1;");
    expect(await state()).toMatchObject({ best: 5_000, last: 5_000 });
  });

  // A simple model of the rules: the responses to any series of requests, and the stored state after it.
  type Step =
    | { readonly call: "autosave"; readonly progress: number }
    | {
        readonly call: "save" | "finish";
        readonly attempt: number;
        readonly timeMs: number;
        readonly endedSecondsAgo: number;
        readonly isOld: boolean;
      };
  const steps = fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.record({ call: fc.constant("autosave" as const), progress: fc.nat(100) }) },
      {
        weight: 4,
        arbitrary: fc.record({
          call: fc.constantFrom("save" as const, "finish" as const),
          attempt: fc.nat(4),
          timeMs: fc.integer({ min: 1, max: 6 }),
          endedSecondsAgo: fc.nat(5),
          isOld: fc.boolean(),
        }),
      },
    ),
    { maxLength: 14 },
  );

  test("any series of saves and completions leads to the responses and the state of a simple model", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (series: Step[]) => {
        const { save, finish, state, attempts } = await example();
        const ids = Array.from({ length: 5 }, () => randomUUID());
        const answers = new Map<number, ReturnType<typeof completed>>();
        let [percent, isBegun, isCompleted, lastEndedAt] = [0, false, false, 0];
        let best: number | null = null;
        let last: number | null = null;
        for (const step of series) {
          harness.clock.now += 1;
          isBegun = true;
          if (step.call === "autosave") {
            percent = Math.max(percent, step.progress);
            expect(await save({ progress: step.progress })).toEqual(saved);
            continue;
          }
          const { attempt, timeMs } = step;
          if (!answers.has(attempt)) {
            const time = step.isOld ? null : timeMs;
            const isRecord = time !== null && (best === null || time < best);
            const endedAt = harness.clock.now - step.endedSecondsAgo * 1_000;
            if (isRecord) best = time;
            if (time !== null && endedAt > lastEndedAt) [last, lastEndedAt] = [time, endedAt];
            [percent, isCompleted] = [100, true];
            answers.set(attempt, completed(best, last, isRecord));
          }
          const fields = {
            attemptId: ids[attempt] ?? "",
            finishedMsAgo: step.endedSecondsAgo * 1_000,
            codeVersion: step.isOld ? 2 : 1,
          };
          const expected = answers.get(attempt);
          if (step.call === "save")
            expect(await save({ isComplete: true, timeMs, ...fields })).toEqual(expected?.save);
          else expect(await finish({ time_ms: timeMs, ...fields })).toEqual(expected?.finish);
        }
        const status = isCompleted ? "completed" : isBegun ? "in_progress" : "not_started";
        expect(await state()).toEqual({ status, progress: percent, best, last });
        expect(await attempts()).toBe(answers.size);
      }),
      { numRuns: 40 },
    );
  });
});
