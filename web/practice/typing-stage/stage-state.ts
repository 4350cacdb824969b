// The stage on which one example is typed: which version of its text, whether the code has the keyboard, and when it takes
// it. A fold; the effects are carried out in use-typing-stage.ts.

import type { Attempt } from "@tabstop/engine/attempt";
import type { Example } from "../flow.ts";
import type { Step } from "../fold.ts";

export type StageState = {
  /** The example as it was loaded last. */
  readonly loaded: Example;
  /** The version that is typed. It stays while the learner types it, even if an author changes it. */
  readonly typed: Example;
  readonly attempt: Attempt["kind"];
  /** Whether the code is the page's active element, as it stays while the learner looks into another window. */
  readonly hasFocus: boolean;
  /** Whether a result lies over the stage, which is inert then and takes no focus. */
  readonly isCovered: boolean;
};

export type StageEvent =
  | { readonly kind: "loaded"; readonly example: Example }
  /** The run has begun, ended or been restarted. */
  | { readonly kind: "run-turned"; readonly to: Attempt["kind"]; readonly hasFocus: boolean }
  | { readonly kind: "focus-changed"; readonly hasFocus: boolean }
  /** Esc or Shift+Tab in the code. */
  | { readonly kind: "left" }
  /** `isBusyElsewhere`: a field of the page has the focus, or a dialog is open. */
  | { readonly kind: "mounted" | "uncovered"; readonly isBusyElsewhere: boolean }
  | { readonly kind: "covered" | "unmounted" }
  | { readonly kind: "focus-wanted" | "restart-wanted" };

export type StageEffect =
  | { readonly kind: "focus-code" | "restart-run" }
  /** Ends focus mode until the next key. */
  | { readonly kind: "reveal-page" }
  | { readonly kind: "note-typing"; readonly isTyping: boolean };

export function newStage(example: Example, isCovered: boolean): StageState {
  return { loaded: example, typed: example, attempt: "ready", hasFocus: false, isCovered };
}

export function foldStage(stage: StageState, event: StageEvent): Step<StageState, StageEffect> {
  const step = foldEvent(stage, event);
  const isTyping = isTypingOn(step.state);
  return isTyping === isTypingOn(stage)
    ? step
    : { state: step.state, effects: [{ kind: "note-typing", isTyping }, ...step.effects] };
}

/** The colours of the text that is typed, or null while there are none. */
export function tokensOf({ loaded, typed }: StageState): Example["tokens"] {
  return loaded.code_version === typed.code_version ? loaded.tokens : typed.tokens;
}

function foldEvent(stage: StageState, event: StageEvent): Step<StageState, StageEffect> {
  switch (event.kind) {
    case "loaded":
      return { state: withPresentText({ ...stage, loaded: event.example }), effects: [] };
    case "run-turned":
      return {
        state: withPresentText({ ...stage, attempt: event.to, hasFocus: event.hasFocus }),
        effects: [],
      };
    case "focus-changed":
      return { state: { ...stage, hasFocus: event.hasFocus }, effects: [] };
    case "left":
      return { state: stage, effects: [{ kind: "reveal-page" }] };
    case "mounted":
    case "uncovered": {
      const isCovered = event.kind === "mounted" && stage.isCovered;
      const takesFocus = !isCovered && !event.isBusyElsewhere;
      return { state: { ...stage, isCovered }, effects: takesFocus ? [{ kind: "focus-code" }] : [] };
    }
    case "covered":
      return { state: { ...stage, isCovered: true }, effects: [] };
    case "unmounted":
      return { state: { ...stage, hasFocus: false }, effects: [] };
    case "focus-wanted":
      return { state: stage, effects: [{ kind: "focus-code" }] };
    case "restart-wanted":
      return { state: stage, effects: [{ kind: "restart-run" }, { kind: "focus-code" }] };
    default:
      throw new TypeError(`no such event: ${JSON.stringify(event satisfies never)}`);
  }
}

/** A changed text is taken before the first key or at a restart. */
function withPresentText(stage: StageState): StageState {
  const { loaded, typed, attempt } = stage;
  return attempt === "ready" && loaded.code_version !== typed.code_version
    ? { ...stage, typed: loaded }
    : stage;
}

function isTypingOn({ attempt, hasFocus }: StageState): boolean {
  return attempt === "typing" && hasFocus;
}
