// What replays cost at most, and what becomes of a result when its log is not replayed.

import { longestLogText } from "@tabstop/contract/vocabulary";
import { longestPackedLog, logToText } from "@tabstop/engine/packed-log";
import { afterEach, describe, expect, test } from "vitest";
import { openers, serverForTest } from "../../test/harness.ts";
import { leastCpuMs } from "../../test/thread-cpu.ts";
import { bodyOf, complete, plantExample, send, typedRun } from "../../test/typed-runs.ts";
import { openReplayer, type Replayer, type ReplayerOptions } from "./replayer.ts";
import { hostileLogs } from "./test/hostile-logs.ts";

const open: Replayer[] = [];
function replayer(options: ReplayerOptions = {}): Replayer {
  const made = openReplayer({ answerMs: 60_000, ...options });
  open.push(made);
  return made;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const code = "const a = [1, 2];\n";
const run = typedRun(code);
const language = "rust";
const job = (of = run) => ({ code, language, log: of.log, timeMs: of.timeMs, errors: of.errors, zone: null });

test("the contract's longest text of a log is that of the longest log", () => {
  expect(logToText(new Uint8Array(longestPackedLog))).toHaveLength(longestLogText);
});

test("a log in its example leads to the figures that the browser saw", async () => {
  const slips = typedRun(code, { errors: 2 });
  expect(await replayer().replay(job(slips))).toEqual({
    timeMs: slips.timeMs,
    errors: 2,
    accuracy: slips.accuracy,
    keystrokes: slips.keystrokes.length,
    zone: null,
    notes: null,
    log: expect.any(Uint8Array),
    costs: { records: expect.any(String), slips: [], syntaxVersion: expect.any(Number) },
  });
});

describe("a hostile log", () => {
  const { replay, close } = openReplayer({ answerMs: 60_000 });
  test.each(hostileLogs)("$name ends within its CPU time [SEC-208]", async ({ code: hostile, log }) => {
    // The thread of the one before may have ended.
    await replay(job());
    const before = process.cpuUsage();
    const outcome = await replay({
      code: hostile,
      language: "rust",
      log,
      timeMs: 1,
      errors: null,
      zone: null,
    });
    const { user, system } = process.cpuUsage(before);
    expect(outcome === "busy" || outcome === null).toBe(true);
    // Without a limit the first ones take minutes. One step that cannot be interrupted takes 100 ms.
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
  test("ends alone: the next replay gets a new thread", async () => {
    expect(await replay(job())).toMatchObject({ timeMs: run.timeMs });
    await close();
  });
});

test("the event loop waits for no log [SEC-215]", async () => {
  const { replay } = replayer();
  await replay(job());
  for (const { name, code: hostile, log } of hostileLogs) {
    const ms = await leastCpuMs(
      () => replay({ code: hostile, language: "rust", log, timeMs: 1, errors: null, zone: null }),
      {
        enoughMs: 20,
        runs: 6,
      },
    );
    expect([name, ms < 20]).toEqual([name, true]);
  }
});

test("when too many replays wait, further ones are not made", async () => {
  const { replay } = replayer({ mostWaiting: 3 });
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => replay(job())));
  expect(outcomes.map((outcome) => outcome === "busy")).toEqual([
    false,
    false,
    false,
    ...Array(5).fill(true),
  ]);
  expect(await replay(job())).not.toBe("busy");
});

test("a result waits no longer than it may, and the replay that comes too late takes its place in the queue", async () => {
  const { replay } = replayer({ answerMs: 1, mostWaiting: 1 });
  // The thread has to start first.
  expect(await replay(job())).toBe("busy");
  expect(await replay(job())).toBe("busy");
});

test("a replayer that is closed is busy", async () => {
  const made = replayer();
  const waiting = made.replay(job());
  await made.close();
  expect([await waiting, await made.replay(job())]).toEqual(["busy", "busy"]);
});

const [hostile] = hostileLogs;
if (hostile === undefined) throw new RangeError("no hostile log");

describe.each(openers)("$name", (opener) => {
  test("a log that was not replayed costs no result, and no other log its check [SEC-209]", async () => {
    const harness = await serverForTest(opener);
    const mira = await harness.register("mira");
    const [exampleId, other] = [
      await plantExample(harness.store, hostile.code),
      await plantExample(harness.store, code),
    ];
    const claim = { ...run, log: hostile.log, timeMs: 60_000 };
    const [killed, beside] = await Promise.all([
      send(mira, bodyOf(exampleId, claim)),
      complete(harness, mira, other, run),
    ]);
    expect(killed).toMatchObject({ best_time_ms: 60_000, checked: false, unchecked_because: "busy" });
    expect(beside).toMatchObject({ checked: true });
    const board = await mira.client("getLeaderboard", { params: { exampleId } });
    expect(board.userRank).toMatchObject({ best_time_ms: 60_000, unchecked_because: "busy" });
  });

  test("when the server is busy, results are saved without a check", async () => {
    const harness = await serverForTest(opener, { replays: { mostWaiting: 0 } });
    const mira = await harness.register("mira");
    const exampleId = await plantExample(harness.store, code);
    expect(await complete(harness, mira, exampleId, run)).toMatchObject({
      ...{ best_time_ms: run.timeMs, isRecord: true },
      ...{ checked: false, unchecked_because: "busy" },
    });
  });
});
