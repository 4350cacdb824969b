import { prepare } from "@tabstop/engine/example";
import { longestResultMs } from "@tabstop/engine/metrics";
import { expect, test } from "vitest";
import type { Result } from "../../typing/run.ts";
import type { Example } from "../flow.ts";
import { resultView } from "./result-view.ts";
import { completedRun, type Delivered, deliveredAs, type ShownResult, withDelivery } from "./shown-result.ts";

const example = (code_version: number, best_time_ms: number | null = null) =>
  ({ id: 1, title: "Maps", code_content: "let a = new Map();", code_version, best_time_ms }) as Example;
const typed = { example: prepare("let a = new Map();"), log: [] };
const result: Result = {
  attemptId: "run",
  timeMs: 1_000,
  shownMs: 1_000,
  accuracy: 100,
  errors: 0,
  finishedAt: 0,
};
const shown = (more: Partial<ShownResult> = {}): ShownResult => ({
  ...completedRun(example(1), example(1), result, null, typed),
  shownAt: 0,
  delivered: null,
  ...more,
});
const noBoard = { rank: null, updatedAt: 0 };
const noneUnsaved = { runs: [], reason: null };
const sent = (isRecord: boolean | null, lastTimeMs: number | null): Delivered => ({
  at: 10,
  times: isRecord === null ? null : { isRecord, bestTimeMs: lastTimeMs, lastTimeMs, isTooFast: false },
  loss: null,
});

test("a run is a record against the best time before it, but not if its text was changed while it was typed", () => {
  const isRecord = (of: Example, present: Example) => completedRun(of, present, result, null, typed).isRecord;
  expect(isRecord(example(1), example(1))).toBe(true);
  expect(isRecord(example(1), example(1, 999))).toBe(false);
  expect(isRecord(example(1), example(2))).toBe(false);
});
test("whether a run is a record is the server's decision once it has responded", () => {
  const record = (delivered: ShownResult["delivered"]) =>
    resultView(shown({ delivered }), example(1), noBoard, noneUnsaved).record;
  expect(record(null)).toBe("first");
  expect(record(sent(null, null))).toBe("first");
  expect(record(sent(false, 1_000))).toBeNull();
});
test("a run that the server refused is not a record", () => {
  for (const delivery of [{ kind: "gone" } as const, { kind: "refused", message: "" } as const])
    expect(
      resultView(shown({ delivered: deliveredAs(delivery, 10) }), example(1), noBoard, noneUnsaved).record,
    ).toBeNull();
  expect(deliveredAs({ kind: "sent", answer: null }, 10)).toEqual(sent(null, null));
});
test("the rank is shown when the leaderboard has been loaded after the delivery", () => {
  const rankNow = (delivered: ShownResult["delivered"], updatedAt: number) =>
    resultView(shown({ delivered }), example(1), { rank: 3, updatedAt }, noneUnsaved).rank;
  expect([rankNow(null, 20), rankNow(sent(true, 1), 9), rankNow(sent(true, 1), 10)]).toEqual([
    null,
    null,
    "Your rank is 3.",
  ]);
});
test("a delivery of another run leaves the shown result as it is", () => {
  const before = shown();
  expect(withDelivery(before, "another", sent(true, 1))).toBe(before);
  expect(withDelivery(before, "run", sent(true, 1))?.delivered).toEqual(sent(true, 1));
  expect(withDelivery(null, "run", sent(true, 1))).toBe(null);
});
test("the result of a run that sets no time gives the reason", () => {
  const remark = (more: Partial<ShownResult>, present = example(1)) =>
    resultView(shown(more), present, noBoard, noneUnsaved).remark;
  expect(remark({})).toBe(null);
  expect(remark({ result: { ...result, shownMs: longestResultMs, timeMs: null } })).toContain(
    "longer than a day",
  );
  expect(remark({ result: { ...result, timeMs: null } })).toContain("the device slept");
  expect(remark({}, example(2))).toContain("its text was changed");
  expect(remark({ delivered: sent(false, null) })).toContain("its text was changed");
  expect(remark({ delivered: sent(false, 900) })).toBe(null);
});
