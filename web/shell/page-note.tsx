// A sentence about what the learner has just left, said once on the page to which they come. The next navigation removes
// it.

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "./router/router.tsx";

type Note = { readonly text: string };

let note: Note | null = null;
const listeners = new Set<() => void>();

/** To be called when a page is left: the sentence is shown on the next one. */
export function noteOnNextPage(text: string): void {
  setNote({ text });
}

/** Screen readers follow only the changes of a status, so it is there before its text. */
const textAfterMs = 100;

/** Below the bar of every page. */
export function PageNote(): ReactNode {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const said = useSyncExternalStore(subscribe, read, () => null);
  /** Where the note was shown first. */
  const shown = useRef<{ readonly note: Note; readonly address: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    if (shown.current?.note !== said) shown.current = { note: said, address };
    else if (shown.current.address !== address) setNote(null);
  }, [said, address]);
  // Not by `:has()` with `:empty`, which the browser would look at again with each key in the code.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-note", said !== null);
  }, [said]);
  const [told, setTold] = useState<Note | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setTold(said), textAfterMs);
    return () => clearTimeout(timer);
  }, [said]);
  if (said === null) return null;
  return (
    <p className="page-note small" role="status">
      {told === said ? said.text : null}
    </p>
  );
}

function setNote(next: Note | null): void {
  note = next;
  for (const listener of listeners) listener();
}

function read(): Note | null {
  return note;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
