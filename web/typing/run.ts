// One example that is being typed: the attempt, its keystrokes and its listeners. It is outside React, so that a key
// costs no render; listeners that draw are called before the key's event ends.

import { type Attempt, type Keystroke, newAttempt, reduce } from "@tabstop/engine/attempt";
import type { PreparedExample } from "@tabstop/engine/example";
import { accuracy, isClockFalsified, longestResultMs, progress, resultMs } from "@tabstop/engine/metrics";
import type { RunEvent } from "@tabstop/engine/packed-log";
import { ifSupported } from "../ui/if-supported.ts";

/** The clocks of a run and the source of its ids. Tests replace them. */
export type RunEnvironment = {
  /** The monotonic clock of the keystrokes, ms. */
  now(): number;
  /** The device's clock, ms since 1970. It shows whether the monotonic clock stood still while the device slept. */
  deviceNow(): number;
  newId(): string;
};

/** The result of a finished run. */
export type Result = {
  readonly attemptId: string;
  /** null when the run sets no time, because the clocks disagree or it took longer than a day. */
  readonly timeMs: number | null;
  /** The time that the clock showed, whether it counts or not. */
  readonly shownMs: number;
  readonly accuracy: number;
  readonly errors: number;
  /** The device's time at the last key. */
  readonly finishedAt: number;
};

export type RunListener = (attempt: Attempt) => void;

/** A learner who has pressed no key for this long pauses. */
const restMs = 600;

export class Run {
  readonly example: PreparedExample;
  #attempt: Attempt;
  #log: RunEvent[] = [];
  #attemptId = "";
  #deviceStartedAt = 0;
  #result: Result | null = null;
  readonly #environment: RunEnvironment;
  readonly #listeners = new Set<RunListener>();
  readonly #startOrEndListeners = new Set<RunListener>();
  readonly #restListeners = new Set<() => void>();
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(example: PreparedExample, environment: RunEnvironment = browserEnvironment) {
    this.example = example;
    this.#attempt = newAttempt(example);
    this.#environment = environment;
  }

  get attempt(): Attempt {
    return this.#attempt;
  }
  /** The keystrokes that changed the attempt, and where help was asked for, for replay. */
  get log(): readonly RunEvent[] {
    return this.#log;
  }
  /** The attempt's id; "" before its first key. */
  get attemptId(): string {
    return this.#attemptId;
  }
  /** null until the attempt is done. */
  get result(): Result | null {
    return this.#result;
  }

  press(keystroke: Keystroke): void {
    const before = this.#attempt;
    const after = reduce(before, keystroke);
    if (after === before) return;
    this.#attempt = after;
    this.#log.push(keystroke);
    if (before.kind === "ready" && after.kind !== "ready") {
      this.#attemptId = this.#environment.newId();
      // The key may have waited in a queue, so the time since the key by the monotonic clock is subtracted from the
      // device's time.
      this.#deviceStartedAt = this.#deviceTimeOf(after.startedAt);
    }
    if (after.kind === "done") this.#result = this.#resultOf(after);
    this.#notify(after.kind !== before.kind);
  }

  /** Records that what is hidden at the caret was shown, at a time of the keystrokes' clock. It starts no clock. */
  noteHelp(at: number): void {
    if (this.#attempt.kind !== "done") this.#log.push({ kind: "show", at });
  }

  /** Try Again: a new attempt at the same example. */
  restart(): void {
    this.#attempt = newAttempt(this.example);
    this.#log = [];
    this.#attemptId = "";
    this.#result = null;
    this.#notify(true);
  }

  /** Calls the listener at every key that changed the attempt, and at a restart. */
  subscribe(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Calls the listener only when the run starts, ends or restarts, for listeners that have nothing to do at other
   * keys.
   */
  onStartOrEnd(listener: RunListener): () => void {
    this.#startOrEndListeners.add(listener);
    return () => this.#startOrEndListeners.delete(listener);
  }

  /** Calls the listener when no key has come for a while, once in each pause; the first one begins now. */
  onRest(listener: () => void): () => void {
    this.#restListeners.add(listener);
    this.#awaitRest();
    return () => this.#restListeners.delete(listener);
  }

  readonly #rest = (): void => {
    for (const listener of this.#restListeners) listener();
  };

  #notify(isStartOrEnd: boolean): void {
    const notify = (listener: RunListener) => listener(this.#attempt);
    // `for of` would make an object for each listener at each key, a quarter of what a key allocates.
    this.#listeners.forEach(notify);
    if (isStartOrEnd) this.#startOrEndListeners.forEach(notify);
    if (this.#restListeners.size > 0) this.#awaitRest();
  }

  /** One timer for all that waits for a pause, set again for each key, so that none fires between two keys. */
  #awaitRest(): void {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(this.#rest, restMs);
  }

  #deviceTimeOf(at: number): number {
    return this.#environment.deviceNow() - Math.max(0, this.#environment.now() - at);
  }

  #resultOf(done: Extract<Attempt, { kind: "done" }>): Result {
    const finishedAt = this.#deviceTimeOf(done.endedAt);
    const monotonicMs = done.endedAt - done.startedAt;
    const isUntimed =
      isClockFalsified(monotonicMs, finishedAt - this.#deviceStartedAt) || monotonicMs > longestResultMs;
    const shownMs = resultMs(done);
    return {
      attemptId: this.#attemptId,
      timeMs: isUntimed ? null : shownMs,
      shownMs,
      accuracy: accuracy(done.cursor, done.errors),
      errors: done.errors,
      finishedAt,
    };
  }
}

/** The part of the example that is typed, in whole percent. */
export function progressOf(attempt: Attempt): number {
  return attempt.kind === "done" ? 100 : progress(attempt.cursor, attempt.example.length);
}

const browserEnvironment: RunEnvironment = {
  now: () => performance.now(),
  deviceNow: () => Date.now(),
  newId: () =>
    ifSupported(() => crypto.randomUUID()) ??
    uuidOf(
      ifSupported(() => crypto.getRandomValues(new Uint8Array(16))) ??
        Uint8Array.from({ length: 16 }, () => Math.floor(Math.random() * 256)),
    ),
};

/** A version 4 UUID. `randomUUID` exists only in secure contexts, and a school may serve the app over plain HTTP. */
export function uuidOf(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
