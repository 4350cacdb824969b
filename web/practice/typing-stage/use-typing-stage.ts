// Ties the stage of an example to the page. The typing area is plain DOM that React mounts and never renders, so that a
// key costs no render.

import { prepare } from "@tabstop/engine/example";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { type FigureElements, showFigures } from "../../typing/figures.ts";
import { Run } from "../../typing/run.ts";
import { mountTypingArea } from "../../typing/typing-area.ts";
import { isOn } from "../device-settings.ts";
import type { Example } from "../flow.ts";
import { useSelected } from "../use-runner.ts";
import { announceErrors } from "./error-announcer.ts";
import { watchFocusMode } from "./focus-mode.ts";
import { createStage, type Stage } from "./stage.ts";
import { tokensOf } from "./stage-state.ts";

/** The elements that React mounts and never writes into. */
export type StageElements = {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly hint: RefObject<HTMLParagraphElement | null>;
  readonly announced: RefObject<HTMLParagraphElement | null>;
  /** Each element enters itself when it is mounted. */
  readonly figures: Partial<Record<keyof FigureElements, HTMLElement | null>>;
};

/** The stage, the version of the example that is typed, and its run. Mount it again for another example. */
export function useTypingStage(
  example: Example,
  isCovered: boolean,
): { readonly stage: Stage; readonly typed: Example; readonly run: Run } {
  const [stage] = useState(() => createStage(example, isCovered));
  const typed = useSelected(stage, (state) => state.typed);
  const run = useMemo(() => new Run(prepare(typed.code_content)), [typed.code_content]);
  useEffect(() => stage.dispatch({ kind: "loaded", example }), [stage, example]);
  useEffect(
    () =>
      run.onStartOrEnd(({ kind }) =>
        stage.dispatch({ kind: "run-turned", to: kind, hasFocus: stage.isActive() }),
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
  return useMemo(() => ({ host, hint, announced, figures }), [figures]);
}

/** Mounts the area, the figures and all that follows the run. */
export function useTypingArea(
  stage: Stage,
  run: Run,
  elements: StageElements,
  isCovered: boolean,
  handlers: { readonly onCodeLeft: () => void; readonly onCodeEntered: () => void },
): void {
  const codeLeft = useEffectEvent(handlers.onCodeLeft);
  const codeEntered = useEffectEvent(handlers.onCodeEntered);
  const title = useSelected(stage, (state) => state.typed.title);
  const tokens = useSelected(stage, tokensOf);
  useEffect(() => {
    const host = elements.host.current;
    if (host === null) return;
    const focusMode = watchFocusMode(run, () => isOn("focusMode"));
    const followFocus = () => stage.dispatch({ kind: "focus-changed", hasFocus: stage.isActive() });
    const area = mountTypingArea(host, {
      run,
      tokens: tokensOf(stage.state()),
      label: `Type this example: ${title}`,
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
    stage.setMounted({ run, area, reveal: () => focusMode.reveal() });
    const stopFigures = showFigures(elements.figures as FigureElements, run);
    const stopAnnouncing = announceErrors(run, elements.hint.current, elements.announced.current);
    stage.dispatch({ kind: "mounted", isBusyElsewhere: isBusyElsewhere() });
    return () => {
      stopAnnouncing();
      stopFigures();
      area.destroy();
      focusMode.stop();
      stage.setMounted(null);
      stage.dispatch({ kind: "unmounted" });
    };
  }, [stage, run, title, elements]);

  useEffect(() => {
    stage.dispatch(
      isCovered ? { kind: "covered" } : { kind: "uncovered", isBusyElsewhere: isBusyElsewhere() },
    );
  }, [stage, isCovered]);
  useEffect(() => stage.setTokens(tokens), [stage, tokens]);
}

/** Whether a field of the page has the focus, or a dialog is open. */
function isBusyElsewhere(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector("dialog[open]") !== null ||
    (activeElement instanceof HTMLElement && activeElement.matches("input, select, textarea"))
  );
}
