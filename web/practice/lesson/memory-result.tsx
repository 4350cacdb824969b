// The result of a run from memory in a lesson.

import type { ReactNode } from "react";
import { MemoryOverlay } from "../memory/memory-overlay.tsx";
import { useMemoryAnswer } from "../memory/memory-store.ts";
import type { CompletedMemoryRun } from "../memory/memory-task.ts";
import { unsentSentence, useUnsavedMemoryRuns } from "../unsaved-runs.ts";

export function MemoryResult({
  completed,
  ...props
}: {
  readonly completed: CompletedMemoryRun;
  readonly busy: boolean;
  readonly failure: { readonly problem: string; readonly canTryAgain: boolean } | null;
  readonly onTryAgain: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { attemptId } = completed.result;
  const answer = useMemoryAnswer(attemptId);
  const unsaved = useUnsavedMemoryRuns();
  return (
    <MemoryOverlay
      {...props}
      completed={completed}
      delivered={answer}
      place={null}
      unsent={answer === null ? unsentSentence(unsaved, attemptId) : null}
    />
  );
}
