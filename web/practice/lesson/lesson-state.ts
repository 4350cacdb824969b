// One open lesson: the result that covers it, its end, and whether the focus has left the code. A fold; what it
// leads to is carried out in use-lesson.ts.

import type { Step } from "../fold.ts";
import type { CompletedMemoryRun, Way } from "../memory/memory-task.ts";
import { type CompletedRun, type Delivered, type ShownResult, withDelivery } from "../result/shown-result.ts";
import { type EndEffect, type EndEvent, foldLessonEnd, type LessonEnd, noEnd } from "./lesson-end.ts";
import type { KeyScreen } from "./lesson-keys.ts";

export type LessonState = {
  /** The example on the screen; null when the lesson is closed. */
  readonly exampleId: number | null;
  readonly way: Way;
  /** Of a run in Copy. */
  readonly result: ShownResult | null;
  /** Of a run from memory; one of the two is null. */
  readonly memory: ShownMemory | null;
  readonly end: LessonEnd;
  /** The code of the run is looked at, and its result is a bar at the foot of the stage. */
  readonly isAside: boolean;
  /** Of the slips of the run, the one that is looked at; it may be beyond either end. */
  readonly slip: number;
  /** The focus left the code by Esc or Shift+Tab. Letters are shortcuts until the code has the focus again. */
  readonly hasLeftCode: boolean;
};

export type ShownMemory = {
  readonly completed: CompletedMemoryRun;
  /** On the clock of `performance.now()`. */
  readonly shownAt: number;
};

export type LessonEvent =
  | Exclude<EndEvent, { readonly kind: "end-reached" | "end-cancelled" }>
  /** `exampleId` is the next example; null at the lesson's end. */
  | { readonly kind: "next"; readonly exampleId: number | null }
  | { readonly kind: "restart" }
  /** Another example is on the screen, or none, or the same in another way. */
  | { readonly kind: "moved"; readonly exampleId: number | null; readonly way: Way }
  | { readonly kind: "completed"; readonly run: CompletedRun; readonly at: number }
  | { readonly kind: "completed-from-memory"; readonly run: CompletedMemoryRun; readonly at: number }
  | { readonly kind: "delivered"; readonly attemptId: string; readonly delivered: Delivered }
  | { readonly kind: "see-code"; readonly slip: number }
  | { readonly kind: "to-slip"; readonly by: number }
  | { readonly kind: "to-result" }
  | { readonly kind: "code-left" | "code-entered" };

export type LessonEffect =
  | EndEffect
  | { readonly kind: "open-example"; readonly exampleId: number }
  /** A new attempt of the same example, with the focus in the code. */
  | { readonly kind: "restart-typing" };

export function openedLesson(exampleId: number, way: Way): LessonState {
  return {
    exampleId,
    way,
    result: null,
    memory: null,
    end: noEnd,
    isAside: false,
    slip: 0,
    hasLeftCode: false,
  };
}

export function foldLesson(state: LessonState, event: LessonEvent): Step<LessonState, LessonEffect> {
  switch (event.kind) {
    case "next":
      return event.exampleId === null
        ? withEnd(state, { kind: "end-reached" })
        : { state, effects: [{ kind: "open-example", exampleId: event.exampleId }] };
    case "restart": {
      const cancelled = withEnd(state, { kind: "end-cancelled" });
      return {
        state: withoutResult(cancelled.state),
        effects: [...cancelled.effects, { kind: "restart-typing" }],
      };
    }
    case "moved": {
      const { exampleId, way } = event;
      if (exampleId === state.exampleId && way === state.way) return { state, effects: [] };
      const cancelled = withEnd(state, { kind: "end-cancelled" });
      return {
        state: { ...withoutResult(cancelled.state), exampleId, way },
        effects: cancelled.effects,
      };
    }
    case "completed":
      return {
        state: { ...withResult(state, { ...event.run, shownAt: event.at, delivered: null }), isAside: false },
        effects: [],
      };
    case "completed-from-memory":
      return { state: { ...state, memory: { completed: event.run, shownAt: event.at } }, effects: [] };
    case "delivered":
      return {
        state: withResult(state, withDelivery(state.result, event.attemptId, event.delivered)),
        effects: [],
      };
    case "see-code":
      return {
        state: state.result === null ? state : { ...state, isAside: true, slip: event.slip },
        effects: [],
      };
    case "to-slip":
      return { state: state.isAside ? { ...state, slip: state.slip + event.by } : state, effects: [] };
    case "to-result":
      return { state: state.isAside ? { ...state, isAside: false } : state, effects: [] };
    case "code-left":
    case "code-entered": {
      const hasLeftCode = event.kind === "code-left";
      return { state: hasLeftCode === state.hasLeftCode ? state : { ...state, hasLeftCode }, effects: [] };
    }
    case "next-lesson-known":
    case "wait-over":
    case "overlay-loaded":
      return withEnd(state, event);
    case "request-failed":
      // The result says what failed.
      return withEnd(state.isAside ? { ...state, isAside: false } : state, event);
  }
}

/** An example on the screen, and the way to type it. */
export type Shown = { readonly exampleId: number; readonly way: Way };

/** The result if it belongs to what is shown, else null: going to another example, even by Back, closes the result. */
export function resultOn({ result }: LessonState, { exampleId, way }: Shown): ShownResult | null {
  return way === "copy" && result?.example.id === exampleId ? result : null;
}

/** Likewise of a run from memory. */
export function memoryOn({ memory }: LessonState, { exampleId, way }: Shown): ShownMemory | null {
  const task = memory?.completed.task;
  return task?.example.id === exampleId && task.way === way ? memory : null;
}

/** What the screen shows when a key is pressed. `now` is on the clock of `performance.now()`. */
export function keyScreen(
  state: LessonState,
  shown: Shown,
  now: number,
  { lettersOn, offersMemory }: { readonly lettersOn: () => boolean; readonly offersMemory: boolean },
): KeyScreen {
  if (state.end.kind === "complete")
    return { kind: "course-complete", sinceShownMs: now - state.end.shownAt };
  const result = resultOn(state, shown);
  if (result !== null && state.isAside) return { kind: "result-code" };
  if (result !== null) return { kind: "result", sinceShownMs: now - result.shownAt, offersMemory };
  const memory = memoryOn(state, shown);
  if (memory !== null) return { kind: "memory-result", sinceShownMs: now - memory.shownAt };
  return state.hasLeftCode ? { kind: "after-esc", lettersOn: lettersOn() } : { kind: "code" };
}

function withEnd(state: LessonState, event: EndEvent): Step<LessonState, EndEffect> {
  const { state: end, effects } = foldLessonEnd(state.end, event);
  return { state: end === state.end ? state : { ...state, end }, effects };
}

function withResult(state: LessonState, result: ShownResult | null): LessonState {
  return result === state.result ? state : { ...state, result };
}

function withoutResult(state: LessonState): LessonState {
  const hasNone = state.result === null && state.memory === null && !state.isAside;
  return hasNone ? state : { ...state, result: null, memory: null, isAside: false };
}
