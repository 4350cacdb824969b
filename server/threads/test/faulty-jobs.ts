// A thread for the test of job threads: each kind of job goes wrong, or right, in its own way.

import { threadId } from "node:worker_threads";
import { serveJobs } from "../serve-jobs.ts";

export type TestJob =
  | { readonly kind: "double"; readonly n: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "throw" | "loop" | "exit" | "fill" | "backtrack" | "whoami" | "which" };

serveJobs<TestJob, unknown>((job) => {
  switch (job.kind) {
    case "double":
      return job.n * 2;
    case "wait":
      return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job.ms);
    case "throw":
      throw new RangeError("no such thing");
    case "loop":
      for (;;);
    case "exit":
      return process.exit(3);
    case "fill": {
      const held: string[][] = [];
      for (;;) held.push(Array.from({ length: 100_000 }, (_, i) => `${i} ${held.length}`));
    }
    case "backtrack":
      return /^(a+)+$/.test(`${"a".repeat(40)}!`);
    case "whoami":
      return { env: Object.keys(process.env), argv: process.argv.slice(2) };
    case "which":
      return threadId;
  }
});
