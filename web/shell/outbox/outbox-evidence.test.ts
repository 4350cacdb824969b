// Evidence (start, keystroke log, time zone) goes with a run, and never costs its result.

import { ApiError, NetworkError } from "@tabstop/contract/client";
import { expect, test } from "vitest";
import { settled } from "../test/clock.ts";
import { finishedRun } from "../test/finished-run.ts";
import { memoryStorage } from "../test/memory-storage.ts";
import { SessionExpired } from "../session/session-store.ts";
import { isPerhapsDueToEvidence } from "./fate.ts";
import { runStorage } from "./outbox-storage.ts";
import { bodyOf, type FinishedRun, timesIn } from "./finished-run.ts";
import { createOutbox, type OutboxStorage } from "./outbox-store.ts";

const evidence = { start: "kq.sig", log: "AQIDBA", zone: "Europe/Berlin" };
const typed = (attemptId: string) => finishedRun(attemptId, evidence);

/** An outbox whose server refuses runs with a log for `refusal`, and all runs for `outage`. */
function world(storage: OutboxStorage<FinishedRun> = memoryStorage()) {
  const state = {
    refusal: null as unknown,
    outage: null as unknown,
    /** Every try: the attempt and the fields of evidence that it carried. */
    tries: [] as string[],
    timers: [] as (() => void)[],
  };
  const outbox = createOutbox({
    storage,
    send: async (run) => {
      await Promise.resolve();
      const carried = Object.keys(evidence).filter((field) => field in bodyOf(run, 0));
      state.tries.push([run.attemptId, ...carried].join(" "));
      if (state.outage !== null) throw state.outage;
      if (run.log !== undefined && state.refusal !== null) throw state.refusal;
      const times = { best_time_ms: run.timeMs, last_time_ms: run.timeMs, isRecord: true };
      return timesIn({ saved: true, ...times, checked: false, unchecked_because: "none" });
    },
    userId: () => 1,
    later: (_delayMs, run) => {
      state.timers.push(run);
      return () => {
        state.timers = state.timers.filter((other) => other !== run);
      };
    },
    exclusively: (run) => run(),
    announceChange: () => {},
    announceDelivery: () => {},
  });
  const deliveries: string[] = [];
  outbox.onDelivery((run, { kind }) => deliveries.push(`${run.attemptId} ${kind}`));
  /** Runs the next try of the waiting runs. */
  const wait = async () => {
    state.timers.shift()?.();
    await settled();
  };
  return { outbox, state, deliveries, wait };
}
const answered = (status: number, isOurs: boolean) =>
  new ApiError(status, isOurs ? { error: "No", code: "INVALID" } : "<h1>Too large</h1>", null);
const offline = new NetworkError("The server could not be reached");

test("a run is sent with its evidence", () => {
  expect(bodyOf(typed("a"), 20)).toMatchObject({ ...evidence, attemptId: "a" });
});

test("a run without evidence, as older versions stored it, and one whose evidence was damaged are sent without", () => {
  const damaged = finishedRun("a", { start: 7, log: null, zone: ["x"] } as unknown as Partial<FinishedRun>);
  for (const run of [finishedRun("a"), damaged])
    expect(Object.keys(bodyOf(run, 20)).filter((field) => field in evidence)).toEqual([]);
});

test.each([
  [413, true],
  [413, false],
  [400, true],
  [400, false],
  [403, false],
  [406, false],
  [408, true],
  [415, true],
  [422, true],
])(
  "a run whose log is answered with %s (our error: %s) is sent at once without it",
  async (status, isOurs) => {
    const { outbox, state, deliveries } = world();
    state.refusal = answered(status, isOurs);
    await outbox.add(typed("a"));
    await settled();
    expect([state.tries, deliveries, outbox.getSnapshot()]).toEqual([
      ["a start log zone", "a zone"],
      ["a sent"],
      [],
    ]);
  },
);

