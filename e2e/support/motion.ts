// What moves on a page: the transitions and animations that run while something is done.

import type { Page } from "@playwright/test";

/** `of` is the first class of the element, with its pseudo-element; `what` the property or the animation's name. */
export type Motion = { readonly of: string; readonly what: string; readonly ms: number };

/** Every finite motion that runs in any frame from the start of `act` until its end and the end of what it started. */
export async function motionsDuring(page: Page, act: () => Promise<unknown>): Promise<Motion[]> {
  await page.evaluate(() => {
    const seen = new Map<string, Motion>();
    const state = { seen, isWatching: true };
    Object.assign(globalThis, { motionWatch: state });
    const look = () => {
      for (const motion of document.getAnimations()) {
        const { endTime, duration } = motion.effect?.getComputedTiming() ?? {};
        if (endTime === Number.POSITIVE_INFINITY || !(motion.effect instanceof KeyframeEffect)) continue;
        const { target, pseudoElement } = motion.effect;
        const of = `${target?.classList[0] ?? target?.tagName.toLowerCase() ?? ""}${pseudoElement ?? ""}`;
        const what =
          motion instanceof CSSTransition
            ? motion.transitionProperty
            : motion instanceof CSSAnimation
              ? motion.animationName
              : "script";
        const found = { of, what, ms: Number(duration) };
        seen.set(JSON.stringify(found), found);
      }
      if (state.isWatching) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act();
  return page.evaluate(async () => {
    const frame = () => new Promise((done) => void requestAnimationFrame(done));
    await frame();
    await frame();
    const finite = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((motion) => motion.finished));
    const { motionWatch } = globalThis as unknown as {
      motionWatch: { seen: Map<string, Motion>; isWatching: boolean };
    };
    motionWatch.isWatching = false;
    return [...motionWatch.seen.values()];
  });
}
