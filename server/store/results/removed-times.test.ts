// Tests of times that an admin removed, on both databases and for both leaderboards.

import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openers } from "../../test/stores.ts";
import { changeExampleCode, removeTime } from "../content/content-changes.ts";
import { deleteUser } from "../accounts/delete-user.ts";
import { expectRecounted } from "../test/derived-tables.ts";
import { bestsOf, logOf, uuid, withLearner } from "../test/desk.ts";
import type { Completion } from "./completions.ts";

const minute = 60_000;

function run(n: number, timeMs: number, log?: null | "start" | "late"): Partial<Completion> {
  const evidence = log === undefined ? {} : { evidence: logOf(timeMs, log) };
  return { attemptId: uuid(n), timeMs, ...evidence };
}

for (const opener of openers) {
  describe(opener.name, () => {
    test("the same or a faster unchecked time is not listed again, a slower one and a checked one are", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000));
        expect(await desk.remove()).toBe(true);
        expect(await bestsOf(desk)).toBe("- -, checked -");
        const unlisted = { best_time_ms: null, isRecord: false, unchecked_because: "none" };
        expect(await desk.complete(run(2, 5_000))).toMatchObject({ ...unlisted, last_time_ms: 5_000 });
        expect(await desk.complete(run(3, 4_000))).toMatchObject({ ...unlisted, last_time_ms: 4_000 });
        expect(await desk.complete(run(4, 3_000, "late"))).toMatchObject({
          best_time_ms: null,
          unchecked_because: "late",
        });
        expect(await desk.board()).toMatchObject({ top: [], own: null });
        expect(await desk.remove()).toBe(false);
        expect(await desk.complete(run(5, 5_001))).toMatchObject({ best_time_ms: 5_001, isRecord: true });
        expect(await desk.complete(run(6, 4_500, null))).toMatchObject({
          best_time_ms: 4_500,
          isRecord: true,
        });
        expect(await bestsOf(desk)).toBe("4500 -, checked 4500");
        expect((await desk.runs()).filter((row) => row.endsWith("kept"))).toEqual(["4500 checked kept"]);
        await expectRecounted(desk.store);
      }));

    test("a removed time does not come back from an outbox, after another removal, or with an earlier end", () =>
      withLearner(opener, async (desk) => {
        const at = 1_000_000 + 30 * minute;
        await desk.complete(run(1, 5_000));
        await desk.remove();
        await desk.complete(run(2, 6_000));
        await desk.remove();
        // Of a run that ended before either removal the server hears only now.
        for (const [i, timeMs] of [5_000, 4_000, 6_000, 5_500].entries())
          expect(await desk.complete({ ...run(10 + i, timeMs), at, endedAt: 900_000 })).toMatchObject({
            ...{ best_time_ms: null, isRecord: false },
          });
        expect(await desk.complete({ ...run(20, 6_001), at })).toMatchObject({ isRecord: true });
        // A slower time that is removed too leaves the faster removed ones removed.
        await desk.remove();
        for (const [i, timeMs] of [5_000, 6_000, 6_001].entries())
          expect(await desk.complete({ ...run(30 + i, timeMs), at })).toMatchObject({ best_time_ms: null });
        await expectRecounted(desk.store);
      }));

    test("a repeat of a removed run does not bring it back, not even with its log", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000));
        await desk.remove();
        expect(await desk.complete(run(1, 5_000))).toMatchObject({ best_time_ms: null, isRecord: false });
        expect(await desk.complete(run(1, 5_000, null))).toMatchObject({
          ...{ best_time_ms: null, last_time_ms: 5_000, isRecord: false, checked: true },
        });
        expect(await bestsOf(desk)).toBe("- -, checked -");
        expect(await desk.board()).toMatchObject({ top: [], own: null, has_replay: false });
        // One that came after the removal was not removed itself.
        await desk.complete(run(2, 4_000));
        expect(await bestsOf(desk)).toBe("- -, checked -");
        expect(await desk.complete(run(2, 4_000, null))).toMatchObject({ best_time_ms: null, checked: true });
        expect(await bestsOf(desk)).toBe("4000 -, checked 4000");
        await expectRecounted(desk.store);
      }));

    test("a slower checked time becomes the best when an unchecked one is removed", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 6_000, null));
        await desk.complete(run(2, 5_000, "late"));
        expect(await desk.runs()).toEqual(["5000 late kept", "6000 checked kept"]);
        expect(await desk.remove("all")).toBe(true);
        expect(await bestsOf(desk)).toBe("6000 -, checked 6000");
        expect(await desk.runs()).toEqual(["5000 late old", "6000 checked kept"]);
        expect(await desk.board("all")).toMatchObject({
          own: { rank: 1, best_time_ms: 6_000, checked: true },
        });
        expect(await desk.board("checked")).toMatchObject({
          own: { rank: 1, best_time_ms: 6_000 },
          unlisted: null,
        });
        await expectRecounted(desk.store);
        expect(await desk.complete(run(2, 5_000))).toMatchObject({ best_time_ms: null, isRecord: false });
        expect(await desk.complete(run(1, 6_000))).toMatchObject({ best_time_ms: 6_000, isRecord: true });
      }));

    test("on the board of checked times the checked one is removed, with every unchecked one that is as fast", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000));
        expect(await desk.remove("checked")).toBe(false);
        expect(await bestsOf(desk)).toBe("5000 none, checked -");
        await desk.complete(run(2, 6_000, null));
        await desk.complete(run(3, 5_500, "late"));
        expect(await desk.remove("checked")).toBe(true);
        expect(await bestsOf(desk)).toBe("- -, checked -");
        expect((await desk.runs()).filter((row) => row.endsWith("kept"))).toEqual([]);
        for (const board of ["all", "checked"] as const)
          expect(await desk.board(board)).toMatchObject({
            top: [],
            own: null,
            unlisted: null,
            has_replay: false,
          });
        expect(await desk.complete(run(4, 6_000))).toMatchObject({ best_time_ms: null });
        expect(await desk.complete(run(5, 6_000, null))).toMatchObject({ best_time_ms: 6_000 });
        await expectRecounted(desk.store);
      }));

    test("on the board of all times a checked one can be removed as well", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000, null));
        await desk.remove("all");
        expect(await bestsOf(desk)).toBe("- -, checked -");
        await expectRecounted(desk.store);
        expect(await desk.complete(run(2, 5_000))).toMatchObject({ best_time_ms: null });
        expect(await desk.complete(run(3, 5_000, null))).toMatchObject({ best_time_ms: 5_000 });
        await expectRecounted(desk.store);
      }));

    test("an edit of the code forgets what was removed", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000));
        await desk.remove();
        const change = { exampleId: desk.exampleId, codeContent: "new", at: 0 };
        await desk.store.write((tx) => changeExampleCode(tx, change));
        const left = await desk.store.read((db) => db.selectFrom("removed_time").selectAll().execute());
        expect(left).toEqual([]);
        expect(await desk.complete(run(2, 4_000))).toMatchObject({ best_time_ms: 4_000, isRecord: true });
        // An answer on the earlier code keeps its best time when one on the new code is removed.
        await desk.complete({ ...run(3, 4_500), codeVersion: 1 });
        await desk.remove();
        expect(await desk.complete(run(3, 4_500))).toMatchObject({ best_time_ms: null });
      }));

    test("runs that arrive while their time is removed end unlisted, and both boards stay exact", () =>
      withLearner(opener, async (desk) => {
        await desk.complete(run(1, 5_000));
        const writes = Array.from({ length: 40 }, (_, i) =>
          i % 8 === 5
            ? desk.remove(i % 16 === 5 ? "all" : "checked")
            : desk.complete(run(2 + i, 4_000 + (i % 5), i % 3 ? undefined : null)),
        );
        await Promise.all(writes);
        // The slowest of them is removed now or was before.
        await desk.complete(run(99, 4_004));
        while (await desk.remove("all"));
        expect(await bestsOf(desk)).toBe("- -, checked -");
        for (let i = 0; i < 5; i++)
          expect(await desk.complete(run(100 + i, 4_000 + i))).toMatchObject({ best_time_ms: null });
        await expectRecounted(desk.store);
      }));

    test("an account is deleted while an admin removes a time of it, and does not wait for it", () =>
      withLearner(opener, async (desk) => {
        const { store, userId } = desk;
        await desk.complete(run(1, 5_000, null));
        let begun = 0;
        let isLocked = () => {};
        const locked = new Promise<void>((done) => {
          isLocked = done;
        });
        const deletion = store.write(async (tx) => {
          begun++;
          await tx.selectFrom("account").select("id").where("id", "=", userId).forUpdate().execute();
          isLocked();
          // Until the removal waits.
          await setTimeout(200);
          return deleteUser(tx, userId);
        });
        await locked;
        const removal = store.write((tx) => removeTime(tx, desk, "all"));
        expect(await Promise.all([deletion, removal])).toEqual([true, false]);
        // It would wait for the example and the removal for the account, and the store would run one of them again.
        expect(begun).toBe(1);
        expect(await store.read((db) => db.selectFrom("removed_time").selectAll().execute())).toEqual([]);
        await expectRecounted(store);
      }));
  });
}
