import type { Keystroke } from "@tabstop/engine/attempt";
import { prepare } from "@tabstop/engine/example";
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { queryClient } from "../../shell/data/query-client.ts";
import type { SessionUser } from "../../shell/session/session.ts";
import { ArrowStopIcon, EnterIcon } from "../../ui/icons.tsx";
import { isOn } from "../device-settings.ts";
import { type FigureElements, showFigures } from "../../typing/figures.ts";
import { type Example, isRecord, type Lesson } from "../flow.ts";
import { watchFocusMode } from "./focus-mode.ts";
import { knownBoard, noteCompletion } from "../queries.ts";
import { type Result, Run } from "../../typing/run.ts";
import { mountTypingArea, type TypingArea } from "../../typing/typing-area.ts";
import { setTypingNow } from "../../typing/typing-now.ts";
import { useRunOf } from "./use-run.ts";

/** What the screen may ask of the example that is being typed. */
export type TypingStageHandle = {
  focus(): void;
  restart(): void;
};

/** A run that ended, with what was known before it. */
export type FinishedRunOf = {
  readonly example: Example;
  readonly result: Result;
  readonly isRecord: boolean;
  readonly bestBeforeMs: number | null;
  readonly fastestMs: number | null;
  readonly rankBefore: number | null;
};

/** Figures, code and keys of one example. Mount it anew for another example. */
export function TypingStage({
  user,
  lesson,
  example,
  isCovered,
  handle,
  onFinished,
  onLeave,
  onReturn,
  onKeys,
  onRestart,
  onNext,
}: {
  readonly user: SessionUser;
  readonly lesson: Lesson;
  readonly example: Example;
  /** A result lies over it: it takes no focus. */
  readonly isCovered: boolean;
  readonly handle: Ref<TypingStageHandle>;
  readonly onFinished: (finished: FinishedRunOf) => void;
  /** The keyboard has left the code by Esc or Shift+Tab. */
  readonly onLeave: () => void;
  readonly onReturn: () => void;
  readonly onKeys: () => void;
  readonly onRestart: () => void;
  readonly onNext: () => void;
}): ReactNode {
  const client = queryClient;
  // The text that is typed: it stays while somebody types it, even if an author changes it meanwhile.
  const [text, setText] = useState(example);
  const run = useMemo(() => new Run(prepare(text.code_content)), [text.code_content]);
  const host = useRef<HTMLDivElement>(null);
  const area = useRef<TypingArea | null>(null);
  // Filled when the elements are there, and told to nobody: an object that stays the same.
  const [figures] = useState<Partial<Record<keyof FigureElements, HTMLElement | null>>>({});
  const figure = (name: keyof FigureElements) => (element: HTMLElement | null) => {
    figures[name] = element;
  };
  const hint = useRef<HTMLParagraphElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const tokens = example.code_version === text.code_version ? example.tokens : text.tokens;

  useEffect(() => {
    const takeNewText = () => {
      if (example.code_version !== text.code_version && run.attempt.kind === "ready") setText(example);
    };
    takeNewText();
    return run.onTurn(takeNewText);
  }, [example, text, run]);

  useRunOf(user.id, text, run, (result) => {
    const board = knownBoard(client, user.id, text.id);
    // A text that has been changed since sets no time, and the server need not say so first.
    const timeMs = example.code_version === text.code_version ? result.timeMs : null;
    onFinished({
      example: text,
      result,
      isRecord: isRecord(example.best_time_ms, timeMs),
      bestBeforeMs: example.best_time_ms,
      fastestMs: board?.leaderboard[0]?.best_time_ms ?? null,
      rankBefore: board?.userRank?.rank ?? null,
    });
    noteCompletion(client, user.id, lesson, text.id, timeMs);
  });

  const left = useEffectEvent(onLeave);
  const returned = useEffectEvent(onReturn);
  const mountedTokens = useEffectEvent(() => tokens);
  const takesFocus = useEffectEvent(() => !isCovered);
  useEffect(() => {
    if (host.current === null) return;
    const focusMode = watchFocusMode(run, () => isOn("focusMode"));
    // A window that loses the focus keeps its active element: who looks into another one for a moment still types.
    const tellTyping = () =>
      setTypingNow(run.attempt.kind === "typing" && document.activeElement === area.current?.field);
    const mounted = mountTypingArea(host.current, {
      run,
      tokens: mountedTokens(),
      label: `Type this example: ${text.title}`,
      onFocus() {
        tellTyping();
        returned();
      },
      onBlur: tellTyping,
      onLeave() {
        focusMode.reveal();
        left();
      },
    });
    area.current = mounted;
    const stopFigures = showFigures(figures as FigureElements, run);
    const stopHints = speakUp(run, hint.current, said.current);
    const stopTelling = run.onTurn(tellTyping);
    if (takesFocus() && !isWritingElsewhere()) mounted.focus();
    return () => {
      stopTelling();
      stopHints();
      stopFigures();
      mounted.destroy();
      focusMode.stop();
      area.current = null;
      setTypingNow(false);
    };
  }, [run, text.title, figures]);

  // While something covered the stage it was inert, and what is inert takes no focus.
  useEffect(() => {
    if (!isCovered && !isWritingElsewhere()) area.current?.focus();
  }, [isCovered]);

  useEffect(() => {
    area.current?.setTokens(tokens);
  }, [tokens]);

  useImperativeHandle(handle, () => ({
    focus: () => area.current?.focus(),
    restart() {
      run.restart();
      area.current?.focus();
    },
  }));

  return (
    <>
      {/* Written by hand: a translation would put its own text in the place of what changes. */}
      <div className="stats" translate="no">
        <span className="timer" role="timer" dir="ltr">
          <span ref={figure("clock")}>00:00</span>
          <small ref={figure("hundredths")}>.00</small>
        </span>
        <span className="state" ref={figure("state")}>
          Ready
        </span>
        <span className="stat stat-box">
          <b ref={figure("accuracy")}>100%</b> accuracy
        </span>
        <span className="stat stat-box is-errors">
          <b ref={figure("errors")}>0</b> <span ref={figure("errorsWord")}>errors</span>
        </span>
        <span className="stat stat-box push">
          <b ref={figure("share")}>0%</b>
        </span>
      </div>
      <div
        className="progress"
        role="progressbar"
        aria-label="Typed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        ref={figure("bar")}
      >
        <i ref={figure("filling")} />
      </div>
      {/* Code is the same in every language. */}
      <div ref={host} translate="no" dir="ltr" />
      <p className="typing-hint small" role="status" ref={hint} />
      <p className="sr" aria-live="polite" ref={said} />
      <div className="keys recede">
        <span>
          <kbd>Tab</kbd> types two spaces
        </span>
        <span>
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
      <Keypad onPress={(keystroke) => area.current?.press(keystroke)} />
    </>
  );
}

