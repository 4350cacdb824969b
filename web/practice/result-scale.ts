/** The ruler under a result: a stretch of time that holds all marks, with ticks at round seconds. */

export interface Scale {
  readonly fromS: number;
  readonly toS: number;
  /** Seconds between long ticks, which are labelled at every second one. */
  readonly stepS: number;
}

/** Steps that read well. */
const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];
/** Long ticks on the ruler: as many as there is room for. */
const MOST_STEPS = 7;

/** The narrowest stretch of whole steps around all times (ms), so that no mark stands on its edge. */
export function scaleOf(timesMs: readonly number[]): Scale {
  const low = Math.min(...timesMs) / 1_000;
  const high = Math.max(...timesMs) / 1_000;
  for (const stepS of steps) {
    const fromS = Math.max(0, Math.floor((low - stepS / 4) / stepS) * stepS);
    const toS = Math.max(fromS + 2 * stepS, Math.ceil((high + stepS / 4) / stepS) * stepS);
    if ((toS - fromS) / stepS <= MOST_STEPS) return { fromS, toS, stepS };
  }
  return { fromS: 0, toS: high, stepS: high / MOST_STEPS };
}

/** Where a time stands on the scale, 0 to 1. */
export function positionOn(scale: Scale, timeMs: number): number {
  return (timeMs / 1_000 - scale.fromS) / (scale.toS - scale.fromS);
}

/** `20s`, `1m`, `1m 30s`, `1h`. */
export function labelOf(seconds: number): string {
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds - 60 * minutes);
  if (minutes >= 60 && minutes % 60 === 0 && rest === 0) return `${minutes / 60}h`;
  return rest === 0 ? `${minutes}m` : `${minutes}m ${rest}s`;
}
