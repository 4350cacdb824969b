// The stage's runner: carries out the effects of the fold on the run and its typing area while they are mounted.

import type { Run } from "../../typing/run.ts";
import type { TypingArea } from "../../typing/typing-area.ts";
import { setTypingNow } from "../../typing/typing-now.ts";
import type { Example } from "../flow.ts";
import { createRunner, type Runner } from "../fold.ts";
import {
  foldStage,
  isTyping,
  newStage,
  type StageEffect,
  type StageEvent,
  type StageExample,
  type StageState,
} from "./stage-state.ts";

type MountedStage = {
  readonly run: Run;
  readonly area: TypingArea;
  /** Ends focus mode until the next key. */
  readonly reveal: () => void;
};

export type Stage<E extends StageExample = Example> = Runner<StageState<E>, StageEvent<E>> & {
  readonly mounted: () => MountedStage | null;
  setMounted(mounted: MountedStage | null): void;
};

export function createStage<E extends StageExample>(example: E): Stage<E> {
  let mounted: MountedStage | null = null;
  const runner = createRunner<StageState<E>, StageEvent<E>, StageEffect>(
    foldStage,
    newStage(example),
    (effect) => {
      if (effect === "note-typing") setTypingNow(isTyping(runner.state()));
      else if (effect === "focus-code") mounted?.area.focus();
      else if (effect === "restart-run") mounted?.run.restart();
      else mounted?.reveal();
    },
  );
  return {
    ...runner,
    mounted: () => mounted,
    setMounted(next) {
      mounted = next;
    },
  };
}
