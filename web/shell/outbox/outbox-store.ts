// Finished runs on their way to the server: a run is put here first, kept on the device, and leaves when the server has it.
//
// Always true
// - A run carries its learner. It is sent only while that learner is signed in, and shown to nobody else.
// - It is sent again (after 1, 2, 4 … 60 s, when the network is back, at a sign-in, at the start) until the server has
//   answered; the server counts it once, by its attempt id, however often it arrives.
// - It outlives a reload, a crash, a log-out, and a page that was closed in the middle of sending.
// - The server's no is final: an example that is gone, or a run that it will never take, is said once and dropped.
// Left out: the storage (outbox-storage.ts), the browser's events (mail-outbox.ts), and how a screen shows what waits.

import type { RequestBody, ResponseOf } from "@tabstop/contract/endpoints";
import { ApiError } from "@tabstop/contract/client";

export type FinishedRun = {
  readonly attemptId: string;
  readonly userId: number;
  readonly exampleId: number;
  readonly exampleTitle: string;
  readonly codeVersion: number;
  readonly accuracy: number;
  readonly errors: number;
  /** From 1 ms to 24 h. */
  readonly timeMs: number;
  /** False: the run completes the example but sets no time. */
  readonly isTimed: boolean;
  /** The device's time of the last key, ms. */
  readonly finishedAt: number;
};

/** A run that waits. `isOnDevice` false: the browser stores nothing, and only this open page has it. */
export type WaitingRun = FinishedRun & { readonly isOnDevice: boolean };

/** The learner's times of the example after a run. */
type TimesAfterRun = Extract<ResponseOf<"saveProgress">, { isRecord: boolean }>;

/**
 * What became of a run. `answer` null: a server of an older version took it, which gives no times. Tabs of the version
 * before read this too, so its fields keep their names.
 */
export type Delivery =
  | { readonly kind: "sent"; readonly answer: TimesAfterRun | null }
  /** The example was deleted or withdrawn. */
  | { readonly kind: "gone" }
  /** The server will never take it. */
  | { readonly kind: "refused"; readonly message: string };

/** Never throws: what the device cannot keep the page keeps, and says so. */
export type OutboxStorage = {
  readonly all: () => Promise<readonly WaitingRun[]>;
  readonly put: (run: FinishedRun) => Promise<void>;
  readonly remove: (attemptId: string) => Promise<void>;
};

/** What the outbox needs of the browser; in tests a small world made of an array and a number. */
export type OutboxWorld = {
  readonly storage: OutboxStorage;
  /** Throws ApiError, NetworkError or whatever a missing session gives. */
  readonly send: (run: FinishedRun) => Promise<ResponseOf<"saveProgress">>;
  /** The signed-in learner, or null. */
  readonly userId: () => number | null;
  readonly later: (delayMs: number, run: () => void) => () => void;
  /** Runs when no other tab of this browser sends. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Tells the other tabs that what is stored has changed. */
  readonly changed: () => void;
  /** Tells the other tabs that a run has left, and what became of it. */
  readonly delivered: (run: FinishedRun, delivery: Delivery) => void;
};

