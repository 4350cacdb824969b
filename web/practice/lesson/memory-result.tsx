// The result of a run from memory in a lesson.

import type { ReactNode } from "react";
import { MemoryOverlay } from "../memory/memory-overlay.tsx";
import { useMemoryAnswer } from "../memory/memory-store.ts";
import { unsentSentence, useUnsavedMemoryRuns } from "../unsaved-runs.ts";
import { isUnderWay } from "./lesson-end.ts";
import type { ShownMemory } from "./lesson-state.ts";
import type { OverlayProps } from "./overlay-props.ts";

export function MemoryResult({
  open: { end },
  acts,
  memory: { completed },
}: OverlayProps & { readonly memory: ShownMemory }): ReactNode {
  const { attemptId } = completed.result;
  const answer = useMemoryAnswer(attemptId);
  const unsaved = useUnsavedMemoryRuns();
  return (
    <MemoryOverlay
      completed={completed}
      delivered={answer}
      place={null}
      unsent={answer === null ? unsentSentence(unsaved, attemptId) : null}
      busy={isUnderWay(end)}
      failure={end.kind === "failed" ? end : null}
      onTryAgain={acts.restart}
      onNext={acts.next}
    />
  );
}
