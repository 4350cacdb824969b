// What is told of results that the server does not have yet.

import { useEffect, useState } from "react";
import { useWaitingRuns, type WaitingRun } from "../shell/outbox/outbox.ts";

/** As long as sending usually takes: so nothing flashes while the network is as it should be. */
const patienceMs = 600;

/** The learner's results that have been waiting for a moment. */
export function useUnsavedRuns(): readonly WaitingRun[] {
  const waiting = useWaitingRuns();
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setTold(new Set(waiting.map((run) => run.attemptId))), patienceMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting.filter((run) => told.has(run.attemptId));
}

/** Where these results are until then. */
export function whereItWaits(runs: readonly WaitingRun[]): string {
  const it = runs.length === 1 ? "It is" : "They are";
  return runs.every((run) => run.isOnDevice)
    ? `${it} kept on this device and sent again until the server has ${runs.length === 1 ? "it" : "them"}.`
    : `This browser stores nothing, so keep this page open: ${it.toLowerCase()} sent again until the server has ${runs.length === 1 ? "it" : "them"}.`;
}
