// What logs of runs from memory show.

import { expect, onTestFinished, test } from "vitest";
import { type Event, memoryLog } from "../../test/memory-runs.ts";
import { typedRun } from "../../test/typed-runs.ts";
import { replayMemoryRun } from "./memory-run.ts";
import { openReplayer } from "./replayer.ts";

const code = "a => b\nc ? d : e\n";
const replayed = (events: Record<number, readonly Event[]>) =>
  replayMemoryRun({ kind: "memory", code, log: memoryLog(code, events) });

test("a run without help or wrong keys shows its time and its length", () => {
  const run = { timeMs: 100 * (code.length - 1), characters: code.length, helps: [], tries: [] };
  expect(replayed({})).toEqual(run);
  expect(replayMemoryRun({ kind: "memory", code, log: typedRun(code, { msPerKey: 100 }).log })).toMatchObject(
    {
      helps: [],
      tries: [],
    },
  );
});

test("help counts where it was asked, once", () => {
  expect(replayed({ 3: ["show", "show"], 0: ["show"] })?.helps).toEqual([
    [0, 1],
    [3, 4],
  ]);
});

test("wrong keys less than 1 s apart are one try", () => {
  const triesOf = (...wrong: number[]) => replayed({ 2: [{ wrong }] })?.tries;
  expect(triesOf(50)).toEqual([[2, 3, 1]]);
  expect(triesOf(50, 999, 999, 999)).toEqual([[2, 3, 1]]);
  expect(triesOf(50, 1_000)).toEqual([[2, 3, 2]]);
  expect(triesOf(50, 999, 1_000, 10, 4_000)).toEqual([[2, 3, 3]]);
  // A clock that goes back begins no further try.
  expect(triesOf(5_000, -3_000)).toEqual([[2, 3, 1]]);
});

test("tries are counted for each character, and the first key may be one", () => {
  expect(replayed({ 0: [{ wrong: [0, 2_000] }], 3: [{ wrong: [10] }] })?.tries).toEqual([
    [0, 1, 2],
    [3, 4, 1],
  ]);
});

test("a full-width character of an input method is no try", () => {
  expect(replayed({ 2: [{ wrong: [10, 2_000], key: "\uff0b" }] })?.tries).toEqual([]);
  expect(replayed({ 2: [{ wrong: [10], key: "あ" }, { wrong: [1_500] }] })?.tries).toEqual([[2, 3, 1]]);
});

test("places are counted in UTF-16 units, whatever a character is made of", () => {
  const wide = "👩\u200d👩\u200d👧 e\u0301 \u200b=> 😀\n";
  const steps = 9;
  const events = { 0: ["show"], 2: ["show"], 4: [{ wrong: [5] }], 7: ["show"] } as const;
  const run = replayMemoryRun({
    kind: "memory",
    code: wide,
    log: memoryLog(`${"x".repeat(steps - 1)}\n`, events),
  });
  const texts = (list: readonly (readonly number[])[] = []) => list.map(([from, to]) => wide.slice(from, to));
  expect(texts(run?.helps)).toEqual(["👩\u200d👩\u200d👧", "e\u0301", "😀"]);
  expect(texts(run?.tries)).toEqual(["\u200b="]);
  expect(run?.characters).toBe([...wide].length);
});

test("what does not complete the code is no log", () => {
  const log = memoryLog(code);
  for (const other of ["", "A", "%", log.slice(0, -4), `${log}AAAA`, memoryLog("x\n"), "A".repeat(90_000)])
    expect([other.length, replayMemoryRun({ kind: "memory", code, log: other })]).toEqual([
      other.length,
      null,
    ]);
});

test("a log that takes too long is given up, and the next one is replayed", async () => {
  const replayer = openReplayer({ limitMs: 30, answerMs: 60_000 });
  onTestFinished(() => replayer.close());
  const long = "a".repeat(19_000);
  const small = { kind: "memory", code, log: memoryLog(code, { 0: ["show"] }) } as const;
  expect(await replayer.replayMemoryRun(small)).toMatchObject({ helps: [[0, 1]] });
  // To segment such a code takes far longer than the limit.
  const huge = "e\u0301\u0302".repeat(60_000);
  expect(await replayer.replayMemoryRun({ kind: "memory", code: huge, log: memoryLog(long) })).toBe("busy");
  expect(await replayer.replayMemoryRun(small)).toMatchObject({ helps: [[0, 1]] });
});

test("20,000 wrong keys and calls for help cost no more than as many right ones", () => {
  const cpuMs = (text: string, log: string) => {
    const start = process.cpuUsage();
    expect(replayMemoryRun({ kind: "memory", code: text, log })).not.toBeNull();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  const typed = "a".repeat(19_990);
  const wrong = Array.from({ length: 9_990 }, () => 1_001);
  const events: Record<number, readonly Event[]> = {
    0: [...Array.from({ length: 9_990 }, () => "show" as const), { wrong }],
  };
  const right = Math.min(...[1, 2, 3].map(() => cpuMs(typed, memoryLog(typed))));
  const trouble = Math.min(...[1, 2, 3].map(() => cpuMs("ab\n", memoryLog("ab\n", events))));
  expect(trouble).toBeLessThan(3 * right + 10);
});
