// Starts the thread that draws the clock.

// The build makes the address of the worker's file.
// oxlint-disable-next-line import/default
import address from "../../typing/clock/clock-worker.ts?worker&url";
import { workerAddress } from "../../shell/browser/trusted-types.ts";
import { ifSupported } from "../../ui/if-supported.ts";

/** Returns undefined where the browser has no workers or forbids them. */
export function startClockWorker(): Worker | undefined {
  return ifSupported(() => new Worker(workerAddress(address), { type: "module" }));
}
