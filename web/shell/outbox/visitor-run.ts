// The last run that a visitor finished, kept on this device until they have an account, whose first run it becomes.

import { type FinishedRun, isFinishedRun } from "./finished-run.ts";

export type VisitorRun = Omit<FinishedRun, "userId">;

const key = "visitor-run";

/** An older run is more likely that of another person at the same device. */
const keptMs = 7 * 86_400_000;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Keeps this run in place of an earlier one. Returns whether the browser allows that. */
export function keepVisitorRun(run: VisitorRun): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(run));
    return true;
  } catch {
    return false;
  }
}

/** The run that is kept, as this learner's, and keeps it no longer. null without one, and for one that is old or damaged. */
export function takeVisitorRun(userId: number, now: number): FinishedRun | null {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return null;
    localStorage.removeItem(key);
    const run: unknown = { ...JSON.parse(text), userId };
    return isFinishedRun(run) && isWhole(run) && now - run.finishedAt < keptMs ? run : null;
  } catch {
    // Forbidden, or not JSON.
    return null;
  }
}

/** Whether the server could accept it. */
function isWhole({ attemptId, exampleId, codeVersion, errors, accuracy, timeMs }: FinishedRun): boolean {
  return (
    uuid.test(attemptId) &&
    [exampleId, codeVersion, errors, accuracy, timeMs].every(Number.isInteger) &&
    exampleId > 0 &&
    errors >= 0 &&
    accuracy >= 0 &&
    accuracy <= 100 &&
    timeMs > 0
  );
}
