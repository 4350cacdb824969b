/**
 * Whether somebody is typing at this moment: a run has begun and has the keyboard. Outside React, so that a key costs no
 * render: only who asks is told, at the first key and when typing stops.
 */
import { useSyncExternalStore } from "react";

let isTyping = false;
const listeners = new Set<() => void>();

export function setTypingNow(is: boolean): void {
  if (is === isTyping) return;
  isTyping = is;
  for (const listener of listeners) listener();
}

export function useTypingNow(): boolean {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  return isTyping;
}
