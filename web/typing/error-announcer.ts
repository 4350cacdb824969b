// Announces errors to screen readers, at most once in 1.5 s, and shows all users a hint when an input method is on.

import type { Attempt } from "@tabstop/engine/attempt";
import type { Run } from "./run.ts";

const announceEveryMs = 1_500;

export type Announcer = {
  readonly errors: number;
  readonly isHinted: boolean;
  /** The errors since the last announcement are announced when the timer ends. */
  readonly isTimed: boolean;
};

export type AnnouncerEffect =
  /** "" removes the text. */
  | { readonly kind: "show-hint" | "announce"; readonly text: string }
  | { readonly kind: "start-timer" | "stop-timer" };

export const nothingAnnounced: Announcer = { errors: 0, isHinted: false, isTimed: false };

type Step = { readonly state: Announcer; readonly effects: readonly AnnouncerEffect[] };

/** After a key or a restart. Returns null, and allocates nothing, when nothing changes, as with almost every key. */
export function foldKey(announcer: Announcer, attempt: Attempt): Step | null {
  const { errors, lastError, offset } = attempt;
  if (errors === announcer.errors) {
    // The next right character removes the hint.
    if (!announcer.isHinted || offset === lastError?.offset) return null;
    return { state: { ...announcer, isHinted: false }, effects: [hint("")] };
  }
  if (errors === 0)
    // A new attempt: what was still to be announced belongs to the one before.
    return {
      state: nothingAnnounced,
      effects: [{ kind: "stop-timer" }, hint(""), { kind: "announce", text: "" }],
    };
  const isInputMethod = lastError?.hint === "input-method";
  return {
    state: { errors, isHinted: isInputMethod || announcer.isHinted, isTimed: true },
    effects: [
      ...(isInputMethod ? [hint(inputMethodHint)] : []),
      ...(announcer.isTimed ? [] : [{ kind: "start-timer" } as const]),
    ],
  };
}

/** The timer has ended. */
export function foldTimer(announcer: Announcer, attempt: Attempt): Step {
  const { errors } = announcer;
  const text = errors === 1 ? "1 error so far" : `${errors} errors so far`;
  return {
    state: { ...announcer, isTimed: false },
    effects: attempt.kind === "typing" ? [{ kind: "announce", text }] : [],
  };
}

/** Writes into the two elements until the returned function is called. */
export function announceErrors(
  run: Run,
  hinted: HTMLElement | null,
  announced: HTMLElement | null,
): () => void {
  let announcer = nothingAnnounced;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = ({ state, effects }: Step) => {
    announcer = state;
    for (const effect of effects) {
      if (effect.kind === "show-hint") setText(hinted, effect.text);
      else if (effect.kind === "announce") setText(announced, effect.text);
      else if (effect.kind === "stop-timer") clearTimeout(timer);
      else timer = setTimeout(() => take(foldTimer(announcer, run.attempt)), announceEveryMs);
    }
  };
  const unsubscribe = run.subscribe((attempt) => {
    const step = foldKey(announcer, attempt);
    if (step !== null) take(step);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

const inputMethodHint =
  "An input method seems to be on: it typed a full-width character. Switch it to direct input.";

function hint(text: string): AnnouncerEffect {
  return { kind: "show-hint", text };
}

function setText(element: HTMLElement | null, text: string): void {
  if (element !== null) element.textContent = text;
}
