// How much is due and whether the learner has finished any example, as this device knew it last: the bar shows it at
// once after a reload, without a network, and while a request is under way. `review-link.tsx` asks the server.

import { useSyncExternalStore } from "react";
import { forget, recall, remember } from "./browser/device.ts";

export type DueCount = {
  readonly due: number;
  /** Whether the learner has ever finished an example, also one whose completion still waits to be sent. */
  readonly hasFinished: boolean;
};

/** What is known, and of whom. */
export type KnownDue = DueCount & {
  readonly userId: number;
  /** `hasFinished` may be wrong: a completion that was shown is lost. The next answer decides. */
  readonly isDoubtful: boolean;
};

export type DueEvent =
  | { readonly kind: "answer"; readonly userId: number; readonly due: number; readonly hasFinished: boolean }
  /** A run has completed its example; the server may not have it yet. */
  | { readonly kind: "finished"; readonly userId: number }
  /** The server will never have such a run. */
  | { readonly kind: "lost"; readonly userId: number };

/** Who has finished an example has done so for good, so an answer from before the completion takes nothing back. */
export function foldDue(known: KnownDue | null, event: DueEvent): KnownDue | null {
  const { userId } = event;
  const own = known?.userId === userId ? known : null;
  switch (event.kind) {
    case "answer": {
      const stays = own !== null && own.hasFinished && !own.isDoubtful;
      return { userId, due: event.due, hasFinished: event.hasFinished || stays, isDoubtful: false };
    }
    case "finished":
      return { userId, due: own?.due ?? 0, hasFinished: true, isDoubtful: false };
    case "lost":
      return own === null ? known : { ...own, isDoubtful: true };
  }
}

/** What is stored, or null if it is nothing that this release has written. */
export function parseDue(text: string | null): KnownDue | null {
  try {
    const { userId, due, hasFinished, isDoubtful } = JSON.parse(text ?? "null") as Partial<KnownDue>;
    if (typeof userId !== "number" || typeof due !== "number" || !(due >= 0)) return null;
    return { userId, due, hasFinished: hasFinished === true, isDoubtful: isDoubtful === true };
  } catch {
    return null;
  }
}

const mostShown = 99;

/** '12', or '99+' where more are due: the bar and buttons have no room for more. */
export function dueText(due: number): string {
  return due > mostShown ? `${mostShown}+` : String(due);
}

const storageKey = "tabstop-due";
const listeners = new Set<() => void>();
let last: { readonly text: string | null; readonly known: KnownDue | null } = { text: null, known: null };

/** undefined while nothing is known of this user. Does not ask the server: the bar does, on every page. */
export function useDueCount(userId: number): DueCount | undefined {
  return useSyncExternalStore(subscribe, () => {
    const known = readKnown();
    return known?.userId === userId ? known : undefined;
  });
}

export function noteDue(event: DueEvent): void {
  const text = JSON.stringify(foldDue(readKnown(), event));
  if (text === recall(storageKey)) return;
  remember(storageKey, text);
  for (const listener of listeners) listener();
}

/** Nothing is known of anyone from now on. */
export function forgetDue(): void {
  if (recall(storageKey) === null) return;
  forget(storageKey);
  for (const listener of listeners) listener();
}

/** The same object until the stored text changes. */
function readKnown(): KnownDue | null {
  const text = recall(storageKey);
  if (text !== last.text) last = { text, known: parseDue(text) };
  return last.known;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has changed it.
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
