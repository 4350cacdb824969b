// Formats the numbers of the dashboard. Shares and times are cut or rounded as the product's decisions say.

import { thousands } from "../ui/words.ts";

/** '44.0%' for a rate in percent, with one decimal. */
export function rateText(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** The share of all users in whole percent, halves rounded up; 0 without users. */
export function activePercent(active: number, all: number): number {
  return all === 0 ? 0 : Math.round((100 * active) / all);
}

/** '9.8s' below a minute, '1m 12s' from a minute on, 'N/A' without a time; smaller units are cut. */
export function averageText(ms: number | null): string {
  if (ms === null) return "N/A";
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}.${Math.floor(ms / 100) % 10}s`;
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** '305 ms', cut to whole milliseconds. */
export function perCharacterText(ms: number | null): string {
  return ms === null ? "N/A" : `${thousands(Math.floor(ms))} ms`;
}

/** '10.3%' for a share between 0 and 1, halves rounded up. */
export function shareText(share: number | null): string {
  return share === null ? "N/A" : rateText(Math.round(1_000 * share) / 10);
}
