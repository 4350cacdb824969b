// The stage on which one example is typed: which version of its text, whether the learner types, and when the code
// takes the focus. A fold; the effects are carried out in use-typing-stage.ts.

import type { Attempt } from "@tabstop/engine/attempt";
import type { Example } from "../flow.ts";
import type { Step } from "../fold.ts";

export type StageState = {
  /** The example as it was loaded last. */
  readonly loaded: Example;
  /** The version that is typed. It stays while the learner types it, even if an admin changes it. */
  readonly typed: Example;
  readonly attempt: Attempt["kind"];
  /** Whether the code is the page's active element, as it stays while the learner looks into another window. */
  readonly hasFocus: boolean;
};

export type StageEvent =
  | { readonly kind: "loaded"; readonly example: Example }
  /** The run has begun, ended or been restarted. */
  | { readonly kind: "run-turned"; readonly attempt: Attempt["kind"]; readonly hasFocus: boolean }
  | { readonly kind: "focus-changed"; readonly hasFocus: boolean }
  /** Esc or Shift+Tab in the code. */
  | { readonly kind: "left" }
  /**
   * The stage was mounted, or something that covered it was removed. `isFree` means that nothing covers it, no field of
   * the page has the focus, and no dialog is open.
   */
  | { readonly kind: "uncovered"; readonly isFree: boolean }
  | { readonly kind: "focus" | "restart" };

/** `reveal` ends focus mode until the next key. `note-typing` reports that the learner started or stopped typing. */
export type StageEffect = "focus-code" | "restart-run" | "reveal" | "note-typing";

export function newStage(example: Example): StageState {
  return { loaded: example, typed: example, attempt: "ready", hasFocus: false };
}

export function foldStage(stage: StageState, event: StageEvent): Step<StageState, StageEffect> {
  switch (event.kind) {
    case "loaded":
      return changed(stage, { loaded: event.example });
    case "run-turned":
      return changed(stage, { attempt: event.attempt, hasFocus: event.hasFocus });
    case "focus-changed":
      return changed(stage, { hasFocus: event.hasFocus });
    case "left":
      return { state: stage, effects: ["reveal"] };
    case "uncovered":
      return { state: stage, effects: event.isFree ? ["focus-code"] : [] };
    case "focus":
      return { state: stage, effects: ["focus-code"] };
    case "restart":
      return { state: stage, effects: ["restart-run", "focus-code"] };
  }
}

/** Whether a run has started and the code has the focus. */
export function isTyping({ attempt, hasFocus }: StageState): boolean {
  return attempt === "typing" && hasFocus;
}

/** The colours of the text that is typed, or null while there are none. */
export function tokensOf({ loaded, typed }: StageState): Example["tokens"] {
  return loaded.code_version === typed.code_version ? loaded.tokens : typed.tokens;
}

/** A changed text is taken before the first key or at a restart. */
function changed(before: StageState, change: Partial<StageState>): Step<StageState, StageEffect> {
  const stage = { ...before, ...change };
  const { loaded, typed, attempt } = stage;
  const isOutdated = attempt === "ready" && loaded.code_version !== typed.code_version;
  return {
    state: isOutdated ? { ...stage, typed: loaded } : stage,
    effects: isTyping(stage) === isTyping(before) ? [] : ["note-typing"],
  };
}
