// An outbox: finished runs of one kind that the server does not have yet. A finished run is sent immediately and stored on
// the device at the same time, and removed when the server has it. There are two, each with its own storage: of completions
// (outbox.ts) and of runs from memory (memory-outbox.ts).
//
// Invariants
// - A run belongs to its learner. It is sent only while that learner is logged in, and shown to no other user.
// - It is sent again (after 1, 2, 4 … 60 s, when the network is back, at a log-in, when a page starts) until the server
//   responds; the server counts it once, by its attempt id, however often it arrives.
// - It outlives a reload, a crash, a log-out, and a page that is closed while it is sent.
// - Sending waits neither for the storage nor for other tabs: either may never respond.
// - A refusal of the server is final: a run of a deleted example, or one that the server will never accept, is reported
//   once and removed.
// - Evidence never costs a result: a run that may have failed because of its keystroke log is sent again without it.
//
// Left out: what the server is sent (finished-run.ts, finished-memory-run.ts), the storage (outbox-storage.ts), the browser's
// events (page-outbox.ts), and how screens show unsent runs.

import { ApiError } from "@tabstop/contract/client";
import { fateOf, isPerhapsDueToEvidence, type WaitReason } from "./fate.ts";

/** What the outbox needs to know of a run, of whatever kind. */
export type SomeRun = {
  readonly attemptId: string;
  readonly userId: number;
  readonly exampleId: number;
  readonly exampleTitle: string;
  readonly codeVersion: number;
  /** The device's time of the last keystroke, ms. */
  readonly finishedAt: number;
} & Evidence;

/**
 * What shows that the run was typed. Runs that an older version of the app stored have none of it, and pages of an
 * older version send a run without it.
 */
export type Evidence = {
  /** The server's signed time of the first key; absent when it did not respond in time. */
  readonly start?: string;
  /** The packed log as text, at most 64 kB of bytes. */
  readonly log?: string;
  /** The device's time zone, such as `Europe/Berlin`. */
  readonly zone?: string;
};

/** A run not yet sent. When `isOnDevice` is false, only this open page has the run. */
export type Waiting<R> = R & { readonly isOnDevice: boolean };

/** The outcome of sending a run. Tabs of an older version read this too, so the fields keep their names. */
export type DeliveryWith<Answer> =
  | { readonly kind: "sent"; readonly answer: Answer }
  /** The example was deleted or withdrawn. */
  | { readonly kind: "gone" }
  /** The server will never accept it. */
  | { readonly kind: "refused"; readonly message: string };

/** The device's storage. Never throws, and settles in a few seconds at most. */
export type OutboxStorage<R> = {
  /** null when it cannot be read. */
  readonly all: () => Promise<readonly R[] | null>;
  /** Resolves to whether the run is stored. */
  readonly put: (run: R) => Promise<boolean>;
  readonly remove: (attemptId: string) => Promise<void>;
};

/** What the outbox needs of the browser. */
export type OutboxWorld<R, Answer> = {
  readonly storage: OutboxStorage<R>;
  /** Throws ApiError, NetworkError or SessionExpired. */
  readonly send: (run: R) => Promise<Answer>;
  /** The logged-in learner, or null. */
  readonly userId: () => number | null;
  readonly later: (delayMs: number, run: () => void) => () => void;
  /** Waits, for a few seconds at most, until no other tab of this browser is sending. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Notifies the other tabs that the stored runs changed. */
  readonly announceChange: () => void;
  /** Notifies the other tabs that a run was delivered. */
  readonly announceDelivery: (run: R, delivery: DeliveryWith<Answer>) => void;
};

