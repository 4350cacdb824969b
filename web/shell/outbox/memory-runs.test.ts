// Runs from memory in their outbox: what is sent of them, and that no fault of network, server, storage or session loses
// one, doubles one, or gives it to another learner. The same for completions, since the machine is one.

import { ApiError, NetworkError } from "@tabstop/contract/client";
import { endpoints } from "@tabstop/contract/endpoints";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SessionExpired } from "../session/session-store.ts";
import { settled } from "../test/clock.ts";
import { finishedMemoryRun, finishedRun } from "../test/finished-run.ts";
import { memoryStorage } from "../test/memory-storage.ts";
import { type FinishedMemoryRun, isFinishedMemoryRun, memoryBodyOf } from "./finished-memory-run.ts";
import { isFinishedRun } from "./finished-run.ts";
import { dropRunsOf } from "./forget-runs.ts";
import { createOutbox, type SomeRun } from "./outbox-store.ts";

const ids = fc.array(fc.integer({ min: 1, max: 2_000_000_000 }), { maxLength: 20 });
const memoryRuns = fc.record(
  {
    attemptId: fc.uuid(),
    userId: fc.integer({ min: 1, max: 3 }),
    exampleId: fc.integer({ min: 1, max: 1_000_000 }),
    exampleTitle: fc.string(),
    codeVersion: fc.integer({ min: 1, max: 1_000 }),
    way: fc.constantFrom("gaps" as const, "recall" as const),
    hidden: ids,
    shown: ids,
    finishedAt: fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    log: fc.base64String().map((text) => text.replaceAll(/[+/=]/g, "A")),
    zone: fc.constantFrom("Europe/Berlin", "Asia/Kolkata", "Mars/Phobos"),
  },
  {
    requiredKeys: (
      [
        "attemptId",
        "userId",
        "exampleId",
        "exampleTitle",
        "codeVersion",
        "way",
        "hidden",
        "shown",
        "finishedAt",
      ] as const
    ).slice(),
  },
);

test("the request for a run from memory is within the contract's bounds, whatever the device's clock shows", () => {
  fc.assert(
    fc.property(memoryRuns, fc.double({ min: -1e15, max: 1e15, noNaN: true }), (run, now) => {
      const body = memoryBodyOf(run, now);
      expect(endpoints.saveReview.body.safeParse(body).error).toBeUndefined();
      expect(body).not.toHaveProperty("start");
      expect(isFinishedMemoryRun(structuredClone(run))).toBe(true);
    }),
  );
});

test("of more constructs than a request may name, the first are sent", () => {
  const many = Array.from({ length: 10_001 }, (_, index) => index + 1);
  const attemptId = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
  const body = memoryBodyOf(finishedMemoryRun("a", { attemptId, hidden: many, shown: many }), 20);
  expect([body.hidden.length, body.shown.length]).toEqual([10_000, 10_000]);
  expect(endpoints.saveReview.body.safeParse(body).error).toBeUndefined();
});

test("what is no run from memory is not sent, and neither kind of run is taken for the other", () => {
  const whole = finishedMemoryRun("a");
  const others = Object.keys(whole).flatMap((key) =>
    [undefined, null, "", {}, [""], [1.5], Number.NaN].map((value) => ({ ...whole, [key]: value })),
  );
  const accepted = others.filter(isFinishedMemoryRun);
  // A title may be empty, and so may an attempt's id as far as its type goes.
  expect(accepted.map((run) => [run.exampleTitle, run.attemptId])).toEqual([
    ["Hello", ""],
    ["", "a"],
  ]);
  expect([isFinishedMemoryRun(finishedRun("a")), isFinishedRun(whole)]).toEqual([false, false]);
  expect([null, 7, "run", []].some(isFinishedMemoryRun)).toBe(false);
});

test("runs from memory of a deleted account are removed, and no others", async () => {
  const storage = memoryStorage<FinishedMemoryRun>();
  for (const [attemptId, userId] of [
    ["a", 1],
    ["b", 2],
    ["c", 1],
  ] as const)
    await storage.put(finishedMemoryRun(attemptId, { userId }));
  await dropRunsOf(1, storage);
  expect((await storage.all())?.map(({ attemptId }) => attemptId)).toEqual(["b"]);
});

/** What the network and the server do with a request. */
const weathers = {
  fine: null,
  offline: new NetworkError("offline"),
  "answer lost": new NetworkError("lost"),
  "over the limit": new ApiError(429, { error: "No", code: "RATE_LIMITED" }, 30),
  starting: new ApiError(503, { error: "No", code: "UNAVAILABLE" }, 1),
  faulty: new ApiError(500, { error: "No", code: "INTERNAL" }, null),
  "a proxy's page": new ApiError(413, "<h1>Too large</h1>", null),
  expired: new SessionExpired(),
} as const;
type Weather = keyof typeof weathers;

