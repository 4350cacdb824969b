// The floor of times, which the page and the store judge alike: a faster run is nothing that anyone typed.

/** A completion below this for each code point of an example of this length or more is no time that anyone typed. */
const floor = { msPerPoint: 2, points: 20 } as const;

/** The least time in ms that an example of so many code points takes: a faster run completes it and sets no time. */
export function leastTimeMs(codePoints: number): number {
  return codePoints < floor.points ? 0 : floor.msPerPoint * codePoints;
}
