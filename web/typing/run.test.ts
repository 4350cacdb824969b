import { prepare } from "@tabstop/engine/example";
import { expect, test } from "vitest";
import { progressOf, Run, uuidOf } from "./run.ts";

/** A run whose clocks are numbers. `device` advances with the monotonic clock unless a test moves it. */
function started(text: string) {
  const clock = { now: 5_000, device: 1_700_000_000_000 };
  let ids = 0;
  const run = new Run(prepare(text), {
    now: () => clock.now,
    deviceNow: () => clock.device,
    newId: () => `attempt-${++ids}`,
  });
  const type = (text: string, afterMs = 100) => {
    clock.now += afterMs;
    clock.device += afterMs;
    run.press({ kind: "text", text, at: clock.now });
  };
  return { run, clock, type };
}

test("a finished run has its time, accuracy and errors", () => {
  const { run, clock, type } = started("let");
  type("l");
  type("x");
  type("e");
  type("t");
  expect(run.result).toEqual({
    attemptId: "attempt-1",
    timeMs: 300,
    shownMs: 300,
    accuracy: 66,
    errors: 1,
    finishedAt: clock.device,
  });
});
test("a key without effect does not start the run and is not in the log", () => {
  const { run, clock } = started("let");
  run.press({ kind: "backspace", at: clock.now });
  run.press({ kind: "tab", at: clock.now });
  expect([run.attemptId, run.log.length, run.attempt.kind]).toEqual(["", 0, "ready"]);
});
test("a device that slept sets no time", () => {
  const { run, clock, type } = started("ab");
  type("a");
  clock.device += 60_000;
  type("b");
  expect(run.result).toMatchObject({ timeMs: null, shownMs: 100 });
});
test("a run of more than a day sets no time", () => {
  const { run, type } = started("ab");
  type("a");
  type("b", 86_400_001);
  expect(run.result?.timeMs).toBe(null);
});
test("a key that waited for a busy page does not count as sleep", () => {
  const { run, clock, type } = started("ab");
  const at = clock.now;
  clock.now += 3_000;
  clock.device += 3_000;
  run.press({ kind: "text", text: "a", at });
  type("b");
  expect(run.result).toMatchObject({ timeMs: 3_100 });
});
test("Try Again starts a new attempt", () => {
  const { run, type } = started("a");
  type("a");
  run.restart();
  expect([run.attempt.kind, run.attemptId, run.result, run.log.length]).toEqual(["ready", "", null, 0]);
  type("a");
  expect(run.attemptId).toBe("attempt-2");
});
test("a listener is called once for every change, until it is removed", () => {
  const { run, type } = started("abc");
  const seen: number[] = [];
  const stop = run.subscribe((attempt) => seen.push(attempt.cursor));
  type("a");
  type("b");
  run.restart();
  stop();
  type("a");
  expect(seen).toEqual([1, 2, 0]);
});
test("a listener for start and end is called at the start, the end and a restart, not at the keys in between", () => {
  const { run, type } = started("abc");
  const seen: string[] = [];
  const stop = run.onStartOrEnd(({ kind, errors }) => seen.push(`${kind} ${errors}`));
  type("x");
  type("a");
  type("b");
  type("c");
  run.restart();
  run.restart();
  stop();
  type("a");
  expect(seen).toEqual(["typing 1", "done 1", "ready 0", "ready 0"]);
});
test("progress is 0 % before the first key and 100 % at the end", () => {
  const { run, type } = started("abc");
  const shares = [progressOf(run.attempt)];
  for (const key of "abc") {
    type(key);
    shares.push(progressOf(run.attempt));
  }
  expect(shares).toEqual([0, 33, 66, 100]);
});
test("an id is a version 4 UUID without a secure context too", () => {
  expect(uuidOf(new Uint8Array(16).fill(255))).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(uuidOf(new Uint8Array(16))).toBe("00000000-0000-4000-8000-000000000000");
});