test.each<[string, unknown]>([
  ["cuts the connection", offline],
  ["never responds", new DOMException("Nothing within 30000 ms", "TimeoutError")],
  ["answers 502", answered(502, false)],
  ["fails in our own code", answered(500, true)],
])(
  "a run is sent without its log after three tries where something in between %s",
  async (_name, refusal) => {
    const { outbox, state, deliveries, wait } = world();
    state.refusal = refusal;
    await outbox.add(typed("a"));
    await settled();
    await wait();
    await wait();
    expect([state.tries.slice(0, 3), deliveries, outbox.getSnapshot()]).toEqual([
      ["a start log zone", "a start log zone", "a start log zone"],
      ["a sent"],
      [],
    ]);
    expect(state.tries.slice(3)).toEqual(["a zone"]);
  },
);

test("a long time without a network costs no log", async () => {
  const { outbox, state, deliveries, wait } = world();
  state.outage = offline;
  await outbox.add(typed("a"));
  await settled();
  for (let tries = 0; tries < 6; tries++) await wait();
  state.outage = null;
  state.tries = [];
  await outbox.flush();
  expect([state.tries, deliveries]).toEqual([["a start log zone"], ["a sent"]]);
});

test("a refusal of the result itself is final, as without a log", async () => {
  const { outbox, state, deliveries } = world();
  state.outage = answered(400, true);
  await outbox.add(typed("a"));
  await settled();
  expect([state.tries, deliveries, outbox.getSnapshot()]).toEqual([
    ["a start log zone", "a zone"],
    ["a refused"],
    [],
  ]);
});

test("a log-in, a limit and a deleted example have nothing to do with the log", () => {
  const error = (status: number, code: string) => new ApiError(status, { error: "No", code }, null);
  const others = [
    error(401, "TOKEN_INVALID"),
    error(403, "FORBIDDEN"),
    error(404, "NOT_FOUND"),
    error(429, "RATE_LIMITED"),
    new SessionExpired(),
  ];
  expect(others.map((other) => isPerhapsDueToEvidence(other, 100))).toEqual(others.map(() => false));
});

test("a repeat, after a reload and by another tab too, carries the same evidence", async () => {
  const storage = memoryStorage();
  const first = world(storage);
  first.state.outage = offline;
  await first.outbox.add(typed("a"));
  await settled();
  await first.wait();
  const second = world(storage);
  await second.outbox.flush();
  expect([...first.state.tries, ...second.state.tries]).toEqual([
    "a start log zone",
    "a start log zone",
    "a start log zone",
  ]);
});

test("an entry that an older page stored beside one with evidence is sent too", async () => {
  const storage = memoryStorage();
  await storage.put(finishedRun("a"));
  await storage.put(typed("b"));
  const { outbox, state } = world(storage);
  await outbox.flush();
  expect(state.tries).toEqual(["a", "b start log zone"]);
});

test("where the device has no room for a run with its log, it is stored without", async () => {
  const stored: unknown[] = [];
  const transaction = () => {
    const started = {} as {
      objectStore: unknown;
      oncomplete?: () => void;
      onabort?: () => void;
      error: unknown;
    };
    started.error = new DOMException("", "QuotaExceededError");
    started.objectStore = () => ({
      put: (run: FinishedRun) => {
        const isFull = run.log !== undefined;
        if (!isFull) stored.push(run);
        queueMicrotask(() => (isFull ? started.onabort?.() : started.oncomplete?.()));
        return { result: run.attemptId };
      },
    });
    return started;
  };
  const open = () => {
    const request = { result: { transaction } } as unknown as IDBOpenDBRequest;
    queueMicrotask(() => request.onsuccess?.call(request, new Event("success")));
    return request;
  };
  const storage = runStorage({ open } as unknown as IDBFactory);
  expect([await storage.put(typed("a")), stored]).toEqual([
    true,
    [finishedRun("a", { zone: "Europe/Berlin" })],
  ]);
});
