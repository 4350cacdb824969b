// Goes through all states of a result, and looks for sentences that contradict each other.

import { prepare } from "@tabstop/engine/example";
import { longestResultMs } from "@tabstop/engine/metrics";
import { expect, test } from "vitest";
import { finishedRun } from "../../shell/test/finished-run.ts";
import type { Result } from "../../typing/run.ts";
import type { Example } from "../flow.ts";
import type { UnsavedRuns } from "../unsaved-runs.ts";
import { type ResultView, resultView, saidOf } from "./result-view.ts";
import {
  completedRun,
  countedTimeMs,
  type Delivered,
  deliveredAs,
  type ShownResult,
} from "./shown-result.ts";

const timeMs = 10_000;
const noDifferences = { speed: null, accuracy: null, errors: null, time: null };
const bestRun = { errors: 2, accuracy: 97, ended_at: "2026-11-21T12:00:00.000Z" };
const example = (code_version: number, best_time_ms: number | null = null) =>
  ({
    ...{ id: 1, title: "Maps", code_content: "let a = new Map();", code_version, best_time_ms },
    best_run: best_time_ms === null ? null : bestRun,
  }) as Example;
const typedRun = { example: prepare("let a = new Map();"), log: [] };
const run = (more: Partial<Result> = {}): Result => ({
  ...{ attemptId: "run", timeMs, shownMs: timeMs, accuracy: 100, errors: 0, finishedAt: 0 },
  ...more,
});
/** Ten per cent slower, 1 ms slower, equal, 1 ms faster, faster; and none. */
const others = [null, 9_000, 9_999, timeMs, 10_001, 11_000];

/** Faster than anyone types the code. */
const tooFast = { ...example(1), code_content: "x".repeat(timeMs / 2 + 1) };

const results = [run(), run({ timeMs: null }), run({ timeMs: null, shownMs: longestResultMs })];

/** Whatever a server may report, true or not, as it looks to a browser whose lesson is out of date. */
const deliveries: readonly (Delivered | null)[] = [
  null,
  deliveredAs({ kind: "gone" }, 10),
  deliveredAs({ kind: "refused", message: "Reason." }, 10),
  deliveredAs({ kind: "sent", answer: null }, 10),
  ...[true, false].flatMap((isRecord) =>
    others.flatMap((bestTimeMs) =>
      [null, timeMs, 8_000].flatMap((lastTimeMs) =>
        [false, true].map((isTooFast) => ({
          at: 10,
          times: { isRecord, bestTimeMs, lastTimeMs, isTooFast },
          loss: null,
        })),
      ),
    ),
  ),
];
const outboxes: readonly UnsavedRuns[] = [
  { runs: [], reason: null },
  ...(["unreachable", "log-in"] as const).map((reason) => ({
    runs: [{ ...finishedRun("run"), isOnDevice: true }],
    reason,
  })),
];

const typedExamples = [example(1), tooFast];

function* states(): Generator<{ readonly shown: ShownResult; readonly view: ResultView }> {
  for (const [typed, result] of typedExamples.flatMap((one) =>
    results.map((result) => [one, result] as const),
  ))
    for (const bestBeforeMs of others)
      for (const versionAtEnd of [1, 2])
        for (const presentVersion of [versionAtEnd, 2])
          for (const fastestMs of [null, 9_000])
            for (const delivered of deliveries)
              for (const [rankBefore, rankNow] of [
                [null, null],
                [null, 3],
                [3, 3],
                [5, 3],
                [2, 3],
              ] as const)
                for (const unsaved of outboxes) {
                  const shown: ShownResult = {
                    ...completedRun(typed, example(versionAtEnd, bestBeforeMs), result, null, typedRun),
                    ...{ fastestMs, rankBefore, delivered, shownAt: 0 },
                  };
                  const board = { rank: rankNow, updatedAt: 20 };
                  yield { shown, view: resultView(shown, example(presentVersion), board, unsaved) };
                }
}

