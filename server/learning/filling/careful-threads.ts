// Two threads for texts that may be hostile: one for all, and a fresh one for each text that failed in the first.

import { openJobThread } from "../../threads/thread-jobs.ts";

type Computed<Result> =
  | { readonly kind: "done"; readonly value: Result }
  /** Alone in its thread, the text used up the processor's time or the memory: it will do so again. */
  | Failure<"hopeless">
  /** Something other than the text kept it from being computed. */
  | Failure<"later">;
type Failure<Kind> = { readonly kind: Kind; readonly why: string; readonly reason: string };

export type CarefulThreads<Job, Result> = {
  /** Throws when no thread can be started at present, or they were closed. */
  readonly run: (job: Job) => Promise<Computed<Result>>;
  /**
   * Runs a job that someone waits for, in the first thread, between two others. `busy`: too many such jobs wait, or no
   * thread can be started at present.
   */
  readonly runNow: (
    job: Job,
  ) => Promise<{ readonly kind: "done"; readonly value: Result } | { readonly kind: "failed" | "busy" }>;
  readonly close: () => Promise<void>;
};

/** As those of a job thread. */
export type CarefulLimits = {
  readonly limitMs?: number | undefined;
  readonly waitMs?: number | undefined;
  readonly memoryMb: number;
};

// Most texts take less than a second, also the first one of a thread. This limit is enough even on a machine twenty
// times slower or busier.
const usualLimitMs = 30_000;
// Someone is waiting, so a text that takes longer is given up. The thread stays for their next one.
const nowLimits = { limitMs: 10_000, idleMs: 60_000 };
const mostNow = 8;

/** @param what names the thread in errors, such as `colours` */
export function openCarefulThreads<Job, Result>(
  module: URL,
  what: string,
  { limitMs = usualLimitMs, waitMs = 0, memoryMb }: CarefulLimits,
): CarefulThreads<Job, Result> {
  const thread = openJobThread<Job, Result>({ module, limitMs, waitMs, memoryMb, idleMs: 5_000 });
  // It ends after each text, so that a text which fails there is at fault itself and no earlier one.
  const freshThread = openJobThread<Job, Result>({ module, limitMs, waitMs, memoryMb, idleMs: 0 });
  let now = 0;
  return {
    async run(job) {
      let outcome = await thread.run(job);
      // Again in a fresh thread: earlier texts may have used up the memory or broken something.
      if (!outcome.ok && outcome.why !== "undone") outcome = await freshThread.run(job);
      if (outcome.ok) return { kind: "done", value: outcome.value };
      if (outcome.why === "undone") throw new Error(`The thread for ${what} failed: ${outcome.message}`);
      const { why, message: reason, hasWaited } = outcome;
      const isHopeless = (why === "time" && !hasWaited) || why === "memory";
      return { kind: isHopeless ? "hopeless" : "later", why, reason };
    },
    async runNow(job) {
      if (now >= mostNow) return { kind: "busy" };
      now += 1;
      const outcome = await thread.run(job, nowLimits);
      now -= 1;
      if (outcome.ok) return { kind: "done", value: outcome.value };
      return { kind: outcome.why === "undone" ? "busy" : "failed" };
    },
    async close() {
      await Promise.all([thread.close(), freshThread.close()]);
    },
  };
}
