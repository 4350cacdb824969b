// What shows that a run was typed: the server's signed start, the packed log and the device's time zone. Each may be
// missing, and none is waited for: a result never depends on its evidence.

import type { PreparedExample } from "@tabstop/engine/example";
import { logToText, packLog, type RunEvent } from "@tabstop/engine/packed-log";
import { deviceZone } from "../browser/device-zone.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import type { Evidence } from "./outbox-store.ts";

/**
 * The evidence of a finished run; of a learner who does not send their keystrokes, or whose choice is unknown, only the
 * time zone. `start` is null when the server has not responded.
 */
export function evidenceOf(
  run: {
    readonly example: PreparedExample;
    readonly log: readonly RunEvent[];
    readonly start: string | null;
  },
  sendsKeystrokes: boolean,
): Evidence {
  const zone = deviceZone();
  const log = sendsKeystrokes ? packedText(run.example, run.log) : null;
  return {
    ...(zone !== null && { zone }),
    ...(log !== null && { log }),
    ...(sendsKeystrokes && run.start !== null && { start: run.start }),
  };
}

/** null for a log that is too long to be sent. */
function packedText(example: PreparedExample, log: readonly RunEvent[]): string | null {
  // A fault in packing costs the log, never the result.
  const packed = ifSupported(() => packLog(example, log));
  return packed ? logToText(packed) : null;
}

/** A start that comes later than this is not waited for. */
const startWithinMs = 30_000;

export type StartedAttempt = {
  readonly attemptId: string;
  readonly exampleId: number;
  readonly codeVersion: number;
};

export type Starts = {
  /** Requests the start of an attempt, after the event of its first key. The one before it is given up. */
  readonly ask: (attempt: StartedAttempt) => void;
  /** The start of this attempt; null if the server has not responded or another attempt has begun since. */
  readonly of: (attemptId: string) => string | null;
};

/** `request` resolves to null when no start is wanted. It may reject, and it need not end before the signal. */
export function createStarts(
  request: (attempt: StartedAttempt, signal: AbortSignal) => Promise<string | null>,
): Starts {
  let current: { readonly attemptId: string; readonly abort: AbortController; start: string | null } | null =
    null;
  return {
    ask(attempt) {
      current?.abort.abort();
      const asked = {
        attemptId: attempt.attemptId,
        abort: new AbortController(),
        start: null as string | null,
      };
      current = asked;
      afterEvent(() => {
        if (asked.abort.signal.aborted) return;
        const timer = setTimeout(() => asked.abort.abort(), startWithinMs);
        request(attempt, asked.abort.signal)
          .then((start) => {
            asked.start = start;
          })
          // Without a start the time is not checked, which the leaderboard says.
          .catch(() => {})
          .finally(() => clearTimeout(timer));
      });
    },
    of: (attemptId) => (current?.attemptId === attemptId ? current.start : null),
  };
}

/**
 * Does something after the current event, but before the page is gone: the returned function does it now, if it is not
 * done yet.
 */
export function afterEvent(act: () => void): () => void {
  let isDone = false;
  const timer = setTimeout(once);
  function once(): void {
    clearTimeout(timer);
    if (isDone) return;
    isDone = true;
    act();
  }
  return once;
}
