// Autosaves and completions of one learner, on both databases.

import { describe, expect, test } from "vitest";
import { openers } from "../../test/stores.ts";
import { changeExampleCode } from "../content/content-changes.ts";
import { getPublishedLesson, listPublishedCourses } from "../content/published-content.ts";
import { boardOf } from "./leaderboard.ts";
import { uuid, withLearner } from "../test/desk.ts";

const minute = 60_000;
const result = (best_time_ms: number | null, last_time_ms: number | null, isRecord: boolean) => ({
  best_time_ms,
  last_time_ms,
  isRecord,
  checked: false,
  unchecked_because: "none",
});

for (const opener of openers) {
  describe(opener.name, () => {
    test("an autosave never lowers the progress, and 100 % alone completes nothing", () =>
      withLearner(opener, async (desk) => {
        expect(await desk.save({ percent: 40 })).toBe(true);
        await desk.save({ percent: 20 });
        expect(await desk.row()).toBe("40% best - last -");
        await desk.save({ percent: 100 });
        expect(await desk.row()).toBe("100% best - last -");
        expect(await desk.attempts()).toBe(0);
      }));

    test("a completed example stays completed", () =>
      withLearner(opener, async (desk) => {
        await desk.finish({});
        await desk.save({ percent: 10 });
        expect(await desk.row()).toBe("done best 5000 last 5000");
      }));

    test("the first time is a record, a slower one sets only the last, a faster one both", () =>
      withLearner(opener, async (desk) => {
        expect(await desk.finish({ timeMs: 5_000 })).toEqual(result(5_000, 5_000, true));
        expect(await desk.finish({ timeMs: 7_000 })).toEqual(result(5_000, 7_000, false));
        expect(await desk.finish({ timeMs: 4_999 })).toEqual(result(4_999, 4_999, true));
        expect(await desk.finish({ timeMs: 4_999, at: 9_000_000 })).toEqual(result(4_999, 4_999, false));
      }));

    test("an attempt that both endpoints report counts once, in any order, and gets its first result", () =>
      withLearner(opener, async (desk) => {
        const run = { attemptId: uuid(1), timeMs: 5_000 };
        const first = await desk.complete(run);
        expect(first).toEqual(result(5_000, 5_000, true));
        await desk.finish({ attemptId: uuid(2), timeMs: 4_000 });
        const late = { ...run, at: 1_000_000 + 90 * minute };
        expect(await desk.finish(late)).toEqual(first);
        expect(await desk.complete(late)).toEqual(first);
        expect(await desk.finish({ ...late, attemptId: uuid(1).toUpperCase() })).toEqual(first);
        expect(await desk.attempts()).toBe(2);
        expect(await desk.row()).toBe("done best 4000 last 4000");
      }));

    test("without an id the same time within ten minutes is the same attempt, and later another one", () =>
      withLearner(opener, async (desk) => {
        const at = 1_000_000;
        const first = await desk.finish({ at });
        expect(await desk.complete({ at: at + 10 * minute })).toEqual(first);
        expect(await desk.finish({ at: at + 1, timeMs: 5_001 })).toEqual(result(5_000, 5_001, false));
        expect(await desk.finish({ at: at + 10 * minute + 1 })).toEqual(result(5_000, 5_000, false));
        expect(await desk.attempts()).toBe(3);
      }));

    test("an attempt reported first without its id is known by its id afterwards", () =>
      withLearner(opener, async (desk) => {
        const first = await desk.finish({});
        expect(await desk.complete({ attemptId: uuid(1) })).toEqual(first);
        const late = { at: 1_000_000 + 60 * minute, attemptId: uuid(1) };
        expect(await desk.finish(late)).toEqual(first);
        expect(await desk.finish({ attemptId: uuid(2) })).toEqual(result(5_000, 5_000, false));
        expect(await desk.attempts()).toBe(2);
      }));

    test("reports with the same time and different ids are two attempts", () =>
      withLearner(opener, async (desk) => {
        await desk.finish({ attemptId: uuid(1) });
        await desk.finish({ attemptId: uuid(2) });
        expect(await desk.attempts()).toBe(2);
      }));

    test("the last time is of the attempt that ended last, not of the one that arrived last", () =>
      withLearner(opener, async (desk) => {
        await desk.finish({ attemptId: uuid(1), timeMs: 6_000, at: 5_000_000 });
        const late = { attemptId: uuid(2), timeMs: 4_000, at: 5_000_001, endedAt: 2_000_000 };
        expect(await desk.finish(late)).toEqual(result(4_000, 6_000, true));
      }));

    test("an attempt on another version of the code completes the example and sets no time", () =>
      withLearner(opener, async (desk) => {
        expect(await desk.finish({ codeVersion: 7 })).toEqual(result(null, null, false));
        expect(await desk.row()).toBe("done best - last -");
        expect(await desk.finish({ codeVersion: 7 })).toEqual(result(null, null, false));
        expect(await desk.attempts()).toBe(1);
        expect(await desk.finish({ codeVersion: 1, timeMs: 9_000 })).toEqual(result(9_000, 9_000, true));
      }));

    test("an attempt without a time completes the example", () =>
      withLearner(opener, async (desk) => {
        expect(await desk.finish({ timeMs: null })).toEqual(result(null, null, false));
        expect(await desk.complete({ timeMs: null })).toEqual(result(null, null, false));
        expect(await desk.attempts()).toBe(1);
      }));

    test("new code keeps completions and clears times and leaderboard", () =>
      withLearner(opener, async (desk) => {
        await desk.finish({ attemptId: uuid(1) });
        const change = { exampleId: desk.exampleId, codeContent: "new", at: 0 };
        expect(await desk.store.write((tx) => changeExampleCode(tx, change))).toEqual({
          changed: true,
          codeVersion: 2,
        });
        expect(await desk.store.write((tx) => changeExampleCode(tx, change))).toEqual({
          changed: false,
          codeVersion: 2,
        });
        expect(await desk.row()).toBe("done best - last -");
        expect(await desk.store.read((db) => boardOf(db, desk.exampleId, desk.userId, 10, "all"))).toEqual({
          top: [],
          own: null,
          unlisted: null,
          has_replay: false,
        });
        expect(await desk.finish({ attemptId: uuid(1) })).toEqual(result(5_000, 5_000, true));
        expect(await desk.finish({ attemptId: uuid(2), codeVersion: 1, timeMs: 100 })).toEqual(
          result(null, null, false),
        );
        expect(await desk.finish({ attemptId: uuid(3), timeMs: 8_000 })).toEqual(result(8_000, 8_000, true));
      }));

    test("an autosave updates existing progress and its time, never lowers it, and stores nothing for what does not exist or is not published", () =>
      withLearner(opener, async (desk) => {
        for (const change of [{ exampleId: 4_711 }, { userId: 4_711 }])
          expect(await desk.save(change)).toBe(false);
        expect([await desk.row(), await desk.lastActive()]).toEqual(["nothing", null]);
        await desk.save({ percent: 20, at: 1_000 });
        expect(await desk.save({ percent: 60, at: 3_000 })).toBe(true);
        expect(await desk.save({ percent: 40, at: 2_000 })).toBe(true);
        const row = await desk.store.read((db) => db.selectFrom("progress").selectAll().executeTakeFirst());
        expect(row).toMatchObject({ percent: 60, saved_at: 3_000 });
        expect(await desk.lastActive()).toBe(3_000);
        await desk.store.write((tx) => tx.updateTable("stored_course").set({ published: 0 }).execute());
        expect(await desk.save({ percent: 90, at: 4_000 })).toBe(false);
        expect([await desk.lastActive(), await desk.row()]).toEqual([3_000, "60% best - last -"]);
      }));

    test("concurrent autosaves and a completion leave the completion and the latest time", () =>
      withLearner(opener, async (desk) => {
        await desk.save({ percent: 1, at: 1 });
        const saves = Array.from({ length: 40 }, (_, i) =>
          i === 20
            ? desk.finish({ attemptId: uuid(1), at: 100 })
            : desk.save({ percent: i, at: 2 + i, accuracy: 50 }),
        );
        const outcomes = await Promise.all(saves);
        expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(39);
        const row = await desk.store.read((db) => db.selectFrom("progress").selectAll().executeTakeFirst());
        expect(row).toMatchObject({ percent: 100, best_time_ms: 5_000, saved_at: 100 });
        expect(await desk.lastActive()).toBe(100);
      }));

    test("50 concurrent reports of one attempt count once and get one result", () =>
      withLearner(opener, async (desk) => {
        const reports = Array.from({ length: 50 }, (_, i) =>
          i % 2 === 0 ? desk.finish({ attemptId: uuid(1) }) : desk.complete({ attemptId: uuid(1) }),
        );
        expect(await Promise.all(reports)).toEqual(reports.map(() => result(5_000, 5_000, true)));
        expect(await desk.attempts()).toBe(1);
        const totals = await desk.store.read((db) => db.selectFrom("example_total").selectAll().execute());
        expect(totals).toMatchObject([
          { begun: 1, completions: 1, timed: 1, sum_best_ms: 5_000, attempts: 1, errors: 1 },
        ]);
      }));

    test("50 concurrent reports without an id count once", () =>
      withLearner(opener, async (desk) => {
        const reports = Array.from({ length: 50 }, () => desk.finish({}));
        expect(await Promise.all(reports)).toEqual(reports.map(() => result(5_000, 5_000, true)));
        expect(await desk.attempts()).toBe(1);
      }));

    test("an unknown example, an unknown learner and an unpublished course are refused, and nothing is stored", () =>
      withLearner(opener, async (desk) => {
        for (const change of [{ exampleId: 4_711 }, { userId: 4_711 }]) {
          expect(await desk.save(change)).toBe(false);
          expect(await desk.finish(change)).toBeNull();
        }
        await desk.store.write((tx) => tx.updateTable("stored_course").set({ published: 0 }).execute());
        expect(await desk.save({})).toBe(false);
        expect(await desk.finish({})).toBeNull();
        expect(await desk.row()).toBe("nothing");
        const lessons = await desk.store.read((db) => db.selectFrom("lesson").select("id").execute());
        expect(
          await desk.store.read((db) => getPublishedLesson(db, desk.userId, lessons[0]?.id ?? 0)),
        ).toBeNull();
        expect(await desk.store.read((db) => listPublishedCourses(db, desk.userId))).toEqual([]);
      }));
  });
}