export type Outbox<R, Answer> = {
  /** Sends a finished run, and stores it at the same time. Resolves when it is sent or has to wait. */
  readonly add: (run: R) => Promise<void>;
  /** Sends the stored runs now. Resolves when all are sent or the rest has to wait. */
  readonly flush: () => Promise<void>;
  /** The logged-in learner's unsent runs, the oldest first. The same array until it changes. */
  readonly getSnapshot: () => readonly Waiting<R>[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Why the unsent runs wait; null while that is unknown. Listeners are called when it changes. */
  readonly waitReason: () => WaitReason | null;
  /** The listener gets every delivered run of the logged-in learner, from any tab. */
  readonly onDelivery: (listener: (run: R, delivery: DeliveryWith<Answer>) => void) => () => void;
  /** Reads the stored runs again: another tab changed them, or another user logged in. */
  readonly reread: () => Promise<void>;
  /** To be called when another tab delivered a run. */
  readonly deliveredElsewhere: (run: R, delivery: DeliveryWith<Answer>) => void;
};

// Long: a closure over the runs and the timer of the next try; its functions are short.
export function createOutbox<R extends SomeRun, Answer>(world: OutboxWorld<R, Answer>): Outbox<R, Answer> {
  type Delivery = DeliveryWith<Answer>;
  /** The runs that were finished in this page, by attempt id, until they are delivered. */
  const own = new Map<string, Waiting<R>>();
  /** What the device stores, as far as this page knows. */
  let stored: readonly R[] = [];
  /** Attempt ids of the runs that were delivered while this page was open: the storage may still have them. */
  const delivered = new Set<string>();
  const sending = new Map<string, Promise<Outcome>>();
  let waiting: readonly Waiting<R>[] = [];
  let timer: (() => void) | null = null;
  let failures = 0;
  let waitReason: WaitReason | null = null;
  let flushing: Promise<void> | null = null;
  let isFlushDue = false;
  const listeners = new Set<() => void>();
  const deliveryListeners = new Set<(run: R, delivery: Delivery) => void>();

  function show(): void {
    const others = stored.filter(({ attemptId }) => !own.has(attemptId) && !delivered.has(attemptId));
    const runs = [...own.values(), ...others.map((run) => ({ ...run, isOnDevice: true }))];
    const mine = sendable(runs);
    if (mine.length === 0 && waiting.length === 0) return;
    waiting = mine;
    for (const listener of [...listeners]) listener();
  }

  /** The logged-in learner's runs that this page knows no delivery of, the oldest first. */
  function sendable<S extends SomeRun>(runs: readonly S[]): readonly S[] {
    const userId = world.userId();
    return inOrder(runs.filter((run) => run.userId === userId && !delivered.has(run.attemptId)));
  }

  async function reread(): Promise<void> {
    show();
    stored = (await world.storage.all()) ?? stored;
    show();
  }

  /** Stores a run of this page. `isOnDevice` becomes true only when it is stored. */
  async function store(run: R): Promise<void> {
    if (!(await world.storage.put(run))) return;
    if (delivered.has(run.attemptId)) return world.storage.remove(run.attemptId);
    own.set(run.attemptId, { ...run, isOnDevice: true });
    show();
    world.announceChange();
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
        await sendAll();
      } while (isFlushDue && timer === null);
    })().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function sendAll(): Promise<void> {
    if (!(await sendEach([...own.values()]))) return;
    await world.exclusively(async () => {
      stored = (await world.storage.all()) ?? stored;
      await sendEach(stored.map((run) => ({ ...run, isOnDevice: true })));
    });
    await reread();
  }

  /** False if the rest has to wait. */
  async function sendEach(runs: readonly R[]): Promise<boolean> {
    for (const run of sendable(runs)) {
      // Checked before every run: the user may have logged out since the previous one.
      if (run.userId !== world.userId()) continue;
      if ((await send(run)) === "wait") return false;
    }
    return true;
  }

  /** Sends a run, once at a time. */
  function send(run: R): Promise<Outcome> {
    const { attemptId } = run;
    if (delivered.has(attemptId)) return Promise.resolve("delivered");
    const already = sending.get(attemptId);
    if (already) return already;
    const outcome = deliver(run).finally(() => sending.delete(attemptId));
    sending.set(attemptId, outcome);
    return outcome;
  }

  async function deliver(run: R): Promise<Outcome> {
    const delivery = await tryToDeliver(run);
    if (delivery === "wait" || delivery === "skip") return delivery;
    noteDelivery(run, delivery);
    void world.storage.remove(run.attemptId);
    world.announceDelivery(run, delivery);
    return "delivered";
  }

  function noteDelivery(run: R, delivery: Delivery): void {
    delivered.add(run.attemptId);
    own.delete(run.attemptId);
    show();
    if (run.userId !== world.userId()) return;
    for (const listener of [...deliveryListeners]) listener(run, delivery);
  }

  async function tryToDeliver(run: R): Promise<Delivery | Exclude<Outcome, "delivered">> {
    try {
      const answer = await sendWithOrWithoutEvidence(run);
      failures = 0;
      waitReason = null;
      return { kind: "sent", answer };
    } catch (error) {
      const verdict = verdictOn(error, failures);
      if (verdict.kind !== "retry") return verdict;
      if (waitReason !== verdict.reason) {
        waitReason = verdict.reason;
        show();
      }
      failures += 1;
      timer?.();
      // Without a session there is no next try; the next log-in sends the runs.
      timer = verdict.delayMs === null ? null : world.later(verdict.delayMs, () => void flush());
      // The server is reachable and fails on this run only: the others need not wait for it.
      return error instanceof ApiError && error.status === 500 ? "skip" : "wait";
    }
  }

  async function sendWithOrWithoutEvidence(run: R): Promise<Answer> {
    try {
      return await world.send(run);
    } catch (error) {
      const bare = withoutEvidence(run);
      if (bare === null || !isPerhapsDueToEvidence(error, failures)) throw error;
      return world.send(bare);
    }
  }

  return {
    async add(run) {
      if (delivered.has(run.attemptId)) return;
      own.set(run.attemptId, { ...run, isOnDevice: false });
      show();
      void store(run);
      if (run.userId !== world.userId()) return;
      // The server is reachable, so runs that wait for their next try need not wait longer.
      if ((await send(run)) === "delivered" && waiting.length > 0) void flush();
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
    waitReason: () => waitReason,
    onDelivery(listener) {
      deliveryListeners.add(listener);
      return () => deliveryListeners.delete(listener);
    },
    reread,
    deliveredElsewhere(run, delivery) {
      noteDelivery(run, delivery);
      void reread();
    },
  };
}

