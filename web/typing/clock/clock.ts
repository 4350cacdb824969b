// The clock of a run. While the learner types, a worker draws it (clock-face.ts), and nothing runs on the page's thread
// between two keys. Where that is not possible, the page writes the time every 50 ms.
//
// The time is also in the page as text. Where a worker draws, the text is not displayed, so that writing it costs no
// style and no layout, but it names the timer for screen readers. It is written with a key when it is a second old, each
// second of a pause, and before the page is printed.

import type { Attempt } from "@tabstop/engine/attempt";
import { elapsedMs, formatTime } from "@tabstop/engine/metrics";
import { addClockFace } from "./clock-face.ts";
import { ShownText } from "../shown-text.ts";

export type ClockElements = {
  readonly timer: HTMLElement;
  /** `mm:ss`, in a box that grows with the minutes. */
  readonly clock: HTMLElement;
  /** `.cc`. */
  readonly hundredths: HTMLElement;
};

const tickMs = 50;
/** The text behind the worker's digits is never older than this. */
const textMs = 1_000;
/** The box is as wide as mm:ss in the style sheet. */
const usualLetters = 5;

export class Clock {
  readonly #elements: ClockElements;
  readonly #clock: ShownText;
  readonly #hundredths: ShownText;
  readonly #face: ReturnType<typeof addClockFace>;
  readonly #off = new AbortController();
  #attempt: Attempt;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #letters = usualLetters;
  #writtenAt = 0;

  constructor(elements: ClockElements, attempt: Attempt, startWorker: () => Worker | undefined) {
    this.#elements = elements;
    this.#attempt = attempt;
    this.#clock = new ShownText(elements.clock);
    this.#hundredths = new ShownText(elements.hundredths);
    const { timer, clock, hundredths } = elements;
    const owner = { onChange: () => this.#startOrStop(), onOutgrown: () => this.#tick() };
    this.#face = addClockFace(timer, [clock, hundredths], owner, startWorker);
    const { signal } = this.#off;
    addEventListener("beforeprint", () => this.#write(performance.now()), { signal });
    // The worker's clock stands still while the page is hidden, and perhaps while the device sleeps.
    document.addEventListener("visibilitychange", () => this.#startOrStop(), { signal });
    addEventListener("pageshow", () => this.#startOrStop(), { signal });
    this.#startOrStop();
  }

  /** Shows the time of the attempt at `now`. */
  show(attempt: Attempt, now: number): void {
    const before = this.#attempt;
    this.#attempt = attempt;
    const isSameRun =
      attempt.kind === "typing" && before.kind === "typing" && attempt.startedAt === before.startedAt;
    if (!isSameRun) return this.#startOrStop();
    const isDrawn = this.#face?.isDrawn() === true;
    if (!isDrawn || now - this.#writtenAt >= textMs) this.#write(now);
    // Behind the worker's digits, the text needs no timer before the next pause.
    if (!isDrawn) this.#tickLater();
    else if (this.#timer !== undefined) this.#stopTicking();
  }

  /** The learner pauses: the text has to follow the clock by itself. */
  rest(): void {
    if (this.#timer === undefined) this.#tickLater();
  }

  destroy(): void {
    this.#off.abort();
    this.#stopTicking();
    this.#face?.remove();
  }

  #startOrStop(): void {
    const now = performance.now();
    const ms = elapsedMs(this.#attempt, now);
    this.#isRunning = this.#attempt.kind === "typing" && document.visibilityState === "visible";
    if (this.#isRunning) this.#face?.run(ms);
    else this.#face?.stand(ms);
    this.#write(now);
    this.#tickLater();
  }

  readonly #tick = (): void => {
    this.#write(performance.now());
    this.#tickLater();
  };

  #stopTicking(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tickLater(): void {
    this.#stopTicking();
    if (!this.#isRunning) return;
    this.#timer = setTimeout(this.#tick, this.#face?.isDrawn() === true ? textMs : tickMs);
  }

  #write(now: number): void {
    this.#writtenAt = now;
    const time = formatTime(elapsedMs(this.#attempt, now));
    this.#hundredths.write(time.slice(-3));
    if (!this.#clock.write(time.slice(0, -3))) return;
    const letters = time.length - 3;
    if (letters === this.#letters) return;
    this.#letters = letters;
    const box = this.#elements.clock.parentElement;
    if (box !== null) box.style.width = letters > usualLetters ? `${letters * 0.57}em` : "";
    this.#face?.renew();
  }
}
