// The figures beside a run: timer, state, accuracy, errors and progress. They are written without React, at most once
// a frame and only where they changed.
//
// The figures of a key that follows the previous one after at least a frame are shown immediately, in the same frame as
// its character; those of faster keys wait for the next frame. A key also updates the time and restarts the timer's
// 50 ms: the time is never older than that, and fast typing needs fewer frames.

import { accuracy, elapsedMs, formatTime } from "@tabstop/engine/metrics";
import { progressOf, type Run } from "./run.ts";

export type FigureElements = {
  /** `mm:ss`. */
  readonly clock: HTMLElement;
  /** `.cc`. */
  readonly hundredths: HTMLElement;
  readonly state: HTMLElement;
  readonly accuracy: HTMLElement;
  readonly errors: HTMLElement;
  /** The element for the word 'error' or 'errors'. */
  readonly errorsWord: HTMLElement;
  readonly share: HTMLElement;
  /** The bar's frame, with `role="progressbar"`, and the element that fills it. */
  readonly bar: HTMLElement;
  readonly filling: HTMLElement;
};

const timerTickMs = 50;
const frameMs = 16;

/** Shows a run's figures until the returned function is called. */
export function showFigures(elements: FigureElements, run: Run): () => void {
  let frame = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;
  const texts = {
    clock: new ShownText(elements.clock),
    hundredths: new ShownText(elements.hundredths),
    state: new ShownText(elements.state),
    accuracy: new ShownText(elements.accuracy),
    errors: new ShownText(elements.errors),
    errorsWord: new ShownText(elements.errorsWord),
    share: new ShownText(elements.share),
  };

  const showTime = (now: number) => {
    const time = formatTime(elapsedMs(run.attempt, now));
    if (texts.clock.write(time.slice(0, -3))) {
      // The box is as wide as mm:ss, but there may be more than 99 minutes.
      const letters = time.length - 3;
      const width = letters > 5 ? `${letters * 0.57}em` : "";
      if (elements.clock.style.width !== width) elements.clock.style.width = width;
    }
    texts.hundredths.write(time.slice(-3));
  };
  const tick = () => showTime(performance.now());
  const show = (now: number) => {
    frame = 0;
    shownAt = now;
    const { attempt } = run;
    const percent = progressOf(attempt);
    texts.accuracy.write(`${accuracy(attempt.cursor, attempt.errors)}%`);
    texts.errors.write(String(attempt.errors));
    texts.errorsWord.write(attempt.errors === 1 ? "error" : "errors");
    if (texts.share.write(`${percent}%`)) {
      elements.bar.setAttribute("aria-valuenow", String(percent));
      elements.filling.style.transform = `translateX(${percent - 100}%)`;
    }
    const isTyping = attempt.kind === "typing";
    if (texts.state.write(isTyping ? "Typing" : attempt.kind === "done" ? "Done" : "Ready"))
      elements.state.classList.toggle("on", isTyping);
    showTime(now);
    clearInterval(timer);
    timer = isTyping ? setInterval(tick, timerTickMs) : undefined;
  };
  const stop = run.subscribe(() => {
    if (frame !== 0) return;
    const now = performance.now();
    if (now - shownAt >= frameMs) show(now);
    else frame = requestAnimationFrame(() => show(performance.now()));
  });
  show(performance.now());
  return () => {
    stop();
    cancelAnimationFrame(frame);
    clearInterval(timer);
  };
}

/** An element's text. The current text is stored, because reading it from the page costs more than writing it. */
class ShownText {
  readonly #node: ChildNode;
  #text: string | null;

  constructor(element: HTMLElement) {
    this.#node = element.firstChild ?? element.appendChild(document.createTextNode(""));
    this.#text = this.#node.nodeValue;
  }

  /** Returns whether the text changed. */
  write(text: string): boolean {
    if (text === this.#text) return false;
    this.#text = text;
    this.#node.nodeValue = text;
    return true;
  }
}