/** `skip`: this run has to wait, and others can be sent. `wait`: all runs have to wait. */
type Outcome = "delivered" | "skip" | "wait";

/** The contract's bound. */
const maxAgoMs = 10 * 366 * 86_400_000;

/**
 * How long ago the run ended, within the contract's bounds: a run must not be refused because the device's clock showed
 * 1970 when it ended.
 */
export function msAgo(run: Pick<SomeRun, "finishedAt">, now: number): number {
  return Math.min(maxAgoMs, Math.max(0, Math.round(now - run.finishedAt)));
}

/** Without what another version of the app, or an edit by hand, stored in another form. */
export function evidenceOf({ start, log, zone }: Evidence): Evidence {
  return {
    ...(typeof start === "string" && { start }),
    ...(typeof log === "string" && { log }),
    ...(typeof zone === "string" && { zone }),
  };
}

/**
 * null when it has neither a start nor a log. The zone stays: by it the run counts on its day, also without a log, and it
 * is short.
 */
export function withoutEvidence<R extends Evidence>(run: R): R | null {
  const { start, log } = evidenceOf(run);
  if (start === undefined && log === undefined) return null;
  const { start: _start, log: _log, ...bare } = run;
  return bare as unknown as R;
}

/** What becomes of the run of a failed request. `delayMs` is null when the run waits for a log-in. */
export function verdictOn(
  error: unknown,
  failuresBefore: number,
):
  | Exclude<DeliveryWith<unknown>, { kind: "sent" }>
  | { readonly kind: "retry"; readonly reason: WaitReason; readonly delayMs: number | null } {
  const fate = fateOf(error);
  if (fate.kind === "gone") return fate;
  if (fate.kind === "refused") return { ...fate, message: error instanceof Error ? error.message : "" };
  const { reason } = fate;
  if (reason === "log-in") return { kind: "retry", reason, delayMs: null };
  const retryAfterMs = error instanceof ApiError ? 1_000 * (error.retryAfterS ?? 0) : 0;
  return { kind: "retry", reason, delayMs: Math.max(retryAfterMs, retryDelayMs(failuresBefore)) };
}

/** 1, 2, 4 … 60 s. */
export function retryDelayMs(failuresBefore: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.min(failuresBefore, 10));
}

function inOrder<R extends SomeRun>(runs: readonly R[]): readonly R[] {
  return [...runs].sort((one, other) => one.finishedAt - other.finishedAt);
}
