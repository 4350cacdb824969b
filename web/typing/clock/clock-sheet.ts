// Draws every digit at every place of the clock, once, with the page's own fonts: what the clock's worker copies from.
// The digits are where the browser puts those of the clock's text, to the fraction of a pixel, so that they look alike.

import { ifSupported } from "../../ui/if-supported.ts";
import type { ClockCell } from "./clock-messages.ts";

export type ClockSheet = {
  readonly canvas: HTMLCanvasElement;
  readonly cells: readonly ClockCell[];
  /** The place of the clock's canvas in the timer, CSS px. */
  readonly place: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
};

/** Room for what of a digit reaches beyond its place, px of the screen. */
const margin = 2;

/**
 * Measures the texts, which must be in the page's layout, and draws the sheet. Returns null where they have no size or
 * the browser does not draw.
 */
export function drawClockSheet(timer: HTMLElement, parts: readonly HTMLElement[]): ClockSheet | null {
  const scale = pixelScale();
  const letters = parts.flatMap((part) => lettersOf(part, scale));
  const first = letters[0];
  const last = letters.at(-1);
  if (first === undefined || last === undefined || !(last.right > first.left)) return null;
  const left = Math.floor(first.left) - margin;
  const top = Math.floor(Math.min(...letters.map((letter) => letter.top)));
  const width = Math.ceil(last.right) + margin - left;
  const height = Math.ceil(Math.max(...letters.map((letter) => letter.bottom))) - top;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, 10 * height];
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.fontKerning = "none";
  for (const { text, style, left: x, baseline } of letters) {
    context.font = `${style.fontStyle} ${style.fontWeight} ${Number.parseFloat(style.fontSize) * scale}px ${style.fontFamily}`;
    context.fillStyle = style.color;
    for (let digit = 0; digit < 10; digit++)
      context.fillText(isDigit(text) ? `${digit}` : text, x - left, baseline - top + digit * height);
  }
  const box = timer.getBoundingClientRect();
  const edges = letters.map((letter, i) => (i === 0 ? 0 : Math.floor(letter.left) - left));
  return {
    canvas,
    cells: placesOf(letters.map(({ text }) => text)).map((place, i) => {
      const x = edges[i] ?? 0;
      return { ...place, x, width: (edges[i + 1] ?? width) - x };
    }),
    place: {
      left: left / scale - box.left,
      top: top / scale - box.top,
      width: width / scale,
      height: height / scale,
    },
  };
}

/** How many px of the screen a CSS px has. */
export function pixelScale(): number {
  return ifSupported(() => devicePixelRatio) ?? 1;
}

/** Of each character of `mm:ss.cc`, with as many minutes as there are, what it counts. */
function placesOf(texts: readonly string[]): readonly Pick<ClockCell, "unitMs" | "base">[] {
  let unitMs = 10;
  const places = texts.toReversed().map((text, fromEnd) => {
    if (!isDigit(text)) return { unitMs: 0, base: 1 };
    // The first of the tens is that of the seconds: hundredths, tenths, seconds, tens of seconds.
    const place = { unitMs, base: fromEnd === 4 ? 6 : 10 };
    unitMs *= place.base;
    return place;
  });
  return places.toReversed();
}

function isDigit(text: string): boolean {
  return text >= "0" && text <= "9";
}

/** The characters of an element's text and where they are painted, px of the screen. */
function lettersOf(part: HTMLElement, scale: number) {
  const node = part.firstChild;
  const style = getComputedStyle(part);
  const range = document.createRange();
  // The bottom of a box without a height is on the baseline.
  const probe = document.createElement("span");
  probe.style.display = "inline-block";
  part.append(probe);
  const baseline = probe.getBoundingClientRect().bottom * scale;
  probe.remove();
  // A browser paints what is inside a contained box from a whole pixel on.
  const box = part.parentElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const toPixel = (at: number) => {
    // Chromium computes in 64ths of a pixel.
    const exact = Math.round(at * scale * 64) / 64;
    return Math.round(exact) - exact;
  };
  const [right, down] = [toPixel(box.left), toPixel(box.top)];
  return [...(node?.nodeValue ?? "")].map((text, i) => {
    if (node !== null) range.setStart(node, i);
    if (node !== null) range.setEnd(node, i + 1);
    const rect = range.getBoundingClientRect();
    return {
      text,
      style,
      baseline: baseline + down,
      left: rect.left * scale + right,
      right: rect.right * scale + right,
      top: rect.top * scale + down,
      bottom: rect.bottom * scale + down,
    };
  });
}
