// Asks before an admin leaves a page that has unfinished work.

import { useEffect, useState } from "react";
import { guardPage } from "../shell/router/router.tsx";

export type LeavingGuard = {
  /** Whether the page should ask now. */
  readonly isAsking: boolean;
  readonly stay: () => void;
  /** Continues the navigation that the guard interrupted. */
  readonly leave: () => void;
};

/**
 * Interrupts navigation while `isUnfinished`. Before a reload, or when the window is closed, the browser asks by itself.
 * If the work is finished while the question is open, the question closes and the page stays.
 */
export function useLeavingGuard(isUnfinished: boolean): LeavingGuard {
  const [interrupted, setInterrupted] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isUnfinished) return;
    const release = guardPage((leave) => setInterrupted(() => leave));
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", beforeUnload);
    return () => {
      release();
      removeEventListener("beforeunload", beforeUnload);
      setInterrupted(null);
    };
  }, [isUnfinished]);
  return {
    isAsking: interrupted !== null && isUnfinished,
    stay: () => setInterrupted(null),
    leave: () => {
      setInterrupted(null);
      interrupted?.();
    },
  };
}