/** Each pair cannot be true of one result. */
const contradictions: readonly (readonly [RegExp, RegExp])[] = [
  [/sets no time/, /Your first|your best|New Record!|ruler|time \d/],
  [
    /could not be saved/,
    /is completed|Your first|your best|New Record!|ruler|Not saved yet|Your rank|time \d/,
  ],
  [/New Record!/, /slower|time the same/],
  [/Your first/, /Your rank was|as before this run|before \d|your best|celebrated/],
  [/Try Again shows/, /took longer|slept/],
  [/less than 2 ms a character/, /Try Again shows|took longer|slept/],
  [/sent again until/, /log in again/],
];
/** The second follows from the first. */
const consequences: readonly (readonly [RegExp, RegExp])[] = [
  [/Your first|faster/, /New Record!/],
  [/celebrated/, /ruler/],
  [/Not saved yet/, /sent (?:again until|when you log in again)/],
];

function textOf({ record, differences, chart, rank, remark, unsent }: ResultView): string {
  const { speed, accuracy, errors, time } = differences;
  return [
    record === null ? null : `New Record!${record === "beaten" ? " celebrated" : ""}`,
    speed === null ? null : `${speed.figure ?? ""} ${speed.text}`,
    accuracy === null ? null : `accuracy ${accuracy}`,
    errors === null ? null : `errors ${errors}`,
    time === null ? null : `time ${time}`,
    chart === null ? null : `ruler${chart.bestBeforeMs === null ? "" : `, before ${chart.bestBeforeMs}`}`,
    rank,
    remark,
    unsent,
  ]
    .filter((part) => part !== null)
    .join(" | ");
}

test("no two sentences of a result contradict each other, whatever happened to the run", () => {
  const texts = new Set<string>();
  let count = 0;
  for (const { shown, view } of states()) {
    count++;
    const text = textOf(view);
    // A run that sets no time, or that the server does not have, says why; one that the server has is not unsaved.
    const isUnexplained = (shown.result.timeMs === null || shown.delivered?.loss) && view.remark === null;
    const isUnsaved = shown.delivered !== null && view.unsent !== null;
    texts.add(isUnexplained || isUnsaved ? `wrong in its state: ${text}` : text);
  }
  expect(count).toBeGreaterThan(50_000);
  const wrong = [...texts].filter(
    (text) =>
      /wrong in its state|0\.00 s/.test(text) ||
      contradictions.some(([one, other]) => one.test(text) && other.test(text)) ||
      consequences.some(([one, other]) => one.test(text) && !other.test(text)),
  );
  expect(wrong).toEqual([]);
});

