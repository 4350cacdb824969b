// Whether the learner is typing at this moment: a run has started and its field has the focus. It is outside React,
// so that a key costs no render; components that use it render at the first key and when typing stops.

import { useSyncExternalStore } from "react";

let isTyping = false;
const listeners = new Set<() => void>();

export function setTypingNow(is: boolean): void {
  if (is === isTyping) return;
  isTyping = is;
  for (const listener of listeners) listener();
}

export function useTypingNow(): boolean {
  return useSyncExternalStore(onTypingNow, isTypingNow);
}

export function onTypingNow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isTypingNow(): boolean {
  return isTyping;
}
