// Loads a part of a screen when it is first needed, so that the screen itself loads sooner.

import { useEffect, useState } from "react";
import { withRetry } from "./lazy-screen.ts";

/** null until the module is loaded. */
type LazyModule<T> = T | "failed" | null;

/**
 * Loads the module when `isNeeded` becomes true, with the retries of a screen; after a failure, when it becomes true
 * again. `load` has to be the same function at every call.
 */
export function useLazyModule<T extends object>(isNeeded: boolean, load: () => Promise<T>): LazyModule<T> {
  const [module, setModule] = useState<LazyModule<T>>(null);
  const isMissing = isNeeded && (module === null || module === "failed");
  useEffect(() => {
    if (!isMissing) return;
    let isCancelled = false;
    setModule(null);
    withRetry(load).then(
      (loaded) => isCancelled || setModule(loaded),
      () => isCancelled || setModule("failed"),
    );
    return () => {
      isCancelled = true;
    };
  }, [isMissing, load]);
  return module;
}
