// A lock between the tabs of a browser.

import { ifSupported } from "../../ui/if-supported.ts";

/** A lock that another tab keeps longer than this, or that the browser never grants, is not waited for. */
const grantedWithinMs = 5_000;

/**
 * Runs the function when no other tab of this browser holds the lock of this name. If the browser has no locks (plain
 * http), refuses them (site data blocked) or does not grant one within 5 s, runs it without: the lock only saves
 * requests, and the server allows the same one from two tabs.
 */
export function exclusively<T>(
  name: string,
  run: () => Promise<T>,
  locks: Pick<LockManager, "request"> | undefined = ifSupported(() => navigator.locks),
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isStarted = false;
    const start = async () => {
      // Granted after the time was over.
      if (isStarted) return;
      isStarted = true;
      clearTimeout(timer);
      await run().then(resolve, reject);
    };
    const timer = setTimeout(() => void start(), grantedWithinMs);
    const request = locks && ifSupported(() => locks.request(name, start));
    if (request === undefined) void start();
    else request.catch(() => start());
  });
}
