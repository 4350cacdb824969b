// Tests of attempts that are reported more than once, with their log and without, on both databases.

import { describe, expect, test } from "vitest";
import { openers } from "../../test/stores.ts";
import { changeExampleCode } from "../content/content-changes.ts";
import { expectRecounted } from "../test/derived-tables.ts";
import { bestsOf, type Desk, logOf, uuid, withLearner } from "../test/desk.ts";
import type { Completion } from "./completions.ts";
import type { Evidence } from "./runs.ts";

const noLog = (because: "log" | "busy"): Evidence => ({ because, run: null });
const bare = { attemptId: uuid(1), timeMs: 5_000 };
const withLog = { ...bare, evidence: logOf(5_000) };

/** Everything that a history of reports leaves, without the moments. */
async function stateOf(desk: Desk): Promise<readonly string[]> {
  return [await bestsOf(desk), await desk.row(), ...(await desk.runs())];
}

for (const opener of openers) {
  describe(opener.name, () => {
    test.for([
      ["checked", logOf(5_000), null, ["5000 -, checked 5000", "5000 checked kept"]],
      ["late", logOf(5_000, "late"), "late", ["5000 late, checked -", "5000 late kept"]],
      ["of the wrong keys", noLog("log"), "log", ["5000 log, checked -"]],
      ["not looked at", noLog("busy"), "busy", ["5000 busy, checked -"]],
    ] as const)(
      "a log that comes with a repeat is added once, and with the first report it is the same (%s)",
      ([, evidence, because, [bests, ...runs]]) =>
        withLearner(opener, async (desk) => {
          const state = [bests, "done best 5000 last 5000", ...runs];
          const first = await desk.finish(bare);
          expect(first).toMatchObject({ checked: false, unchecked_because: "none" });
          const answer = { ...first, checked: because === null, unchecked_because: because };
          expect(await desk.complete({ ...bare, evidence })).toEqual(answer);
          expect(await stateOf(desk)).toEqual(state);
          // What comes later changes nothing more: no log, another one, a good one.
          for (const again of [
            {},
            { evidence: noLog("log") },
            { evidence: logOf(5_000, "start") },
            withLog,
          ]) {
            expect(await desk.finish({ ...bare, ...again })).toEqual(answer);
            expect(await desk.complete({ ...bare, ...again })).toEqual(answer);
          }
          expect(await stateOf(desk)).toEqual(state);
          await expectRecounted(desk.store);
          expect(await desk.attempts()).toBe(1);
        }),
    );

    test.for([
      ["another time", { timeMs: 4_000, evidence: logOf(4_000) }],
      [
        "other errors",
        { errors: 7, evidence: { ...logOf(5_000), run: { ...logOf(5_000).run, errors: 7 } } as Evidence },
      ],
      ["other code", { evidence: logOf(5_000, null, 2) }],
    ] as const)("a log of %s than the first report's is not its log", ([, change]) =>
      withLearner(opener, async (desk) => {
        const first = await desk.complete(bare);
        const second = await desk.complete({ ...bare, ...(change as Partial<Completion>) });
        expect(second).toEqual({ ...first, checked: false, unchecked_because: "log" });
        expect(await stateOf(desk)).toEqual(["5000 log, checked -", "done best 5000 last 5000"]);
        await expectRecounted(desk.store);
      }),
    );

    test("a log on the code of now is not that of an attempt on other code", () =>
      withLearner(opener, async (desk) => {
        const first = await desk.complete({ ...bare, codeVersion: 7 });
        expect(await desk.complete(withLog)).toEqual({ ...first, unchecked_because: "log" });
        expect(await stateOf(desk)).toEqual(["- -, checked -", "done best - last -"]);
      }));

    test("a log that comes after an edit of the code is not kept, and the answer stays that of the first", () =>
      withLearner(opener, async (desk) => {
        const first = await desk.complete(bare);
        const change = { exampleId: desk.exampleId, codeContent: "new", at: 0 };
        await desk.store.write((tx) => changeExampleCode(tx, change));
        expect(await desk.complete({ ...withLog, codeVersion: 1 })).toEqual({
          ...first,
          unchecked_because: "log",
        });
        expect(await stateOf(desk)).toEqual(["- -, checked -", "done best - last -"]);
      }));

    test("an example that is edited between the replay and the transaction keeps no log and no time", () =>
      withLearner(opener, async (desk) => {
        const change = { exampleId: desk.exampleId, codeContent: "new", at: 0 };
        await desk.store.write((tx) => changeExampleCode(tx, change));
        for (const codeVersion of [1, null])
          expect(
            await desk.complete({ ...withLog, attemptId: uuid(codeVersion ?? 9), codeVersion }),
          ).toMatchObject({
            ...{ best_time_ms: null, last_time_ms: null, checked: false, unchecked_because: "log" },
          });
        expect(await stateOf(desk)).toEqual(["- -, checked -", "done best - last -"]);
      }));

    test("the log of an attempt that was first reported without its id belongs to the id from then on", () =>
      withLearner(opener, async (desk) => {
        await desk.complete({ timeMs: 5_000, evidence: logOf(5_000) });
        await desk.complete(bare);
        const row = await desk.store.read((db) => db.selectFrom("run").select("attempt_key").execute());
        expect(row).toEqual([{ attempt_key: uuid(1) }]);
      }));

    test("a log for a faster attempt of another tab leaves the faster one best, in any order", async () => {
      const reports: Partial<Completion>[] = [
        bare,
        withLog,
        { attemptId: uuid(2), timeMs: 4_500 },
        { attemptId: uuid(2), timeMs: 4_500, evidence: logOf(4_500, "late") },
        { attemptId: uuid(3), timeMs: 4_500, evidence: logOf(4_500, "start") },
      ];
      const orders = [
        [0, 1, 2, 3, 4],
        [4, 3, 2, 1, 0],
        [2, 0, 4, 1, 3],
        [1, 3, 4, 0, 2],
        [3, 4, 1, 2, 0],
      ];
      const states: unknown[] = [];
      for (const order of orders)
        await withLearner(opener, async (desk) => {
          for (const i of order) await desk.complete(reports[i] ?? {});
          const [bests, , ...runs] = await stateOf(desk);
          // Which of two equal unchecked times is the first depends on when the server heard of them.
          states.push([bests?.replace(/late|start/, "…"), runs.filter((run) => run.startsWith("5000"))]);
          expect(runs.filter((run) => run.endsWith("kept"))).toHaveLength(2);
          await expectRecounted(desk.store);
        });
      expect(new Set(states.map((state) => JSON.stringify(state)))).toEqual(
        new Set([JSON.stringify(["4500 …, checked 5000", ["5000 checked kept"]])]),
      );
    });

    test("50 reports of one attempt with its log at once give one row and equal answers", () =>
      withLearner(opener, async (desk) => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => (i % 2 ? desk.finish(withLog) : desk.complete(withLog))),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(answers[0]).toMatchObject({ best_time_ms: 5_000, isRecord: true, checked: true });
        expect(await stateOf(desk)).toEqual([
          "5000 -, checked 5000",
          "done best 5000 last 5000",
          "5000 checked kept",
        ]);
        expect(await desk.attempts()).toBe(1);
        await expectRecounted(desk.store);
      }));

    test("50 reports of which some have the log end checked, and no later answer differs", () =>
      withLearner(opener, async (desk) => {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => desk.complete(i % 5 === 3 ? withLog : bare)),
        );
        for (const [i, answer] of answers.entries())
          expect(answer).toMatchObject({
            best_time_ms: 5_000,
            isRecord: true,
            ...(i % 5 === 3 && { checked: true }),
          });
        expect(await desk.finish(bare)).toMatchObject({ checked: true });
        expect(await stateOf(desk)).toEqual([
          "5000 -, checked 5000",
          "done best 5000 last 5000",
          "5000 checked kept",
        ]);
        await expectRecounted(desk.store);
      }));
  });
}

test("two servers that get the reports of two tabs at once come to the same as one", async () => {
  const postgres = openers.find(({ name }) => name === "postgres") as (typeof openers)[number];
  await withLearner(postgres, async (desk, reopen) => {
    const second = await reopen();
    try {
      const on = (i: number) => (i % 2 ? desk : desk.on(second));
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => {
          const timeMs = 5_000 + (i % 6);
          const evidence = i % 3 ? logOf(timeMs, i % 6 === 1 ? "late" : null) : undefined;
          return on(i).complete({ attemptId: uuid(i % 12), timeMs, ...(evidence && { evidence }) });
        }),
      );
      await expectRecounted(desk.store);
      expect((await desk.runs()).filter((run) => run.endsWith("kept")).length).toBeLessThanOrEqual(2);
      expect(await bestsOf(desk)).toMatch(/^500\d (-|none|late), checked 500\d$/);
    } finally {
      await second.close();
    }
  });
});
