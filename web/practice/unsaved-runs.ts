// The results and the runs from memory that the server does not have, and what the screen says about them.

import { useEffect, useState } from "react";
import { useMemoryWaitReason, useWaitingMemoryRuns } from "../shell/outbox/memory-outbox.ts";
import { useWaitingRuns, useWaitReason, type WaitReason } from "../shell/outbox/outbox.ts";
import type { DeliveryWith, SomeRun, Waiting } from "../shell/outbox/outbox-store.ts";

/** As long as sending usually takes, so that nothing flashes while the network works. */
const usualSendingMs = 600;

export type UnsavedRuns = {
  readonly runs: readonly Waiting<SomeRun>[];
  /** Why they wait; null while it is unknown, such as after a reload. */
  readonly reason: WaitReason | null;
};

/** The learner's results that have been unsent for longer than usual. */
export function useUnsavedRuns(): UnsavedRuns {
  return { runs: useLongUnsent(useWaitingRuns()), reason: useWaitReason() };
}

/** The same for their runs from memory. */
export function useUnsavedMemoryRuns(): UnsavedRuns {
  return { runs: useLongUnsent(useWaitingMemoryRuns()), reason: useMemoryWaitReason() };
}

function useLongUnsent<R extends SomeRun>(waiting: readonly R[]): readonly R[] {
  const [late, setLate] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timer = setTimeout(() => setLate(new Set(waiting.map((run) => run.attemptId))), usualSendingMs);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting.filter((run) => late.has(run.attemptId));
}

/** How many of each are not saved, where they are, and why they wait; null when all are saved. */
export function unsavedSentence(results: UnsavedRuns, memory: UnsavedRuns): string | null {
  const kinds = [
    { ...results, one: "result", several: "results" },
    { ...memory, one: "run from memory", several: "runs from memory" },
  ].filter(({ runs }) => runs.length > 0);
  const runs = kinds.flatMap((kind) => kind.runs);
  if (runs.length === 0) return null;
  const counts = kinds.map(
    (kind) => `${kind.runs.length} ${kind.runs.length === 1 ? kind.one : kind.several}`,
  );
  const reason = kinds.find((kind) => kind.reason !== null)?.reason ?? null;
  const are = runs.length === 1 ? "is" : "are";
  return `${counts.join(" and ")} ${are} not saved yet. ${whereItWaits({ runs, reason })}`;
}

/** Where one run is while the server does not have it, as sentences; null while it is not among the unsaved ones. */
export function unsentSentence(unsaved: UnsavedRuns, attemptId: string): string | null {
  const runs = unsaved.runs.filter((run) => run.attemptId === attemptId);
  return runs.length === 0 ? null : `Not saved yet. ${whereItWaits({ ...unsaved, runs })}`;
}

/** Why results wait, as a sentence. */
const whyTheyWait: Readonly<Record<WaitReason, string>> = {
  unreachable: "The server cannot be reached at the moment.",
  "log-in": "The server requires a new log-in.",
  limit: "The server takes no more results from you for now.",
  "server-fault": "The server has a fault at the moment.",
};

/** Sentences about where these results are until they are sent, and why they wait. */
export function whereItWaits({ runs, reason }: UnsavedRuns): string {
  const isOne = runs.length === 1;
  const it = isOne ? "It is" : "They are";
  const sent =
    reason === "log-in"
      ? "sent when you log in again."
      : `sent again until the server has ${isOne ? "it" : "them"}.`;
  const where = runs.every((run) => run.isOnDevice)
    ? `${it} kept on this device and ${sent}`
    : `This browser stores nothing, so keep this page open: ${it.toLowerCase()} ${sent}`;
  return reason === null ? where : `${where} ${whyTheyWait[reason]}`;
}

/**
 * Why a run is lost, as a sentence; null when the server has it. `example` and `result` name them in the sentence, such
 * as `“Maps”` and `The result of “Maps”`.
 */
export function lossOf(
  delivery: DeliveryWith<unknown>,
  { example, result, kind = "result" }: RunNames,
): string | null {
  switch (delivery.kind) {
    case "sent":
      return null;
    case "gone":
      return `${example} is no longer there, so its ${kind} could not be saved.`;
    case "refused":
      return `${result} could not be saved. ${delivery.message || "The server did not accept it."}`;
  }
}

type RunNames = {
  readonly example: string;
  readonly result: string;
  readonly kind?: "result" | "run from memory";
};
