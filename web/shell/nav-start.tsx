// The place at the beginning of the bar where a screen can put a button (the courses button on phones).

import { type ReactNode, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Renders its children in the bar, before the brand, while it is mounted. */
export function NavStart({ children }: { readonly children: ReactNode }): ReactNode {
  const target = useSyncExternalStore(subscribe, () => place);
  return target ? createPortal(children, target) : null;
}

/** The place itself, which the bar renders. */
export function NavStartPlace(): ReactNode {
  return <span className="contents" ref={setPlace} />;
}

function setPlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
