// The clock's face: a canvas over the clock's text that a worker draws into. It takes the place of the text once the
// worker has drawn the first time, and gives it back when anything of this fails.

import { followSize } from "../../ui/follow-size.ts";
import { ifSupported } from "../../ui/if-supported.ts";
import { followMedia } from "../../ui/media.ts";
import type { ClockMessage, ClockReply } from "./clock-messages.ts";
import { drawClockSheet, pixelScale } from "./clock-sheet.ts";

export type ClockFace = {
  /** Whether the digits are the worker's; otherwise the text is to be seen. */
  isDrawn(): boolean;
  /** Shows this time, ms, and stands still. */
  stand(ms: number): void;
  /** Shows the time from now on, of which `ms` have passed. */
  run(ms: number): void;
  /** Measures and draws again: the text has another length, another font, colour or size. */
  renew(): void;
  remove(): void;
};

type FaceOwner = {
  /** The face took the text's place, or gave it back. */
  onChange(): void;
  /** The minutes need another digit: write the text, then renew the face. */
  onOutgrown(): void;
};

/** One thread for all faces, one after the other: null before the first, undefined where there is none. */
let worker: Worker | null | undefined = null;
let faces = 0;

/**
 * Puts a face into `timer`, or returns null where the browser cannot. `parts` hold the text, one text node each.
 */
export function addClockFace(
  timer: HTMLElement,
  parts: readonly HTMLElement[],
  owner: FaceOwner,
  startWorker: () => Worker | undefined,
): ClockFace | null {
  const canvas = document.createElement("canvas");
  const offscreen = ifSupported(() => canvas.transferControlToOffscreen());
  if (offscreen === undefined) return null;
  if (worker === null) worker = startWorker();
  if (worker === undefined) return null;
  const face = new Face(timer, parts, canvas, worker, owner);
  face.post({ kind: "canvas", canvas: offscreen, face: face.id }, [offscreen]);
  return face;
}

class Face implements ClockFace {
  readonly id = ++faces;
  readonly #timer: HTMLElement;
  readonly #parts: readonly HTMLElement[];
  readonly #canvas: HTMLCanvasElement;
  readonly #worker: Worker;
  readonly #owner: FaceOwner;
  readonly #off = new AbortController();
  readonly #unfollow: (() => void)[];
  /** What the latest sheet was drawn for. */
  #look = "";

  constructor(
    timer: HTMLElement,
    parts: readonly HTMLElement[],
    canvas: HTMLCanvasElement,
    worker: Worker,
    owner: FaceOwner,
  ) {
    this.#timer = timer;
    this.#parts = parts;
    this.#canvas = canvas;
    this.#worker = worker;
    this.#owner = owner;
    canvas.setAttribute("aria-hidden", "true");
    timer.append(canvas);
    const { signal } = this.#off;
    worker.addEventListener("message", ({ data }) => this.#hear(data), { signal });
    worker.addEventListener("error", () => this.#fail(), { signal });
    // A zoom changes the size of a pixel, and perhaps nothing else.
    addEventListener("resize", () => this.#renewIfChanged(), { signal });
    // The code font may load after the first drawing.
    ifSupported(() => document.fonts.addEventListener("loadingdone", () => this.renew(), { signal }));
    this.#unfollow = [
      followSize(timer, () => this.#renewIfChanged()),
      followTheme(() => this.#renewIfChanged()),
    ];
  }

  isDrawn(): boolean {
    return this.#timer.hasAttribute("data-drawn");
  }

  stand(ms: number): void {
    this.post({ kind: "stand", ms });
  }

  run(ms: number): void {
    this.post({ kind: "run", ms });
  }

  renew(): void {
    void this.#draw().catch(() => this.#fail());
  }

  remove(): void {
    this.#off.abort();
    for (const stop of this.#unfollow) stop();
    this.#setDrawn(false);
    this.#canvas.remove();
  }

  post(message: ClockMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  async #draw(): Promise<void> {
    const wasDrawn = this.isDrawn();
    this.#setDrawn(false);
    const drawing = drawClockSheet(this.#timer, this.#parts);
    this.#setDrawn(wasDrawn);
    this.#look = lookOf(this.#timer);
    if (drawing === null) return;
    const { left, top, width, height } = drawing.place;
    this.#canvas.style.cssText = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const sheet = await ifSupported(() => createImageBitmap(drawing.canvas));
    if (sheet === undefined) return this.#fail();
    if (!this.#off.signal.aborted) this.post({ kind: "sheet", sheet, cells: drawing.cells }, [sheet]);
  }

  #renewIfChanged(): void {
    if (lookOf(this.#timer) !== this.#look) this.renew();
  }

  #hear(reply: ClockReply): void {
    if (reply.face !== this.id) return;
    if (reply.kind === "outgrown") return this.#owner.onOutgrown();
    this.#setDrawn(true);
    this.#owner.onChange();
  }

  #fail(): void {
    if (this.#off.signal.aborted) return;
    worker = undefined;
    this.remove();
    this.#owner.onChange();
  }

  #setDrawn(isDrawn: boolean): void {
    this.#timer.toggleAttribute("data-drawn", isDrawn);
  }
}

/** What the sheet depends on besides the fonts. */
function lookOf(timer: HTMLElement): string {
  const { width, height } = timer.getBoundingClientRect();
  const { color, fontSize, fontFamily } = getComputedStyle(timer);
  return [pixelScale(), width, height, color, fontSize, fontFamily].join(" ");
}

/** Calls `change` when the app's theme or the system's colours change, until the returned function is called. */
function followTheme(change: () => void): () => void {
  const themes = ifSupported(() => new MutationObserver(change));
  themes?.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const unfollow = [
    "(forced-colors: active)",
    "(prefers-contrast: more)",
    "(prefers-color-scheme: dark)",
  ].map((query) => followMedia(query, change));
  return () => {
    themes?.disconnect();
    for (const stop of unfollow) stop();
  };
}
