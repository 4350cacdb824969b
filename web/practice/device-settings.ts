// The switches of the practice screen that this device remembers. Each is on unless it was turned off; the ghost is off
// unless it was turned on.

import { useSyncExternalStore } from "react";
import { recall, remember } from "../shell/browser/device.ts";

const keys = {
  courses: "practice-courses-visible",
  leaderboard: "practice-leaderboard-visible",
  focusMode: "practice-focus-mode",
  shortcuts: "practice-single-letters",
  ghost: "practice-ghost",
} as const;

export type Setting = keyof typeof keys;

const listeners = new Set<() => void>();

export function isOn(setting: Setting): boolean {
  const stored = recall(keys[setting]);
  return setting === "ghost" ? stored === "on" : stored !== "off";
}

export function turn(setting: Setting, on: boolean): void {
  remember(keys[setting], on ? "on" : "off");
  for (const listener of listeners) listener();
}

export function useSetting(setting: Setting): boolean {
  return useSyncExternalStore(subscribe, () => isOn(setting));
}

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null || (Object.values(keys) as string[]).includes(event.key)) listener();
  };
  listeners.add(listener);
  addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", elsewhere);
  };
}
