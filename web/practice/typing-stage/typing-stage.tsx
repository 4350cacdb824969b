// One example while it is typed: its figures, its code and its keys.

import { type ReactNode, type Ref, useImperativeHandle } from "react";
import { queryClient } from "../../shell/data/query-client.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import type { Example, Lesson } from "../flow.ts";
import { knownBoard, noteCompletion } from "../queries.ts";
import { type CompletedRun, completedRun, countedTimeMs } from "../result/shown-result.ts";
import { FiguresRow } from "./figures-row.tsx";
import { Keypad } from "../../typing/keypad.tsx";
import { useGhost } from "./use-ghost.ts";
import { useRunSaving } from "./use-run-saving.ts";
import { useStageElements, useTypingArea, useTypingStage } from "./use-typing-stage.ts";

/** What the lesson may ask of the example that is typed. */
export type TypingStageHandle = {
  focus(): void;
  restart(): void;
};

/** Mount it again for another example. */
export function TypingStage({
  user,
  lesson,
  example,
  isCovered,
  handle,
  onCompleted,
  onCodeLeft,
  onCodeEntered,
  onKeys,
  onRestart,
  onNext,
}: {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly example: Example;
  /** A result covers the stage, which takes no focus then. */
  readonly isCovered: boolean;
  readonly handle: Ref<TypingStageHandle>;
  readonly onCompleted: (run: CompletedRun) => void;
  /** The focus has left the code by Esc or Shift+Tab. */
  readonly onCodeLeft: () => void;
  readonly onCodeEntered: () => void;
  readonly onKeys: () => void;
  readonly onRestart: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const { stage, typed, run } = useTypingStage(example);
  const elements = useStageElements();
  // Before the area, so that a run that is left is saved before its area is removed.
  useRunSaving(user.id, typed, run, (result) => {
    onCompleted(completedRun(typed, example, result, knownBoard(queryClient, user.id, typed.id)));
    noteCompletion(queryClient, user.id, lesson, typed.id, countedTimeMs(typed, example, result));
  });
  useTypingArea(stage, run, elements, isCovered, { onCodeLeft, onCodeEntered });
  useGhost(user.id, typed, { stage, run, elements });
  useImperativeHandle(handle, () => ({
    focus: () => stage.dispatch({ kind: "focus" }),
    restart: () => stage.dispatch({ kind: "restart" }),
  }));
  return (
    <>
      <FiguresRow figures={elements.figures} race={elements.race} />
      {/* Code is the same in every language. */}
      <div ref={elements.host} translate="no" dir="ltr" />
      <p className="typing-hint small" role="status" ref={elements.hint} />
      <p className="sr" aria-live="polite" ref={elements.announced} />
      <KeyHints onRestart={onRestart} onNext={onNext} onKeys={onKeys} />
      <Keypad onPress={(keystroke) => stage.mounted()?.area.press(keystroke)} />
    </>
  );
}

function KeyHints({
  onRestart,
  onNext,
  onKeys,
}: {
  readonly onRestart: () => void;
  readonly onNext: () => void;
  readonly onKeys: () => void;
}): ReactNode {
  return (
    <div className="keys recede">
      <span>
        <kbd>Tab</kbd> types two spaces
      </span>
      <span className="is-spare">
        <kbd>Backspace</kbd> moves back
      </span>
      <span>
        <kbd>Esc</kbd> leave the code
      </span>
      <span className="push">then</span>
      <button type="button" onClick={onRestart}>
        <kbd>R</kbd> restart
      </button>
      <button type="button" onClick={onNext}>
        <kbd>N</kbd> next
      </button>
      <button type="button" onClick={onKeys}>
        <kbd>?</kbd> all keys
      </button>
    </div>
  );
}
