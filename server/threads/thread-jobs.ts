// Runs CPU-heavy jobs in a worker thread, so that they do not block the event loop: one job at a time, in order of
// arrival.
//
// The thread starts with the first job and ends after an idle time, so that it costs a quiet server nothing. A job that
// exceeds its time or memory limit, or crashes the thread, fails alone: the thread is terminated, and the next job gets
// a new one. Jobs and results are copied (structured clone).
//
// The worker side is `serve-jobs.ts`.

import { Worker } from "node:worker_threads";
import { threadCpuMs } from "./cpu-time.ts";

type JobOutcome<Result> =
  | { readonly ok: true; readonly value: Result }
  /**
   * `time` and `memory` mean that the job exceeded a limit; `fault`, that the job threw or crashed the thread;
   * `undone`, that it did not start or was interrupted, because no thread could be started or the server is stopping.
   */
  | {
      readonly ok: false;
      readonly why: "time" | "memory" | "fault" | "undone";
      readonly message: string;
      /** The job used little CPU time and ended by the clock: it waited, for instance for a busy machine. */
      readonly hasWaited?: boolean;
    };

export type JobThread<Job, Result> = {
  /** Never rejects. `own` overrides the thread's limits for this job; `idleMs` is the idle time after it. */
  readonly run: (job: Job, own?: JobLimits) => Promise<JobOutcome<Result>>;
  /** Terminates the thread immediately; waiting jobs end as `undone`. */
  readonly close: () => Promise<void>;
};

type JobLimits = {
  readonly limitMs?: number;
  readonly idleMs?: number;
  /** Buffers of the job that the thread takes over instead of copies; the caller can no longer use them. */
  readonly transfer?: readonly ArrayBuffer[];
};

export type JobThreadOptions = {
  /** The address of the module that calls `serveJobs`, as `threadModule` returns it. */
  readonly module: URL;
  /**
   * How much CPU time one job may use, in ms, so that a busy machine does not make a job fail. A job that waits instead
   * ends after `waitMs`. Where CPU time is unknown, it is the time by the clock. The start of the
   * thread does not count.
   */
  readonly limitMs: number;
  /** How long a job may take by the clock, in ms, if that is more than six times its `limitMs`. */
  readonly waitMs?: number;
  /** How long the thread waits for another job before it ends, in ms. */
  readonly idleMs: number;
  readonly memoryMb: number;
};

/**
 * Returns the address of the module of a thread or process: its TypeScript source, or the built file at the same path
 * in the build.
 * @param place path from the server folder, such as `learning/colours/highlight-thread`
 * @param importer the address of this module; tests pass another one
 */
export function threadModule(place: string, importer: string = import.meta.url): URL {
  if (importer.endsWith(".ts")) return new URL(`../${place}.ts`, importer);
  // The build puts this code into main.js or into a shared chunk.
  return new URL(/\/chunks\/[^/]*$/.test(importer) ? `../${place}.js` : `./${place}.js`, importer);
}

type Waiting<Job, Result> = {
  readonly job: Job;
  readonly own: JobLimits;
  readonly resolveJob: (outcome: JobOutcome<Result>) => void;
};
type Running = {
  readonly worker: Worker;
  ready: boolean;
  thread: number | null;
  /** When it sent its last message. */
  cpuMs: number | null;
};

const waitFactor = 6;
/** A limit is checked no more often. */
const leastCheckMs = 10;

/**
 * The messages of the thread: `ready` once, with the system's number of the thread, then one result per job. `cpuMs` is
 * the CPU time that the thread has used, null if it is unknown: the thread reads it, not the event loop.
 */
export type ThreadMessage<Result> = { readonly cpuMs: number | null } & (
  | { readonly kind: "ready"; readonly thread: number | null }
  | { readonly kind: "done"; readonly value: Result }
  | { readonly kind: "fault"; readonly message: string }
);

