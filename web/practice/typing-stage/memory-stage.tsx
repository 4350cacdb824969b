// One example while it is typed from memory.

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { memoryOutbox } from "../../shell/outbox/memory-outbox.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import { hiddenText } from "../../typing/memory/hidden-text.ts";
import { MemoryRun } from "../../typing/memory/memory-run.ts";
import type { Example } from "../flow.ts";
import { MemLine } from "../memory/mem-line.tsx";
import { followMemoryRun, noteMemoryAnswer, setMemoryNow } from "../memory/memory-store.ts";
import {
  type CompletedMemoryRun,
  completedMemoryRun,
  hiddenConstructs,
  type MemoryTask,
} from "../memory/memory-task.ts";
import { StageParts, type StageSurroundings } from "./stage-parts.tsx";
import { useMemorySaving } from "./use-memory-saving.ts";
import { useStageElements, useTypingArea, useTypingStage } from "./use-typing-stage.ts";

/** Mount it again for another task: as long as it is there, each restart asks the same places. */
export function MemoryStage({
  user,
  task: given,
  tokens = null,
  onCompleted,
  ...surroundings
}: StageSurroundings & {
  readonly user: SessionUser;
  readonly task: MemoryTask;
  /** Colours that were computed after the task was loaded. */
  readonly tokens?: Example["tokens"];
  readonly onCompleted: (run: CompletedMemoryRun) => void;
}): ReactNode {
  const [task] = useState(given);
  const example = useMemo(
    () => ({ ...task.example, tokens: task.example.tokens ?? tokens }),
    [task.example, tokens],
  );
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
