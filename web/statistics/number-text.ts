// How the numbers of the dashboard are written. Shares and times are cut or rounded as the decisions say, in one place.

import { thousands } from "../ui/words.ts";

/** '44.0%': of a rate that is in percent already, with one decimal. */
export function rateText(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** Whole percent of all users, halves up; 0 without users. */
export function activePercent(active: number, all: number): number {
  return all === 0 ? 0 : Math.round((100 * active) / all);
}

/** 'N/A', '9.8s' below a minute, '1m 12s' from there on; everything finer is cut. */
export function averageText(ms: number | null): string {
  if (ms === null) return "N/A";
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}.${Math.floor(ms / 100) % 10}s`;
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** '305 ms', cut as averages are. */
export function perCharacterText(ms: number | null): string {
  return ms === null ? "N/A" : `${thousands(Math.floor(ms))} ms`;
}

/** '10.3%' of a share between 0 and 1, halves up. */
export function shareText(share: number | null): string {
  return share === null ? "N/A" : rateText(Math.round(1_000 * share) / 10);
}
