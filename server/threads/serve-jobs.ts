// The worker side of a job thread (`thread-jobs.ts`): runs the jobs it receives, one after another.

import { parentPort } from "node:worker_threads";
import { ownThreadNumber, threadCpuMs } from "./cpu-time.ts";
import type { ThreadMessage } from "./thread-jobs.ts";

/** A message without the time that each has. */
type Said<Message> = Message extends unknown ? Omit<Message, "cpuMs"> : never;

/** Called once by the thread's module when it is ready for jobs. */
export function serveJobs<Job, Result>(work: (job: Job) => Result | Promise<Result>): void {
  const port = parentPort;
  if (port === null) throw new TypeError("serveJobs is for the module of a thread");
  const thread = ownThreadNumber();
  // An idle thread uses no CPU time, so what it says after one job is what it has used before the next.
  const say = (message: Said<ThreadMessage<Result>>) => {
    const sent: ThreadMessage<Result> = { ...message, cpuMs: threadCpuMs(thread) };
    port.postMessage(sent);
  };
  port.on("message", (job: Job) => {
    // The other side sends the next job only after the result, so jobs never overlap.
    new Promise<Result>((resolve) => resolve(work(job))).then(
      (value) => say({ kind: "done", value }),
      (error: unknown) =>
        say({ kind: "fault", message: error instanceof Error ? error.message : String(error) }),
    );
  });
  say({ kind: "ready", thread });
}
