// What the countdown of an ending session shows, and what happens when it is over: pure, no timer, no clock.

/** Ticks are a second apart; a longer gap is a page that slept or was hidden, and nobody saw the time go by. */
const unseenGapMs = 5_000;

/** mm:ss, the last second being 00:01; 00:00 when it is over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/**
 * At zero: `end` where somebody could see the time run out and did nothing; `check` (which refreshes) where the page
 * slept or was hidden, or where an extension was asked for and the server has not answered.
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
