import { prepare } from "@tabstop/engine/example";
import { resultMs } from "@tabstop/engine/metrics";
import { logFromText, replayPacked } from "@tabstop/engine/packed-log";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Run } from "../../typing/run.ts";
import { afterEvent, createStarts, evidenceOf } from "../../shell/outbox/run-evidence.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits until acts after the current event are done. */
async function nextEvent(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1);
}

const attempt = (attemptId: string) => ({ attemptId, exampleId: 7, codeVersion: 2 });

/** Starts whose requests the test answers. */
function asked() {
  const requests: {
    attemptId: string;
    signal: AbortSignal;
    answer: (start: string) => void;
    fail: () => void;
  }[] = [];
  const starts = createStarts(
    ({ attemptId }, signal) =>
      new Promise((resolve, reject) => {
        const answer = (start: string) => resolve(start);
        requests.push({ attemptId, signal, answer, fail: () => reject(new Error("offline")) });
      }),
  );
  return { starts, requests };
}

test("the start of an attempt is requested once, after the event of its first key", async () => {
  const { starts, requests } = asked();
  starts.ask(attempt("a"));
  expect(requests).toEqual([]);
  await nextEvent();
  expect(requests.map(({ attemptId }) => attemptId)).toEqual(["a"]);
  expect(starts.of("a")).toBe(null);
  requests[0]?.answer("signed-a");
  await nextEvent();
  expect(starts.of("a")).toBe("signed-a");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests).toHaveLength(1);
});

test("a start that fails is not requested again, and nothing is reported", async () => {
  const { starts, requests } = asked();
  starts.ask(attempt("a"));
  await nextEvent();
  requests[0]?.fail();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([requests.length, starts.of("a")]).toEqual([1, null]);
});

test("a start that does not come is given up after 30 s", async () => {
  const { starts, requests } = asked();
  starts.ask(attempt("a"));
  await nextEvent();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(requests[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(requests[0]?.signal.aborted).toBe(true);
});

test("after Try Again the old attempt's start is not that of the new one, whichever comes first", async () => {
  const { starts, requests } = asked();
  starts.ask(attempt("a"));
  await nextEvent();
  starts.ask(attempt("b"));
  await nextEvent();
  expect(requests.map(({ attemptId, signal }) => [attemptId, signal.aborted])).toEqual([
    ["a", true],
    ["b", false],
  ]);
  requests[0]?.answer("signed-a");
  await nextEvent();
  expect([starts.of("a"), starts.of("b")]).toEqual([null, null]);
  requests[1]?.answer("signed-b");
  await nextEvent();
  expect([starts.of("a"), starts.of("b")]).toEqual([null, "signed-b"]);
});

test("an attempt that is given up in the event of its first key requests no start", async () => {
  const { starts, requests } = asked();
  starts.ask(attempt("a"));
  starts.ask(attempt("b"));
  await nextEvent();
  expect(requests.map(({ attemptId }) => attemptId)).toEqual(["b"]);
});

/** A finished run of this text. `jump` moves a clock between two keys, in ms. */
function finishedRun(text: string, jump: { readonly now?: number; readonly device?: number } = {}): Run {
  const clock = { now: 5_000.7, device: 1_700_000_000_000 };
  const run = new Run(prepare(text), {
    now: () => clock.now,
    deviceNow: () => clock.device,
    newId: () => "a",
  });
  for (const [index, character] of [...text].entries()) {
    if (index === 2) {
      clock.now += jump.now ?? 0;
      clock.device += jump.device ?? 0;
    }
    run.press({ kind: "text", text: character, at: clock.now });
    clock.now += 100.4;
    clock.device += 100.4;
  }
  return run;
}

function evidence(run: Run, start: string | null, sendsKeystrokes: boolean) {
  return evidenceOf({ example: run.example, log: run.log, start }, sendsKeystrokes);
}

test.each([
  ["", {}],
  [" after the device slept", { device: 3_600_000 }],
  [" after the device's clock was set back", { device: -86_400_000 }],
  [" after an event with an earlier time", { now: -150 }],
  [" after a pause of two days", { now: 172_800_000, device: 172_800_000 }],
])("the log leads to the text, errors and time of the run%s", (_name, jump) => {
  const run = finishedRun("let x;", jump);
  const packed = logFromText(evidence(run, null, true).log ?? "");
  const replayed = packed === null ? null : replayPacked(run.example, packed);
  if (!replayed?.ok || replayed.attempt.kind !== "done")
    throw new Error("the log does not finish the example");
  expect([resultMs(replayed.attempt), replayed.attempt.errors]).toEqual([
    run.result?.shownMs,
    run.result?.errors,
  ]);
});

test("only a learner who sends keystrokes sends start and log", () => {
  const run = finishedRun("let x;");
  const fields = (sendsKeystrokes: boolean) => Object.keys(evidence(run, "signed", sendsKeystrokes)).sort();
  expect([fields(true), fields(false)]).toEqual([["log", "start", "zone"], ["zone"]]);
  expect(Object.keys(evidence(run, null, true)).sort()).toEqual(["log", "zone"]);
});

test("a log of more than 64 kB is not sent", () => {
  const run = finishedRun("ab");
  const wrong = Array.from({ length: 19_999 }, (_, at) => ({ kind: "text" as const, text: "😀😀", at }));
  const log = [...wrong, ...run.log];
  expect(Object.keys(evidenceOf({ example: run.example, log, start: "signed" }, true)).sort()).toEqual([
    "start",
    "zone",
  ]);
});

test.each<[string, () => unknown]>([
  [
    "refuses it",
    () => {
      throw new Error("no");
    },
  ],
  ["has none", () => ({ timeZone: undefined })],
  ["hides it", () => ({ timeZone: "Etc/Unknown" })],
])("a browser that %s sends no time zone", (_name, resolvedOptions) => {
  vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: () => ({ resolvedOptions }) });
  expect(Object.keys(evidence(finishedRun("ab"), null, false))).toEqual([]);
});

test("a tab that was left open while its learner travelled sends the zone of each run's end", () => {
  let timeZone = "Pacific/Honolulu";
  vi.stubGlobal("Intl", { ...Intl, DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone }) }) });
  const run = finishedRun("ab");
  expect(evidence(run, null, true).zone).toBe("Pacific/Honolulu");
  timeZone = "Pacific/Kiritimati";
  expect([evidence(run, null, true).zone, evidence(run, null, false).zone]).toEqual([timeZone, timeZone]);
});

test("an act after the event is done once, at the latest when the page is left", async () => {
  const acts: string[] = [];
  afterEvent(() => acts.push("soon"));
  const now = afterEvent(() => acts.push("now"));
  expect(acts).toEqual([]);
  now();
  now();
  expect(acts).toEqual(["now"]);
  await nextEvent();
  expect(acts).toEqual(["now", "soon"]);
});
