// Reads course files in a thread of its own, so that a file of eight million characters holds up nobody.

import { limits } from "@tabstop/course/course";
import type { Fault } from "@tabstop/course/problems";
import { problemAt } from "@tabstop/course/problems";
import { DomainError } from "../domain-error.ts";
import { openJobThread, threadModule } from "../threads/thread-jobs.ts";
import { type ParseJob, type ParseResult, parseFile } from "./parse-jobs.ts";

export type CourseReader = {
  /** Throws DomainError UNAVAILABLE when the server is stopping. */
  readonly read: (job: ParseJob) => Promise<ParseResult>;
  readonly close: () => Promise<void>;
};

export type CourseReaderOptions = { readonly limitMs?: number; readonly memoryMb?: number };

// The largest file that the formats allow takes a fraction of both; see `course-reader.test.ts`.
const usualLimitMs = 10_000;
const usualMemoryMb = 128;

export function openCourseReader({
  limitMs = usualLimitMs,
  memoryMb = usualMemoryMb,
}: CourseReaderOptions = {}): CourseReader {
  const thread = openJobThread<ParseJob, ParseResult>({
    module: threadModule("authoring/parse-thread"),
    limitMs,
    idleMs: 5_000,
    memoryMb,
  });
  return {
    async read(job) {
      // What is too long is refused by its length alone, and not worth copying.
      if (job.text.length > limits.fileUnits) return parseFile(job);
      const outcome = await thread.run(job);
      if (outcome.ok) return outcome.value;
      if (outcome.why === "undone")
        throw new DomainError("UNAVAILABLE", "The file was not read. Try again in a moment.");
      return beyondReading(job.text);
    },
    close: () => thread.close(),
  };
}

function beyondReading(text: string): ParseResult {
  const fault: Fault = {
    code: "FILE_TOO_LARGE",
    found: `${text.length} characters`,
    expected: "a file that can be read in a few seconds",
    sentence: "This file takes too much time or memory to read. Split it into smaller files.",
  };
  return { ok: false, problems: [problemAt(fault, { line: 1 })], errorCount: 1, warnings: [], title: null };
}
