// The stage's runner: ties the fold to the run that is typed and to its area, as long as one is mounted.

import type { Keystroke } from "@tabstop/engine/attempt";
import type { Run } from "../../typing/run.ts";
import type { TypingArea } from "../../typing/typing-area.ts";
import { setTypingNow } from "../../typing/typing-now.ts";
import type { Example } from "../flow.ts";
import { createRunner, type Runner } from "../fold.ts";
import { foldStage, newStage, type StageEffect, type StageEvent, type StageState } from "./stage-state.ts";

export type MountedStage = {
  readonly run: Run;
  readonly area: TypingArea;
  /** Ends focus mode until the next key. */
  readonly reveal: () => void;
};

export type Stage = Runner<StageState, StageEvent> & {
  /** What the effects act on; null: nothing is mounted, and they do nothing. */
  setMounted(mounted: MountedStage | null): void;
  /** A key on the screen. */
  press(keystroke: Keystroke): void;
  setTokens(tokens: Example["tokens"]): void;
  /** Whether the code is the page's active element. */
  isActive(): boolean;
};

export function createStage(example: Example, isCovered: boolean): Stage {
  let mounted: MountedStage | null = null;
  const runner = createRunner<StageState, StageEvent, StageEffect>(
    foldStage,
    newStage(example, isCovered),
    (effect) => {
      if (effect.kind === "focus-code") mounted?.area.focus();
      else if (effect.kind === "restart-run") mounted?.run.restart();
      else if (effect.kind === "note-typing") setTypingNow(effect.isTyping);
      else mounted?.reveal();
    },
  );
  return {
    ...runner,
    setMounted(next) {
      mounted = next;
    },
    press: (keystroke) => mounted?.area.press(keystroke),
    setTokens: (tokens) => mounted?.area.setTokens(tokens),
    isActive: () => mounted !== null && document.activeElement === mounted.area.field,
  };
}
