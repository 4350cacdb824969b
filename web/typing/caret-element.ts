// The caret in the page, and the ruler's needle above it. Both are on one carriage, which `transform` moves along the
// row. The caret jumps and does not glide: a transition costs 2 ms per key.

import { type Attempt, errorFlashMs } from "@tabstop/engine/attempt";
import type { Caret } from "./caret.ts";
import { ifSupported } from "../ui/if-supported.ts";
import { matchesMedia } from "../ui/media.ts";
import { element } from "./element.ts";

const blinkMs = 1_100;

export class CaretElement {
  /** The element to insert into the code area. It is placed at the caret's row and column. */
  readonly carriage = element("div", "ca-carriage");
  readonly #caret = element("div", "ca-caret");
  readonly #letter = document.createTextNode("");
  // The shown values are stored here, because reading them from the page costs a key more than a comparison.
  #shown: Caret = {
    x: Number.NaN,
    kind: "letter",
    letter: "",
    width: null,
    isItalic: false,
    isPartial: false,
  };
  #y = Number.NaN;
  #isSeen = true;
  #shownError: Attempt["lastError"] = null;
  #flashClass: "is-wrong" | "is-wrong-again" | null = null;
  #flashTimer: ReturnType<typeof setTimeout> | undefined;
  #isIdle = false;
  #blinking: Animation | undefined;

  constructor() {
    const box = element("span", "ca-letter");
    box.append(this.#letter);
    this.#caret.append(box);
    this.carriage.append(element("i", "ca-needle"), this.#caret);
  }

  show(caret: Caret): void {
    const before = this.#shown;
    this.#shown = caret;
    if (caret.x !== before.x) this.carriage.style.transform = `translateX(${caret.x}px)`;
    if (caret.kind !== before.kind) {
      if (caret.kind === "letter") delete this.#caret.dataset.kind;
      else this.#caret.dataset.kind = caret.kind;
    }
    if (caret.letter !== before.letter) this.#letter.data = caret.letter;
    if (caret.width !== before.width)
      this.#caret.style.width = caret.width === null ? "" : `${caret.width}px`;
    if (caret.isItalic !== before.isItalic) this.#caret.classList.toggle("is-italic", caret.isItalic);
    if (caret.isPartial !== before.isPartial) this.#caret.classList.toggle("is-partial", caret.isPartial);
  }

  /** Places it at a height of the pane, px, or hides it where it cannot be seen. */
  moveTo(y: number, isSeen: boolean): void {
    if (y !== this.#y) {
      this.#y = y;
      this.#caret.style.translate = `0 ${y}px`;
    }
    if (isSeen === this.#isSeen) return;
    this.#isSeen = isSeen;
    this.#caret.hidden = !isSeen;
  }

  /** The run is over: the caret goes and the needle runs home. False when it begins again. */
  end(isOver: boolean): void {
    if (isOver) this.carriage.style.setProperty("--was", `${this.#shown.x}px`);
    else this.carriage.style.removeProperty("--was");
  }

  /** Shows the attempt's last error for a moment, if it has not been shown yet. */
  flash(error: Attempt["lastError"]): void {
    if (error === this.#shownError) return;
    this.#shownError = error;
    clearTimeout(this.#flashTimer);
    const before = this.#flashClass;
    this.#setFlash(null);
    if (error === null) return;
    // A second class with the same look restarts the animation.
    this.#setFlash(before === "is-wrong" ? "is-wrong-again" : "is-wrong");
    this.#flashTimer = setTimeout(() => this.#setFlash(null), errorFlashMs);
  }

  /** Stops the blinking. */
  wake(): void {
    if (!this.#isIdle) return;
    this.#isIdle = false;
    this.#caret.classList.remove("is-idle");
    this.#blinking?.cancel();
    this.#blinking = undefined;
  }

  /** Blinks until the next key. */
  rest(): void {
    if (this.#isIdle) return;
    this.#isIdle = true;
    this.#caret.classList.add("is-idle");
    if (matchesMedia("(prefers-reduced-motion: reduce)")) return;
    const seen = { opacity: 1, easing: "steps(1)" };
    const hidden = { opacity: 0, easing: "steps(1)" };
    // Not an animation of the style sheet: at each turn it would send an event, to which React listens on every page.
    this.#blinking = ifSupported(() =>
      this.#caret.animate([seen, { ...hidden, offset: 0.5 }, hidden], {
        pseudoElement: "::before",
        duration: blinkMs,
        iterations: Number.POSITIVE_INFINITY,
      }),
    );
  }

  destroy(): void {
    this.wake();
    clearTimeout(this.#flashTimer);
    this.carriage.remove();
  }

  #setFlash(name: "is-wrong" | "is-wrong-again" | null): void {
    if (name === this.#flashClass) return;
    if (this.#flashClass !== null) this.#caret.classList.remove(this.#flashClass);
    if (name !== null) this.#caret.classList.add(name);
    this.#flashClass = name;
  }
}
