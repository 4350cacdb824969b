/**
 * One example under someone's fingers: the attempt, its keystrokes, and who looks on. Outside React, so that a key
 * costs no render: whoever draws subscribes and is told in the same turn.
 */
import { type Attempt, type Keystroke, type KeystrokeLog, newAttempt, reduce } from "@tabstop/engine/attempt";
import type { Example } from "@tabstop/engine/example";
import { accuracy, isClockFalsified, longestResultMs, progress, resultMs } from "@tabstop/engine/metrics";

/** The clocks and the dice of a run; in tests numbers. */
export type RunWorld = {
  /** The monotonic clock of the keystrokes, ms. */
  now(): number;
  /** The device's clock, ms since 1970: only to find out whether the monotonic one was fooled by sleep. */
  deviceNow(): number;
  newId(): string;
};

/** What a finished run is worth. */
export type Result = {
  readonly attemptId: string;
  /** null: no time is set, because the clocks disagree or the run took longer than a day. */
  readonly timeMs: number | null;
  /** What the clock showed, whether it counts or not. */
  readonly shownMs: number;
  readonly accuracy: number;
  readonly errors: number;
  /** The device's time at the last key. */
  readonly finishedAt: number;
};

export type RunListener = (attempt: Attempt) => void;

export class Run {
  readonly example: Example;
  #attempt: Attempt;
  #log: Keystroke[] = [];
  #attemptId = "";
  #deviceStartedAt = 0;
  #result: Result | null = null;
  readonly #world: RunWorld;
  readonly #listeners = new Set<RunListener>();
  readonly #turnListeners = new Set<RunListener>();

  constructor(example: Example, world: RunWorld = browserWorld) {
    this.example = example;
    this.#attempt = newAttempt(example);
    this.#world = world;
  }

  get attempt(): Attempt {
    return this.#attempt;
  }
  /** The keystrokes that changed something, for replay. */
  get log(): KeystrokeLog {
    return this.#log;
  }
  /** The id of the attempt that runs or is done; "" before its first key. */
  get attemptId(): string {
    return this.#attemptId;
  }
  /** Not null exactly when the attempt is done. */
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
      this.#attemptId = this.#world.newId();
      // The key may have waited: its device time is as long ago as its monotonic one.
      this.#deviceStartedAt = this.#deviceTimeOf(after.startedAt);
    }
    if (after.kind === "done") this.#result = this.#resultOf(after);
    this.#tell(after.kind !== before.kind);
  }

  /** Try Again: a fresh attempt of the same example. */
  restart(): void {
    this.#attempt = newAttempt(this.example);
    this.#log = [];
    this.#attemptId = "";
    this.#result = null;
    this.#tell(true);
  }

  /** Tells of every key that changed something, and of a restart. */
  subscribe(listener: RunListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells only when a run begins, ends or is begun anew: for those who have nothing to do at the keys between. */
  onTurn(listener: RunListener): () => void {
    this.#turnListeners.add(listener);
    return () => this.#turnListeners.delete(listener);
  }

  #tell(isTurn: boolean): void {
    const tell = (listener: RunListener) => listener(this.#attempt);
    // Not by `for of`, which makes an object for each of them at each key: a quarter of what a key allocates.
    this.#listeners.forEach(tell);
    if (isTurn) this.#turnListeners.forEach(tell);
  }

  #deviceTimeOf(at: number): number {
    return this.#world.deviceNow() - Math.max(0, this.#world.now() - at);
  }

  #resultOf(done: Extract<Attempt, { kind: "done" }>): Result {
    const finishedAt = this.#deviceTimeOf(done.endedAt);
    const monotonicMs = done.endedAt - done.startedAt;
    const isFooled =
      isClockFalsified(monotonicMs, finishedAt - this.#deviceStartedAt) || monotonicMs > longestResultMs;
    const shownMs = resultMs(done);
    return {
      attemptId: this.#attemptId,
      timeMs: isFooled ? null : shownMs,
      shownMs,
      accuracy: accuracy(done.cursor, done.errors),
      errors: done.errors,
      finishedAt,
    };
  }
}

/** The share typed, in whole percent. */
export function progressOf(attempt: Attempt): number {
  return attempt.kind === "done" ? 100 : progress(attempt.cursor, attempt.example.length);
}

const browserWorld: RunWorld = {
  now: () => performance.now(),
  deviceNow: () => Date.now(),
  newId: () => crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
};

/** `randomUUID` is there in secure contexts only, and a class room may serve plain http. */
export function uuidOf(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
