// The figures beside a run: timer, state, speed, accuracy, errors and progress. They are written without React, at most once
// a frame and only where they changed.
//
// The figures of a key that follows the previous one after at least a frame are shown immediately, in the same frame as
// its character; those of faster keys wait for the next frame.

import { accuracy, elapsedMs, wordsPerMinute } from "@tabstop/engine/metrics";
import type { Attempt } from "@tabstop/engine/attempt";
import { Clock, type ClockElements } from "./clock/clock.ts";
import { progressOf, type Run } from "./run.ts";
import { ShownText } from "./shown-text.ts";

export type FigureElements = ClockElements & {
  readonly state: HTMLElement;
  readonly accuracy: HTMLElement;
  readonly errors: HTMLElement;
  readonly speed?: HTMLElement;
  /** The element for the word 'error' or 'errors'. */
  readonly errorsWord?: HTMLElement;
  readonly share?: HTMLElement;
  /** The bar's frame, with `role="progressbar"`, and the element that fills it. */
  readonly bar?: HTMLElement;
  readonly filling?: HTMLElement;
};

const frameMs = 16;
/** The speed of the first keys would say nothing. */
const fewestMs = 1_000;

/** Shows a run's figures until the returned function is called. */
export function showFigures(
  elements: FigureElements,
  run: Run,
  startClockWorker: () => Worker | undefined,
): () => void {
  let frame = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  const clock = new Clock(elements, run.attempt, startClockWorker);
  const texts = {
    state: new ShownText(elements.state),
    accuracy: new ShownText(elements.accuracy),
    errors: new ShownText(elements.errors),
    speed: elements.speed && new ShownText(elements.speed),
    errorsWord: elements.errorsWord && new ShownText(elements.errorsWord),
    share: elements.share && new ShownText(elements.share),
  };

  const show = (now: number) => {
    frame = 0;
    shownAt = now;
    const { attempt } = run;
    const percent = progressOf(attempt);
    texts.accuracy.write(`${accuracy(attempt.cursor, attempt.errors)}%`);
    texts.errors.write(String(attempt.errors));
    texts.speed?.write(`${speedOf(attempt, now)} wpm`);
    texts.errorsWord?.write(attempt.errors === 1 ? "error" : "errors");
    if (texts.share?.write(`${percent}%`)) {
      elements.bar?.setAttribute("aria-valuenow", String(percent));
      elements.filling?.style.setProperty("transform", `translateX(${percent - 100}%)`);
    }
    const isTyping = attempt.kind === "typing";
    if (texts.state.write(isTyping ? "Typing" : attempt.kind === "done" ? "Done" : "Ready")) {
      elements.state.classList.toggle("on", isTyping);
      elements.bar?.classList.toggle("is-whole", attempt.kind === "done");
    }
    clock.show(attempt, now);
  };
  const stop = run.subscribe(() => {
    if (frame !== 0) return;
    const now = performance.now();
    if (now - shownAt >= frameMs) show(now);
    else frame = requestAnimationFrame(() => show(performance.now()));
  });
  const unfollowRest = run.onRest(() => clock.rest());
  show(performance.now());
  return () => {
    stop();
    unfollowRest();
    cancelAnimationFrame(frame);
    clock.destroy();
  };
}

function speedOf(attempt: Attempt, now: number): number {
  const ms = elapsedMs(attempt, now);
  return ms < fewestMs ? 0 : (wordsPerMinute(attempt.cursor, ms) ?? 0);
}