export function openJobThread<Job, Result>(options: JobThreadOptions): JobThread<Job, Result> {
  const waiting: Waiting<Job, Result>[] = [];
  let current: Waiting<Job, Result> | null = null;
  let running: Running | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** The thread must not end for being idle before this time. */
  let keepUntil = 0;

  function setTimer(ms: number, then: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(then, ms);
    timer.unref();
  }

  function next(): void {
    if (current !== null) return;
    current = waiting.shift() ?? null;
    if (current === null) {
      // An idle thread must not keep a finished process alive.
      running?.worker.unref();
      const idleMs = Math.max(options.idleMs, keepUntil - performance.now());
      if (running !== null) setTimer(idleMs, () => void end());
      return;
    }
    try {
      running ??= start();
    } catch (error) {
      settle({ ok: false, why: "undone", message: error instanceof Error ? error.message : String(error) });
      return;
    }
    running.worker.ref();
    if (running.ready) send(running);
  }

  function send({ worker, thread, cpuMs: cpuAtStart }: Running): void {
    if (current === null) return;
    const limitMs = current.own.limitMs ?? options.limitMs;
    const waitMs = Math.max(options.waitMs ?? 0, waitFactor * limitMs);
    const startedAt = performance.now();
    const check = (): void => {
      const waitedMs = performance.now() - startedAt;
      const cpu = threadCpuMs(thread);
      const usedMs = cpu === null || cpuAtStart === null ? waitedMs : cpu - cpuAtStart;
      if (usedMs >= limitMs || waitedMs >= waitMs)
        fail("time", `not done within ${limitMs} ms`, usedMs < limitMs);
      else setTimer(Math.max(limitMs - usedMs, leastCheckMs), check);
    };
    setTimer(limitMs, check);
    worker.postMessage(current.job, [...(current.own.transfer ?? [])]);
  }

  function start(): Running {
    const started: Running = { worker: newWorker(options), ready: false, thread: null, cpuMs: null };
    const isMine = () => running === started;
    started.worker.on("message", (message: ThreadMessage<Result>) => {
      if (!isMine()) return;
      started.cpuMs = message.cpuMs;
      if (message.kind === "ready") {
        started.ready = true;
        started.thread = message.thread;
        send(started);
      } else if (message.kind === "done") settle({ ok: true, value: message.value });
      else settle({ ok: false, why: "fault", message: message.message });
    });
    started.worker.on("messageerror", (error) => isMine() && fail("fault", error.message));
    started.worker.on("error", (error: unknown) => {
      if (!isMine()) return;
      const outOfMemory =
        error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      fail(outOfMemory ? "memory" : "fault", error instanceof Error ? error.message : String(error));
    });
    started.worker.on("exit", (code) => isMine() && fail("fault", `the thread ended with code ${code}`));
    return started;
  }

  function settle(outcome: JobOutcome<Result>): void {
    if (timer !== null) clearTimeout(timer);
    const done = current;
    current = null;
    if (done?.own.idleMs !== undefined) keepUntil = performance.now() + done.own.idleMs;
    done?.resolveJob(outcome);
    next();
  }

  function fail(why: "time" | "memory" | "fault", message: string, hasWaited = false): void {
    // If the thread could not start, the waiting job is not at fault.
    const wasReady = running?.ready ?? false;
    void end();
    settle({ ok: false, why: wasReady ? why : "undone", message, hasWaited });
  }

  function end(): Promise<number> | undefined {
    if (timer !== null) clearTimeout(timer);
    const ended = running?.worker;
    running = null;
    return ended?.terminate();
  }

  return {
    run(job, own = {}) {
      if (closed) return Promise.resolve({ ok: false, why: "undone", message: "the server is stopping" });
      return new Promise((resolveJob) => {
        waiting.push({ job, own, resolveJob });
        next();
      });
    },
    async close() {
      closed = true;
      const ended = end();
      const unfinished = current === null ? waiting.splice(0) : [current, ...waiting.splice(0)];
      current = null;
      for (const { resolveJob } of unfinished)
        resolveJob({ ok: false, why: "undone", message: "the server is stopping" });
      await ended;
    },
  };
}

function newWorker({ module, memoryMb }: JobThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
  // Pass no environment and no arguments: nothing in the thread may see the server's secrets.
  const options = { env: {}, argv: [], resourceLimits };
  const loader = sourceLoader(module);
  if (loader === null) return new Worker(module, { ...options, execArgv: [] });
  return new Worker(loader, { ...options, execArgv: [], workerData: { module: module.href } });
}

/** The program that loads a module of TypeScript in a thread or process of its own; null for a built module. */
export function sourceLoader(module: URL): URL | null {
  return module.pathname.endsWith(".ts") ? new URL("./from-source.mjs", import.meta.url) : null;
}
