// Draws the digits of the running clock into a canvas, in a thread of its own: the page's thread has nothing to do
// between two keys, and a key does not pay for the clock either.

import { ifSupported } from "../../ui/if-supported.ts";
import type { ClockCell, ClockMessage, ClockReply } from "./clock-messages.ts";

const tickMs = 50;

let context: OffscreenCanvasRenderingContext2D | null = null;
let face = 0;
let sheet: ImageBitmap | null = null;
let cells: readonly ClockCell[] = [];
/** The digits in the canvas; empty when it shows something else. */
let drawn: number[] = [];
let isNewCanvas = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the clock started, on this thread's clock, or the time at which it stands. */
let clock: { readonly startedAt: number } | { readonly ms: number } = { ms: 0 };

addEventListener("message", ({ data }: MessageEvent<ClockMessage>) => {
  switch (data.kind) {
    case "canvas":
      context = data.canvas.getContext("2d");
      face = data.face;
      isNewCanvas = true;
      sheet?.close();
      sheet = null;
      clock = { ms: 0 };
      break;
    case "sheet":
      sheet?.close();
      ({ sheet, cells } = data);
      drawn = [];
      break;
    case "stand":
      clock = { ms: data.ms };
      break;
    case "run":
      clock = { startedAt: performance.now() - data.ms };
      break;
  }
  tick();
});

/** Draws the time, and again when the next 50 ms of the run have passed. */
function tick(): void {
  clearTimeout(timer);
  if ("ms" in clock) return draw(clock.ms);
  const ms = Math.max(0, performance.now() - clock.startedAt);
  // A timer may be early by a fraction of a millisecond.
  const step = Math.floor((ms + 1) / tickMs) * tickMs;
  draw(step);
  timer = setTimeout(tick, step + tickMs - ms);
}

function draw(ms: number): void {
  if (context === null || sheet === null) return;
  const height = sheet.height / 10;
  if (drawn.length === 0) {
    // A new size also clears the canvas.
    context.canvas.width = sheet.width;
    context.canvas.height = height;
  }
  for (const [i, { x, width, unitMs, base }] of cells.entries()) {
    const digit = unitMs === 0 ? 0 : Math.floor(ms / unitMs) % base;
    if (digit === drawn[i]) continue;
    drawn[i] = digit;
    context.clearRect(x, 0, width, height);
    context.drawImage(sheet, x, digit * height, width, height, x, 0, width, height);
  }
  if (isNewCanvas) reply({ kind: "drawn", face });
  isNewCanvas = false;
  const most = Math.max(...cells.map(({ unitMs, base }) => unitMs * base));
  if (ms >= most) reply({ kind: "outgrown", face });
}

function reply(message: ClockReply): void {
  // The types of the page's scope are those of a window, whose `postMessage` is another one.
  const thread = globalThis as unknown as { postMessage(message: ClockReply): void };
  ifSupported(() => thread.postMessage(message));
}
