/**
 * The figures beside a run: timer, state, accuracy, errors and progress. Leaves that are written by hand, at most once a
 * frame and only where they changed.
 *
 * A key that comes a frame or more after the last one is shown at once, in the frame that shows its character; only keys
 * that come faster wait for the next frame. A key shows the time as well, and the timer's 50 ms begin again there: the
 * time is never older than that, and fast typing needs fewer frames.
 */
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
  /** 'error' or 'errors'. */
  readonly errorsWord: HTMLElement;
  readonly share: HTMLElement;
  /** The bar's frame, with `role="progressbar"`, and what fills it. */
  readonly bar: HTMLElement;
  readonly filling: HTMLElement;
};

const timerTickMs = 50;
const frameMs = 16;

/** Shows a run until the function it gives is called. */
export function showFigures(elements: FigureElements, run: Run): () => void {
  let frame = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setInterval> | undefined;
  const leaf = {
    clock: new Leaf(elements.clock),
    hundredths: new Leaf(elements.hundredths),
    state: new Leaf(elements.state),
    accuracy: new Leaf(elements.accuracy),
    errors: new Leaf(elements.errors),
    errorsWord: new Leaf(elements.errorsWord),
    share: new Leaf(elements.share),
  };

  const showTime = (now: number) => {
    const time = formatTime(elapsedMs(run.attempt, now));
    if (leaf.clock.write(time.slice(0, -3))) {
      // Its box is made for mm:ss; minutes run on.
      const letters = time.length - 3;
      const width = letters > 5 ? `${letters * 0.57}em` : "";
      if (elements.clock.style.width !== width) elements.clock.style.width = width;
    }
    leaf.hundredths.write(time.slice(-3));
  };
  const tick = () => showTime(performance.now());
  const show = (now: number) => {
    frame = 0;
    shownAt = now;
    const { attempt } = run;
    const percent = progressOf(attempt);
    leaf.accuracy.write(`${accuracy(attempt.cursor, attempt.errors)}%`);
    leaf.errors.write(String(attempt.errors));
    leaf.errorsWord.write(attempt.errors === 1 ? "error" : "errors");
    if (leaf.share.write(`${percent}%`)) {
      elements.bar.setAttribute("aria-valuenow", String(percent));
      elements.filling.style.transform = `translateX(${percent - 100}%)`;
    }
    const isTyping = attempt.kind === "typing";
    if (leaf.state.write(isTyping ? "Typing" : attempt.kind === "done" ? "Done" : "Ready"))
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

/** An element's text, written where it changed. What it is now is remembered: to ask the page costs more than to tell it. */
class Leaf {
  readonly #node: ChildNode;
  #text: string | null;

  constructor(element: HTMLElement) {
    this.#node = element.firstChild ?? element.appendChild(document.createTextNode(""));
    this.#text = this.#node.nodeValue;
  }

  /** Whether it was another text before. */
  write(text: string): boolean {
    if (text === this.#text) return false;
    this.#text = text;
    this.#node.nodeValue = text;
    return true;
  }
}
