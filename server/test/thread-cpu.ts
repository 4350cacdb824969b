// The CPU time of the thread that runs this test, which is also the server's: other programs, hashing and worker threads
// do not count, so that a busy machine changes no figure.

import { existsSync, readFileSync } from "node:fs";

const scheduled = "/proc/thread-self/schedstat";
const hasScheduled = existsSync(scheduled);

/** In ms. Where the system has no figure for one thread, the figure of the whole process. */
function threadCpuMs(): number {
  if (hasScheduled) return Number(readFileSync(scheduled, "latin1").split(" ")[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** The CPU time that the thread spends until the promise settles; one of several runs that were measured, the least. */
export async function leastCpuMs(
  work: (run: number) => Promise<unknown>,
  { enoughMs, runs }: { readonly enoughMs: number; readonly runs: number },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  // A run that takes little enough is the answer: what is measured beside it, such as garbage collection, only adds.
  for (let run = 0; run < runs && least > enoughMs; run++) {
    const before = threadCpuMs();
    await work(run);
    least = Math.min(least, threadCpuMs() - before);
  }
  return least;
}
