// Random numbers that are the same in every run: each is found by whole numbers, such as a learner's, a construct's and
// how often it was asked, so that no plan changes what another plan's learner draws.

/** The numbers from 0 to 1 (1 excluded) that belong to the keys. */
export function numbersOf(...keys: readonly number[]): () => number {
  let state = keys.reduce((mixed, key) => mix(mixed ^ key) + 0x9e37_79b9, 0x2545_f491);
  // mulberry32
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

/** A normally distributed number with mean 0 and deviation 1. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Around a median, so that twice and half of it are equally likely; `spread` is the deviation of its logarithm. */
export function around(median: number, spread: number, random: () => number): number {
  return median * Math.exp(spread * normal(random));
}

export function between(least: number, most: number, random: () => number): number {
  return least + (most - least) * random();
}

export function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** A whole number of 32 bits in which each bit depends on all of the key's. */
function mix(key: number): number {
  let t = Math.imul(key ^ (key >>> 15), key | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
