// The stage on which one example is typed: which version of its text, whether the learner types, and when the code
// takes the focus. A fold; the effects are carried out in use-typing-stage.ts.

import type { Attempt } from "@tabstop/engine/attempt";
import type { Example } from "../flow.ts";
import type { Step } from "../fold.ts";

/** What the stage needs of an example. */
export type StageExample = Pick<Example, "id" | "title" | "code_content" | "code_version" | "tokens">;

export type StageState<E extends StageExample = Example> = {
  /** The example as it was loaded last. */
  readonly loaded: E;
  /** The version that is typed. It stays while the learner types it, even if an admin changes it. */
  readonly typed: E;
  readonly attempt: Attempt["kind"];
  /** Whether the code is the page's active element, as it stays while the learner looks into another window. */
  readonly hasFocus: boolean;
};

export type StageEvent<E extends StageExample = Example> =
  | { readonly kind: "loaded"; readonly example: E }
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

export function newStage<E extends StageExample>(example: E): StageState<E> {
  return { loaded: example, typed: example, attempt: "ready", hasFocus: false };
}

export function foldStage<E extends StageExample>(
  stage: StageState<E>,
  event: StageEvent<E>,
): Step<StageState<E>, StageEffect> {
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
export function isTyping({ attempt, hasFocus }: StageState<StageExample>): boolean {
  return attempt === "typing" && hasFocus;
}

/** The colours of the text that is typed, or null while there are none. */
export function tokensOf({ loaded, typed }: StageState<StageExample>): Example["tokens"] {
  return loaded.code_version === typed.code_version ? loaded.tokens : typed.tokens;
}

/** A changed text is taken before the first key or at a restart. */
function changed<E extends StageExample>(
  before: StageState<E>,
  change: Partial<StageState<E>>,
): Step<StageState<E>, StageEffect> {
  const stage = { ...before, ...change };
  const { loaded, typed, attempt } = stage;
  const isOutdated = attempt === "ready" && loaded.code_version !== typed.code_version;
  return {
    state: isOutdated ? { ...stage, typed: loaded } : stage,
    effects: isTyping(stage) === isTyping(before) ? [] : ["note-typing"],
  };
}
