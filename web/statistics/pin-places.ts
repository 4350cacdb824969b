// Places the labels of the pins on the ruler of active users so that none covers another, however close the shares are:
// in one line where there is room, else each a line higher than the label to its right.

export type Pin = {
  /** 0 to 100. */
  readonly percent: number;
  /** The width of its label, px. */
  readonly width: number;
};

export type PinPlace = {
  /** Lines above the lowest one. */
  readonly lane: number;
  /** How far the label is moved to the left of its pin, px, because the ruler ends. */
  readonly shift: number;
};

const gapPx = 12;

/** `pins` are sorted by share, smallest first. `length` is the ruler's, `beyond` the room after its end, both in px. */
export function pinPlaces(pins: readonly Pin[], length: number, beyond: number): readonly PinPlace[] {
  const places: PinPlace[] = [];
  let next: { readonly from: number; readonly lane: number } | null = null;
  for (const { percent, width } of pins.toReversed()) {
    const at = (length * percent) / 100;
    const from = Math.max(0, Math.min(at, length + beyond - width));
    const fits = next === null || from + width + gapPx <= next.from;
    // The stem of a pin with a higher label passes this label, so it must be clear of that too. It is, since a stem is
    // never left of the start of its own label.
    const lane: number = fits ? 0 : (next?.lane ?? 0) + 1;
    places.unshift({ lane, shift: at - from });
    next = { from, lane };
  }
  return places;
}

/** An upper estimate in px, for the font sizes of the style sheet. */
export function labelWidth(name: string, number: string, percent: string): number {
  return Math.max(name.length * 7, number.length * 9 + 10 + percent.length * 8);
}
