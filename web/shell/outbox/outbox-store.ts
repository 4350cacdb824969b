// The outbox: finished runs that the server does not have yet. A run is stored on the device first, and removed when
// the server has it.
//
// Invariants
// - A run belongs to its learner. It is sent only while that learner is logged in, and shown to no other user.
// - It is sent again (after 1, 2, 4 … 60 s, when the network is back, at a log-in, when a page starts) until the server
//   responds; the server counts it once, by its attempt id, however often it arrives.
// - It outlives a reload, a crash, a log-out, and a page that is closed while it is sent.
// - A refusal of the server is final: a run of a deleted example, or one that the server will never accept, is reported
//   once and removed.
//
// Left out: the storage (outbox-storage.ts), the browser's events (outbox.ts), and how screens show unsent runs.

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
  /** When false, the run completes the example but sets no time. */
  readonly isTimed: boolean;
  /** The device's time of the last keystroke, ms. */
  readonly finishedAt: number;
};

/** A run not yet sent. When `isOnDevice` is false, the browser stores nothing and only this open page has the run. */
export type WaitingRun = FinishedRun & { readonly isOnDevice: boolean };

/** The learner's times of the example after a run. */
type TimesAfterRun = Extract<ResponseOf<"saveProgress">, { isRecord: boolean }>;

/**
 * The outcome of sending a run. `answer` is null when a server of an older version accepted it and returned no times.
 * Tabs of an older version read this too, so the fields keep their names.
 */
export type Delivery =
  | { readonly kind: "sent"; readonly answer: TimesAfterRun | null }
  /** The example was deleted or withdrawn. */
  | { readonly kind: "gone" }
  /** The server will never accept it. */
  | { readonly kind: "refused"; readonly message: string };

/** Never throws: a run that cannot be stored on the device is kept in the page, marked as such. */
export type OutboxStorage = {
  readonly all: () => Promise<readonly WaitingRun[]>;
  readonly put: (run: FinishedRun) => Promise<void>;
  readonly remove: (attemptId: string) => Promise<void>;
};

/** What the outbox needs of the browser. */
export type OutboxWorld = {
  readonly storage: OutboxStorage;
  /** Throws ApiError, NetworkError or SessionExpired. */
  readonly send: (run: FinishedRun) => Promise<ResponseOf<"saveProgress">>;
  /** The logged-in learner, or null. */
  readonly userId: () => number | null;
  readonly later: (delayMs: number, run: () => void) => () => void;
  /** Waits until no other tab of this browser is sending. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Notifies the other tabs that the stored runs changed. */
  readonly announceChange: () => void;
  /** Notifies the other tabs that a run was delivered. */
  readonly announceDelivery: (run: FinishedRun, delivery: Delivery) => void;
};

export type Outbox = {
  /** Stores a finished run and starts to send it. Resolves when it is stored. */
  readonly add: (run: FinishedRun) => Promise<void>;
  /** Sends the stored runs now. Resolves when all are sent or the rest has to wait. */
  readonly flush: () => Promise<void>;
  /** The logged-in learner's unsent runs, the oldest first. The same array until it changes. */
  readonly getSnapshot: () => readonly WaitingRun[];
  readonly subscribe: (listener: () => void) => () => void;
  /** The listener gets every delivered run of the logged-in learner, from any tab. */
  readonly onDelivery: (listener: (run: FinishedRun, delivery: Delivery) => void) => () => void;
  /** Reads the stored runs again: another tab changed them, or another user logged in. */
  readonly reread: () => Promise<void>;
  /** To be called when another tab delivered a run. */
  readonly deliveredElsewhere: (run: FinishedRun, delivery: Delivery) => void;
};

// Long: a closure over the runs and the timer of the next try; its functions are short.
export function createOutbox(world: OutboxWorld): Outbox {
  let waiting: readonly WaitingRun[] = [];
  let timer: (() => void) | null = null;
  let failures = 0;
  let flushing: Promise<void> | null = null;
  let isFlushDue = false;
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
      // Runs added since the flush began are sent in a second round.
      isFlushDue = true;
      return flushing;
    }
    flushing = (async () => {
      do {
        isFlushDue = false;
        await world.exclusively(sendAll);
      } while (isFlushDue && timer === null);
    })().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function sendAll(): Promise<void> {
    for (const run of inOrder(await world.storage.all())) {
      // Checked before every run: the user may have logged out since the previous one.
      if (run.userId !== world.userId()) continue;
      const delivery = await deliver(run);
      if (delivery === "wait") break;
      if (delivery === "skip") continue;
      await world.storage.remove(run.attemptId);
      notify(run, delivery);
      world.announceDelivery(run, delivery);
    }
    await reread();
  }

  function notify(run: FinishedRun, delivery: Delivery): void {
    for (const listener of [...deliveryListeners]) listener(run, delivery);
  }

  /** `skip` means that this run has to wait and others can be sent; `wait`, that all runs have to wait. */
  async function deliver(run: FinishedRun): Promise<Delivery | "skip" | "wait"> {
    try {
      const response = await world.send(run);
      failures = 0;
      return { kind: "sent", answer: "isRecord" in response ? response : null };
    } catch (error) {
      const verdict = verdictOn(error, failures);
      if (verdict.kind !== "retry") return verdict;
      failures += 1;
      timer?.();
      // Without a session there is no next try; the next log-in sends the runs.
      timer = verdict.delayMs === null ? null : world.later(verdict.delayMs, () => void flush());
      // The server is reachable and fails on this run only: the others need not wait for it.
      return error instanceof ApiError && error.status === 500 ? "skip" : "wait";
    }
  }

  return {
    async add(run) {
      await world.storage.put(run);
      await reread();
      world.announceChange();
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
      if (run.userId === world.userId()) notify(run, delivery);
      void reread();
    },
  };
}

// The contract's bounds.
const maxErrors = 1_000_000;
const maxAgoMs = 10 * 366 * 86_400_000;

/**
 * The request for a run at this time of the device, always within the contract's bounds: a run must not be refused
 * because the device's clock showed 1970 when it ended.
 */
export function bodyOf(run: FinishedRun, now: number): RequestBody<"saveProgress"> {
  const { attemptId, exampleId, codeVersion, isTimed, accuracy, timeMs } = run;
  const finishedMsAgo = Math.min(maxAgoMs, Math.max(0, Math.round(now - run.finishedAt)));
  const errors = Math.min(maxErrors, run.errors);
  return {
    ...{ exampleId, progress: 100, accuracy, errors, isComplete: true, timeMs },
    ...{ attemptId, finishedMsAgo, codeVersion, isTimed },
  };
}

/** What a failed request means for its run. `delayMs` is null when the run waits for a log-in. */
export function verdictOn(
  error: unknown,
  failuresBefore: number,
): Exclude<Delivery, { kind: "sent" }> | { readonly kind: "retry"; readonly delayMs: number | null } {
  // An error without a code is not from this server but from a proxy, or from a network that requires a log-in.
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
