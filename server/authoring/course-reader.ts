// Reads and prints course files in a worker thread, so that a file of eight million characters blocks no other request.

import { limits } from "@tabstop/course/course";
import type { Fault } from "@tabstop/course/problems";
import { problemAt } from "@tabstop/course/problems";
import { DomainError } from "../domain-error.ts";
import { openJobThread, threadModule } from "../threads/thread-jobs.ts";
import {
  type CourseResult,
  type LessonsResult,
  type ParseJob,
  parseFile,
  type PrintJob,
  type ResultOf,
} from "./course-jobs.ts";

export type CourseReader = {
  /** Throws DomainError UNAVAILABLE when the server is stopping. */
  readonly read: <J extends ParseJob>(job: J) => Promise<ResultOf<J>>;
  /** The text of the file. Throws DomainError UNAVAILABLE. */
  readonly print: (job: PrintJob) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type CourseReaderOptions = { readonly limitMs?: number; readonly memoryMb?: number };

// The largest file that the formats allow takes a fraction of both; see `course-reader.test.ts`.
const defaultLimitMs = 10_000;
const defaultMemoryMb = 128;

export function openCourseReader({
  limitMs = defaultLimitMs,
  memoryMb = defaultMemoryMb,
}: CourseReaderOptions = {}): CourseReader {
  const thread = openJobThread<ParseJob | PrintJob, CourseResult | LessonsResult | string>({
    module: threadModule("authoring/course-thread"),
    limitMs,
    idleMs: 5_000,
    memoryMb,
  });
  return {
    async read<J extends ParseJob>(job: J) {
      // A text that is too long is refused without reading it, so there is no need to copy it to the thread.
      if (job.text.length > limits.fileUnits) return parseFile(job);
      const outcome = await thread.run(job);
      // The type of the result depends on the job.
      if (outcome.ok) return outcome.value as ResultOf<J>;
      if (outcome.why === "undone")
        throw new DomainError("UNAVAILABLE", "The file was not read. Try again in a moment.");
      return tooCostly(job);
    },
    async print(job) {
      const outcome = await thread.run(job);
      if (outcome.ok) return outcome.value as string;
      throw new DomainError("UNAVAILABLE", "The file was not written. Try again in a moment.");
    },
    close: () => thread.close(),
  };
}

function tooCostly<J extends ParseJob>(job: J): ResultOf<J> {
  const fault: Fault = {
    code: "FILE_TOO_LARGE",
    found: `${job.text.length} characters`,
    expected: "a file that can be read in a few seconds",
    sentence: "This file takes too much time or memory to read. Split it into smaller files.",
  };
  const problems = [problemAt(fault, { line: 1 })];
  const unread = job.format === "markdown" || job.format === "csv" ? { title: null } : { titles: [] };
  return { ok: false, problems, errorCount: 1, warnings: [], ...unread } as unknown as ResultOf<J>;
}
