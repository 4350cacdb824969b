import { endpoints } from "@tabstop/contract/endpoints";
import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { bodyOf, type Delivery, type FinishedRun, timesIn } from "./finished-run.ts";
import { createOutbox, type OutboxStorage, retryDelayMs, verdictOn } from "./outbox-store.ts";
import { settled } from "../test/clock.ts";
import { finishedRun } from "../test/finished-run.ts";
import { memoryStorage } from "../test/memory-storage.ts";

/** A small browser: the logged-in user, the server's failures, and timers that the test runs. */
function world({
  storage = memoryStorage(),
  userId = 1 as number | null,
  isOldServer = false,
  isLockGranted = true,
} = {}) {
  const state = {
    userId,
    fails: null as unknown,
    /** The server fails for this run only. */
    failsFor: "",
    sent: [] as string[],
    timers: [] as [number, () => void][],
    announced: [] as [FinishedRun, Delivery][],
  };
  const deliveries: [string, Delivery["kind"]][] = [];
  const outbox = createOutbox({
    storage,
    send: async (run) => {
      await Promise.resolve();
      if (state.fails !== null && (state.failsFor === "" || state.failsFor === run.attemptId))
        throw state.fails;
      state.sent.push(`${run.attemptId} of ${run.userId}`);
      const times = { best_time_ms: run.timeMs, last_time_ms: run.timeMs, isRecord: true };
      return timesIn(isOldServer ? { saved: true } : { saved: true, ...times });
    },
    userId: () => state.userId,
    later: (delayMs, run) => {
      const entry: [number, () => void] = [delayMs, run];
      state.timers.push(entry);
      return () => {
        state.timers = state.timers.filter((other) => other !== entry);
      };
    },
    exclusively: (run) => (isLockGranted ? run() : new Promise(() => {})),
    announceChange: () => {},
    announceDelivery: (run, delivery) => state.announced.push([run, delivery]),
  });
  outbox.onDelivery((run, delivery) => deliveries.push([run.attemptId, delivery.kind]));
  /** Runs the earliest timer and waits for the work that it starts. */
  const wait = async () => {
    const [delayMs, run] = state.timers.shift() ?? [null, () => {}];
    run();
    await settled();
    return delayMs;
  };
  const waiting = () => outbox.getSnapshot().map((run) => run.attemptId);
  return { outbox, state, deliveries, wait, waiting };
}
const offline = new NetworkError("The server could not be reached");
const refusal = (status: number, retryAfterS: number | null = null) =>
  new ApiError(status, { error: "No", code: "INVALID" }, retryAfterS);

test("a finished run is sent and removed", async () => {
  const { outbox, state, deliveries, waiting } = world();
  const sent = outbox.add(finishedRun("a"));
  expect(waiting()).toEqual(["a"]);
  await sent;
  expect([state.sent, deliveries, waiting()]).toEqual([["a of 1"], [["a", "sent"]], []]);
});

test("the times that the server returns for a run are passed on, if there are any", async () => {
  const run = finishedRun("a", { timeMs: 5 });
  for (const [isOldServer, answer] of [
    [false, { saved: true, best_time_ms: 5, last_time_ms: 5, isRecord: true }],
    [true, null],
  ] as const) {
    const { outbox, state, waiting } = world({ isOldServer });
    await outbox.add(run);
    await settled();
    expect([state.announced, waiting()]).toEqual([[[run, { kind: "sent", answer }]], []]);
  }
});

test("without a network a run waits 1, 2, 4 … s, and is sent once when the network is back", async () => {
  const { outbox, state, wait, waiting } = world();
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  await settled();
  expect([await wait(), await wait(), await wait()]).toEqual([1_000, 2_000, 4_000]);
  expect(waiting()).toEqual(["a"]);
  state.fails = null;
  expect(await wait()).toBe(8_000);
  expect([state.sent, waiting(), state.timers]).toEqual([["a of 1"], [], []]);
});

test("a run is sent as soon as the network is back, without waiting for its next try", async () => {
  const { outbox, state, waiting } = world();
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  await settled();
  state.fails = null;
  await outbox.flush();
  expect([waiting(), state.timers]).toEqual([[], []]);
});

