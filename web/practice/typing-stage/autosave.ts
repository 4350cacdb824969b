// When a run that is not finished is saved: every 15 s if it moved by 5 points, and on leaving if it is above 0.

export const autosaveEveryMs = 15_000;
const fewestPoints = 5;

/** Whether a save is due at a tick, after one at `savedPercent` (0 where there was none in this run). */
export function isAutosaveDue(percent: number, savedPercent: number): boolean {
  return Math.abs(percent - savedPercent) >= fewestPoints;
}

/** Whether there is something to save for who leaves the page or the example. */
export function isLeavingSaveDue(percent: number, savedPercent: number): boolean {
  return percent > 0 && percent !== savedPercent;
}