test("a result whose code was changed after the server had it keeps its record", () => {
  const delivered: Delivered = {
    at: 10,
    times: { isRecord: true, bestTimeMs: timeMs, lastTimeMs: timeMs, isTooFast: false },
    loss: null,
  };
  const shown = { ...completedRun(example(1), example(1), run(), null, typedRun), shownAt: 0, delivered };
  const view = resultView(shown, example(2), { rank: null, updatedAt: 0 }, { runs: [], reason: null });
  expect([view.record, view.remark, view.differences.speed?.text]).toEqual([
    "first",
    null,
    "Your first run of this example",
  ]);
});
test("a run that the server counts as too fast says so, and has no record and no comparison", () => {
  const answer = { saved: true, best_time_ms: null, last_time_ms: null, isRecord: false } as const;
  const delivered = deliveredAs(
    { kind: "sent", answer: { ...answer, checked: false, unchecked_because: "fast" } },
    10,
  );
  const shown = { ...completedRun(example(1), example(1), run(), null, typedRun), shownAt: 0, delivered };
  const view = resultView(shown, example(1), { rank: null, updatedAt: 0 }, { runs: [], reason: null });
  expect([view.record, view.differences, view.chart, view.remark]).toEqual([
    null,
    noDifferences,
    null,
    "The example is completed, but this run sets no time: it took less than 2 ms a character.",
  ]);
});
test("a run faster than anyone types is no record before the server has responded, and without a network", () => {
  const completed = completedRun(tooFast, tooFast, run(), null, typedRun);
  expect([completed.isRecord, countedTimeMs(tooFast, tooFast, run())]).toEqual([false, null]);
  for (const delivered of [null, deliveredAs({ kind: "sent", answer: null }, 10)]) {
    const shown = { ...completed, shownAt: 0, delivered };
    const view = resultView(shown, tooFast, { rank: null, updatedAt: 0 }, { runs: [], reason: null });
    expect([view.record, view.differences, view.chart, view.remark]).toEqual([
      null,
      noDifferences,
      null,
      "The example is completed, but this run sets no time: it took less than 2 ms a character.",
    ]);
  }
  const slower = { ...tooFast, code_content: "x".repeat(timeMs / 2) };
  expect(completedRun(slower, slower, run(), null, typedRun).isRecord).toBe(true);
});
test("a faster time of another device is the one to compare with, and one that an admin took away is not", () => {
  const difference = (bestBeforeMs: number | null, isRecord: boolean, bestTimeMs: number) =>
    resultView(
      {
        ...completedRun(example(1), example(1, bestBeforeMs), run(), null, typedRun),
        shownAt: 0,
        delivered: {
          at: 10,
          times: { isRecord, bestTimeMs, lastTimeMs: timeMs, isTooFast: false },
          loss: null,
        },
      },
      example(1),
      { rank: null, updatedAt: 0 },
      { runs: [], reason: null },
    ).differences;
  const slower = {
    speed: { figure: "3 wpm", text: "slower than your best run" },
    accuracy: null,
    errors: null,
    time: "1.00 s slower",
  };
  expect(difference(null, false, 9_000)).toEqual(slower);
  expect(difference(11_000, false, 9_000)).toEqual(slower);
  expect(difference(9_000, true, timeMs)).toEqual(noDifferences);
  expect(difference(10_004, true, timeMs)).toEqual({
    speed: { figure: null, text: "the same as your best run, 21 November" },
    accuracy: "3 points higher",
    errors: "2 fewer",
    time: "less than 0.01 s faster",
  });
});
test("a time after a first one without a time, or of changed code, is not called the first run", () => {
  const again = { ...example(1), status: "completed" } as Example;
  const shown = { ...completedRun(again, again, run(), null, typedRun), shownAt: 0, delivered: null };
  const view = resultView(shown, again, { rank: null, updatedAt: 0 }, { runs: [], reason: null });
  expect([view.record, view.differences.speed?.text]).toEqual(["first", "Your first time here"]);
});
test("what is announced has the figures, and that it is a record, or why it sets no time", () => {
  const said = (bestBeforeMs: number | null, result: Result) => {
    const of = example(1, bestBeforeMs);
    const shown = { ...completedRun(of, of, result, null, typedRun), shownAt: 0, delivered: null };
    return saidOf(resultView(shown, of, { rank: null, updatedAt: 0 }, { runs: [], reason: null }));
  };
  const figures = (words: number, rest: string) => `Done. ${words} words per minute, 98 % accuracy, ${rest}.`;
  const slow = run({ timeMs: 60_650, shownMs: 60_650, accuracy: 98, errors: 4 });
  expect(said(63_830, slow)).toBe(`${figures(3, "4 errors, 1 minute 0.65 seconds")} New record.`);
  expect(said(60_000, slow)).toBe(figures(3, "4 errors, 1 minute 0.65 seconds"));
  expect(said(null, run({ accuracy: 98, errors: 1 }))).toBe(
    `${figures(21, "1 error, 10.00 seconds")} New record. Your first run of this example.`,
  );
  expect(said(null, run({ timeMs: null, accuracy: 98 }))).toMatch(
    /10\.00 seconds\. The example is completed, but/,
  );
});

const withOutput = (code_version: number, output: string | undefined, language = "python") =>
  ({ ...example(code_version), output, language }) as Example;
const outputIn = (typed: Example, present: Example) =>
  resultView(
    { ...completedRun(typed, present, run(), null, typedRun), delivered: null, shownAt: 0 },
    present,
    { rank: null, updatedAt: 0 },
    { runs: [], reason: null },
  ).output;

test("a result has the newest output of the code that was typed", () => {
  expect(outputIn(withOutput(1, "old"), withOutput(1, "new"))).toEqual({
    heading: "It prints",
    text: "new",
  });
  // The code was changed while it was typed.
  expect(outputIn(withOutput(1, "of this"), withOutput(2, "of other code")).text).toBe("of this");
  expect(outputIn(withOutput(1, "3 rows", "sql"), withOutput(1, "3 rows", "sql")).heading).toBe("It returns");
});
