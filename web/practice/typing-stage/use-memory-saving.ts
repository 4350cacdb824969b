// Follows a run from memory to deliver what it asked. Unlike a run in Copy it is saved only when it is finished: it starts
// nothing on the server, and changes no progress, time or board.

import type { ResponseOf } from "@tabstop/contract/endpoints";
import { useEffect, useEffectEvent } from "react";
import { knownPreferences, usePreferences } from "../../shell/data/preferences.ts";
import { memoryOutbox, startMemoryOutbox } from "../../shell/outbox/memory-outbox.ts";
import { afterEvent, evidenceOf } from "../../shell/outbox/run-evidence.ts";
import { session } from "../../shell/session/session.ts";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import type { Result, Run } from "../../typing/run.ts";
import { onLeaving } from "./on-leaving.ts";

type SavedTask = {
  readonly way: "gaps" | "recall";
  readonly example: Pick<ResponseOf<"getReviewExample">, "id" | "title" | "code_version">;
};

/**
 * Delivers this learner's runs of this task as long as the component is there. Sends nothing when nothing was hidden.
 * With null for both it does nothing.
 */
export function useMemorySaving(
  userId: number,
  task: SavedTask | null,
  memory: MemoryRun | null,
  onCompleted: (result: Result) => void,
): void {
  // The last key depends on them, so they are loaded before it.
  usePreferences(userId);
  const deliver = useEffectEvent((result: Result, release: () => void) => {
    if (task === null || memory === null) return release;
    const { way, example } = task;
    const { hidden, shown } = memory.asked;
    const finished = {
      ...{ attemptId: result.attemptId, userId, way, hidden, shown },
      ...{ exampleId: example.id, exampleTitle: example.title, codeVersion: example.code_version },
      finishedAt: result.finishedAt,
    };
    const typed = { example: memory.run.example, log: memory.run.log, start: null };
    // Read for each run, so that a change in any tab counts for the next run that ends.
    const sendsKeystrokes = knownPreferences(userId)?.sendsKeystrokes ?? false;
    onCompleted(result);
    return afterEvent(() => {
      if (hidden.length === 0) return release();
      const sent = memoryOutbox.add({ ...finished, ...evidenceOf(typed, sendsKeystrokes) });
      // The session may end only when the run has been sent, or cannot be for now.
      void sent.finally(release);
    });
  });

  useEffect(() => {
    if (memory === null) return;
    startMemoryOutbox();
    return followMemoryRun(memory.run, (result, release) => deliver(result, release));
  }, [memory]);
}

/** `deliver` sends a result soon and then releases the session; the function that it returns does it now. */
function followMemoryRun(run: Run, deliver: (result: Result, release: () => void) => () => void): () => void {
  let release: (() => void) | null = null;
  let deliverNow = () => {};
  const releaseSession = () => {
    release?.();
    release = null;
  };
  const stopFollowing = run.onStartOrEnd(({ kind }) => {
    if (kind === "ready") return releaseSession();
    // An example of one character begins and ends with the same key.
    const held = (release ??= session.holdForAttempt());
    if (kind !== "done" || run.result === null) return;
    release = null;
    deliverNow = deliver(run.result, held);
  });
  const leave = () => deliverNow();
  const stopLeaving = onLeaving(leave);
  return () => {
    leave();
    stopFollowing();
    stopLeaving();
    releaseSession();
  };
}
