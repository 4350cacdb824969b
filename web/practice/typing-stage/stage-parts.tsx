// What each stage consists of, whether its example is copied or typed from memory: figures, code, hints and keys.

import { type ReactNode, type Ref, useImperativeHandle } from "react";
import { Keypad } from "../../typing/keypad.tsx";
import { FiguresRow } from "./figures-row.tsx";
import type { Stage } from "./stage.ts";
import type { StageExample } from "./stage-state.ts";
import type { StageElements } from "./use-typing-stage.ts";

/** What a screen may ask of the example that is typed. */
export type TypingStageHandle = {
  focus(): void;
  restart(): void;
};

/** What the screen around a stage does for it. */
export type StageSurroundings = {
  /** A result covers the stage, which takes no focus then. */
  readonly isCovered: boolean;
  /** The place for the code of a finished run, which is looked at in place of the code that is typed. */
  readonly look?: { readonly isShown: boolean; readonly slot: Ref<HTMLDivElement> };
  readonly handle: Ref<TypingStageHandle>;
  /** The focus has left the code by Esc or Shift+Tab. */
  readonly onCodeLeft: () => void;
  readonly onCodeEntered: () => void;
  readonly onKeys: () => void;
  readonly onRestart: () => void;
  readonly onNext: () => void;
};

/** `children` are the hints for the keys in the code. */
export function StageParts({
  stage,
  elements,
  surroundings: { handle, look, onKeys, onRestart, onNext },
  firstLine,
  goal,
  line,
  onHelp,
  children,
}: {
  readonly stage: Stage<StageExample>;
  readonly elements: StageElements;
  readonly surroundings: StageSurroundings;
  /** In place of the figures that say nothing yet. */
  readonly firstLine?: ReactNode;
  /** Above the code. */
  readonly goal?: ReactNode;
  /** A line below the code. */
  readonly line?: ReactNode;
  /** Shows what is hidden at the caret. */
  readonly onHelp?: () => void;
  readonly children: ReactNode;
}): ReactNode {
  useImperativeHandle(handle, () => ({
    focus: () => stage.dispatch({ kind: "focus" }),
    restart: () => stage.dispatch({ kind: "restart" }),
  }));
  return (
    <>
      <FiguresRow figures={elements.figures} race={elements.race} firstLine={firstLine} />
      {goal}
      {/* Code is the same in every language. */}
      <div ref={elements.host} translate="no" dir="ltr" hidden={look?.isShown} />
      {look !== undefined ? <div className="look-slot" ref={look.slot} /> : null}
      <p className="typing-hint small" role="status" ref={elements.hint} />
      <p className="sr" aria-live="polite" ref={elements.announced} />
      {line}
      <div className="keys recede">
        {children}
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
      <Keypad onPress={(keystroke) => stage.mounted()?.area.press(keystroke)} onHelp={onHelp} />
    </>
  );
}
