// One example while it is typed from memory.

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { memoryOutbox } from "../../shell/outbox/memory-outbox.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import { hiddenText } from "../../typing/memory/hidden-text.ts";
import { MemoryRun } from "../../typing/memory/memory-run.ts";
import { OutputBlock } from "../../ui/output-block.tsx";
import type { Example } from "../flow.ts";
import { MemLine } from "../memory/mem-line.tsx";
import type { ReviewExample } from "../memory/memory-queries.ts";
import { followMemoryRun, noteMemoryAnswer, setMemoryNow } from "../memory/memory-store.ts";
import {
  type CompletedMemoryRun,
  completedMemoryRun,
  hiddenConstructs,
  type MemoryTask,
} from "../memory/memory-task.ts";
import { useLesson } from "../queries.ts";
import { StageParts, type StageSurroundings } from "./stage-parts.tsx";
import { useMemorySaving } from "./use-memory-saving.ts";
import { useStageElements, useTypingArea, useTypingStage } from "./use-typing-stage.ts";

/** Mount it again for another task: as long as it is there, each restart asks the same places. */
export function MemoryStage({
  user,
  task: given,
  onCompleted,
  ...surroundings
}: StageSurroundings & {
  readonly user: SessionUser;
  readonly task: MemoryTask;
  readonly onCompleted: (run: CompletedMemoryRun) => void;
}): ReactNode {
  const [task] = useState(given);
  const tokens = useTokens(user.id, task.example);
  const example = useMemo(() => ({ ...task.example, tokens }), [task.example, tokens]);
  const { stage, run } = useTypingStage(example);
  const elements = useStageElements();
  // Before the area, so that a place is shown in the very key that was the second wrong try.
  const [memory] = useState(() => {
    const { code_content: code, tokens } = task.example;
    const constructs = hiddenConstructs(task);
    return new MemoryRun(run, constructs, hiddenText({ code, tokens }, task.way, constructs));
  });
  useMemorySaving(user.id, task, memory, (result) => {
    const completed = completedMemoryRun(task, result, memory);
    setMemoryNow({ kind: "completed", completed, answer: null });
    onCompleted(completed);
  });
  useTypingArea({ stage, run, elements }, { ...surroundings, memory });
  useMemoryShown(task, memory);
  const help = () => stage.mounted()?.area.help();
  const isNothingHidden = memory.asked.hidden.length === 0;
  return (
    <StageParts
      stage={stage}
      elements={elements}
      surroundings={surroundings}
      goal={<OutputBlock heading="Goal" level="h2" output={task.example.output} look="goal" />}
      line={<MemLine memory={memory} onHelp={help} />}
      {...(isNothingHidden ? {} : { onHelp: help })}
    >
      {isNothingHidden ? (
        <span>
          <kbd>Tab</kbd> types two spaces
        </span>
      ) : (
        <span>
          <kbd>Ctrl</kbd> <kbd>Space</kbd> shows what is hidden here
        </span>
      )}
    </StageParts>
  );
}

/** The colours of the task, or those that were computed after it was loaded: its lesson is loaded until it has them. */
function useTokens(userId: number, { tokens, ...example }: ReviewExample): Example["tokens"] {
  const isLate = tokens === null && example.language !== "text";
  const { data: lesson } = useLesson(userId, isLate ? example.lesson_id : null);
  if (!isLate || lesson === undefined) return tokens;
  const same = lesson.chapters
    .flatMap(({ examples }) => examples)
    .find(({ id, code_version }) => id === example.id && code_version === example.code_version);
  return same?.tokens ?? null;
}

/** Keeps the panel beside the code up to date. */
function useMemoryShown(task: MemoryTask, memory: MemoryRun): void {
  useEffect(() => followMemoryRun(task, memory), [task, memory]);
  useEffect(
    () =>
      memoryOutbox.onDelivery(({ attemptId }, delivery) => {
        if (delivery.kind === "sent" && delivery.answer !== null)
          noteMemoryAnswer(attemptId, delivery.answer);
      }),
    [],
  );
}
