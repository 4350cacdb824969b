// Loads what only the result of a run in Copy needs. The first key does not wait for it, and the last key need not: it is
// there a few seconds after the lesson.

import { useEffect, useState } from "react";
import { within } from "../../shell/browser/within.ts";
import { whenIdle } from "../when-idle.ts";

export type ResultParts = typeof import("./copy-result.tsx");

/** What the learner sees first is loaded before. */
const loadAfterMs = 2_000;
/** As long as late keys do nothing on a result. */
const waitMs = 400;

/** Outside React, so that the result is there in the very render that follows the last key. */
let loaded: ResultParts | null = null;

async function load(): Promise<ResultParts> {
  loaded = await import("./copy-result.tsx");
  return loaded;
}

/** Loads them while nothing else is to be done. Returns what ends the waiting for that. */
export function loadResultPartsSoon(): () => void {
  if (loaded !== null) return () => {};
  const timer = setTimeout(() => {
    // They are loaded again with the next example, or at the run's end.
    whenIdle(() => void load().catch(() => {}));
  }, loadAfterMs);
  return () => clearTimeout(timer);
}

/**
 * What shows the result of this run: null while it loads; `missing` once it has not come in time, and then also if it
 * comes later, since what is shown does not change under the learner's hands.
 */
export function useResultParts(attemptId: string | null): ResultParts | "missing" | null {
  const [late, setLate] = useState<{ readonly attemptId: string; readonly parts: ResultParts | null }>();
  useEffect(() => {
    if (attemptId === null || loaded !== null) return undefined;
    let isOver = false;
    const settle = (parts: ResultParts | null) => {
      if (!isOver) setLate({ attemptId, parts });
    };
    within(waitMs, load()).then(settle, () => settle(null));
    return () => {
      isOver = true;
    };
  }, [attemptId]);
  if (attemptId === null) return null;
  return late?.attemptId === attemptId ? (late.parts ?? "missing") : loaded;
}