const keypadSigns = ["{", "(", "[", "=", ">", ";"];

/** The keys that phone keyboards lack. A press leaves the focus, and so the phone's keyboard, where it is. */
function Keypad({ onPress }: { readonly onPress: (keystroke: Keystroke) => void }): ReactNode {
  return (
    <div
      className="keypad"
      role="group"
      aria-label="Keys missing from phone keyboards"
      onPointerDown={(event) => event.preventDefault()}
    >
      <button
        type="button"
        className="wide"
        aria-label="Tab"
        onClick={(event) => onPress({ kind: "tab", at: event.timeStamp })}
      >
        <ArrowStopIcon size={20} weight={1.5} />
      </button>
      {keypadSigns.map((sign) => (
        <button
          key={sign}
          type="button"
          onClick={(event) => onPress({ kind: "text", text: sign, at: event.timeStamp })}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        className="wide"
        aria-label="Enter"
        onClick={(event) => onPress({ kind: "enter", at: event.timeStamp })}
      >
        <EnterIcon size={20} />
      </button>
    </div>
  );
}

const errorsSaidEveryMs = 1_500;

/** Says errors to screen readers, now and then and not every one; and to everybody that an input method is on. */
function speakUp(run: Run, hint: HTMLElement | null, said: HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let errors = 0;
  let isHinted = false;
  const giveHint = (text: string) => {
    isHinted = text !== "";
    if (hint !== null) hint.textContent = text;
  };
  const stopTimer = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const unsubscribe = run.subscribe((attempt) => {
    if (attempt.errors === errors) {
      // The next right character takes the hint away.
      if (isHinted && attempt.offset !== attempt.lastError?.offset) giveHint("");
      return;
    }
    errors = attempt.errors;
    if (errors === 0) {
      // Begun anew: what was to be said is of the attempt before.
      stopTimer();
      giveHint("");
      if (said !== null) said.textContent = "";
      return;
    }
    if (attempt.lastError?.hint === "input-method")
      giveHint("An input method seems to be on: it typed a full-width character. Switch it to direct input.");
    timer ??= setTimeout(() => {
      timer = null;
      if (said !== null && run.attempt.kind === "typing")
        said.textContent = errors === 1 ? "1 error so far" : `${errors} errors so far`;
    }, errorsSaidEveryMs);
  });
  return () => {
    unsubscribe();
    stopTimer();
  };
}

/** Somebody writes into a field of the page, or a dialog is open. */
function isWritingElsewhere(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector("dialog[open]") !== null ||
    (activeElement instanceof HTMLElement && activeElement.matches("input, select, textarea"))
  );
}
