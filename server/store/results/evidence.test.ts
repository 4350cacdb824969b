// Tests of times with evidence on both databases: which are checked, which runs are kept, what a repeat adds, and what a
// removal by an admin leaves.

import { describe, expect, test } from "vitest";
import { learners } from "../../test/courses.ts";
import { openers } from "../../test/stores.ts";
import { expectRecounted } from "../test/derived-tables.ts";
import { bestsOf, logOf, uuid, withLearner } from "../test/desk.ts";
import type { Completion } from "./completions.ts";
import { adminBoardOf } from "./leaderboard.ts";
import { type Evidence, listedReplay, noEvidence, ownReplay } from "./runs.ts";
import { changeExampleCode } from "../content/content-changes.ts";

/** A completion with its log, of a run of its own. */
function typed(timeMs: number, n: number, because: "start" | "late" | null = null): Partial<Completion> {
  return { attemptId: uuid(n), timeMs, evidence: logOf(timeMs, because) };
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("a checked time is the best of both boards, and a faster unchecked one only of all times", () =>
      withLearner(opener, async (desk) => {
        expect(await desk.complete(typed(5_000, 1))).toMatchObject({
          checked: true,
          unchecked_because: null,
        });
        expect(await bestsOf(desk)).toBe("5000 -, checked 5000");
        const faster = await desk.complete({ attemptId: uuid(2), timeMs: 4_000 });
        expect(faster).toMatchObject({ best_time_ms: 4_000, isRecord: true, unchecked_because: "none" });
        expect(await bestsOf(desk)).toBe("4000 none, checked 5000");
        expect(await desk.board()).toMatchObject({
          top: [{ best_time_ms: 4_000, checked: false }],
          own: { rank: 1, best_time_ms: 4_000, checked: false, unchecked_because: "none" },
          unlisted: null,
          has_replay: true,
        });
        expect(await desk.board("checked")).toMatchObject({
          top: [{ best_time_ms: 5_000, checked: true }],
          own: { rank: 1, best_time_ms: 5_000, checked: true, unchecked_because: null },
          unlisted: { best_time_ms: 4_000, unchecked_because: "none" },
        });
        await expectRecounted(desk.store);
      }));

    test.for([
      ["start", logOf(5_000, "start")],
      ["late", logOf(5_000, "late")],
      ["log", { because: "log", run: null }],
      ["busy", { because: "busy", run: null }],
      ["none", undefined],
    ] as const)(
      "a time that is unchecked because of '%s' says so and is on no board of checked times",
      ([because, evidence]) =>
        withLearner(opener, async (desk) => {
          const given = evidence && { evidence: evidence as Evidence };
          expect(await desk.complete({ attemptId: uuid(1), ...given })).toMatchObject({
            ...{ best_time_ms: 5_000, isRecord: true, checked: false, unchecked_because: because },
          });
          expect(await bestsOf(desk)).toBe(`5000 ${because}, checked -`);
          expect(await desk.board("checked")).toMatchObject({
            ...{ top: [], own: null, unlisted: { best_time_ms: 5_000, unchecked_because: because } },
          });
          expect(await desk.runs()).toEqual(
            given && "run" in given.evidence && given.evidence.run ? [`5000 ${because} kept`] : [],
          );
          await expectRecounted(desk.store);
        }),
    );

    test("of the runs with a log the fastest and the fastest checked one are kept, in whatever order they arrive", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(typed(6_000, 1));
        await desk.complete(typed(7_000, 2));
        await desk.complete(typed(5_000, 3, "late"));
        expect(await desk.runs()).toEqual(["5000 late kept", "6000 checked kept", "7000 checked old"]);
        await desk.complete(typed(5_500, 4));
        await desk.complete(typed(5_000, 5, "start"));
        expect(await desk.runs()).toEqual([
          "5000 late kept",
          "5000 start old",
          "5500 checked kept",
          "6000 checked old",
          "7000 checked old",
        ]);
        // The same time, checked, is the better one.
        await desk.complete(typed(5_000, 6));
        expect((await desk.runs()).filter((run) => run.endsWith("kept"))).toEqual(["5000 checked kept"]);
        expect(await bestsOf(desk)).toBe("5000 -, checked 5000");
      }));

    test("of equal times a checked one stands by its end, any other by when the server heard of it", () =>
      withLearner(opener, async (desk) => {
        const [bob, cyd, dan] = (await learners(desk.store, "bob", "cyd", "dan")) as [number, number, number];
        const proven = (idleMs: number): Evidence => {
          const { because, run } = logOf(5_000);
          return { because, run: { ...run, startedMs: 5_000 + idleMs } } as Evidence;
        };
        // The first claims the earliest end, without a proof.
        await desk.complete({ ...typed(5_000, 1), evidence: noEvidence, at: 1_000_300, endedAt: 1 });
        await desk.complete({ ...typed(5_000, 2), userId: bob, evidence: noEvidence, at: 1_000_100 });
        // The third claims an end at which it was still typed: its start proves only the last 400 ms.
        await desk.complete({
          ...typed(5_000, 3),
          userId: cyd,
          evidence: proven(400),
          at: 1_000_600,
          endedAt: 1,
        });
        await desk.complete({
          ...typed(5_000, 4),
          userId: dan,
          evidence: proven(400),
          at: 1_000_500,
          endedAt: 1_000_250,
        });
        const order = async () => (await desk.board()).top.map(({ rank, username }) => `${rank} ${username}`);
        expect(await order()).toEqual(["1 bob", "1 cyd", "1 dan", "1 ada"]);
        // A log that is added proves the end of its run.
        await desk.complete({ ...typed(5_000, 1), evidence: proven(250), at: 1_000_320 });
        expect(await order()).toEqual(["1 ada", "1 bob", "1 cyd", "1 dan"]);
        expect((await desk.board("checked")).top.map(({ username }) => username)).toEqual([
          "ada",
          "cyd",
          "dan",
        ]);
      }));

    test("one's own replay is the fastest run with a log, and an admin's view that of the listed time", () =>
      withLearner(opener, async (desk) => {
        const of = { userId: desk.userId, exampleId: desk.exampleId };
        const own = () => desk.store.read((db) => ownReplay(db, of));
        const listed = (board: "all" | "checked") => desk.store.read((db) => listedReplay(db, of, board));
        expect([await own(), await listed("all"), await listed("checked")]).toEqual([null, null, null]);
        await desk.complete(typed(6_000, 1));
        expect(await own()).toMatchObject({
          username: "ada",
          time_ms: 6_000,
          checked: 1,
          keystrokes: 11,
        });
        expect(Array.from((await own())?.log ?? [])).toEqual([1, 6_000 % 256]);
        await desk.complete(typed(5_000, 2, "late"));
        expect([await own(), await listed("all"), await listed("checked")]).toMatchObject([
          { time_ms: 5_000, unchecked_because: "late", started_ms: 5_100 },
          { time_ms: 5_000 },
          { time_ms: 6_000 },
        ]);
        await desk.complete({ attemptId: uuid(3), timeMs: 4_000 });
        expect([await own(), await listed("all"), await listed("checked")]).toMatchObject([
          { time_ms: 5_000 },
          null as never,
          { time_ms: 6_000 },
        ]);
        const change = { exampleId: desk.exampleId, codeContent: "new", at: 0 };
        await desk.store.write((tx) => changeExampleCode(tx, change));
        expect([await own(), await listed("all"), await listed("checked")]).toEqual([null, null, null]);
        expect(await desk.board()).toMatchObject({ has_replay: false });
      }));

    test("admins see why a time is unchecked, and whether its run has notes", () =>
      withLearner(opener, async (desk) => {
        const [bob, cyd] = (await learners(desk.store, "bob", "cyd")) as [number, number];
        const noted = logOf(5_000, "late");
        if (noted.run) Object.assign(noted.run, { notes: "[]" });
        await desk.complete({ ...typed(5_000, 1), evidence: noted });
        await desk.complete({ ...typed(6_000, 2), userId: bob });
        await desk.complete({ ...typed(6_500, 3), userId: cyd });
        await desk.complete({ attemptId: uuid(4), userId: cyd, timeMs: 4_000 });
        const board = (kind: "all" | "checked") =>
          desk.store.read((db) => adminBoardOf(db, desk.exampleId, 10, kind));
        expect(await board("all")).toMatchObject([
          { rank: 1, username: "cyd", best_time_ms: 4_000, unchecked_because: "none", has_notes: false },
          { rank: 2, username: "ada", best_time_ms: 5_000, unchecked_because: "late", has_notes: true },
          {
            rank: 3,
            username: "bob",
            best_time_ms: 6_000,
            checked: true,
            unchecked_because: null,
            has_notes: false,
          },
        ]);
        expect(await board("checked")).toMatchObject([
          { rank: 1, username: "bob", best_time_ms: 6_000, checked: true },
          { rank: 2, username: "cyd", best_time_ms: 6_500, checked: true },
        ]);
      }));
  });
}
