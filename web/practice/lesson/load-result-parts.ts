// Loads what only the result of a run in Copy needs: the first key does not wait for it, and it is there before the last.

import { useEffect, useState } from "react";
import { withRetry } from "../../shell/browser/lazy-screen.ts";
import { within } from "../../shell/browser/within.ts";
import { isTypingNow, onTypingNow } from "../../typing/typing-now.ts";
import { whenIdle } from "../when-idle.ts";

export type ResultParts = typeof import("./copy-result.tsx");

/** What the learner sees first is loaded before. */
const loadAfterMs = 2_000;
/** As long as late keys do nothing on a result. */
const waitMs = 400;

/** Outside React, so that the result is there in the very render that follows the last key. */
let loaded: ResultParts | null = null;

async function load(): Promise<ResultParts> {
  loaded = await withRetry(() => import("./copy-result.tsx"));
  return loaded;
}

/** Loads them at the first key, or before it when nothing else is to be done. Returns what ends the waiting for that. */
export function loadResultPartsSoon(): () => void {
  if (loaded !== null) return () => {};
  // What fails is loaded again with the next example, or at the run's end.
  const tryLoad = () => void load().catch(() => {});
  const timer = setTimeout(() => whenIdle(tryLoad), loadAfterMs);
  const stopFollowing = onTypingNow(() => {
    if (loaded === null && isTypingNow()) tryLoad();
  });
  return () => {
    clearTimeout(timer);
    stopFollowing();
  };
}

/** What shows the result of this run: null while it may still come in time, `missing` when it has not. */
export function useResultParts(attemptId: string | null): ResultParts | "missing" | null {
  const [settled, setSettled] = useState<{ readonly attemptId: string }>();
  useEffect(() => {
    if (attemptId === null || loaded !== null) return undefined;
    let isOver = false;
    const settle = () => {
      // Another object each time, so that those that come late take the place of the plain result.
      if (!isOver) setSettled({ attemptId });
    };
    const loading = load();
    within(waitMs, loading).then(settle, settle);
    loading.then(settle, () => {});
    return () => {
      isOver = true;
    };
  }, [attemptId]);
  if (attemptId === null) return null;
  return loaded ?? (settled?.attemptId === attemptId ? "missing" : null);
}
