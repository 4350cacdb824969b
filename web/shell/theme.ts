// The theme. It belongs to the device, not to the account; page-start.js sets it before the first paint, from the same
// key.

import { useSyncExternalStore } from "react";
import { recall, remember } from "./browser/device.ts";

export type ThemeId = "tabstop-dark" | "tabstop";

export const themes: readonly { readonly id: ThemeId; readonly name: string }[] = [
  { id: "tabstop-dark", name: "Tabstop Dark" },
  { id: "tabstop", name: "Tabstop Light" },
];

const key = "theme";
const surfaces: Readonly<Record<ThemeId, string>> = { "tabstop-dark": "#111416", tabstop: "#fdfdfc" };
const listeners = new Set<() => void>();

function getTheme(): ThemeId {
  return recall(key) === "tabstop" ? "tabstop" : "tabstop-dark";
}

export function setTheme(theme: ThemeId): void {
  remember(key, theme);
  show();
}

export function useTheme(): ThemeId {
  return useSyncExternalStore(subscribe, getTheme);
}

/** Called once when the page starts: colours the browser's own bar and follows the choice of another tab. */
export function startTheme(): void {
  show();
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) show();
  });
}

function show(): void {
  const theme = getTheme();
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", surfaces[theme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