type Tab<R extends SomeRun> = {
  userId: number | null;
  timers: (() => void)[];
  outbox: ReturnType<typeof createOutbox<R, string>>;
};

/** A device with one storage and two tabs, and a server that counts an attempt once. */
function device<R extends SomeRun>() {
  const storage = memoryStorage<R>();
  const state = { weather: "fine" as Weather, isFull: false, counted: new Map<string, number>() };
  const openTab = (userId: number | null): Tab<R> => {
    const tab: Tab<R> = {
      userId,
      timers: [],
      outbox: createOutbox<R, string>({
        storage: { ...storage, put: async (run) => !state.isFull && storage.put(run) },
        send: async (run) => {
          await Promise.resolve();
          const fault = weathers[state.weather];
          const isRefusedWithLog = state.weather === "a proxy's page" && run.log === undefined;
          if (fault !== null && state.weather !== "answer lost" && !isRefusedWithLog) throw fault;
          if (run.userId !== tab.userId) throw new Error(`${run.attemptId} was sent as ${tab.userId}`);
          state.counted.set(run.attemptId, run.userId);
          if (state.weather === "answer lost") throw fault;
          return "counted";
        },
        userId: () => tab.userId,
        later: (_delayMs, run) => {
          tab.timers.push(run);
          return () => void (tab.timers = tab.timers.filter((other) => other !== run));
        },
        exclusively: (run) => run(),
        announceChange: () => {},
        announceDelivery: (run, delivery) => {
          for (const other of tabs) if (other !== tab) other.outbox.deliveredElsewhere(run, delivery);
        },
      }),
    };
    return tab;
  };
  const tabs = [openTab(1), openTab(1)];
  return { state, storage, tabs, openTab };
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(
      "finish",
      "finish",
      "finish",
      "time",
      "flush",
      "log out",
      "log in",
      "reload",
      "fill",
      "empty",
    ),
    tab: fc.nat(1),
    userId: fc.integer({ min: 1, max: 2 }),
    weather: fc.constantFrom(...(Object.keys(weathers) as Weather[])),
    hasLog: fc.boolean(),
  }),
  { maxLength: 40 },
);

test.each<[string, (attemptId: string, change: Partial<SomeRun>) => SomeRun]>([
  ["runs from memory", (id, change) => finishedMemoryRun(id, change as Partial<FinishedMemoryRun>)],
  ["completions", finishedRun],
])("%s arrive once each, as their learner's, whatever fails on the way", async (_kind, runOf) => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { state, storage, tabs, openTab } = device<SomeRun>();
      const finished = new Map<string, number>();
      for (const { act, tab: at, userId, weather, hasLog } of given) {
        const tab = tabs[at] as Tab<SomeRun>;
        state.weather = weather;
        if (act === "finish" && tab.userId !== null) {
          const attemptId = `r${finished.size + 1}`;
          finished.set(attemptId, tab.userId);
          await tab.outbox.add(runOf(attemptId, { userId: tab.userId, ...(hasLog && { log: "AQ" }) }));
        }
        if (act === "time") tab.timers.shift()?.();
        if (act === "flush") await tab.outbox.flush();
        if (act === "log out" || act === "log in") {
          tab.userId = act === "log out" ? null : userId;
          await tab.outbox.reread();
          if (act === "log in") await tab.outbox.flush();
        }
        // A page that has a run which the device could not store asks before it is closed.
        await settled();
        const isAllStored = !tab.outbox.getSnapshot().some((run) => !run.isOnDevice);
        if (act === "reload" && isAllStored && !hasUnstored(tab)) tabs[at] = openTab(tab.userId);
        state.isFull = act === "fill" || (state.isFull && act !== "empty");
        await settled();
      }
      state.weather = "fine";
      for (const userId of [1, 2])
        for (const tab of tabs) {
          tab.userId = userId;
          await tab.outbox.reread();
          await tab.outbox.flush();
          await settled();
          expect(tab.outbox.getSnapshot()).toEqual([]);
        }
      expect(Object.fromEntries(state.counted)).toEqual(Object.fromEntries(finished));
      expect(await storage.all()).toEqual([]);
    }),
    { numRuns: 300 },
  );

  /** Also a run of a learner who has logged out since, which the snapshot does not show. */
  function hasUnstored(tab: Tab<SomeRun>): boolean {
    const before = tab.userId;
    const found = [1, 2].some((userId) => {
      tab.userId = userId;
      void tab.outbox.reread();
      return tab.outbox.getSnapshot().some((run) => !run.isOnDevice);
    });
    tab.userId = before;
    void tab.outbox.reread();
    return found;
  }
});
