// Ties the stage of an example to the page. The typing area is plain DOM that React mounts and never renders, so that a
// key costs no render.

import { prepare } from "@tabstop/engine/example";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { announceErrors } from "../../typing/error-announcer.ts";
import { type FigureElements, showFigures } from "../../typing/figures.ts";
import type { RaceElements } from "../../typing/race/race.ts";
import { Run } from "../../typing/run.ts";
import type { MemoryRun } from "../../typing/memory/memory-run.ts";
import { mountTypingArea } from "../../typing/typing-area.ts";
import { isOn } from "../device-settings.ts";
import { useSelected } from "../use-runner.ts";
import { watchFocusMode } from "./focus-mode.ts";
import { startClockWorker } from "./start-clock-worker.ts";
import { createStage, type Stage } from "./stage.ts";
import { type StageExample, tokensOf } from "./stage-state.ts";

/** The elements that React mounts and never writes into. */
export type StageElements = {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly hint: RefObject<HTMLParagraphElement | null>;
  readonly announced: RefObject<HTMLParagraphElement | null>;
  /** Each element adds itself when it is mounted. */
  readonly figures: Partial<Record<keyof FigureElements, HTMLElement | null>>;
  readonly race: Partial<Record<keyof RaceElements, HTMLElement | null>>;
};

/** The stage, the version of the example that is typed, and its run. Mount it again for another example. */
export function useTypingStage<E extends StageExample>(
  example: E,
): {
  readonly stage: Stage<E>;
  readonly typed: E;
  readonly run: Run;
} {
  const [stage] = useState(() => createStage(example));
  const typed = useSelected(stage, (state) => state.typed);
  const run = useMemo(() => new Run(prepare(typed.code_content)), [typed.code_content]);
  useEffect(() => stage.dispatch({ kind: "loaded", example }), [stage, example]);
  useEffect(
    () =>
      run.onStartOrEnd(({ kind }) =>
        stage.dispatch({ kind: "run-turned", attempt: kind, hasFocus: hasFocus(stage) }),
      ),
    [stage, run],
  );
  return { stage, typed, run };
}

export function useStageElements(): StageElements {
  const host = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  const announced = useRef<HTMLParagraphElement>(null);
  const [figures] = useState<StageElements["figures"]>({});
  const [race] = useState<StageElements["race"]>({});
  return useMemo(() => ({ host, hint, announced, figures, race }), [figures, race]);
}

type MountedParts = {
  readonly stage: Stage<StageExample>;
  readonly run: Run;
  readonly elements: StageElements;
};

type AreaOptions = {
  /** Of the same run, for an example that is typed from memory. */
  readonly memory?: MemoryRun;
  readonly isCovered: boolean;
  readonly onCodeLeft: () => void;
  readonly onCodeEntered: () => void;
};

/** Mounts the area, the figures and all that follows the run. */
export function useTypingArea(
  { stage, run, elements }: MountedParts,
  { memory, isCovered, onCodeLeft, onCodeEntered }: AreaOptions,
): void {
  const codeLeft = useEffectEvent(onCodeLeft);
  const codeEntered = useEffectEvent(onCodeEntered);
  const offerFocus = useEffectEvent(() =>
    stage.dispatch({ kind: "uncovered", isFree: !isCovered && !isBusyElsewhere() }),
  );
  const title = useSelected(stage, (state) => state.typed.title);
  const tokens = useSelected(stage, tokensOf);
  useEffect(() => {
    const host = elements.host.current;
    if (host === null) return;
    const focusMode = watchFocusMode(run, () => isOn("focusMode"));
    const followFocus = () => stage.dispatch({ kind: "focus-changed", hasFocus: hasFocus(stage) });
    const area = mountTypingArea(host, {
      run,
      tokens: tokensOf(stage.state()),
      memory,
      label: `${memory === undefined ? "Type this example" : "Type from memory"}: ${title}`,
      onFocus() {
        followFocus();
        codeEntered();
      },
      onBlur: followFocus,
      onLeave() {
        stage.dispatch({ kind: "left" });
        codeLeft();
      },
    });
    stage.setMounted({ run, area, reveal: focusMode.reveal });
    const stopFigures = showFigures(elements.figures as FigureElements, run, startClockWorker);
    const stopAnnouncing = announceErrors(run, elements.hint.current, elements.announced.current);
    const stopNaming = memory?.onShown((places) => {
      const { current } = elements.announced;
      if (current !== null) current.textContent = memory.drawing.shownSentence(run.example.text, places);
    });
    offerFocus();
    return () => {
      stopNaming?.();
      stopAnnouncing();
      stopFigures();
      area.destroy();
      focusMode.stop();
      stage.setMounted(null);
      followFocus();
    };
  }, [stage, run, memory, title, elements]);

  // While the stage was covered it was inert, and what is inert takes no focus.
  useEffect(() => {
    if (!isCovered) offerFocus();
  }, [isCovered]);
  useEffect(() => stage.mounted()?.area.setTokens(tokens), [stage, tokens]);
}

/**
 * A window that loses the focus keeps its active element: a learner who looks into another one for a moment still
 * types.
 */
function hasFocus(stage: Stage<StageExample>): boolean {
  const mounted = stage.mounted();
  return mounted !== null && document.activeElement === mounted.area.field;
}

function isBusyElsewhere(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector("dialog[open]") !== null ||
    (activeElement instanceof HTMLElement && activeElement.matches("input, select, textarea"))
  );
}
