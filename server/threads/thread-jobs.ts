// Work that would hold up everyone, done in a thread of its own: one job at a time, in order of arrival.
//
// The thread starts with the first job and ends when it has been idle for a while, so that a quiet server pays nothing
// for it. A job that takes too long, too much memory or the thread down with it costs itself and nothing else: the
// thread is ended, the job is told so, the next job gets a fresh thread. Jobs and results are copied (structured clone).
//
// The other side is `serve-jobs.ts`.

import { Worker } from "node:worker_threads";

export type JobOutcome<Result> =
  | { readonly ok: true; readonly value: Result }
  /**
   * `time` and `memory`: over the limit. `fault`: the job threw, or the thread died of it. `undone`: the job was not begun
   * or broken off (no thread could be started, the server is stopping), nothing is known about it.
   */
  | { readonly ok: false; readonly why: "time" | "memory" | "fault" | "undone"; readonly message: string };

export type JobThread<Job, Result> = {
  /** Never rejects. `own`: limits of this job, in place of the thread's; `idleMs` is how long the thread waits after it. */
  readonly run: (job: Job, own?: JobLimits) => Promise<JobOutcome<Result>>;
  /** Ends the thread at once; what waits is told `undone`. */
  readonly close: () => Promise<void>;
};

export type JobLimits = { readonly limitMs?: number; readonly idleMs?: number };

export type JobThreadOptions = {
  /** The module that calls `serveJobs`; its address as `threadModule` gives it. */
  readonly module: URL;
  /** How long one job may take, by the clock. A thread that is only starting counts for nothing. */
  readonly limitMs: number;
  /** How long the thread waits for another job before it ends. */
  readonly idleMs: number;
  readonly memoryMb: number;
};

/**
 * Where the module of a thread is: its TypeScript source, or what the build made of it, at the same place among its files.
 * @param place from the server's folder, as in `learning/highlight-thread`
 * @param asker the address of this module; another one only in tests
 */
export function threadModule(place: string, asker: string = import.meta.url): URL {
  if (asker.endsWith(".ts")) return new URL(`../${place}.ts`, asker);
  // The build puts this code into main.js, or into one of the chunks that several of its files share.
  return new URL(/\/chunks\/[^/]*$/.test(asker) ? `../${place}.js` : `./${place}.js`, asker);
}

type Waiting<Job, Result> = {
  readonly job: Job;
  readonly own: JobLimits;
  readonly tell: (outcome: JobOutcome<Result>) => void;
};
type Running = { readonly worker: Worker; ready: boolean };

/** What the thread says: once that it listens, then one answer a job. */
export type ThreadMessage<Result> =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly value: Result }
  | { readonly kind: "fault"; readonly message: string };

export function openJobThread<Job, Result>(options: JobThreadOptions): JobThread<Job, Result> {
  const waiting: Waiting<Job, Result>[] = [];
  let current: Waiting<Job, Result> | null = null;
  let running: Running | null = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  /** Until when the thread may not end for want of work. */
  let keptUntil = 0;

  function setTimer(ms: number, then: () => void): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(then, ms);
    timer.unref();
  }

  function next(): void {
    if (current !== null) return;
    current = waiting.shift() ?? null;
    if (current === null) {
      // A thread with nothing to do must not keep a finished process alive either.
      running?.worker.unref();
      const idleMs = Math.max(options.idleMs, keptUntil - performance.now());
      if (running !== null) setTimer(idleMs, () => void end());
      return;
    }
    running ??= start();
    running.worker.ref();
    if (running.ready) send(running);
  }

  function send({ worker }: Running): void {
    if (current === null) return;
    const limitMs = current.own.limitMs ?? options.limitMs;
    setTimer(limitMs, () => fail("time", `not done within ${limitMs} ms`));
    worker.postMessage(current.job);
  }

  function start(): Running {
    const started: Running = { worker: newWorker(options), ready: false };
    const isMine = () => running === started;
    started.worker.on("message", (message: ThreadMessage<Result>) => {
      if (!isMine()) return;
      if (message.kind === "ready") {
        started.ready = true;
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
    if (done?.own.idleMs !== undefined) keptUntil = performance.now() + done.own.idleMs;
    done?.tell(outcome);
    next();
  }

  function fail(why: "time" | "memory" | "fault", message: string): void {
    // Whatever kept a thread from starting is not the fault of the job that waits for it.
    const begun = running?.ready ?? false;
    void end();
    settle({ ok: false, why: begun ? why : "undone", message });
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
      return new Promise((tell) => {
        waiting.push({ job, own, tell });
        next();
      });
    },
    async close() {
      closed = true;
      const ended = end();
      const untold = current === null ? waiting.splice(0) : [current, ...waiting.splice(0)];
      current = null;
      for (const { tell } of untold) tell({ ok: false, why: "undone", message: "the server is stopping" });
      await ended;
    },
  };
}

function newWorker({ module, memoryMb }: JobThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
  // The thread gets no settings and no arguments: there is nothing in it that may know the server's secrets.
  const quiet = { env: {}, argv: [], resourceLimits };
  if (!module.pathname.endsWith(".ts")) return new Worker(module, { ...quiet, execArgv: [] });
  const loader = new URL("./from-source.mjs", import.meta.url);
  return new Worker(loader, { ...quiet, execArgv: [], workerData: { module: module.href } });
}
