// The example of a lesson from memory: what it hides is loaded first.

import { ApiError } from "@tabstop/contract/client";
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { problemText } from "../../shell/data/problem-text.ts";
import { QueryProblem } from "../../shell/query-problem.tsx";
import type { SessionUser } from "../../shell/session/session.ts";
import type { MemoryWay } from "../../typing/memory/hidden-text.ts";
import type { Example } from "../flow.ts";
import { useReviewExample } from "../memory/memory-queries.ts";
import { memoryNow } from "../memory/memory-store.ts";
import type { CompletedMemoryRun } from "../memory/memory-task.ts";
import { MemoryStage } from "../typing-stage/memory-stage.tsx";
import type { StageSurroundings, TypingStageHandle } from "../typing-stage/stage-parts.tsx";
import { MemoryNote } from "../memory/memory-note.tsx";

export type MemoryLessonProps = Omit<StageSurroundings, "handle"> & {
  readonly user: SessionUser;
  readonly example: Example;
  readonly way: MemoryWay;
  readonly onCompleted: (run: CompletedMemoryRun) => void;
  readonly onCopy: () => void;
};

/** Mount it again for another example or way. */
export function MemoryLesson({
  handle,
  ...props
}: MemoryLessonProps & { readonly handle: Ref<TypingStageHandle> }): ReactNode {
  const [loads, setLoads] = useState(0);
  const stage = useRef<TypingStageHandle>(null);
  useImperativeHandle(handle, () => ({
    focus: () => stage.current?.focus(),
    restart() {
      const now = memoryNow();
      // Its text was changed, so it would count for nothing again.
      if (now?.kind === "completed" && now.answer?.graded === false) setLoads(loads + 1);
      else stage.current?.restart();
    },
  }));
  return <LoadedStage key={loads} {...props} stage={stage} />;
}

function LoadedStage({
  user,
  example,
  way,
  onCopy,
  stage,
  ...surroundings
}: MemoryLessonProps & { readonly stage: Ref<TypingStageHandle> }): ReactNode {
  const loaded = useReviewExample(user.id, example.id, way, true);
  if (loaded.data !== undefined) {
    const task = { way, example: loaded.data };
    return <MemoryStage user={user} task={task} handle={stage} {...surroundings} />;
  }
  return (
    <MemoryNote
      problem={loaded.error === null ? null : <QueryProblem query={loaded} text={whyNotLoaded} />}
      onCopy={onCopy}
    />
  );
}

function whyNotLoaded(error: Error): string {
  return error instanceof ApiError
    ? `What is hidden here could not be loaded. ${problemText(error)}`
    : "The server cannot be reached, and what is hidden here is not on this device. Copy works without it.";
}
