/**
 * The figures beside a run: timer, state, accuracy, errors and progress. Leaves that are written by hand, at most once a
 * frame and only where they changed; the timer at its own pace of 50 ms.
 *
 * A key that comes a frame or more after the last one is shown at once, in the frame that shows its character; only keys
 * that come faster wait for the next frame.
 */
import { accuracy, elapsedMs, formatTime } from "@tabstop/engine/metrics";
import { progressOf, type Run } from "./run.ts";

export interface FigureElements {
  /** `mm:ss`. */
  readonly clock: HTMLElement;
  /** `.cc`. */
  readonly hundredths: HTMLElement;
  readonly state: HTMLElement;
  readonly accuracy: HTMLElement;
  readonly errors: HTMLElement;
  /** 'error' or 'errors'. */
  readonly errorsWord: HTMLElement;
  readonly share: HTMLElement;
  /** The bar's frame, with `role="progressbar"`, and what fills it. */
  readonly bar: HTMLElement;
  readonly filling: HTMLElement;
}

export const TIMER_TICK_MS = 50;
const FRAME_MS = 16;

/** Shows a run until the function it gives is called. */
export function showFigures(elements: FigureElements, run: Run): () => void {
  let frame = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | null = null;

  const showTime = () => {
    const time = formatTime(elapsedMs(run.attempt, performance.now()));
    if (write(elements.clock, time.slice(0, -3))) {
      // Its box is made for mm:ss; minutes run on.
      const letters = time.length - 3;
      const width = letters > 5 ? `${letters * 0.57}em` : "";
      if (elements.clock.style.width !== width) elements.clock.style.width = width;
    }
    write(elements.hundredths, time.slice(-3));
  };
  const show = (now: number) => {
    frame = 0;
    shownAt = now;
    const { attempt } = run;
    const percent = progressOf(attempt);
    write(elements.accuracy, `${accuracy(attempt.cursor, attempt.errors)}%`);
    write(elements.errors, String(attempt.errors));
    write(elements.errorsWord, attempt.errors === 1 ? "error" : "errors");
    if (write(elements.share, `${percent}%`)) {
      elements.bar.setAttribute("aria-valuenow", String(percent));
      elements.filling.style.transform = `translateX(${percent - 100}%)`;
    }
    const isTyping = attempt.kind === "typing";
    if (write(elements.state, isTyping ? "Typing" : attempt.kind === "done" ? "Done" : "Ready"))
      elements.state.classList.toggle("on", isTyping);
    if (isTyping) {
      timer ??= setInterval(showTime, TIMER_TICK_MS);
    } else {
      if (timer !== null) clearInterval(timer);
      timer = null;
      showTime();
    }
  };
  const stop = run.subscribe(() => {
    if (frame !== 0) return;
    const now = performance.now();
    if (now - shownAt >= FRAME_MS) show(now);
    else frame = requestAnimationFrame(show);
  });
  show(performance.now());
  return () => {
    stop();
    cancelAnimationFrame(frame);
    if (timer !== null) clearInterval(timer);
  };
}

/** Whether it was another text before. */
function write(element: HTMLElement, text: string): boolean {
  const node = element.firstChild;
  if (node === null) {
    element.textContent = text;
    return true;
  }
  if (node.nodeValue === text) return false;
  node.nodeValue = text;
  return true;
}
