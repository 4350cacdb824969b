// The run from memory that is on the screen, for the panel beside the code. It is outside React, and it changes only when
// something is shown, at a pause, and at the start and end of a run, so that a key costs no render.

import { useSyncExternalStore } from "react";
import type { MemoryGrade } from "@tabstop/engine/memory/grades";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import type { CompletedMemoryRun, MemoryAnswer, MemoryTask } from "./memory-task.ts";

export type MemoryNow =
  | {
      readonly kind: "under-way";
      readonly task: MemoryTask;
      readonly grades: ReadonlyMap<number, MemoryGrade>;
      readonly places: MemoryRun["placeGrades"];
      /** The constructs that help has shown. */
      readonly shown: readonly number[];
    }
  /** `answer` is null until the server has responded. */
  | {
      readonly kind: "completed";
      readonly completed: CompletedMemoryRun;
      readonly answer: MemoryAnswer | null;
    };

let now: MemoryNow | null = null;
const listeners = new Set<() => void>();

/** null when no run from memory is on the screen. */
export function useMemoryNow(): MemoryNow | null {
  return useSyncExternalStore(subscribe, memoryNow);
}

/** The server's answer about this run; null until it has responded. */
export function useMemoryAnswer(attemptId: string | null): MemoryAnswer | null {
  return useSyncExternalStore(subscribe, () => (isCompleted(now, attemptId) ? now.answer : null));
}

export function memoryNow(): MemoryNow | null {
  return now;
}

export function setMemoryNow(next: MemoryNow | null): void {
  if (next === now) return;
  now = next;
  for (const listener of listeners) listener();
}

/** The server has responded about a run, which may be on the screen. */
export function noteMemoryAnswer(attemptId: string, answer: MemoryAnswer): void {
  if (isCompleted(now, attemptId)) setMemoryNow({ ...now, answer });
}

/** Follows a run of this task until the returned function is called. */
export function followMemoryRun(task: MemoryTask, memory: MemoryRun): () => void {
  const { run } = memory;
  const show = () => {
    const { grades, placeGrades: places, asked } = memory;
    setMemoryNow({ kind: "under-way", task, grades, places, shown: asked.shown });
  };
  const showIfOpen = () => {
    if (run.attempt.kind !== "done") show();
  };
  // A restart calls the first of them too.
  const stops = [memory.onShown(showIfOpen), run.onRest(showIfOpen)];
  show();
  return () => {
    for (const stop of stops) stop();
    setMemoryNow(null);
  };
}

function isCompleted(
  memory: MemoryNow | null,
  attemptId: string | null,
): memory is Extract<MemoryNow, { kind: "completed" }> {
  return memory?.kind === "completed" && memory.completed.result.attemptId === attemptId;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
