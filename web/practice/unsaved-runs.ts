// The results that the server does not have yet, and what the screen says about them.

import { useEffect, useState } from "react";
import { useWaitingRuns, type WaitingRun } from "../shell/outbox/outbox.ts";

/** As long as sending usually takes, so that nothing flashes while the network works. */
const usualSendingMs = 600;

/** The learner's results that have been unsent for longer than usual. */
export function useUnsavedRuns(): readonly WaitingRun[] {
  const waiting = useWaitingRuns();
  const [late, setLate] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setLate(new Set(waiting.map((run) => run.attemptId))), usualSendingMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting.filter((run) => late.has(run.attemptId));
}

/** A sentence about where these results are until they are sent. */
export function whereItWaits(runs: readonly WaitingRun[]): string {
  const it = runs.length === 1 ? "It is" : "They are";
  return runs.every((run) => run.isOnDevice)
    ? `${it} kept on this device and sent again until the server has ${runs.length === 1 ? "it" : "them"}.`
    : `This browser stores nothing, so keep this page open: ${it.toLowerCase()} sent again until the server has ${runs.length === 1 ? "it" : "them"}.`;
}
