// Reads and prints course files in a worker thread, so that a file of eight million characters blocks no other request.

import { limits } from "@tabstop/course/course";
import { type Fault, problemAt, type Refusal } from "@tabstop/course/problems";
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

import type { BodyJob, BodyResult, ImportEndpoint, ImportRequest, ReadingOf } from "./import-body.ts";
import { importInvalid } from "./import-errors.ts";

export type CourseReader = {
  /** Throws DomainError UNAVAILABLE when the server is stopping. */
  readonly read: <J extends ParseJob>(job: J) => Promise<ResultOf<J>>;
  /**
   * Reads the file in the body of an import; takes over the memory of `body`. Throws DomainError MALFORMED, INVALID,
   * UNAVAILABLE.
   */
  readonly readBody: <N extends ImportEndpoint>(
    endpoint: N,
    body: Uint8Array,
  ) => Promise<{ readonly request: ImportRequest<N>; readonly reading: ReadingOf<N> }>;
  /** The text of the file. Throws DomainError UNAVAILABLE. */
  readonly print: (job: PrintJob) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type CourseReaderOptions = { readonly limitMs?: number; readonly memoryMb?: number };

// The largest file that the formats allow takes a fraction of both; see `course-reader.test.ts`.
const defaultLimitMs = 10_000;
const defaultMemoryMb = 192;

export function openCourseReader({
  limitMs = defaultLimitMs,
  memoryMb = defaultMemoryMb,
}: CourseReaderOptions = {}): CourseReader {
  const thread = openJobThread<
    ParseJob | PrintJob | BodyJob,
    CourseResult | LessonsResult | string | BodyResult
  >({
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
      if (outcome.why === "undone") throw notRead();
      const unread = job.format === "markdown" || job.format === "csv" ? { title: null } : { titles: [] };
      return { ...tooCostly(`${job.text.length} characters`), ...unread } as unknown as ResultOf<J>;
    },
    async readBody<N extends ImportEndpoint>(endpoint: N, body: Uint8Array) {
      const size = `${body.length} bytes`;
      // A small buffer is a part of memory that others use too, so it is copied.
      const isWhole = body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer;
      const transfer = isWhole ? [body.buffer as ArrayBuffer] : [];
      const outcome = await thread.run({ endpoint, body }, { transfer });
      if (!outcome.ok) {
        if (outcome.why === "undone") throw notRead();
        const type =
          endpoint === "importCourseMarkdown" || endpoint === "importCourseCsv" ? "course" : "lesson";
        throw importInvalid(type, tooCostly(size), []);
      }
      // The type of the result depends on the job.
      const result = outcome.value as BodyResult<N>;
      if (result.kind === "malformed") throw new DomainError("MALFORMED", result.message);
      if (result.kind === "invalid")
        throw new DomainError("INVALID", result.message, { details: result.details });
      return result;
    },
    async print(job) {
      const outcome = await thread.run(job);
      if (outcome.ok) return outcome.value as string;
      throw new DomainError("UNAVAILABLE", "The file was not written. Try again in a moment.");
    },
    close: () => thread.close(),
  };
}

function notRead(): DomainError {
  return new DomainError("UNAVAILABLE", "The file was not read. Try again in a moment.");
}

function tooCostly(size: string): Refusal {
  const fault: Fault = {
    code: "FILE_TOO_LARGE",
    found: size,
    expected: "a file that can be read in a few seconds",
    sentence: "This file takes too much time or memory to read. Split it into smaller files.",
  };
  return { ok: false, problems: [problemAt(fault, { line: 1 })], errorCount: 1, warnings: [] };
}
