// What leaderboards list with BOARD=all and with BOARD=checked.

import { expect, test } from "vitest";
import { openers, type Person, serverForTest } from "../test/harness.ts";
import { refusal } from "../test/refusal.ts";
import { complete, plantExample, typedRun } from "../test/typed-runs.ts";

const code = "for (const a of b) {\n  c(a);\n}\n";
const [slow, quick] = [typedRun(code), typedRun(code, { msPerKey: 80 })];

for (const opener of openers) {
  const atBoard = (person: Person, exampleId: number) =>
    person.client("getLeaderboard", { params: { exampleId } });
  const listed = async (person: Person, exampleId: number) =>
    (await atBoard(person, exampleId)).leaderboard.map((entry) => [
      entry.user_id,
      entry.rank,
      entry.best_time_ms,
      entry.checked,
    ]);

  for (const board of ["all", "checked"] as const)
    test(`BOARD=${board} lists ${board} times, to learners and to admins (${opener.name})`, async () => {
      const harness = await serverForTest(opener, { env: { BOARD: board } });
      const [mira, olu, ada] = [
        await harness.register("mira"),
        await harness.register("olu"),
        await harness.registerAdmin("ada"),
      ];
      const exampleId = await plantExample(harness.store, code);
      await complete(harness, mira, exampleId, slow);
      await complete(harness, mira, exampleId, quick, { lateMs: 60_000 });
      await complete(harness, olu, exampleId, quick, { more: { log: undefined } });
      const all = [
        [mira.id, 1, quick.timeMs, false],
        [olu.id, 1, quick.timeMs, false],
      ];
      const checked = [[mira.id, 1, slow.timeMs, true]];
      expect(await listed(mira, exampleId)).toEqual(board === "all" ? all : checked);
      const forAdmins = (await ada.client("adminGetBoard", { params: { exampleId } })).board;
      expect(
        forAdmins.map((entry) => [entry.user_id, entry.rank, entry.best_time_ms, entry.checked]),
      ).toEqual(board === "all" ? all : checked);
      expect(forAdmins.map((entry) => entry.unchecked_because)).toEqual(
        board === "all" ? ["late", "none"] : [null],
      );

      // Their own best time is what the result said, and they read why it is not listed.
      const [ofMira, ofOlu] = [await atBoard(mira, exampleId), await atBoard(olu, exampleId)];
      const late = { best_time_ms: quick.timeMs, unchecked_because: "late" };
      const none = { best_time_ms: quick.timeMs, unchecked_because: "none" };
      if (board === "all") {
        expect([ofMira.unlisted, ofOlu.unlisted]).toEqual([null, null]);
        expect(ofMira.userRank).toEqual({ rank: 1, checked: false, ...late });
        expect(ofOlu.userRank).toEqual({ rank: 1, checked: false, ...none });
      } else {
        expect([ofMira.unlisted, ofOlu.unlisted]).toEqual([late, none]);
        expect(ofMira.userRank).toEqual({
          ...{ rank: 1, best_time_ms: slow.timeMs, checked: true, unchecked_because: null },
        });
        expect(ofOlu.userRank).toBeNull();
      }
    });

  test(`a time is removed from the leaderboard that is shown, with every unchecked one as fast (${opener.name})`, async () => {
    const harness = await serverForTest(opener, { env: { BOARD: "checked" } });
    const [mira, ada] = [await harness.register("mira"), await harness.registerAdmin("ada")];
    const exampleId = await plantExample(harness.store, code);
    const remove = () => ada.client("removeTime", { params: { exampleId, userId: mira.id } });
    await complete(harness, mira, exampleId, quick, { more: { log: undefined } });
    expect(await refusal(remove())).toMatchObject({ status: 404 });
    await complete(harness, mira, exampleId, slow);
    await remove();
    expect(await atBoard(mira, exampleId)).toMatchObject({ leaderboard: [], userRank: null });
    // The same keystrokes once more are a new, checked run.
    await complete(harness, mira, exampleId, slow);
    expect(await listed(mira, exampleId)).toEqual([[mira.id, 1, slow.timeMs, true]]);
  });
}
