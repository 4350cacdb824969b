// The visitor's code while it is typed: the typing area, what goes with it, and the figures. Loaded after the page.

import "../../typing/code-area.css";
import "../../typing/figures.css";
import { prepare } from "@tabstop/engine/example";
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { announceErrors } from "../../typing/error-announcer.ts";
import { type FigureElements, showFigures } from "../../typing/figures.ts";
import { Keypad } from "../../typing/keypad.tsx";
import { Run } from "../../typing/run.ts";
import { mountTypingArea, type TypingArea } from "../../typing/typing-area.ts";
import { setTypingNow } from "../../typing/typing-now.ts";
import { useUser } from "../../shell/session/session.ts";
import { matchesMedia } from "../../ui/media.ts";
import type { TryExample } from "../examples.ts";
import { LearnersChoice, useAskStart } from "./evidence-of-learner.ts";
import { firstKeys } from "./first-keys.ts";
import { followHeadline, type Headline } from "./headline.ts";

export { FinishedRun } from "./finished-run.tsx";

export function newRun(example: TryExample): Run {
  return new Run(prepare(example.text));
}

/** Mount it again for another run. `isFirst` is false for one that the visitor has asked for, which takes the focus. */
// Long: mounts the area and all that follows the run.
export function TypedCode({
  example,
  run,
  headline,
  isFirst,
}: {
  readonly example: TryExample;
  readonly run: Run;
  readonly headline: Headline;
  readonly isFirst: boolean;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  const announced = useRef<HTMLParagraphElement>(null);
  const area = useRef<TypingArea>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const user = useUser();
  const wantsFocus = useEffectEvent(() => {
    const choosesLanguage = document.activeElement?.matches("[data-try-language]") === true;
    return firstKeys().takePress() || (!isFirst && !choosesLanguage);
  });
  const noteTyping = useEffectEvent(() => setTypingNow(hasFocus && run.attempt.kind === "typing"));
  useLayoutEffect(() => {
    if (host.current === null) return;
    const mounted = mountTypingArea(host.current, {
      run,
      tokens: example.tokens,
      label: `${example.title}, type this code`,
      isStill: true,
      tabMovesOn: true,
      onFocus() {
        setHasFocus(true);
        showCode(host.current);
      },
      onBlur: () => setHasFocus(false),
    });
    area.current = mounted;
    const stopHeadline = followHeadline(run, headline);
    const stopAnnouncing = announceErrors(run, hint.current, announced.current);
    const stopNoting = run.onStartOrEnd(() => noteTyping());
    const keys = firstKeys();
    if (wantsFocus()) mounted.focus();
    keys.giveTo({
      press(keystroke) {
        if (run.attempt.kind === "done") return;
        if (document.activeElement !== mounted.field) mounted.focus();
        mounted.press(keystroke);
      },
      hasBegun: () => run.attempt.kind === "typing",
    });
    return () => {
      keys.giveTo(null);
      stopNoting();
      stopAnnouncing();
      stopHeadline();
      mounted.destroy();
      area.current = null;
      setTypingNow(false);
    };
  }, [run, example, headline]);
  useLayoutEffect(() => noteTyping(), [hasFocus]);
  useAskStart(example, run);
  return (
    <div className="try-code" data-try-code>
      {/* Code is the same in every language. */}
      <div ref={host} translate="no" dir="ltr" />
      <p className="typing-hint small" role="status" ref={hint} />
      <p className="sr" aria-live="polite" ref={announced} />
      {user === null ? null : <LearnersChoice userId={user.id} />}
      {hasFocus && <Keypad onPress={(keystroke) => area.current?.press(keystroke)} />}
    </div>
  );
}

/** Time, state, speed, accuracy and errors. React draws them once; `showFigures` writes into them. */
export function RunFigures({ run }: { readonly run: Run }): ReactNode {
  const [elements] = useState<Partial<Record<keyof FigureElements, HTMLElement | null>>>({});
  const figure = (name: keyof FigureElements) => (element: HTMLElement | null) => {
    elements[name] = element;
  };
  // The page itself writes the time here: a thread for the clock would be loaded for a single short run.
  useLayoutEffect(() => showFigures(elements as FigureElements, run, () => undefined), [elements, run]);
  return (
    // A browser's translation would replace the elements that are written into.
    <div translate="no">
      <p className="row items-baseline gap-4">
        <span className="timer" role="timer" dir="ltr" ref={figure("timer")}>
          <span>
            <span ref={figure("clock")}>00:00</span>
          </span>
          <small>
            <span ref={figure("hundredths")}>.00</span>
          </small>
        </span>
        <span className="state on" ref={figure("state")}>
          Typing
        </span>
      </p>
      <dl className="facts mt-5">
        <div>
          <dt>Speed</dt>
          <dd ref={figure("speed")}>0 wpm</dd>
        </div>
        <div>
          <dt>Accuracy</dt>
          <dd ref={figure("accuracy")}>100%</dd>
        </div>
        <div>
          <dt>Errors</dt>
          <dd ref={figure("errors")}>0</dd>
        </div>
      </dl>
    </div>
  );
}

/** Where the code is not on the screen as a whole, and on phones, whose keyboard is about to cover half of it. */
function showCode(host: HTMLElement | null): void {
  if (host === null) return;
  const { top, bottom } = host.getBoundingClientRect();
  // The page's bar stays above everything.
  const barHeight = document.querySelector("header")?.offsetHeight ?? 0;
  const isSeen =
    top >= barHeight && bottom <= innerHeight && !matchesMedia("(max-width: 760px), (pointer: coarse)");
  if (isSeen) return;
  const behavior = matchesMedia("(prefers-reduced-motion: reduce)") ? "instant" : "smooth";
  scrollBy({ top: top - barHeight, behavior });
}
