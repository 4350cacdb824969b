// Waits for a moment in which the browser has time.

import { ifSupported } from "../ui/if-supported.ts";

export function whenIdle(act: () => void): void {
  if (ifSupported(() => requestIdleCallback(act, { timeout: 3_000 })) === undefined) setTimeout(act, 1_000);
}