test("the delay is never more than 60 s", () => {
  expect([0, 1, 2, 5, 6, 100].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

test("a run over the limit of a day waits as long as the server says, says why, and is sent then", async () => {
  const { outbox, state, deliveries, wait, waiting } = world();
  const overLimit = { error: "Too many results in one day.", code: "RATE_LIMITED" };
  state.fails = new ApiError(429, overLimit, 12 * 3_600);
  await outbox.add(finishedRun("a"));
  await settled();
  expect([waiting(), outbox.waitReason(), deliveries]).toEqual([["a"], "limit", []]);
  // A page that is shown again tries again, and goes on waiting.
  await outbox.flush();
  expect([waiting(), state.timers.length]).toEqual([["a"], 1]);
  state.fails = null;
  expect(await wait()).toBe(12 * 3_600_000);
  expect([state.sent, waiting(), state.timers]).toEqual([["a of 1"], [], []]);
});

test("a run is kept over a reload", async () => {
  const storage = memoryStorage();
  const before = world({ storage });
  before.state.fails = offline;
  await before.outbox.add(finishedRun("a"));
  await settled();
  const after = world({ storage });
  await after.outbox.flush();
  expect([after.state.sent, after.waiting()]).toEqual([["a of 1"], []]);
});

test("A finishes offline and logs out, B logs in and out, A logs in: the run is sent once, as A's, never seen by B", async () => {
  const { outbox, state, waiting } = world();
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  await settled();
  state.fails = null;
  state.userId = null;
  await outbox.reread();
  await outbox.flush();
  expect([waiting(), state.sent]).toEqual([[], []]);
  state.userId = 2;
  await outbox.reread();
  await outbox.flush();
  expect([waiting(), state.sent]).toEqual([[], []]);
  state.userId = 1;
  await outbox.reread();
  expect(waiting()).toEqual(["a"]);
  await outbox.flush();
  expect([waiting(), state.sent]).toEqual([[], ["a of 1"]]);
});

test("after a log-out between two runs only the first is sent", async () => {
  const storage = memoryStorage();
  await storage.put(finishedRun("a"));
  await storage.put(finishedRun("b"));
  const { outbox, state } = world({ storage });
  outbox.onDelivery(() => {
    state.userId = null;
  });
  await outbox.flush();
  expect(state.sent).toEqual(["a of 1"]);
  expect((await storage.all())?.map((run) => run.attemptId)).toEqual(["b"]);
});

test("runs are sent in the order in which they were finished", async () => {
  const storage = memoryStorage();
  for (const attemptId of ["c", "a", "b"]) await storage.put(finishedRun(attemptId));
  const { outbox, state } = world({ storage });
  await outbox.flush();
  expect(state.sent).toEqual(["a of 1", "b of 1", "c of 1"]);
});

test("a run finished while another is being sent is sent too", async () => {
  const { outbox, state } = world();
  await Promise.all([outbox.add(finishedRun("a")), outbox.add(finishedRun("b"))]);
  await settled();
  expect(state.sent.toSorted()).toEqual(["a of 1", "b of 1"]);
});

test("a waiting run that is added again is the same run", async () => {
  const { outbox, state } = world();
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  await outbox.add(finishedRun("a"));
  await settled();
  state.fails = null;
  await outbox.flush();
  expect(state.sent).toEqual(["a of 1"]);
});

test("a run of a deleted example and a refused run are reported and removed", async () => {
  for (const [status, kind] of [
    [404, "gone"],
    [400, "refused"],
  ] as const) {
    const { outbox, state, deliveries, waiting } = world();
    state.fails = refusal(status);
    await outbox.add(finishedRun("a"));
    await settled();
    expect([deliveries, waiting()]).toEqual([[["a", kind]], []]);
  }
});

test("errors lead to a retry, a log-in or a final refusal", () => {
  const retry = (reason: string, delayMs: number | null) => ({ kind: "retry", reason, delayMs });
  expect(verdictOn(offline, 0)).toEqual(retry("unreachable", 1_000));
  expect(verdictOn(refusal(503), 3)).toEqual(retry("server-fault", 8_000));
  expect(verdictOn(refusal(429, 30), 0)).toEqual(retry("limit", 30_000));
  expect(verdictOn(refusal(429, 2), 6)).toEqual(retry("limit", 60_000));
  expect(verdictOn(refusal(401), 0)).toEqual(retry("log-in", null));
  expect(verdictOn(refusal(404), 0)).toEqual({ kind: "gone" });
  expect(verdictOn(refusal(400), 0)).toEqual({ kind: "refused", message: "No" });
});

test("an error without the server's code is not a refusal: the run waits", () => {
  for (const status of [400, 401, 403, 404, 422, 511])
    expect(verdictOn(new ApiError(status, "<h1>Log in to the network</h1>", null), 0)).toEqual({
      kind: "retry",
      reason: "unreachable",
      delayMs: 1_000,
    });
});

test("why runs wait is known from the last try until a run is sent", async () => {
  const { outbox, state, wait } = world();
  const heard: unknown[] = [];
  outbox.subscribe(() => heard.push(outbox.waitReason()));
  expect(outbox.waitReason()).toBe(null);
  for (const [error, reason] of [
    [offline, "unreachable"],
    [refusal(429, 5), "limit"],
    [refusal(503), "server-fault"],
  ] as const) {
    state.fails = error;
    await (outbox.getSnapshot().length === 0 ? outbox.add(finishedRun("a")).then(settled) : wait());
    expect([outbox.waitReason(), outbox.getSnapshot().length, heard.at(-1)]).toEqual([reason, 1, reason]);
  }
  state.fails = null;
  await wait();
  expect([outbox.waitReason(), outbox.getSnapshot().length]).toEqual([null, 0]);
});

test("a run for which the server fails does not delay other runs, and is tried again", async () => {
  const { outbox, state, wait, waiting } = world();
  state.fails = refusal(500);
  state.failsFor = "a";
  await outbox.add(finishedRun("a"));
  await outbox.add(finishedRun("b"));
  await settled();
  expect([state.sent, waiting(), state.timers.length]).toEqual([["b of 1"], ["a"], 1]);
  state.fails = null;
  await wait();
  expect([state.sent, waiting(), state.timers]).toEqual([["b of 1", "a of 1"], [], []]);
});

test("the request for a run is within the contract's bounds, whatever the device's clock shows", () => {
  const days = 86_400_000;
  for (const [finishedAt, now] of [
    [0, Date.UTC(2026, 0)],
    [Date.UTC(2200, 0), Date.UTC(2026, 0)],
    [1_000.25, 1_000.75],
    [0, 4_000 * days],
  ] as const) {
    const run = finishedRun("a", {
      attemptId: "6f9619ff-8b86-4011-b42d-00c04fc964ff",
      finishedAt,
      errors: 2_000_000,
    });
    expect(endpoints.saveProgress.body.safeParse(bodyOf(run, now)).error).toBeUndefined();
  }
});

test("a delivery by one tab is reported in the other tabs where that learner is logged in", async () => {
  const storage = memoryStorage();
  const [sender, other, stranger] = [world({ storage }), world({ storage }), world({ storage, userId: 2 })];
  sender.state.fails = offline;
  await sender.outbox.add(finishedRun("a"));
  await settled();
  await other.outbox.reread();
  expect(other.waiting()).toEqual(["a"]);
  sender.state.fails = null;
  await sender.outbox.flush();
  for (const [run, delivery] of sender.state.announced)
    for (const tab of [other, stranger]) tab.outbox.deliveredElsewhere(run, delivery);
  await settled();
  expect([other.deliveries, other.waiting(), other.state.sent]).toEqual([[["a", "sent"]], [], []]);
  expect(stranger.deliveries).toEqual([]);
});

test("without a session nothing is sent until a log-in", async () => {
  const { outbox, state, waiting } = world();
  state.fails = refusal(401);
  await outbox.add(finishedRun("a"));
  await settled();
  expect([state.timers, waiting()]).toEqual([[], ["a"]]);
});

test("the snapshot is the same array until it changes, and listeners are called at changes only", async () => {
  const { outbox, state } = world();
  let heard = 0;
  outbox.subscribe(() => heard++);
  await outbox.reread();
  await outbox.flush();
  expect(heard).toBe(0);
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  expect(outbox.getSnapshot()).toBe(outbox.getSnapshot());
  expect(heard).toBeGreaterThan(0);
});

/** A device whose storage never responds. */
const silentStorage: OutboxStorage<FinishedRun> = {
  all: () => new Promise(() => {}),
  put: () => new Promise(() => {}),
  remove: () => new Promise(() => {}),
};

test("a finished run is sent at once, although neither the storage nor another tab responds", async () => {
  const { outbox, state, deliveries, waiting } = world({ storage: silentStorage, isLockGranted: false });
  await outbox.add(finishedRun("a"));
  expect([state.sent, deliveries, waiting()]).toEqual([["a of 1"], [["a", "sent"]], []]);
});

test("a run finished while an earlier flush waits for the storage is sent at once", async () => {
  const { outbox, state } = world({ storage: silentStorage });
  void outbox.flush();
  await settled();
  await outbox.add(finishedRun("a"));
  expect(state.sent).toEqual(["a of 1"]);
});

test("a run counts as kept on the device only when it is stored", async () => {
  const isOnDevice = async (storage: OutboxStorage<FinishedRun>) => {
    const { outbox, state } = world({ storage });
    state.fails = offline;
    await outbox.add(finishedRun("a"));
    await settled();
    return outbox.getSnapshot()[0]?.isOnDevice;
  };
  expect(await isOnDevice(memoryStorage())).toBe(true);
  expect(await isOnDevice(silentStorage)).toBe(false);
  expect(await isOnDevice({ ...memoryStorage(), put: async () => false })).toBe(false);
});

test("a run in the page only is tried again like one on the device", async () => {
  const { outbox, state, wait, waiting } = world({ storage: silentStorage });
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  state.fails = null;
  expect(await wait()).toBe(1_000);
  expect([state.sent, waiting()]).toEqual([["a of 1"], []]);
});

test("a delivered run is not shown again while the storage still has it", async () => {
  const storage = { ...memoryStorage(), remove: () => new Promise<never>(() => {}) };
  const { outbox, state, waiting } = world({ storage });
  await outbox.add(finishedRun("a"));
  await settled();
  await outbox.reread();
  await outbox.flush();
  expect([state.sent, waiting()]).toEqual([["a of 1"], []]);
});

test("when a run is delivered, runs that wait for their next try are sent with it", async () => {
  const { outbox, state, waiting } = world();
  state.fails = offline;
  await outbox.add(finishedRun("a"));
  state.fails = null;
  await outbox.add(finishedRun("b"));
  await settled();
  expect([state.sent, waiting(), state.timers]).toEqual([["b of 1", "a of 1"], [], []]);
});
