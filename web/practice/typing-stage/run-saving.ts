// What is saved of a run, and when: an unfinished one every 15 s if it moved by 5 points and when the learner leaves it
// if it is above 0; a finished one as a result. While a run is typed, the session may not end. A fold; the effects are
// carried out in use-run-saving.ts.

import type { Step } from "../fold.ts";

export const autosaveEveryMs = 15_000;
const fewestPoints = 5;

export type RunSaving = {
  /** The percentage in the latest save of this run; 0 before the first. */
  readonly savedPercent: number;
  /** Whether the session is held for this run. */
  readonly isHeld: boolean;
};

export type SavingEvent =
  | { readonly kind: "run-turned"; readonly to: "ready" | "typing" | "done" }
  /** `percent` is null when no run is being typed. */
  | { readonly kind: "autosave-tick" | "leaving"; readonly percent: number | null }
  | { readonly kind: "save-failed"; readonly percent: number; readonly savedBefore: number }
  /** Another run takes this one's place, or none. */
  | { readonly kind: "closed" };

export type SavingEffect =
  /** The session must not end while the run lasts. */
  | { readonly kind: "hold-session" }
  | { readonly kind: "release-session" }
  /** Requests the server's signed start of the attempt. */
  | { readonly kind: "ask-start" }
  /** `save-failed` has to return `savedBefore`, so that the next save is due as if this one had never been sent. */
  | {
      readonly kind: "save";
      readonly percent: number;
      readonly savedBefore: number;
      /** The page may be gone before the response. */
      readonly isLeaving: boolean;
    }
  /** Stores the result, sends it, and only then releases the session. */
  | { readonly kind: "deliver-result" };

export const nothingSaved: RunSaving = { savedPercent: 0, isHeld: false };

export function foldRunSaving(saving: RunSaving, event: SavingEvent): Step<RunSaving, SavingEffect> {
  switch (event.kind) {
    case "run-turned":
      if (event.to === "ready") return released({ ...saving, savedPercent: 0 });
      return event.to === "typing" ? started(saving) : finished(saving);
    case "autosave-tick":
    case "leaving": {
      const { percent } = event;
      const { savedPercent: savedBefore } = saving;
      const isLeaving = event.kind === "leaving";
      const isDue = isLeaving ? isLeavingSaveDue : isAutosaveDue;
      if (percent === null || !isDue(percent, savedBefore)) return { state: saving, effects: [] };
      return {
        state: { ...saving, savedPercent: percent },
        effects: [{ kind: "save", percent, savedBefore, isLeaving }],
      };
    }
    case "save-failed":
      // A later save may have succeeded.
      return {
        state:
          saving.savedPercent === event.percent ? { ...saving, savedPercent: event.savedBefore } : saving,
        effects: [],
      };
    case "closed":
      return released({ ...saving, savedPercent: 0 });
  }
}

/** Whether a save is due at a tick. `savedPercent` is that of the run's latest save, or 0. */
export function isAutosaveDue(percent: number, savedPercent: number): boolean {
  return Math.abs(percent - savedPercent) >= fewestPoints;
}

/** Whether there is something to save when the learner leaves the page or the example. */
export function isLeavingSaveDue(percent: number, savedPercent: number): boolean {
  return percent > 0 && percent !== savedPercent;
}

function started(saving: RunSaving): Step<RunSaving, SavingEffect> {
  return saving.isHeld
    ? { state: saving, effects: [] }
    : { state: { ...saving, isHeld: true }, effects: [{ kind: "hold-session" }, { kind: "ask-start" }] };
}

function released(saving: RunSaving): Step<RunSaving, SavingEffect> {
  return saving.isHeld
    ? { state: { ...saving, isHeld: false }, effects: [{ kind: "release-session" }] }
    : { state: saving, effects: [] };
}

/**
 * An example of one character begins and ends with the same key, so the session may not be held yet. A start that is
 * requested now would come too late.
 */
function finished(saving: RunSaving): Step<RunSaving, SavingEffect> {
  return {
    state: { ...saving, isHeld: false },
    effects: saving.isHeld
      ? [{ kind: "deliver-result" }]
      : [{ kind: "hold-session" }, { kind: "deliver-result" }],
  };
}
