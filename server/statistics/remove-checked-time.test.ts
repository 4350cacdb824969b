// What the setting BOARD lists, and what an admin removes there, over the endpoints.

import { expect, test } from "vitest";
import { openServer, openers } from "../test/harness.ts";
import { refusal } from "../test/refusal.ts";
import { complete, plantExample, typedRun } from "../test/typed-runs.ts";

const code = "const answer = 42;\nconsole.log(answer);\n";
const slow = typedRun(code, { msPerKey: 200 });
const fast = typedRun(code, { msPerKey: 100 });

for (const opener of openers)
  for (const board of ["all", "checked"] as const)
    test(`BOARD=${board} lists its times and removes what it lists (${opener.name})`, async () => {
      const harness = await openServer(opener, { env: { RATE_LIMITS: "off", BOARD: board } });
      try {
        const [mira, ada] = [await harness.register("mira"), await harness.registerAdmin("ada")];
        const exampleId = await plantExample(harness.store, code);
        const params = { exampleId };
        const listed = async () => {
          const seen = await mira.client("getLeaderboard", { params });
          const { board: forAdmins } = await ada.client("adminGetBoard", { params });
          expect(forAdmins.map(({ best_time_ms }) => best_time_ms)).toEqual(
            seen.leaderboard.map(({ best_time_ms }) => best_time_ms),
          );
          const times = seen.leaderboard.map((entry) => [entry.best_time_ms, entry.checked]);
          return { times, own: seen.userRank?.best_time_ms ?? null, unlisted: seen.unlisted };
        };
        const remove = () => ada.client("removeTime", { params: { exampleId, userId: mira.id } });
        const bare = (time_ms: number) =>
          mira.client("completeExample", { params, body: { status: "completed", time_ms } });

        await complete(harness, mira, exampleId, slow);
        await complete(harness, mira, exampleId, fast, { lateMs: 60_000 });
        const checked = { times: [[slow.timeMs, true]], own: slow.timeMs };
        const late = { best_time_ms: fast.timeMs, unchecked_because: "late" };
        expect(await listed()).toEqual(
          board === "all"
            ? { times: [[fast.timeMs, false]], own: fast.timeMs, unlisted: null }
            : { ...checked, unlisted: late },
        );
        await remove();
        const empty = { times: [], own: null, unlisted: null };
        expect(await listed()).toEqual(board === "all" ? { ...checked, unlisted: null } : empty);
        if (board === "all") await remove();
        expect(await listed()).toEqual(empty);
        expect(await refusal(remove())).toMatchObject({ status: 404 });

        for (const timeMs of [slow.timeMs, fast.timeMs, 80 + code.length])
          expect(await bare(timeMs)).toMatchObject({ best_time_ms: null, isRecord: false });
        // Faster than anyone types: it completes the example and says why it sets no time.
        expect(await bare(5)).toMatchObject({
          best_time_ms: null,
          checked: false,
          unchecked_because: "fast",
        });
        expect(await listed()).toEqual(empty);
        expect(await complete(harness, mira, exampleId, slow)).toMatchObject({
          checked: true,
          isRecord: true,
        });
        expect(await listed()).toEqual({ ...checked, unlisted: null });
      } finally {
        await harness.close();
      }
    });

for (const opener of openers)
  test(`a removal that names a time removes no other, however often it is sent (${opener.name})`, async () => {
    const harness = await openServer(opener, { env: { RATE_LIMITS: "off" } });
    try {
      const [mira, ada] = [await harness.register("mira"), await harness.registerAdmin("ada")];
      const exampleId = await plantExample(harness.store, code);
      const remove = async (timeMs: number | string) => {
        const response = await harness.app.inject({
          method: "DELETE",
          url: `/api/admin/examples/${exampleId}/times/${mira.id}?timeMs=${timeMs}`,
          headers: { authorization: `Bearer ${ada.token}` },
        });
        return response.statusCode;
      };
      const listed = async () =>
        (await ada.client("adminGetBoard", { params: { exampleId } })).board.map(
          ({ best_time_ms }) => best_time_ms,
        );
      await complete(harness, mira, exampleId, slow);
      await complete(harness, mira, exampleId, fast, { lateMs: 60_000 });
      for (const timeMs of [slow.timeMs, fast.timeMs - 1, fast.timeMs + 1])
        expect(await remove(timeMs)).toBe(404);
      // A half or no time must not count as a request that names none.
      for (const timeMs of ["", "0", "-1", "1.5", "1e3", "x", `${fast.timeMs}&timeMs=${fast.timeMs}`])
        expect([timeMs, await remove(timeMs)]).toEqual([timeMs, 400]);
      expect(await listed()).toEqual([fast.timeMs]);
      const both = await Promise.all([remove(fast.timeMs), remove(fast.timeMs)]);
      expect(both.toSorted((one, other) => one - other)).toEqual([200, 404]);
      expect(await remove(fast.timeMs)).toBe(404);
      expect(await listed()).toEqual([slow.timeMs]);
      expect(await remove(slow.timeMs)).toBe(200);
      expect(await listed()).toEqual([]);
    } finally {
      await harness.close();
    }
  });