export type Outbox = {
  /** Keeps a finished run and sets about sending it. Resolves once it is kept. */
  readonly add: (run: FinishedRun) => Promise<void>;
  /** Sends what waits, now. Resolves when everything was sent or something has to wait. */
  readonly flush: () => Promise<void>;
  /** The signed-in learner's runs that the server doesn't have yet, the oldest first. The same array until it changes. */
  readonly getSnapshot: () => readonly WaitingRun[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Told of every run of the signed-in learner that leaves, from whichever tab. */
  readonly onDelivery: (listener: (run: FinishedRun, delivery: Delivery) => void) => () => void;
  /** Reads again what is stored: another tab changed it, or somebody else signed in. */
  readonly reread: () => Promise<void>;
  /** Another tab has sent a run. */
  readonly deliveredElsewhere: (run: FinishedRun, delivery: Delivery) => void;
};

export function createOutbox(world: OutboxWorld): Outbox {
  let waiting: readonly WaitingRun[] = [];
  let timer: (() => void) | null = null;
  let failures = 0;
  let flushing: Promise<void> | null = null;
  let isAskedAgain = false;
  const listeners = new Set<() => void>();
  const deliveryListeners = new Set<(run: FinishedRun, delivery: Delivery) => void>();

  function show(runs: readonly WaitingRun[]): void {
    const userId = world.userId();
    const mine = inOrder(runs.filter((run) => run.userId === userId));
    if (mine.length === 0 && waiting.length === 0) return;
    waiting = mine;
    for (const listener of [...listeners]) listener();
  }

  async function reread(): Promise<void> {
    show(await world.storage.all());
  }

  function flush(): Promise<void> {
    timer?.();
    timer = null;
    if (flushing !== null) {
      // What was added meanwhile goes out in a second round.
      isAskedAgain = true;
      return flushing;
    }
    flushing = (async () => {
      do {
        isAskedAgain = false;
        await world.exclusively(sendAll);
      } while (isAskedAgain && timer === null);
    })().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function sendAll(): Promise<void> {
    for (const run of inOrder(await world.storage.all())) {
      // Asked before every run: between two of them somebody may have logged out.
      if (run.userId !== world.userId()) continue;
      const delivery = await deliver(run);
      if (delivery === "none-now") break;
      if (delivery === "not-this-now") continue;
      await world.storage.remove(run.attemptId);
      tell(run, delivery);
      world.delivered(run, delivery);
    }
    await reread();
  }

  function tell(run: FinishedRun, delivery: Delivery): void {
    for (const listener of [...deliveryListeners]) listener(run, delivery);
  }

  async function deliver(run: FinishedRun): Promise<Delivery | "not-this-now" | "none-now"> {
    try {
      const response = await world.send(run);
      failures = 0;
      return { kind: "sent", answer: "isRecord" in response ? response : null };
    } catch (error) {
      const verdict = verdictOn(error, failures);
      if (verdict.kind !== "retry") return verdict;
      failures += 1;
      timer?.();
      // Who is no longer signed in is not asked for again before he comes back.
      timer = verdict.delayMs === null ? null : world.later(verdict.delayMs, () => void flush());
      // The server is there and stumbles over this one: the others need not wait for it.
      return error instanceof ApiError && error.status === 500 ? "not-this-now" : "none-now";
    }
  }

  return {
    async add(run) {
      await world.storage.put(run);
      await reread();
      world.changed();
      void flush();
    },
    flush: () => {
      failures = 0;
      return flush();
    },
    getSnapshot: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDelivery(listener) {
      deliveryListeners.add(listener);
      return () => deliveryListeners.delete(listener);
    },
    reread,
    deliveredElsewhere(run, delivery) {
      if (run.userId === world.userId()) tell(run, delivery);
      void reread();
    },
  };
}

/** The contract's bounds. */
const mostErrors = 1_000_000;
const longestAgoMs = 10 * 366 * 86_400_000;

/**
 * The request for a run at this time of the device, always within the contract's bounds: a run must not be refused because
 * the device's clock showed 1970 when it ended.
 */
export function bodyOf(run: FinishedRun, now: number): RequestBody<"saveProgress"> {
  const { attemptId, exampleId, codeVersion, isTimed, accuracy, timeMs } = run;
  const finishedMsAgo = Math.min(longestAgoMs, Math.max(0, Math.round(now - run.finishedAt)));
  const errors = Math.min(mostErrors, run.errors);
  return {
    ...{ exampleId, progress: 100, accuracy, errors, isComplete: true, timeMs },
    ...{ attemptId, finishedMsAgo, codeVersion, isTimed },
  };
}

/** What a failed sending means. `delayMs` null: it waits for a sign-in. */
export function verdictOn(
  error: unknown,
  failuresBefore: number,
): Exclude<Delivery, { kind: "sent" }> | { readonly kind: "retry"; readonly delayMs: number | null } {
  // An error without a code is not this server's: a proxy before it, a page that wants a log-in for the network.
  if (error instanceof ApiError && error.code !== null) {
    if (error.status === 404) return { kind: "gone" };
    if (error.status === 400 || error.status === 422) return { kind: "refused", message: error.message };
    if (error.status === 401 || error.status === 403) return { kind: "retry", delayMs: null };
  }
  if (error instanceof ApiError && error.retryAfterS !== null)
    return { kind: "retry", delayMs: Math.max(1_000 * error.retryAfterS, retryDelayMs(failuresBefore)) };
  if (error instanceof Error && error.name === "SessionExpired") return { kind: "retry", delayMs: null };
  return { kind: "retry", delayMs: retryDelayMs(failuresBefore) };
}

/** 1, 2, 4 … 60 s. */
export function retryDelayMs(failuresBefore: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(failuresBefore, 10));
}

function inOrder<R extends FinishedRun>(runs: readonly R[]): readonly R[] {
  return [...runs].sort((one, other) => one.finishedAt - other.finishedAt);
}
