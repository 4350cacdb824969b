// Replays logs in a worker thread, each within a limit of CPU time and of waiting: a result is saved without delay,
// whatever its log or other logs cost.

import { openJobThread, threadModule } from "../../threads/thread-jobs.ts";
import type { MemoryRunJob, MemoryRunResult } from "./memory-run.ts";
import type { ReplayJob, ReplayResult } from "./replay-thread.ts";

type Job = ReplayJob | MemoryRunJob | null;

export type Replayer = {
  /** What the log shows, null when it is no log of this result; `busy` when it was not replayed. Never rejects. */
  readonly replay: (job: ReplayJob) => Promise<ReplayResult | "busy">;
  /** The same for a run from memory. */
  readonly replayMemoryRun: (job: MemoryRunJob) => Promise<MemoryRunResult | "busy">;
  /** Starts the thread, so that the log of a run that begins now need not wait for it. */
  readonly warm: () => void;
  readonly close: () => Promise<void>;
};

export type ReplayerOptions = {
  /** How long a result waits for its replay, in ms. */
  readonly answerMs?: number;
  /** How many replays may wait; further ones are not made. */
  readonly mostWaiting?: number;
  /** CPU time of one replay, in ms. A run of 1,000 characters takes about one. */
  readonly limitMs?: number;
};

/** Longer than most runs, which warm the thread at their start. */
const idleMs = 10 * 60_000;

export function openReplayer({
  answerMs = 2_000,
  mostWaiting = 100,
  limitMs = 50,
}: ReplayerOptions = {}): Replayer {
  const module = threadModule("learning/evidence/replay-thread");
  const thread = openJobThread<Job, ReplayResult | MemoryRunResult>({
    ...{ module, limitMs, idleMs, memoryMb: 64 },
    waitMs: answerMs,
  });
  let waiting = 0;

  async function run(job: Job): Promise<ReplayResult | MemoryRunResult | "busy"> {
    waiting += 1;
    const outcome = await thread.run(job);
    waiting -= 1;
    return outcome.ok ? outcome.value : "busy";
  }

  function runInTime(job: Job): Promise<ReplayResult | MemoryRunResult | "busy"> {
    if (waiting >= mostWaiting) return Promise.resolve("busy");
    const { promise: tooLate, stop } = busyAfter(answerMs);
    return Promise.race([run(job), tooLate]).finally(stop);
  }

  return {
    // A job gets the result of its kind.
    replay: (job) => runInTime(job) as Promise<ReplayResult | "busy">,
    replayMemoryRun: (job) => runInTime(job) as Promise<MemoryRunResult | "busy">,
    warm() {
      if (waiting === 0) void run(null);
    },
    close: thread.close,
  };
}

function busyAfter(ms: number): { readonly promise: Promise<"busy">; readonly stop: () => void } {
  let stop = () => {};
  const promise = new Promise<"busy">((resolve) => {
    const timer = setTimeout(resolve, ms, "busy");
    stop = () => clearTimeout(timer);
  });
  return { promise, stop };
}
