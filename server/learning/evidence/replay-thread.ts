// The worker thread that replays logs. A log comes from anywhere, and what it costs depends on its example too, so the
// event loop neither unpacks nor replays one.

import { prepare } from "@tabstop/engine/example";
import { accuracy, resultMs } from "@tabstop/engine/metrics";
import { logFromText, logToText, packLog, replayPacked } from "@tabstop/engine/packed-log";
import { serveJobs } from "../../threads/serve-jobs.ts";
import { knownZone } from "../days/calendar.ts";
import { runCounter, type StoredCosts } from "../days/run-costs.ts";
import { type MemoryRunJob, type MemoryRunResult, replayMemoryRun } from "./memory-run.ts";
import { notesOf } from "./notes.ts";

export type ReplayJob = {
  /** The code of the example. */
  readonly code: string;
  readonly language: string;
  /** The packed log as it was sent. */
  readonly log: string;
  /** What the client reported; null for what it did not. */
  readonly timeMs: number;
  readonly errors: number | null;
  readonly zone: string | null;
};

/** What the log shows; null when it is no log of this result. */
export type ReplayResult = {
  readonly timeMs: number;
  readonly errors: number;
  readonly accuracy: number;
  readonly keystrokes: number;
  /** Null unless this runtime knows the zone. */
  readonly zone: string | null;
  /** JSON; null without any. */
  readonly notes: string | null;
  readonly log: Uint8Array;
  /** What constructs cost; null for a text without any. */
  readonly costs: StoredCosts | null;
} | null;

function replay(job: ReplayJob): ReplayResult {
  const packed = logFromText(job.log);
  if (packed === null) return null;
  const counter = runCounter(job);
  const { example } = counter;
  const replayed = replayPacked(example, packed, { onKey: counter.add });
  if (!replayed.ok || replayed.attempt.kind !== "done") return null;
  const { attempt, log } = replayed;
  const timeMs = resultMs(attempt);
  if (timeMs !== job.timeMs || (job.errors !== null && job.errors !== attempt.errors)) return null;
  const notes = notesOf(example, log);
  return {
    timeMs,
    errors: attempt.errors,
    accuracy: accuracy(attempt.cursor, attempt.errors),
    keystrokes: log.length,
    zone: knownZone(job.zone),
    notes: notes.length === 0 ? null : JSON.stringify(notes),
    log: packed,
    costs: counter.costs(),
  };
}

/**
 * The first replay compiles code and loads the tables of characters, which may take longer than a job may. A text this
 * long, with letters of several code points, also makes the runtime optimise what a long honest log needs.
 */
function warmUp(): void {
  const language = "javascript";
  const code = "let naïve = 1; // नमस्ते\n".repeat(60);
  const example = prepare(code);
  const log = Array.from(code, (text, index) => ({ kind: "text" as const, text, at: 100 * index }));
  const packed = packLog(example, log);
  if (packed === null) throw new TypeError("the sample has no log");
  const timeMs = 100 * (log.length - 1);
  replay({ code, language, log: logToText(packed), timeMs, errors: 0, zone: "Europe/Berlin" });
}

warmUp();
/** Null asks for nothing but the thread. */
serveJobs<ReplayJob | MemoryRunJob | null, ReplayResult | MemoryRunResult>(
  (job) => job && ("kind" in job ? replayMemoryRun(job) : replay(job)),
);
