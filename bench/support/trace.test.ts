import { expect, test } from "vitest";
import { analyse, analyseRest, costOf, type TraceEvent } from "./trace.ts";

/** An event of the page's main thread; times in ms. `cpu` is less than `dur` where the thread had to wait. */
function event(
  name: string,
  at: number,
  dur: number,
  cpu = dur,
  args: Record<string, unknown> = {},
): TraceEvent {
  return { name, ph: "X", ts: at * 1000, dur: dur * 1000, tdur: cpu * 1000, pid: 1, tid: 1, args };
}

function keydown(at: number): TraceEvent {
  return event("EventDispatch", at, 0.1, 0.1, { data: { type: "keydown" } });
}

const round = (value: number) => Number(value.toFixed(3));

/** Four keys 100 ms apart; only the second and the third have complete windows. */
function fourKeys(...between: TraceEvent[]): TraceEvent[] {
  return [keydown(1000), keydown(1100), keydown(1200), keydown(1300), ...between];
}

test("the cost of a key is the own CPU time of the events that end between its keydown and the next", () => {
  const { windows, keydowns } = analyse(
    fourKeys(
      event("TimerFire", 1050, 5),
      event("TimerFire", 1150, 2),
      event("TimerFire", 1250, 3),
      event("TimerFire", 1350, 9),
    ),
  );
  expect(keydowns).toBe(4);
  expect(windows.map((window) => round(costOf(window)))).toEqual([2.1, 3.1]);
});

test("time is the thread's CPU time, not wall-clock time, and a parent's own time excludes its children's", () => {
  const { windows, withCpuTime } = analyse(
    fourKeys(
      event("RunTask", 1110, 30, 10),
      event("FireAnimationFrame", 1112, 20, 6),
      event("UpdateLayoutTree", 1115, 4, 3, { elementCount: 2 }),
      event("Layout", 1120, 2, 1),
    ),
  );
  const { ms } = windows[0] as (typeof windows)[number];
  expect({ other: ms.other, script: round(ms.script), style: ms.style, layout: ms.layout }).toEqual({
    other: 4,
    script: 2.1,
    style: 3,
    layout: 1,
  });
  expect(round(costOf(windows[0] as (typeof windows)[number]))).toBe(6.1);
  expect(withCpuTime).toBe(1);
});

test("an event of unknown kind counts as its parent's kind", () => {
  const { windows } = analyse(fourKeys(event("Paint", 1110, 4), event("SomethingNew", 1111, 3)));
  expect(round((windows[0] as (typeof windows)[number]).ms.paint)).toBe(4);
});

test("a task that started before the keydown that it dispatches counts for that key", () => {
  const { windows } = analyse([
    keydown(1000),
    event("RunTask", 1099, 8),
    event("HitTest", 1099.5, 0.25),
    keydown(1100),
    keydown(1200),
  ]);
  expect(windows.map(({ ms }) => [round(ms.other), ms.layout])).toEqual([[7.65, 0.25]]);
});

test("the work of the first frame is distinguished from that of later frames", () => {
  const frame = (at: number, elements: number) => [
    event("UpdateLayoutTree", at, 1, 1, { elementCount: elements }),
    event("Layout", at + 1, 1),
    event("Commit", at + 2, 1),
  ];
  const { windows } = analyse(fourKeys(...frame(1110, 3), ...frame(1126, 1), ...frame(1142, 1)));
  const { all, first, frames } = windows[0] as (typeof windows)[number];
  expect({ all, first, frames }).toEqual({
    all: { styles: 3, restyled: 5, layouts: 3, forced: 0 },
    first: { styles: 1, restyled: 3, layouts: 1, forced: 0 },
    frames: 3,
  });
});

test("a style pass that restyles no element does not count", () => {
  const { windows } = analyse(fourKeys(event("UpdateLayoutTree", 1110, 1, 1, { elementCount: 0 })));
  expect(windows[0]?.all.styles).toBe(0);
});

test("a layout inside a script was forced by the script", () => {
  const { windows, work } = analyse(
    fourKeys(
      event("EventDispatch", 1110, 9, 9, { data: { type: "input" } }),
      event("Layout", 1112, 2, 2, { endData: { layoutRoots: [{ nodeName: "TEXTAREA" }] } }),
      event("Layout", 1130, 3, 3, { endData: { layoutRoots: [{ nodeName: "DIV id='timer'" }] } }),
    ),
  );
  expect(windows[0]?.all).toMatchObject({ layouts: 2, forced: 1 });
  expect(work.filter(({ kind }) => kind === "layout")).toEqual([
    { label: "Layout of DIV id='timer'", kind: "layout", timesAKey: 0.25, msAKey: 0.75 },
    { label: "Layout of TEXTAREA", kind: "layout", timesAKey: 0.25, msAKey: 0.5 },
  ]);
});

test("a function is identified by its place in the source", () => {
  const place = { functionName: "", url: "http://x/static/js/a.js", lineNumber: 9, columnNumber: 21 };
  const { work } = analyse(fourKeys(event("FunctionCall", 1110, 4, 4, { data: place })));
  expect(work[0]).toEqual({
    label: "FunctionCall (anonymous) a.js:9:21",
    kind: "script",
    timesAKey: 0.25,
    msAKey: 1,
  });
});

test("only the thread that handles the keys counts, and only until shortly after the last key", () => {
  const { windows, work } = analyse([
    ...fourKeys(),
    { ...event("TimerFire", 1150, 7), tid: 2 },
    event("RunTask", 1900, 20),
    event("TimerFire", 1901, 10),
  ]);
  expect(windows.map((window) => round(costOf(window)))).toEqual([0.1, 0.1]);
  expect(work.map(({ label }) => label)).toEqual(["EventDispatch keydown"]);
});

test("a task is long because of its CPU time, not because it waited for the processor", () => {
  const { longTasks } = analyse(fourKeys(event("RunTask", 1110, 80, 20), event("RunTask", 1210, 60, 55)));
  expect(longTasks).toBe(1);
});

test("a window lasts until the next key", () => {
  const { windows } = analyse([keydown(1000), keydown(1060), keydown(1200), keydown(1260)]);
  expect(windows.map(({ spanMs }) => spanMs)).toEqual([140, 60]);
});

test("a trace without a key is refused", () => {
  expect(() => analyse([event("RunTask", 1, 1)])).toThrow("no keydown among 1 trace events");
});

test("a rest is the time between the last two keys, without the frames of the first of them", () => {
  const rest = analyseRest(
    [
      keydown(1000),
      event("RunTask", 1200, 90),
      keydown(2000),
      // The key's own frame.
      event("RunTask", 2010, 9, 8),
      event("UpdateLayoutTree", 2011, 2),
      event("RunTask", 3500, 20, 12),
      event("TimerFire", 3501, 3),
      event("Layout", 3505, 2),
      event("Commit", 3508, 1),
      keydown(5020),
    ],
    1_000,
  );
  expect({ ...rest, msASecond: round(rest.msASecond) }).toEqual({
    seconds: 2,
    msASecond: 6,
    styles: 0,
    layouts: 1,
    frames: 1,
    callbacks: 1,
  });
});
test("a rest needs two keys", () => {
  expect(() => analyseRest([keydown(1000)], 0)).toThrow(RangeError);
});
