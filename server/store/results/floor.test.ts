// Tests of the floor on both databases: a time that no one can have typed completes the example and is no time.

import { describe, expect, test } from "vitest";
import { openers } from "../../test/stores.ts";
import { changeExampleCode } from "../content/content-changes.ts";
import { expectRecounted } from "../test/derived-tables.ts";
import { bestsOf, type Desk, logOf, uuid, withLearner } from "../test/desk.ts";

/** Gives the example this code, and returns its version. */
async function setCode(desk: Desk, codeContent: string): Promise<number> {
  const change = { exampleId: desk.exampleId, codeContent, at: 0 };
  return (await desk.store.write((tx) => changeExampleCode(tx, change)))?.codeVersion ?? 0;
}

const fast = {
  best_time_ms: null,
  last_time_ms: null,
  isRecord: false,
  checked: false,
  unchecked_because: "fast",
};
const timed = { isRecord: true, unchecked_because: "none" };

for (const opener of openers) {
  describe(opener.name, () => {
    test.for([
      ["20 characters", "x".repeat(20), 39],
      ["two lines", `${"x".repeat(10)}\n${"y".repeat(9)}`, 39],
      ["20 characters outside the basic plane", "😀".repeat(20), 39],
      ["letters with marks, which take two code points", "e\u0301".repeat(10), 39],
      ["1,000 characters", "line\n".repeat(200), 1_999],
      ["the longest code", "x".repeat(10_000), 19_999],
    ] as const)(
      "a time below 2 ms for each code point is none, and one of 2 ms is a time (%s)",
      ([, code, below]) =>
        withLearner(opener, async (desk) => {
          await setCode(desk, code);
          for (const timeMs of [1, below]) {
            expect(await desk.finish({ attemptId: uuid(timeMs), timeMs })).toEqual(fast);
            expect(await desk.complete({ attemptId: uuid(timeMs), timeMs })).toEqual(fast);
          }
          expect(await desk.row()).toBe("done best - last -");
          expect(await desk.board()).toMatchObject({ top: [], own: null });
          expect(await desk.finish({ timeMs: below + 1 })).toMatchObject({
            best_time_ms: below + 1,
            ...timed,
          });
          await expectRecounted(desk.store);
        }),
    );

    test.for([
      ["19 characters", "x".repeat(19)],
      ["19 characters that take two UTF-16 units", "😀".repeat(19)],
    ] as const)("code of fewer than 20 code points has no floor (%s)", ([, code]) =>
      withLearner(opener, async (desk) => {
        await setCode(desk, code);
        expect(await desk.finish({ timeMs: 1 })).toMatchObject({ best_time_ms: 1, ...timed });
      }),
    );

    test("neither a log nor a repeat nor a run without evidence gets below the floor, and earlier times stay", () =>
      withLearner(opener, async (desk) => {
        const codeVersion = await setCode(desk, "x".repeat(100));
        await desk.complete({ attemptId: uuid(1), timeMs: 9_000, evidence: logOf(9_000, null, codeVersion) });
        const kept = { best_time_ms: 9_000, last_time_ms: 9_000, isRecord: false, unchecked_because: "fast" };
        const run = { attemptId: uuid(2), timeMs: 199 };
        const log = { evidence: logOf(199, null, codeVersion) };
        expect(await desk.complete({ ...run, ...log })).toMatchObject(kept);
        expect(await desk.complete({ attemptId: uuid(3), timeMs: 199 })).toMatchObject(kept);
        expect(await desk.complete({ attemptId: uuid(3), timeMs: 199, ...log })).toMatchObject(kept);
        expect(await desk.complete({ ...run, attemptId: null })).toMatchObject(kept);
        expect(await bestsOf(desk)).toBe("9000 -, checked 9000");
        expect((await desk.runs()).filter((row) => row.endsWith("kept"))).toEqual(["9000 checked kept"]);
        await expectRecounted(desk.store);
      }));

    test("the floor is that of the code of now, and of a run without a time there is none", () =>
      withLearner(opener, async (desk) => {
        await setCode(desk, "x".repeat(1_000));
        await setCode(desk, "x".repeat(20));
        expect(await desk.finish({ attemptId: uuid(1), timeMs: 40 })).toMatchObject({
          best_time_ms: 40,
          ...timed,
        });
        expect(await desk.finish({ attemptId: uuid(2), timeMs: null })).toMatchObject({
          unchecked_because: "none",
        });
        expect(await desk.finish({ attemptId: uuid(3), timeMs: 5, codeVersion: 2 })).toMatchObject({
          ...{ best_time_ms: 40, unchecked_because: "none" },
        });
      }));
  });
}
