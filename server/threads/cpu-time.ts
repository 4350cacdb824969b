// The CPU time of one thread. Node 20 cannot tell that of a worker thread, so Linux is asked; elsewhere it is unknown.

import { readFileSync, readlinkSync } from "node:fs";

/** The system's number of the thread that calls this; null where the system has no such list. */
export function ownThreadNumber(): number | null {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return null;
  }
}

/** Milliseconds of CPU time that a thread of this process has used, in steps of 10; null if it is unknown. */
export function threadCpuMs(thread: number | null): number | null {
  if (thread === null) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    // After the name in brackets, which may have spaces: user and system time are fields 14 and 15 of the line.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ms = (Number(fields[11]) + Number(fields[12])) * msPerTick;
    return Number.isFinite(ms) ? ms : null;
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second on every machine. */
const msPerTick = 10;
