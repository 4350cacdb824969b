// How much a fault test does, its random numbers, and the row that it leaves for the table in docs/reliability.md.
//
// `npm test` runs the short form. `npm run test:faults` runs the long one and prints the table.

import { appendFileSync } from "node:fs";

const isLong = process.env["FAULTS"] === "long";

/** `short` in `npm test`, `long` in `npm run test:faults`. */
export function amount(given: { readonly short: number; readonly long: number }): number {
  return isLong ? given.long : given.short;
}

/**
 * Moments and choices are random but repeatable: FAULTS_SEED sets the seed, and `npm run test:faults` prints it. The
 * kernel's timing is not repeatable, so the same seed leads to a similar run.
 */
export const seed = Number(process.env["FAULTS_SEED"] ?? 20_261_128);

/** A generator of numbers from 0 to below 1. The same name gets the same numbers in every run with one seed. */
export function randomFor(name: string): () => number {
  let state = seed;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1);
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`. */
export function between(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Adds a line to the table of this run: the fault's name in `scripts/faults.mjs`, and what was counted. */
export function report(name: string, counts: Readonly<Record<string, number | string>>): void {
  const file = process.env["FAULTS_REPORT"];
  if (file) appendFileSync(file, `${JSON.stringify({ name, counts })}\n`);
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Waits until `done` resolves to true. Returns the time that it took in ms, or null after `limitMs`. */
export async function timeUntil(limitMs: number, done: () => Promise<boolean>): Promise<number | null> {
  const startedAt = performance.now();
  for (;;) {
    if (await done()) return performance.now() - startedAt;
    if (performance.now() - startedAt > limitMs) return null;
    await pause(50);
  }
}
