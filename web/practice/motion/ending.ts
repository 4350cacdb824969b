// The motion after the last key of a run: 600 ms in which the stage makes way for the result. The style sheets read it from
// the attribute `data-ending` of the page's root; without the attribute nothing moves.

import { type RefObject, useLayoutEffect, useRef } from "react";
import { ifSupported } from "../../ui/if-supported.ts";
import { matchesMedia } from "../../ui/media.ts";

/** From the last key to the end of the last motion. */
const endingMs = 600;
/** When the example's tick, the lesson's mark and the rows of the leaderboard begin to move, and for how long. */
const movesAfterMs = 240;
const movesForMs = 220;
const ease = "cubic-bezier(0.2, 0, 0, 1)";

/** When the ending began, on the clock of `performance.now()`; null while there is none. */
let beganAt: number | null = null;

/**
 * Lets the stage end with motion each time that `attemptId` names another finished run. Any key ends what is left of it.
 * `marks` is set when the run has completed its example: `filledBefore` of the lesson was completed until then, in percent.
 */
export function useEnding(attemptId: string | null, marks: { readonly filledBefore: number } | null): void {
  const filledBefore = useRef<number | null>(null);
  useLayoutEffect(() => {
    filledBefore.current = marks?.filledBefore ?? null;
  });
  useLayoutEffect(() => {
    if (attemptId === null) return;
    const { dataset, style } = document.documentElement;
    const filled = filledBefore.current;
    beganAt = performance.now();
    dataset.ending = filled === null ? "again" : "first";
    style.setProperty("--filled-before", String(filled ?? 0));
    const timer = setTimeout(clear, endingMs);
    const cut = () => {
      clear();
      finishMotions();
    };
    addEventListener("keydown", cut, { capture: true, once: true });
    function clear(): void {
      clearTimeout(timer);
      removeEventListener("keydown", cut, { capture: true });
      beganAt = null;
      delete dataset.ending;
      style.removeProperty("--filled-before");
    }
    return clear;
  }, [attemptId]);
}

/** Shows the last frame of everything that moves and has an end. */
function finishMotions(): void {
  const motions = ifSupported(() => document.getAnimations()) ?? [];
  for (const motion of motions)
    if (motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) motion.finish();
}

/**
 * Moves the rows of a list from their old to their new places when the user's own rank changes: `data-row` names a row,
 * `own` the user's. In the ending they move at its moment; rows that arrive later move at once. Rows do not move while the
 * user types.
 */
export function useMovingRows(
  list: RefObject<HTMLElement | null>,
  {
    exampleId,
    rank,
    own,
  }: { readonly exampleId: number; readonly rank: number | null; readonly own: number },
): void {
  const before = useRef<{ exampleId: number; rank: number | null; tops: Map<string, number> } | null>(null);
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const tops = new Map(rows.map((row) => [row.dataset.row ?? "", row.offsetTop]));
    const last = before.current;
    before.current = { exampleId, rank, tops };
    if (last === null || last.exampleId !== exampleId || last.rank === rank || isStill()) return;
    const delay = beganAt === null ? 0 : Math.max(0, beganAt + movesAfterMs - performance.now());
    for (const row of rows) {
      const name = row.dataset.row ?? "";
      const from = last.tops.get(name);
      const to = tops.get(name) ?? 0;
      if (from === to || (from === undefined && name !== String(own))) continue;
      const start = from === undefined ? { opacity: 0 } : { transform: `translateY(${from - to}px)` };
      row.animate([start, {}], { duration: movesForMs, delay, easing: ease, fill: "backwards" });
    }
  }, [list, exampleId, rank, own]);
}

function isStill(): boolean {
  return (
    document.documentElement.hasAttribute("data-typing") ||
    matchesMedia("(prefers-reduced-motion: reduce)") ||
    document.visibilityState === "hidden"
  );
}
