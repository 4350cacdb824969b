// The text of the countdown before the end of a session, and the decision at its end. Pure: no timer, no clock.

/** Ticks are a second apart. After a longer gap the page slept or was hidden, and the countdown was not visible. */
const unseenGapMs = 5_000;

/** mm:ss, with 00:01 for the last second and 00:00 at the end. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/**
 * At zero: `end` if the user could see the countdown and did nothing; `check` (which refreshes) if the page slept or
 * was hidden, or if the user asked for an extension and the server has not responded.
 */
export function atTick(tick: {
  readonly leftMs: number;
  readonly sinceLastTickMs: number;
  readonly hidden: boolean;
  readonly extensionWaits: boolean;
}): "go-on" | "end" | "check" {
  if (tick.leftMs > 0) return "go-on";
  const wasSeen = !tick.hidden && tick.sinceLastTickMs < unseenGapMs;
  return wasSeen && !tick.extensionWaits ? "end" : "check";
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
