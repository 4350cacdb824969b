// A part of a screen that is loaded when it is first wanted, so that the screen itself comes sooner.

import { useEffect, useState } from "react";
import { withRetry } from "./lazy-screen.ts";

/** null: not here yet. */
type Late<T> = T | "failed" | null;

/**
 * Loads once `isWanted`, trying as often and as long as a screen does; after a failure again when it is wanted anew.
 * `load` has to be the same function at every call.
 */
export function useLazyModule<T extends object>(isWanted: boolean, load: () => Promise<T>): Late<T> {
  const [part, setPart] = useState<Late<T>>(null);
  const isMissing = isWanted && (part === null || part === "failed");
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    setPart(null);
    withRetry(load).then(
      (loaded) => isGone || setPart(loaded),
      () => isGone || setPart("failed"),
    );
    return () => {
      isGone = true;
    };
  }, [isMissing, load]);
  return part;
}
